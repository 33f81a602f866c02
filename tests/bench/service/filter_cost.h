#ifndef CAROM_TESTS_BENCH_SERVICE_FILTER_COST_H_
#define CAROM_TESTS_BENCH_SERVICE_FILTER_COST_H_

#include "tests/bench/service/measure.h"

namespace carom {

/// What a filter costs that lets 1 shot in 100 pass, beside the same batch without one.
void BenchFilter(int threads, Report& report);

}  // namespace carom

#endif  // CAROM_TESTS_BENCH_SERVICE_FILTER_COST_H_
