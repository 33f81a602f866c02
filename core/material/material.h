#ifndef CAROM_CORE_MATERIAL_MATERIAL_H_
#define CAROM_CORE_MATERIAL_MATERIAL_H_

#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "core/base/interval.h"

namespace carom {

inline constexpr double kResinModulus_Pa = 5.84e9;
inline constexpr double kResinPoisson = 0.34;
inline constexpr double kCushionModulus_Pa = 5e6;
inline constexpr double kCushionPoisson = 0.49;

/// What an elastic, isotropic body is made of.
struct Material {
  std::string name;
  double modulus_Pa = kResinModulus_Pa;  ///< Young's, in [1e4, 1e13]; infinite: rigid.
  double poisson = kResinPoisson;        ///< In (-1, 0.5].
  double density_kg_m3 = 1740.0;         ///< In [1, 1e5].
  std::string source;                    ///< Where the numbers come from.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit.Or("modulus_Pa", self.modulus_Pa, {1e4, 1e13}, std::numeric_limits<double>::infinity());
    visit("poisson", self.poisson, {-1.0, 0.5, Interval::Ends::kOpenLow});
    visit("density_kg_m3", self.density_kg_m3, {1.0, 1e5});
  }
};

/// The materials that ship, by name: "phenolic_resin" (the default of balls), "hard_resin",
/// "rubber" (cushions), "steel" (cradle, bearing), "rigid" (slate under a thin cloth).
/// [Compliant pool table] Table 1 has lost its numbers, so each names a source of its own.
std::span<const Material> Materials();

/// One of them; null when there is none of that name.
const Material* FindMaterial(std::string_view name);

/// INVALID_ARGUMENT with a path such as "poisson" for numbers out of range.
absl::Status ValidateMaterial(const Material& material);

/// (1 - nu^2)/E, 1/Pa, 0 when rigid. [Compliant pool table] (3.5), there sigma.
constexpr double Softness(double modulus_Pa, double poisson) {
  return (1.0 - poisson * poisson) / modulus_Pa;
}
inline double Softness(const Material& material) {
  return Softness(material.modulus_Pa, material.poisson);
}

/// A radius for what is flat.
inline constexpr double kFlat = std::numeric_limits<double>::infinity();

/// R_eff = Ra Rb/(Ra + Rb) of two surfaces. A hollow that a sphere lies in has the larger radius,
/// negative ([Smooth contact] (2)); a plane has kFlat. Requires a surface to touch: Ra > 0, and Rb
/// positive or -Rb > Ra.
inline double EffectiveRadius(double radius_a_m, double radius_b_m) {
  if (std::isinf(radius_b_m)) return radius_a_m;
  return radius_a_m * radius_b_m / (radius_a_m + radius_b_m);
}

/// K of Hertz's force K d^(3/2), N/m^(3/2), from the sum of both sides' softness.
/// [Compliant pool table] (3.4), (3.6)
inline double HertzStiffness(double softness_sum, double effective_radius_m) {
  return 4.0 / 3.0 / softness_sum * std::sqrt(effective_radius_m);
}

/// K between two spheres, a sphere and a plane (kFlat) or a sphere in a hollow (negative radius).
/// Infinite when both are rigid.
inline double HertzStiffness(const Material& a, double radius_a_m, const Material& b,
                             double radius_b_m) {
  return HertzStiffness(Softness(a) + Softness(b), EffectiveRadius(radius_a_m, radius_b_m));
}

}  // namespace carom

#endif  // CAROM_CORE_MATERIAL_MATERIAL_H_
