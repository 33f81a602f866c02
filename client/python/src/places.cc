#include "client/python/src/places.h"

#include <cstdint>

namespace carom::python {
namespace {

// Wider than the rounding of a sum of radii in single precision.
constexpr double kRounding_m = 1e-6;

float SquareOfLeast(const PlaceRule& rule) {
  const auto least = static_cast<float>(2 * rule.radius + rule.clear + kRounding_m);
  return least * least;
}

// Returns a place in [-reach, reach), in steps of 2^-32 of its length.
double Within(double reach, uint32_t bits) {
  constexpr double kUnit = 1.0 / 4294967296.0;
  return bits * kUnit * (2 * reach) - reach;
}

}  // namespace

BallPlacer::BallPlacer(const PlaceRule& rule, size_t balls)
    : rule_(rule), balls_(balls), least_squared_(SquareOfLeast(rule)), x_(balls), y_(balls) {}

bool BallPlacer::Place(CounterRandom& random, double* places) {
  for (size_t attempt = 0; attempt < kMostAttempts; ++attempt) {
    for (size_t i = 0; i < balls_; ++i) {
      const uint64_t bits = random.Bits();
      double* const place = places + 3 * i;
      place[0] = Within(rule_.reach_x, static_cast<uint32_t>(bits));
      place[1] = Within(rule_.reach_y, static_cast<uint32_t>(bits >> 32));
      place[2] = rule_.radius;
      x_[i] = static_cast<float>(place[0]);
      y_[i] = static_cast<float>(place[1]);
    }
    if (AreClear()) return true;
  }
  return false;
}

bool BallPlacer::AreClear() {
  for (size_t i = 1; i < balls_; ++i) {
    bool near = false;  // A loop without a branch compiles to vector instructions.
    for (size_t k = 0; k < i; ++k) {
      const float dx = x_[i] - x_[k];
      const float dy = y_[i] - y_[k];
      near |= dx * dx + dy * dy < least_squared_;
    }
    if (near) return false;
  }
  return true;
}

}  // namespace carom::python
