#include "core/laws/ball_ball/friction.h"

#include <string>

#include "core/base/portable_math.h"
#include "core/laws/impact.h"

namespace carom {
namespace {

double Coefficient(const ConstantFriction& law, double /*slip_speed_m_s*/) { return law.friction; }

// [Alciatore, TP A.14] Eq. (8); also (3.8) of the compliant pool table.
double Coefficient(const AlciatoreFriction& law, double slip_speed_m_s) {
  return law.a + law.b * Exp(-law.c_s_per_m * slip_speed_m_s);
}

FrictionField Highest(const ConstantFriction& law) { return {"coefficient", law.friction}; }

FrictionField Highest(const AlciatoreFriction& law) { return {"a + b", law.a + law.b}; }

}  // namespace

double FrictionCoefficientAt(const BallBallFriction& friction, double slip_speed_m_s) {
  return std::visit([&](const auto& law) { return Coefficient(law, slip_speed_m_s); }, friction);
}

FrictionField HighestFriction(const BallBallFriction& friction) {
  return std::visit(
      []<class Law>(const Law& law) {
        FrictionField highest = Highest(law);
        highest.name.insert(0, std::string(Law::kName) + ".");
        return highest;
      },
      friction);
}

Vec3 SlipOf(const BallBallImpact& impact, const BallState& a, const BallState& b) {
  const Vec3& n = impact.normal;
  const Vec3 relative = a.velocity - b.velocity;
  const Vec3 surface_spin = impact.a.radius_m * a.spin + impact.b.radius_m * b.spin;
  return relative - relative.dot(n) * n + surface_spin.cross(n);
}

}  // namespace carom
