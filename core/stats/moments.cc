#include "core/stats/moments.h"

#include <algorithm>
#include <cmath>

#include "core/base/demand.h"

namespace carom::stats {

Moments::Moments(int dimension)
    : mean_(static_cast<size_t>(dimension), 0.0), products_(mean_.size() * mean_.size(), 0.0) {}

size_t Moments::At(int i, int j) const {
  return static_cast<size_t>(i) * mean_.size() + static_cast<size_t>(j);
}

// With the deviations d from the old mean: mean += d / n, and products += d d^T (n - 1) / n.
void Moments::Add(std::span<const double> sample) {
  CAROM_DEMAND(sample.size() == mean_.size(), "a sample has the dimension of the moments");
  ++count_;
  const auto n = static_cast<double>(count_);
  const double share = (n - 1.0) / n;
  for (int i = 0; i < dimension(); ++i) {
    const double d = sample[static_cast<size_t>(i)] - Mean(i);
    for (int j = 0; j < dimension(); ++j) {
      products_[At(i, j)] += share * d * (sample[static_cast<size_t>(j)] - Mean(j));
    }
  }
  for (int i = 0; i < dimension(); ++i) {
    mean_[static_cast<size_t>(i)] += (sample[static_cast<size_t>(i)] - Mean(i)) / n;
  }
}

double Moments::Covariance(int i, int j) const {
  return count_ < 2 ? 0.0 : products_[At(i, j)] / static_cast<double>(count_ - 1);
}

double Quantile(std::span<const double> ascending, double p) {
  CAROM_DEMAND(!ascending.empty() && p >= 0.0 && p <= 1.0, "a quantile of numbers, p in [0, 1]");
  const double place = static_cast<double>(ascending.size() - 1) * p;
  const double below = std::floor(place);
  const auto first = static_cast<size_t>(below);
  const size_t second = std::min(first + 1, ascending.size() - 1);
  return ascending[first] + (place - below) * (ascending[second] - ascending[first]);
}

}  // namespace carom::stats
