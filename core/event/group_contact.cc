#include "core/event/group_contact.h"

#include <variant>

#include "core/laws/ball_cushion/nose_normal.h"
#include "core/laws/cluster/stiffness.h"
#include "core/laws/group_coefficients.h"
#include "core/laws/settings.h"

namespace carom {
namespace {

Vec3 CushionNormal(const CushionLaw& law, const ContactFrame& geometry, const BallSpec& ball) {
  const Vec3 level = Horizontal(geometry.normal);
  const double length = level.norm();
  if (length == 0.0) return geometry.normal;
  const Vec3 direction = geometry.normal.z() == 0.0 ? geometry.normal : Vec3(level / length);
  const CushionImpact impact = {ball, direction, geometry.nose_height_m, 0.0};
  return std::visit(
      [&](const StatesContactNormal auto& chosen) { return ContactNormal(chosen, impact); }, law);
}

}  // namespace

GroupContact MakeGroupContact(const World& world, const Impact& impact) {
  const LawSet& laws = world.settings->laws;
  const double cloth_friction = world.settings->environment.cloth.sliding_friction;
  const BallSpec& ball = impact.Spec(world, 0);
  const ContactFrame& geometry = impact.frame;
  GroupContact contact;
  const auto set = [&](const GroupLaw auto& law) {
    const GroupCoefficients coefficients = CoefficientsOf(law, cloth_friction);
    contact.restitution = coefficients.restitution;
    contact.friction = coefficients.friction;
  };
  switch (geometry.partner) {
    case Partner::kBall: {
      const BallSpec& other = impact.Spec(world, 1);
      std::visit(set, laws.ball_ball);
      contact.normal = -geometry.normal;
      contact.stiffness = BallBallStiffness(ball.radius_m, other.radius_m);
      break;
    }
    case Partner::kCushion:
      std::visit(set, laws.cushion);
      contact.normal = OnCloth(impact.state[0].motion)
                           ? Vec3(-CushionNormal(laws.cushion, geometry, ball))
                           : Vec3(-geometry.normal);
      contact.stiffness = CushionStiffness(ball.radius_m);
      break;
    case Partner::kHard:
    case Partner::kLiner:
      // All these end a chain of contacts. The duration of the last contact of a chain does not
      // matter, so each gets the stiffness of slate.
      std::visit(set, geometry.partner == Partner::kHard ? laws.slate : laws.liner);
      contact.normal = -geometry.normal;
      contact.stiffness = SlateStiffness(ball.radius_m);
      break;
  }
  return contact;
}

}  // namespace carom
