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

// Visits the fields of a strike in their order, and stops at the first that has no number. `number`
// gives number i of a field's noise.
template <class Number>
class Adder {
 public:
  explicit Adder(const Number& number) : number_(number) {}

  void operator()(const char* name, double& value, const Interval& range) {
    const size_t field = field_++;
    if (!status_.ok()) return;
    for (size_t i = 0; i < kMostTries; ++i) {
      const double sum = value + number_(field, i);
      if (!range.Contains(sum)) continue;
      value = sum;
      return;
    }
    status_ = InvalidField(std::string("strike.") + name, value,
                           "such that one of 100 draws of its noise leaves it " + Describe(range));
  }

  const absl::Status& status() const { return status_; }

 private:
  const Number& number_;
  size_t field_ = 0;
  absl::Status status_;
};

template <class Number>
absl::Status Add(const Number& number, CueStrike& strike) {
  Adder adder(number);
  CueStrike::Parameters(strike, adder);
  return adder.status();
}

CounterRandom StreamOf(size_t field, uint64_t seed, uint64_t draw) {
  return DrawKey{seed, draw, {kQuantities[field], 0}}.Stream();
}

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
  CounterRandom stream(0, 0);
  const auto number = [&](size_t field, size_t i) {
    if (i == 0) stream = StreamOf(field, seed, draw);
    return Draw(noise.fields[field], stream);
  };
  return Add(number, strike);
}

void KeptNoise::Prepare(const StrikeNoise& noise, uint64_t seed) {
  if (seed == seed_ && noise == noise_) return;
  noise_ = noise;
  seed_ = seed;
  draws_.clear();
}

absl::Status KeptNoise::Add(uint64_t draw, CueStrike& strike) {
  while (draws_.size() <= draw) {
    std::array<Numbers, 5>& fields = draws_.emplace_back();
    for (size_t field = 0; field < fields.size(); ++field) {
      fields[field].stream = StreamOf(field, seed_, draws_.size() - 1);
    }
  }
  CounterRandom after(0, 0);  // Of numbers that are not kept.
  const auto number = [&](size_t field, size_t i) {
    Numbers& numbers = draws_[draw][field];
    if (i >= numbers.drawn.size()) {
      if (i == numbers.drawn.size()) after = numbers.stream;
      return Draw(noise_.fields[field], after);
    }
    if (i == numbers.count) {
      numbers.drawn[numbers.count++] = Draw(noise_.fields[field], numbers.stream);
    }
    return numbers.drawn[i];
  };
  return estimate::Add(number, strike);
}

}  // namespace carom::estimate
