#include "core/stats/sample.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

namespace {

// The second step converges in a few rounds; a bound all the same, for sums that round alike.
constexpr int kMostRounds = 32;

class Grouping {
 public:
  Grouping(std::span<const double> samples, int dimension)
      : n_(static_cast<int>(samples.size()) / dimension),
        distances_(static_cast<size_t>(n_) * static_cast<size_t>(n_)),
        nearest_(static_cast<size_t>(n_), std::numeric_limits<double>::infinity()),
        group_(static_cast<size_t>(n_), 0) {
    const auto d = static_cast<size_t>(dimension);
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {
        double square = 0.0;
        for (size_t k = 0; k < d; ++k) {
          const double difference =
              samples[static_cast<size_t>(i) * d + k] - samples[static_cast<size_t>(j) * d + k];
          square += difference * difference;
        }
        distances_[At(i, j)] = std::sqrt(square);
      }
    }
  }

  // BUILD: each new medoid lessens the sum of distances the most.
  void Build(int count) {
    while (static_cast<int>(medoids_.size()) < count) {
      int best = -1;
      double least = medoids_.empty() ? std::numeric_limits<double>::infinity() : Sum();
      for (int candidate = 0; candidate < n_; ++candidate) {
        double sum = 0.0;
        for (int i = 0; i < n_; ++i) {
          sum += std::min(nearest_[static_cast<size_t>(i)], distances_[At(candidate, i)]);
        }
        if (sum < least) {
          least = sum;
          best = candidate;
        }
      }
      if (best < 0) return;  // Every sample is a medoid's twin.
      medoids_.push_back(best);
      Assign();
    }
  }

  // Each medoid moves to the member of its group that has the least sum of distances to the others.
  void Settle() {
    for (int round = 0; round < kMostRounds; ++round) {
      bool moved = false;
      for (size_t g = 0; g < medoids_.size(); ++g) moved |= MoveToMiddle(g);
      if (!moved) return;
      Assign();
    }
  }

  std::vector<Medoid> Weighed() const {
    std::vector<Medoid> found;
    for (const int medoid : medoids_) found.push_back({medoid, 0});
    for (const size_t group : group_) ++found[group].weight;
    std::sort(found.begin(), found.end(), [](const Medoid& a, const Medoid& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.sample < b.sample;
    });
    return found;
  }

 private:
  size_t At(int i, int j) const {
    return static_cast<size_t>(i) * static_cast<size_t>(n_) + static_cast<size_t>(j);
  }

  double Sum() const {
    double sum = 0.0;
    for (const double distance : nearest_) sum += distance;
    return sum;
  }

  void Assign() {
    for (int i = 0; i < n_; ++i) {
      size_t group = 0;
      for (size_t g = 1; g < medoids_.size(); ++g) {
        if (distances_[At(medoids_[g], i)] < distances_[At(medoids_[group], i)]) group = g;
      }
      group_[static_cast<size_t>(i)] = group;
      nearest_[static_cast<size_t>(i)] = distances_[At(medoids_[group], i)];
    }
  }

  bool MoveToMiddle(size_t group) {
    int best = medoids_[group];
    double least = SumWithin(group, best);
    for (int i = 0; i < n_; ++i) {
      if (group_[static_cast<size_t>(i)] != group) continue;
      if (const double sum = SumWithin(group, i); sum < least) {
        least = sum;
        best = i;
      }
    }
    const bool moved = best != medoids_[group];
    medoids_[group] = best;
    return moved;
  }

  double SumWithin(size_t group, int centre) const {
    double sum = 0.0;
    for (int i = 0; i < n_; ++i) {
      if (group_[static_cast<size_t>(i)] == group) sum += distances_[At(centre, i)];
    }
    return sum;
  }

  const int n_;
  std::vector<double> distances_;
  std::vector<double> nearest_;  // To the medoid of its group.
  std::vector<size_t> group_;    // Index into medoids_.
  std::vector<int> medoids_;
};

}  // namespace

std::vector<Medoid> FindMedoids(std::span<const double> samples, int dimension, int count) {
  CAROM_DEMAND(dimension > 0 && samples.size() % static_cast<size_t>(dimension) == 0,
               "samples are vectors of the dimension");
  CAROM_DEMAND(samples.size() / static_cast<size_t>(dimension) <= kMostMedoidSamples,
               "medoids are of a bounded subset");
  CAROM_DEMAND(count >= 1 && count <= kMostMedoids, "some medoids, and not too many");
  if (samples.empty()) return {};
  Grouping grouping(samples, dimension);
  grouping.Build(count);
  grouping.Settle();
  return grouping.Weighed();
}

}  // namespace carom::stats
