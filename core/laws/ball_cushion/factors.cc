#include <algorithm>
#include <cmath>
#include <variant>

#include "core/base/portable_math.h"
#include "core/laws/settings.h"

namespace carom {

CushionLaw AtImpact(const CushionLaw& law, const CushionFactors& factors, const Vec3& normal,
                    const Vec3& velocity) {
  if (factors.IsNone()) return law;
  const double approach = std::max(-normal.dot(velocity), 0.0);
  const double along = std::abs(normal.x() * velocity.y() - normal.y() * velocity.x());
  const auto scaled = [&](auto chosen) -> CushionLaw {
    chosen.restitution =
        std::min(chosen.restitution * factors.restitution.At(approach), kRestitutionRange.high);
    if constexpr (requires { chosen.friction; }) {
      chosen.friction = std::min(chosen.friction * factors.friction.At(Atan2(along, approach)),
                                 kFrictionRange.high);
    }
    return chosen;
  };
  return std::visit(scaled, law);
}

}  // namespace carom
