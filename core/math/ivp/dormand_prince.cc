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

// By pointers, so that the compiler sees that a result changes no slope.
template <std::size_t Count>
void DormandPrince::Combine(const std::array<double, Count>& weight, double h,
                            std::span<double> result) const {
  const std::size_t n = y_.size();
  const double* const y = y_.data();
  std::array<const double*, Count> slope;
  slope[0] = slope_.data();
  for (std::size_t j = 1; j < Count; ++j) slope[j] = later_slopes_[j - 1].data();
  double* __restrict const end = result.data();
  for (std::size_t i = 0; i < n; ++i) {
    double sum = weight[0] * slope[0][i];
    for (std::size_t j = 1; j < Count; ++j) sum += weight[j] * slope[j][i];
    end[i] = y[i] + h * sum;
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
  const double* const begin = slope_.data();
  std::array<const double*, kStages - 1> later;
  for (std::size_t j = 0; j + 1 < kStages; ++j) later[j] = later_slopes_[j].data();
  double* __restrict const to = error.data();
  for (std::size_t i = 0; i < error.size(); ++i) {
    double sum = Tableau::kDifference[0] * begin[i];
    for (std::size_t j = 1; j < kStages; ++j) sum += Tableau::kDifference[j] * later[j - 1][i];
    to[i] = h * sum;
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
