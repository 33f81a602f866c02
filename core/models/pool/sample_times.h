#ifndef CAROM_CORE_MODELS_POOL_SAMPLE_TIMES_H_
#define CAROM_CORE_MODELS_POOL_SAMPLE_TIMES_H_

#include <vector>

#include "core/record/record.h"

namespace carom {

/// All times that the detail asks for, as far as there may be samples and up to `end_s`, ascending.
std::vector<double> SampleTimes(const Detail& detail, double end_s);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_SAMPLE_TIMES_H_
