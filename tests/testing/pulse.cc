#include "tests/testing/pulse.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/math/ode.h"

namespace carom::testing {
namespace {

using State = std::array<double, 3>;  // penetration, rate, dissipated energy

double LengthOf(const NormalForceLaw& law, double mass, double approach) {
  const double n = law.exponent;
  return std::pow(0.5 * (n + 1.0) * mass * approach * approach / law.stiffness, 1.0 / (n + 1.0)) /
         approach;
}

}  // namespace

Pulse IntegratePulse(const NormalForceLaw& law, double reduced_mass_kg, double approach_m_s) {
  const auto force = [&](const State& y) { return law.Force(y[0], y[1], approach_m_s); };
  // What the bodies put into the contact and it does not store, W: (F - K d^n) d'.
  const auto dissipated = [&](const State& y) {
    return y[0] > 0.0 ? (force(y) - law.ElasticForce(y[0])) * y[1] : 0.0;
  };
  const auto slope = [&](double, const State& y) {
    return State{y[1], -force(y) / reduced_mass_kg, dissipated(y)};
  };
  // The part of a step at whose end component `i` is zero, by bisection on the step itself.
  const auto part_to_zero = [&](const State& y, double h, size_t i) {
    double low = 0.0;
    double high = h;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (Rk4Step(slope, y, 0.0, middle)[i] > 0.0 ? low : high) = middle;
    }
    return low;
  };

  // The force has an infinite third derivative where the contact ends; short steps make up for it.
  const double h = LengthOf(law, reduced_mass_kg, approach_m_s) / 20000.0;
  Pulse pulse;
  State y = {0.0, approach_m_s, 0.0};
  for (double t = 0.0;; t += h) {
    const State next = Rk4Step(slope, y, t, h);
    if (y[1] > 0.0 && next[1] <= 0.0) {
      const double part = part_to_zero(y, h, 1);
      const State turn = Rk4Step(slope, y, t, part);
      pulse.compression_s = t + part;
      pulse.deepest_m = turn[0];
      pulse.force_at_deepest_N = force(turn);
    }
    if (next[0] <= 0.0 && next[1] < 0.0) {
      const double part = part_to_zero(y, h, 0);
      const State end = Rk4Step(slope, y, t, part);
      pulse.duration_s = t + part;
      pulse.restitution = -end[1] / approach_m_s;
      pulse.dissipated_J = end[2];
      return pulse;
    }
    y = next;
    pulse.greatest_force_N = std::max(pulse.greatest_force_N, force(y));
    pulse.least_force_N = std::min(pulse.least_force_N, force(y));
  }
}

double RestitutionOfDamping(double damping) {
  double low = 0.0;
  double high = 1.0;
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return high;
    (DampingOfRestitution(middle) > damping ? low : high) = middle;
  }
}

}  // namespace carom::testing
