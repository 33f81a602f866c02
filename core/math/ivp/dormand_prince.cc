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

template <std::size_t Count>
void DormandPrince::Combine(const std::array<double, Count>& weight, double h,
                            std::span<double> result) const {
  for (std::size_t i = 0; i < y_.size(); ++i) {
    double sum = weight[0] * slope_[i];
    for (std::size_t j = 1; j < Count; ++j) sum += weight[j] * later_slopes_[j - 1][i];
    result[i] = y_[i] + h * sum;
  }
}

void DormandPrince::Advance(double h, std::span<double> y) {
  const auto evaluate = [&](double node, const auto& weight, std::vector<double>& slope) {
    Combine(weight, h, stage_);
    Slope(t_ + node * h, stage_, slope);
  };
  evaluate(1.0 / 5.0, Tableau::kA2, later_slopes_[0]);
  evaluate(3.0 / 10.0, Tableau::kA3, later_slopes_[1]);
  evaluate(4.0 / 5.0, Tableau::kA4, later_slopes_[2]);
  evaluate(8.0 / 9.0, Tableau::kA5, later_slopes_[3]);
  evaluate(1.0, Tableau::kA6, later_slopes_[4]);
  Combine(Tableau::kFifth, h, y);
}

double DormandPrince::Try(double h) {
  Advance(h, end_);
  Slope(t_ + h, end_, later_slopes_[5]);
  std::vector<double>& error = stage_;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    double sum = Tableau::kDifference[0] * slope_[i];
    for (std::size_t j = 1; j < kStages; ++j) {
      sum += Tableau::kDifference[j] * later_slopes_[j - 1][i];
    }
    error[i] = h * sum;
  }
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
