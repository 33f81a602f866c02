#include "core/estimate/strike_noise.h"

#include <string>

#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/base/interval.h"
#include "core/draw/quantity.h"

namespace carom::estimate {
namespace {

constexpr std::array kQuantities{Quantity::kSpeedNoise, Quantity::kAzimuthNoise,
                                 Quantity::kElevationNoise, Quantity::kSideOffsetNoise,
                                 Quantity::kHeightOffsetNoise};

// Visits the fields of a strike in their order, and stops at the first that has no number.
class Adder {
 public:
  Adder(const StrikeNoise& noise, uint64_t seed, uint64_t draw)
      : noise_(noise), seed_(seed), draw_(draw) {}

  void operator()(const char* name, double& value, const Interval& range) {
    const size_t field = field_++;
    if (!status_.ok()) return;
    CounterRandom stream = DrawKey{seed_, draw_, {kQuantities[field], 0}}.Stream();
    for (int i = 0; i < kMostTries; ++i) {
      const double sum = value + Draw(noise_.fields[field], stream);
      if (!range.Contains(sum)) continue;
      value = sum;
      return;
    }
    status_ = InvalidField(std::string("strike.") + name, value,
                           "such that one of 100 draws of its noise leaves it " + Describe(range));
  }

  const absl::Status& status() const { return status_; }

 private:
  const StrikeNoise& noise_;
  const uint64_t seed_;
  const uint64_t draw_;
  size_t field_ = 0;
  absl::Status status_;
};

}  // namespace

StrikeNoise IcgaNoise(double magnitude, double radius_m) {
  constexpr double kDegree = kPi / 180.0;
  const auto normal = [magnitude](double sigma) {
    return NormalDistribution{0.0, magnitude * sigma};
  };
  return {{normal(0.075), normal(0.125 * kDegree), normal(0.1 * kDegree), normal(5e-4 / radius_m),
           normal(5e-4 / radius_m)}};
}

absl::Status AddNoise(const StrikeNoise& noise, uint64_t seed, uint64_t draw, CueStrike& strike) {
  Adder adder(noise, seed, draw);
  CueStrike::Parameters(strike, adder);
  return adder.status();
}

}  // namespace carom::estimate
