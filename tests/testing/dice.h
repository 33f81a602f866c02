#ifndef CAROM_TESTS_TESTING_DICE_H_
#define CAROM_TESTS_TESTING_DICE_H_

#include <cstdint>

#include "core/base/random.h"

namespace carom::testing {

/// Draws of the fuzzers, a pure function of (seed, index).
class Dice {
 public:
  Dice(uint64_t seed, uint64_t index) : random_(seed, index) {}

  bool Chance(double probability) { return random_.Uniform() < probability; }
  double Uniform() { return random_.Uniform(); }
  double Between(double low, double high) { return random_.Uniform(low, high); }
  uint64_t Below(uint64_t n) { return random_.Below(n); }

  /// In [0, high] and often at an end.
  double Parameter(double high) {
    const double u = random_.Uniform();
    if (u < 0.1) return 0.0;
    if (u < 0.2) return high;
    return Between(0.0, high);
  }

 private:
  CounterRandom random_;
};

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_DICE_H_
