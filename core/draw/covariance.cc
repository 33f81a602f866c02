#include "core/draw/covariance.h"

#include <array>
#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/demand.h"
#include "core/base/field_error.h"
#include "core/draw/distribution.h"

namespace carom {
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
  for (size_t a = 0; a < means.size(); ++a) {
    if (kNumberRange.Contains(means[a])) continue;
    return InvalidField(absl::StrCat("means[", a, "]"), means[a], Describe(kNumberRange));
  }
  if (covariance.size() != size * size) {
    return InvalidField("covariance", absl::StrCat(covariance.size(), " entries"),
                        absl::StrCat(size * size, ", ", size, " rows of ", size));
  }
  for (size_t i = 0; i < covariance.size(); ++i) {
    if (kVarianceRange.Contains(covariance[i])) continue;
    return InvalidField(absl::StrCat("covariance[", i, "]"), covariance[i],
                        Describe(kVarianceRange));
  }
  return absl::OkStatus();
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
