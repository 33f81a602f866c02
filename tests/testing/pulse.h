#ifndef CAROM_TESTS_TESTING_PULSE_H_
#define CAROM_TESTS_TESTING_PULSE_H_

#include "core/laws/normal/normal_law.h"

namespace carom::testing {

/// One impact of two bodies under a normal force.
struct Pulse {
  double restitution = 0.0;
  double deepest_m = 0.0;
  double duration_s = 0.0;
  double compression_s = 0.0;
  double force_at_deepest_N = 0.0;
  double greatest_force_N = 0.0;
  double least_force_N = 0.0;  ///< Over all steps.
  double dissipated_J = 0.0;
};

/// Integrates the impact of bodies of the reduced mass that meet at `approach_m_s`, by many small
/// Runge-Kutta steps: the two ends are found by steps in penetration and in velocity, so nothing
/// of the engine's own integration or guards takes part. Needs exponents of 1 and more.
Pulse IntegratePulse(const NormalForceLaw& law, double reduced_mass_kg, double approach_m_s);

/// The restitution e in (0, 1] of a damping factor h >= 0, by the inverse of
/// DampingOfRestitution().
double RestitutionOfDamping(double damping);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_PULSE_H_
