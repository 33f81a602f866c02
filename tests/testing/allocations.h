#ifndef CAROM_TESTS_TESTING_ALLOCATIONS_H_
#define CAROM_TESTS_TESTING_ALLOCATIONS_H_

#include <cstdint>

namespace carom::testing {

/// How often this thread has called operator new. A program that uses this counts by a replaced
/// operator new of its own.
int64_t AllocationCount();

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_ALLOCATIONS_H_
