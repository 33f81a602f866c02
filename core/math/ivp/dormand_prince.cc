#include "core/math/ivp/dormand_prince.h"

#include <utility>

#include "core/math/dormand_prince_tableau.h"

namespace carom {
namespace {

using Tableau = DormandPrinceTableau;

}  // namespace

void DormandPrince::Resize(std::size_t n) {
  for (std::vector<double>& slope : later_slopes_) slope.resize(n);
  stage_.resize(n);
}

std::array<const double*, DormandPrince::kStages> DormandPrince::Slopes() const {
  std::array<const double*, kStages> slopes{slope_.data()};
  for (std::size_t j = 1; j < kStages; ++j) slopes[j] = later_slopes_[j - 1].data();
  return slopes;
}

void DormandPrince::Advance(double h, std::span<double> y) {
  const auto n = static_cast<long>(y_.size());
  const auto slopes = Slopes();
  const auto combine = [&](const auto& weight, std::span<double> to) {
    kernels_.advance(n, y_.data(), h,
                     {static_cast<int>(weight.size()), weight.data(), slopes.data()}, to.data());
  };
  const auto evaluate = [&](double node, const auto& weight, std::vector<double>& slope) {
    combine(weight, stage_);
    Slope(t_ + node * h, stage_, slope);
  };
  evaluate(1.0 / 5.0, Tableau::kA2, later_slopes_[0]);
  evaluate(3.0 / 10.0, Tableau::kA3, later_slopes_[1]);
  evaluate(4.0 / 5.0, Tableau::kA4, later_slopes_[2]);
  evaluate(8.0 / 9.0, Tableau::kA5, later_slopes_[3]);
  evaluate(1.0, Tableau::kA6, later_slopes_[4]);
  combine(Tableau::kFifth, y);
}

double DormandPrince::Try(double h) {
  Advance(h, end_);
  Slope(t_ + h, end_, later_slopes_[5]);
  std::vector<double>& error = stage_;
  const auto slopes = Slopes();
  kernels_.weigh(static_cast<long>(error.size()), h,
                 {kStages, Tableau::kDifference.data(), slopes.data()}, error.data());
  return measure_.OfStep(error, y_, end_);
}

void DormandPrince::Inside(double part, std::span<double> y) { Advance(part, y); }

void DormandPrince::Accept(double t, std::span<const double> y, bool changed) {
  if (changed) {
    Begin(t, y);
    return;
  }
  t_ = t;
  std::swap(y_, end_);
  std::swap(slope_, later_slopes_[5]);  // First same as last.
}

}  // namespace carom
