#ifndef CAROM_CLIENT_PYTHON_SRC_PLACES_H_
#define CAROM_CLIENT_PYTHON_SRC_PLACES_H_

#include <cstddef>
#include <vector>

#include "core/base/random.h"

namespace carom::python {

/// The rule of where balls may lie, m.
struct PlaceRule {
  double reach_x;  ///< Largest distance of a centre from the table's centre.
  double reach_y;
  double radius;
  double clear;  ///< Least gap between two balls.
};

/// Puts balls anywhere on a table, clear of each other. All balls are drawn again while two of them
/// are too near; 16 pool balls are clear of each other with a probability of some 0.66.
class BallPlacer {
 public:
  BallPlacer(const PlaceRule& rule, size_t balls);

  /// Writes x, y, z of each ball. Each ball of each attempt takes the next number, with x in the
  /// lower half of its bits. Returns false after kMostAttempts; `places` then holds nothing useful.
  bool Place(CounterRandom& random, double* places);

 private:
  // Balls that are clear of each other once in a thousand attempts fail all of these with a
  // probability of e^-100.
  static constexpr size_t kMostAttempts = 100'000;

  bool AreClear();

  const PlaceRule rule_;
  const size_t balls_;
  const float least_squared_;
  std::vector<float> x_;
  std::vector<float> y_;
};

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_PLACES_H_
