#include "core/material/material.h"

#include <array>

#include "core/base/parameters.h"

namespace carom {
namespace {

constexpr double kRigid_Pa = std::numeric_limits<double>::infinity();

}  // namespace

std::span<const Material> Materials() {
  static const std::array<Material, 5> materials = {{
      // dbkcues.ru, "Collision of billiard balls", quotes both numbers from Crown's paper, and says
      // that it does not tell how they were found. They are above the 2.76 to 4.83 GPa of phenolics
      // in Table B.2 of [Callister & Rethwisch, Fundamentals of Materials Science and Engineering,
      // 3rd ed.].
      {"phenolic_resin", kResinModulus_Pa, kResinPoisson, 1740.0,
       "E and nu: S. Crown, Modeling the effects of velocity, spin, frictional coefficient, and "
       "impact angle on deflection angle in near-elastic collisions of phenolic resin spheres, "
       "which does not say how they were measured; density of a ball of 170 g, 57.15 mm"},
      {"hard_resin", 10.5e9, 0.30, 1740.0,
       "billiard ball of the RADIOSS example manual; contact times as measured (294 us at 3 mph)"},
      {"rubber", kCushionModulus_Pa, kCushionPoisson, 1100.0,
       "natural rubber of 60 to 65 IRHD; P. B. Lindley, Engineering Design with Natural Rubber, "
       "1974"},
      {"steel", 210e9, 0.30, 7850.0, "EN 1993-1-1, 3.2.6; its usual density"},
      {"rigid", kRigid_Pa, 0.0, 2700.0, "slate, ten times as stiff as resin, under a thin cloth"},
  }};
  return materials;
}

const Material* FindMaterial(std::string_view name) {
  for (const Material& material : Materials()) {
    if (material.name == name) return &material;
  }
  return nullptr;
}

absl::Status ValidateMaterial(const Material& material) { return CheckParameters(material); }

}  // namespace carom
