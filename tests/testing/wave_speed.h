#ifndef CAROM_TESTS_TESTING_WAVE_SPEED_H_
#define CAROM_TESTS_TESTING_WAVE_SPEED_H_

#include <cmath>

#include "core/material/material.h"

namespace carom {

/// sqrt(E/rho), m/s: [Smooth contact] 2.2 trusts its damped laws below it.
inline double WaveSpeed(const Material& material) {
  return std::sqrt(material.modulus_Pa / material.density_kg_m3);
}

/// Speed of approach up to which an impact stays elastic by Johnson's criterion, m/s: 1e-5 of the
/// wave speed. Every impact of pool exceeds it. [K. L. Johnson, Contact Mechanics, 1985, 11.5]
inline double ElasticImpactSpeed(const Material& material) { return 1e-5 * WaveSpeed(material); }

}  // namespace carom

#endif  // CAROM_TESTS_TESTING_WAVE_SPEED_H_
