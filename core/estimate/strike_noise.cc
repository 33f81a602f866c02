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

absl::Status NoNumber(const char* name, double value, const Interval& range) {
  return InvalidField(std::string("strike.") + name, value,
                      "such that one of 100 draws of its noise leaves it " + Describe(range));
}

// Visits the fields of a strike in their order, and stops at the first that has no number. `number`
// gives number i of a field's noise.
template <class Number>
class Adder {
 public:
  explicit Adder(const Number& number) : number_(number) {}

  // Inlined, each of the five calls knows its field, and finds the numbers that KeptNoise has of it
  // at a fixed place: a probe adds noise for each of its draws.
  [[gnu::always_inline]] void operator()(const char* name, double& value, const Interval& range) {
    const size_t field = field_++;
    if (!status_.ok()) return;
    size_t i = 0;
    double sum = value + number_(field, i);
    while (!range.Contains(sum) && ++i < kMostTries) sum = value + number_(field, i);
    if (i == kMostTries) status_ = NoNumber(name, value, range);
    if (status_.ok()) value = sum;
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
  while (draws_.size() <= draw) draws_.emplace_back();
  std::array<Numbers, 5>& fields = draws_[draw];
  CounterRandom after(0, 0);  // Of numbers that are not kept.
  const auto next = [&](size_t field, size_t i) {
    Numbers& numbers = fields[field];
    if (i == 0) numbers.stream = StreamOf(field, seed_, draw);
    if (i == numbers.drawn.size()) after = numbers.stream;
    if (i >= numbers.drawn.size()) return Draw(noise_.fields[field], after);
    return numbers.drawn[numbers.count++] = Draw(noise_.fields[field], numbers.stream);
  };
  const auto number = [&](size_t field, size_t i) {
    const Numbers& numbers = fields[field];
    return i < numbers.count ? numbers.drawn[i] : next(field, i);
  };
  return estimate::Add(number, strike);
}

}  // namespace carom::estimate
