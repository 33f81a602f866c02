#include "core/draw/distribution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/demand.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/base/portable_math.h"

namespace carom {
namespace {

constexpr size_t kMostValues = 4096;

// Calls the function of the distribution's kind.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

// The share of a standard normal distribution between two points, by Simpson's rule. Beyond 9
// lies 2e-19. With steps of at most h = 18 / 1024 the error is below 18 h^4 max|phi''''| / 180 =
// 18 * 9.5e-8 * 1.2 / 180 = 1.2e-8; [Abramowitz and Stegun 25.4.6].
double StandardNormalBetween(double low, double high) {
  constexpr int kSteps = 1024;
  constexpr double kFarthest = 9.0;
  low = std::clamp(low, -kFarthest, kFarthest);
  high = std::clamp(high, -kFarthest, kFarthest);
  const double step = (high - low) / kSteps;
  double sum = 0.0;
  for (int i = 0; i <= kSteps; ++i) {
    const double z = low + step * i;
    const double weight = i == 0 || i == kSteps ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
    sum += weight * Exp(-0.5 * z * z);
  }
  return sum * step / 3.0 / std::sqrt(kTwoPi);
}

double NormalBetween(double mean, double sigma, double low, double high) {
  if (sigma == 0.0) return low <= mean && mean <= high ? 1.0 : 0.0;
  return high <= low ? 0.0 : StandardNormalBetween((low - mean) / sigma, (high - mean) / sigma);
}

double ChosenWithin(const ChoiceDistribution& choice, const Interval& range) {
  double within = 0.0;
  double before = 0.0;
  for (size_t j = 0; j < choice.values.size(); ++j) {
    if (range.Contains(choice.values[j])) within += choice.cumulative[j] - before;
    before = choice.cumulative[j];
  }
  return within / choice.cumulative.back();
}

// Values without a weight are never chosen.
bool ChoosesOneValue(const ChoiceDistribution& choice) {
  std::optional<double> only;
  double before = 0.0;
  for (size_t j = 0; j < choice.values.size(); ++j) {
    const bool chosen = choice.cumulative[j] > before;
    before = choice.cumulative[j];
    if (chosen && choice.values[j] != only.value_or(choice.values[j])) return false;
    if (chosen) only = choice.values[j];
  }
  return true;
}

double DrawTruncated(const TruncatedNormalDistribution& truncated, CounterRandom& random) {
  for (int i = 0; i < kMostTruncatedTries; ++i) {
    const double x = truncated.mean + truncated.sigma * random.Normal();
    if (x >= truncated.lo && x <= truncated.hi) return x;
  }
  return kNan;
}

double DrawChoice(const ChoiceDistribution& choice, CounterRandom& random) {
  const std::vector<double>& cumulative = choice.cumulative;
  const double point = random.Uniform() * cumulative.back();
  auto chosen = std::upper_bound(cumulative.begin(), cumulative.end(), point);
  // Rounded up to the whole: the last one with a weight, where the whole is first reached.
  if (chosen == cumulative.end()) {
    chosen = std::lower_bound(cumulative.begin(), cumulative.end(), cumulative.back());
  }
  return choice.values[static_cast<size_t>(chosen - cumulative.begin())];
}

absl::Status CheckOrder(const UniformDistribution& uniform) {
  if (uniform.lo <= uniform.hi) return absl::OkStatus();
  return InvalidField("uniform.hi", uniform.hi, "at least lo, " + FormatNumber(uniform.lo));
}

absl::Status CheckOrder(const TruncatedNormalDistribution& truncated) {
  if (!(truncated.lo < truncated.hi)) {
    return InvalidField("truncated_normal.hi", truncated.hi,
                        "above lo, " + FormatNumber(truncated.lo));
  }
  const double mass = NormalBetween(truncated.mean, truncated.sigma, truncated.lo, truncated.hi);
  if (mass >= kLeastMass) return absl::OkStatus();
  const std::string range =
      absl::StrCat("[", FormatNumber(truncated.lo), ", ", FormatNumber(truncated.hi), "]");
  return InvalidField("truncated_normal", range,
                      absl::StrCat("a range with at least 1 % of the normal distribution, not ",
                                   absl::SixDigits(100.0 * mass), " %"));
}

template <class Other>
absl::Status CheckOrder(const Other&) {
  return absl::OkStatus();
}

absl::Status CheckAll(const char* list, const std::vector<double>& numbers, const Interval& range) {
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (range.Contains(numbers[i])) continue;
    return InvalidField(FieldPath(list, i), numbers[i], Describe(range));
  }
  return absl::OkStatus();
}

absl::Status CheckWeights(const std::vector<double>& weights, size_t values) {
  if (weights.empty()) return absl::OkStatus();
  if (weights.size() != values) {
    return InvalidField("weights", absl::StrCat(weights.size(), " entries"),
                        absl::StrCat(values, ", one a value"));
  }
  if (absl::Status bad = CheckAll("weights", weights, kWeightRange); !bad.ok()) return bad;
  if (*std::max_element(weights.begin(), weights.end()) > 0.0) return absl::OkStatus();
  return InvalidField("weights", std::string("all 0"), "above 0 for at least one value");
}

absl::Status CheckValues(const std::vector<double>& values) {
  if (values.empty() || values.size() > kMostValues) {
    return InvalidField("values", absl::StrCat(values.size(), " entries"),
                        absl::StrCat("1 to ", kMostValues));
  }
  return CheckAll("values", values, kNumberRange);
}

std::string KindOf(const Distribution& distribution) {
  return std::visit([](const auto& kind) { return std::string(kind.kName); }, distribution);
}

}  // namespace

absl::Status ChoiceDistribution::Make(std::vector<double> values,
                                      const std::vector<double>& weights,
                                      ChoiceDistribution& choice) {
  if (absl::Status bad = CheckValues(values); !bad.ok()) return bad;
  if (absl::Status bad = CheckWeights(weights, values.size()); !bad.ok()) return bad;
  choice.cumulative.clear();
  double sum = 0.0;
  for (size_t j = 0; j < values.size(); ++j) {
    sum += weights.empty() ? 1.0 : weights[j];
    choice.cumulative.push_back(sum);
  }
  choice.values = std::move(values);
  return absl::OkStatus();
}

absl::Status ValidateDistribution(const Distribution& distribution) {
  if (std::holds_alternative<ChoiceDistribution>(distribution)) return absl::OkStatus();
  const auto* constant = std::get_if<ConstantDistribution>(&distribution);
  if (constant != nullptr) return CheckParameters(*constant);  // The arm is the number itself.
  return std::visit(
      [](const auto& kind) -> absl::Status {
        using Kind = std::remove_cvref_t<decltype(kind)>;
        if constexpr (!std::is_same_v<Kind, ChoiceDistribution>) {
          const absl::Status bad = CheckParameters(kind);
          if (!bad.ok()) return UnderPath(Kind::kName, bad);
        }
        return CheckOrder(kind);
      },
      distribution);
}

absl::Status ValidateDistribution(const Distribution& distribution, const Interval& range) {
  if (absl::Status bad = ValidateDistribution(distribution); !bad.ok()) return bad;
  if (const auto* constant = std::get_if<ConstantDistribution>(&distribution)) {
    if (range.Contains(constant->value)) return absl::OkStatus();
    return InvalidField("constant", constant->value, Describe(range));
  }
  if (const auto* choice = std::get_if<ChoiceDistribution>(&distribution)) {
    // All values of a choice are meant, so that one out of range is an error.
    return UnderPath("choice", CheckAll("values", choice->values, range));
  }
  const double mass = MassIn(distribution, range);
  if (mass >= kLeastMass) return absl::OkStatus();
  return InvalidField(KindOf(distribution),
                      absl::StrCat(absl::SixDigits(100.0 * mass), " % ", Describe(range)),
                      "at least 1 %");
}

double MassIn(const Distribution& distribution, const Interval& range) {
  return std::visit(
      Overloaded{[&](const ConstantDistribution& d) { return range.Contains(d.value) ? 1.0 : 0.0; },
                 [&](const UniformDistribution& d) {
                   if (d.lo == d.hi) return range.Contains(d.lo) ? 1.0 : 0.0;
                   const double within = std::min(d.hi, range.high) - std::max(d.lo, range.low);
                   return std::max(within, 0.0) / (d.hi - d.lo);
                 },
                 [&](const NormalDistribution& d) {
                   return NormalBetween(d.mean, d.sigma, range.low, range.high);
                 },
                 [&](const TruncatedNormalDistribution& d) {
                   return NormalBetween(d.mean, d.sigma, std::max(d.lo, range.low),
                                        std::min(d.hi, range.high)) /
                          NormalBetween(d.mean, d.sigma, d.lo, d.hi);
                 },
                 [&](const ChoiceDistribution& d) { return ChosenWithin(d, range); }},
      distribution);
}

bool IsConstant(const Distribution& distribution) {
  return std::visit(
      Overloaded{[](const ConstantDistribution&) { return true; },
                 [](const UniformDistribution& d) { return d.lo == d.hi; },
                 [](const NormalDistribution& d) { return d.sigma == 0.0; },
                 [](const TruncatedNormalDistribution&) { return false; },  // sigma > 0, lo < hi.
                 [](const ChoiceDistribution& d) { return ChoosesOneValue(d); }},
      distribution);
}

double Draw(const Distribution& distribution, CounterRandom& random) {
  return std::visit(
      Overloaded{[](const ConstantDistribution& d) { return d.value; },
                 [&](const UniformDistribution& d) { return random.Uniform(d.lo, d.hi); },
                 [&](const NormalDistribution& d) { return d.mean + d.sigma * random.Normal(); },
                 [&](const TruncatedNormalDistribution& d) { return DrawTruncated(d, random); },
                 [&](const ChoiceDistribution& d) { return DrawChoice(d, random); }},
      distribution);
}

double Draw(const Distribution& distribution, const DrawKey& key) {
  CounterRandom random = key.Stream();
  return Draw(distribution, random);
}

double DrawWithin(const Distribution& distribution, const Interval& range, CounterRandom& random) {
  for (int i = 0; i < kMostTries; ++i) {
    const double x = Draw(distribution, random);
    if (range.Contains(x)) return x;
  }
  return kNan;
}

namespace {

// A pivot d is that of a singular matrix up to this share of its diagonal element c_bb: 32 products
// and sums of doubles lose 32 * 2^-53 = 4e-15 of it, numbers written with 12 digits more.
constexpr double kSingular = 1e-12;
// Of a positive semi-definite matrix every residual r beside a pivot d obeys r^2 <= d c_aa.
constexpr double kSingularResidual = 1e-6;

constexpr Interval kVarianceRange{-1e12, 1e12};  // Of standard deviations up to 1e6.

std::string At(size_t row, size_t column, size_t size) {
  return absl::StrCat("covariance[", row * size + column, "]");
}

absl::Status CheckNumbers(size_t size, const std::vector<double>& means,
                          const std::vector<double>& covariance) {
  if (!means.empty() && means.size() != size) {
    return InvalidField("means", absl::StrCat(means.size(), " entries"),
                        absl::StrCat(size, ", one a quantity"));
  }
  if (absl::Status bad = CheckAll("means", means, kNumberRange); !bad.ok()) return bad;
  if (covariance.size() != size * size) {
    return InvalidField("covariance", absl::StrCat(covariance.size(), " entries"),
                        absl::StrCat(size * size, ", ", size, " rows of ", size));
  }
  return CheckAll("covariance", covariance, kVarianceRange);
}

absl::Status CheckSymmetry(size_t size, const std::vector<double>& covariance) {
  for (size_t a = 0; a < size; ++a) {
    for (size_t b = 0; b < a; ++b) {
      const double below = covariance[a * size + b];
      const double above = covariance[b * size + a];
      if (below == above) continue;
      return InvalidField(At(a, b, size), below,
                          absl::StrCat("the same as ", At(b, a, size), ", ", FormatNumber(above)));
    }
  }
  return absl::OkStatus();
}

absl::Status NotSemiDefinite(size_t row, size_t column, size_t size, double value) {
  return InvalidField(At(row, column, size), value,
                      "that of a positive semi-definite matrix: less would remain of a variance "
                      "than nothing");
}

// Column b of L, whose earlier columns are there. The elements below the diagonal hold c_ab.
absl::Status FactorColumn(size_t b, size_t size, const std::vector<double>& covariance,
                          std::vector<double>& factor) {
  const auto residual = [&](size_t a) {
    double rest = covariance[a * size + b];
    for (size_t m = 0; m < b; ++m) rest -= factor[a * size + m] * factor[b * size + m];
    return rest;
  };
  const double variance = covariance[b * size + b];
  const double pivot = residual(b);
  if (variance < 0.0 || pivot < -kSingular * variance) {
    return NotSemiDefinite(b, b, size, variance);
  }
  const bool singular = pivot <= kSingular * variance;
  const double root = singular ? 0.0 : std::sqrt(pivot);
  factor[b * size + b] = root;
  for (size_t a = b + 1; a < size; ++a) {
    const double rest = residual(a);
    if (!singular) {
      factor[a * size + b] = rest / root;
      continue;
    }
    const double scale = std::sqrt(std::fabs(covariance[a * size + a]) * variance);
    if (std::fabs(rest) > kSingularResidual * scale) {
      return NotSemiDefinite(a, b, size, covariance[a * size + b]);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status JointNormal::Make(size_t size, const std::vector<double>& means,
                               const std::vector<double>& covariance, JointNormal& joint) {
  CAROM_DEMAND(size <= kMostTogether, "the size is checked where the quantities are");
  if (absl::Status bad = CheckNumbers(size, means, covariance); !bad.ok()) return bad;
  if (absl::Status bad = CheckSymmetry(size, covariance); !bad.ok()) return bad;
  joint.means_ = means.empty() ? std::vector<double>(size, 0.0) : means;
  joint.factor_.assign(size * size, 0.0);
  for (size_t b = 0; b < size; ++b) {
    absl::Status bad = FactorColumn(b, size, covariance, joint.factor_);
    if (!bad.ok()) return bad;
  }
  return absl::OkStatus();
}

void JointNormal::Draw(CounterRandom& random, std::span<double> values) const {
  std::array<double, kMostTogether> normal;
  const size_t size = means_.size();
  for (size_t a = 0; a < size; ++a) normal[a] = random.Normal();
  for (size_t a = 0; a < size; ++a) {
    double value = means_[a];
    for (size_t b = 0; b <= a; ++b) value += factor_[a * size + b] * normal[b];
    values[a] = value;
  }
}

}  // namespace carom
