#ifndef CAROM_TESTS_CORE_SOLID_CROSSING_ORACLE_H_
#define CAROM_TESTS_CORE_SOLID_CROSSING_ORACLE_H_

#include <algorithm>
#include <cmath>

#include "core/base/vec3.h"
#include "core/math/first_crossing.h"
#include "core/solid/gap.h"

namespace carom::testing {

/// A slow, independent reading of "when do they touch": true distances (no polynomials), sampled
/// densely, every change of sign and every dip between samples followed up by bisection in 113-bit
/// arithmetic (34 digits).
__extension__ typedef __float128 Quad;

inline double Root(double x) { return std::sqrt(x); }

/// Newton's steps double the digits of the double root.
inline Quad Root(Quad x) {
  if (!(x > 0)) return 0;
  Quad root = std::sqrt(static_cast<double>(x));
  for (int i = 0; i < 2; ++i) root = (root + x / root) / 2;
  return root;
}

template <class T>
struct PointOf {
  T x;
  T y;
  T z;
};

template <class T>
PointOf<T> operator-(const PointOf<T>& a, const PointOf<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <class T>
T Dot(const PointOf<T>& a, const PointOf<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
T Length(const PointOf<T>& a) {
  return Root(Dot(a, a));
}

template <class T>
PointOf<T> As(const Vec3& v) {
  return {T(v.x()), T(v.y()), T(v.z())};
}

template <class T>
PointOf<T> CentreAt(const Motion3D& m, T t) {
  const auto at = [t](const Motion1D& c) { return T(c.c0) + (T(c.c1) + T(c.c2) * t) * t; };
  return {at(m.x), at(m.y), at(m.z)};
}

/// What the oracle found in a window.
struct OracleAnswer {
  OptionalTime time_s;   ///< The first time at which the gap turns negative.
  double graze_m = 1.0;  ///< How nearly another answer would do: |least gap| of any dip.
};

/// `gap(t)` for double and Quad: the true gap in m, positive at 0, with a limited acceleration.
template <class Gap>
class FlightOracle {
 public:
  FlightOracle(const Gap& gap, double window_s, int samples)
      : gap_(gap), window_s_(window_s), samples_(samples) {}

  OracleAnswer Search() const {
    OracleAnswer answer;
    double before = gap_(0.0);
    double here = gap_(TimeOf(1));
    if (here < 0.0) return Crossing(TimeOf(0), TimeOf(1), answer);
    for (int i = 1; i < samples_; ++i) {
      const double after = gap_(TimeOf(i + 1));
      if (here <= before && here <= after) {
        const double dip_s = LowestBetween(TimeOf(i - 1), TimeOf(i + 1));
        const double dip_m = gap_(dip_s);
        answer.graze_m = std::min(answer.graze_m, std::fabs(dip_m));
        if (dip_m < 0.0) return Crossing(TimeOf(i - 1), dip_s, answer);
      }
      if (after < 0.0) return Crossing(TimeOf(i), TimeOf(i + 1), answer);
      before = here;
      here = after;
    }
    answer.graze_m = std::min(answer.graze_m, std::fabs(here));  // ends close by
    return answer;
  }

 private:
  double TimeOf(int i) const { return window_s_ * i / samples_; }

  // Golden section, for the one dip that three samples show.
  double LowestBetween(double low, double high) const {
    constexpr double kGolden = 0.6180339887498949;
    for (int i = 0; i < 60; ++i) {
      const double a = high - kGolden * (high - low);
      const double b = low + kGolden * (high - low);
      (gap_(a) < gap_(b) ? high : low) = gap_(a) < gap_(b) ? b : a;
    }
    return 0.5 * (low + high);
  }

  // The first of several, should one sample step hold them (two surfaces that meet).
  OracleAnswer Crossing(double positive_s, double negative_s, OracleAnswer answer) const {
    constexpr int kSteps = 100;
    const double step_s = (negative_s - positive_s) / kSteps;
    int step = 1;
    while (step < kSteps && gap_(positive_s + step_s * step) >= 0.0) ++step;
    Quad low = positive_s + step_s * (step - 1);
    Quad high = step < kSteps ? positive_s + step_s * step : negative_s;
    for (int i = 0; i < 110; ++i) {
      const Quad middle = (low + high) / 2;
      (gap_(middle) > 0 ? low : high) = middle;
    }
    answer.time_s = static_cast<double>(high);
    return answer;
  }

  const Gap& gap_;
  double window_s_;
  int samples_;
};

template <class Gap>
OracleAnswer FindContact(const Gap& gap, double window_s, int samples = 400) {
  return FlightOracle<Gap>(gap, window_s, samples).Search();
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_SOLID_CROSSING_ORACLE_H_
