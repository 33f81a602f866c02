#include "tests/testing/shots/pendulum_coefficients.h"

#include <cmath>

// Dictionary: k1 = 4 I1 + l1^2 (m1 + 4 m2), k2 = I2 + lc^2 m2, b = lc m2, l = l2 + r, c1, s1, c2,
// s2 the cosines and sines of psi1* and psi2*, arm = r + l c2.

namespace carom::testing {

double PrintedDeterminant(const DoublePendulum& p, const Eigen::Vector2d& angle_rad) {
  const double l1 = p.rod_1_length_m;
  const double lc = p.rod_2_centre_m;
  const double m1 = p.rod_1_mass_kg;
  const double m2 = p.rod_2_mass_kg;
  const double i2 = p.rod_2_inertia_kg_m2;
  const double sine = std::sin(angle_rad.x() - angle_rad.y());
  return p.rod_1_inertia_kg_m2 * (i2 + lc * lc * m2) +
         0.25 * l1 * l1 * (i2 * m1 + 4.0 * i2 * m2 + lc * lc * m1 * m2) +
         l1 * l1 * lc * lc * m2 * m2 * sine * sine;
}

PendulumCoefficients PrintedCoefficients(const DoublePendulum& p, const Eigen::Vector2d& angle_rad,
                                         Bracket bracket) {
  const double psi1 = angle_rad.x();
  const double psi2 = angle_rad.y();
  const double c1 = std::cos(psi1);
  const double s1 = std::sin(psi1);
  const double c2 = std::cos(psi2);
  const double s2 = std::sin(psi2);
  const double r = p.disc_radius_m;
  const double l = p.rod_2_length_m + r;
  const double l1_l1 = p.rod_1_length_m * p.rod_1_length_m;
  const double m2 = p.rod_2_mass_kg;
  const double b = p.rod_2_centre_m * m2;
  const double k1 = 4.0 * p.rod_1_inertia_kg_m2 + l1_l1 * (p.rod_1_mass_kg + 4.0 * m2);
  const double k2 = p.rod_2_inertia_kg_m2 + p.rod_2_centre_m * b;
  const double arm = r + l * c2;

  const double alpha = 4.0 * l1_l1 * c1 * (k2 * c1 - b * arm * std::cos(psi1 - psi2)) +
                       k1 * arm * arm - 2.0 * l1_l1 * b * arm * (std::cos(2.0 * psi1 - psi2) + c2);
  const double gamma =
      k1 * l * l * s2 * s2 + 4.0 * l1_l1 * s1 * s1 * (k2 - b * l * s2 * s2) -
      2.0 * l1_l1 * b * l * (2.0 * s1 * s1 * s2 * s2 + std::sin(2.0 * psi1) * std::sin(2.0 * psi2));
  const double reach = p.rod_2_length_m + r * (1.0 + c2);
  const double first = bracket == Bracket::kBeforeI2 ? b * reach - k2 : b * (reach - k2);
  const double epsilon = 2.0 * l1_l1 * first * std::sin(2.0 * psi1) +
                         r * (4.0 * l1_l1 * b * s1 * s1 - l * k1) * s2 +
                         l * (2.0 * l1_l1 * b - 0.5 * l * k1) * std::sin(2.0 * psi2);
  const double scale = 4.0 * PrintedDeterminant(p, angle_rad);
  return {alpha / scale, gamma / scale, epsilon / scale};
}

}  // namespace carom::testing
