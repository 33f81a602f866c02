#include "core/event/resolve.h"

#include <algorithm>
#include <variant>

#include "core/event/predict/parting.h"
#include "core/event/rest_rule.h"

namespace carom {
namespace {

// Approach that is only the rounding of the velocities it is the difference of.
bool IsNoise(double approach, const ImpactState& impact) {
  return approach <= RateNoise(impact.state[0].velocity.norm() + impact.state[1].velocity.norm());
}

void ApplyLaw(const World& world, const ContactGeometry& contact, ImpactState& impact) {
  const Settings& settings = *world.settings;
  const BallSpec& ball = world.balls[static_cast<size_t>(impact.ball[0])];
  if (impact.BallBall()) {
    const BallBallImpact geometry{ball, world.balls[static_cast<size_t>(impact.ball[1])],
                                  -contact.normal};
    std::visit([&](const auto& law) { Resolve(law, geometry, impact.state[0], impact.state[1]); },
               settings.laws.ball_ball);
  } else {
    const CushionImpact geometry{ball, contact.normal, contact.nose_height_m,
                                 settings.environment.cloth.sliding_friction};
    std::visit([&](const auto& law) { Resolve(law, geometry, impact.state[0]); },
               settings.laws.cushion);
  }
}

}  // namespace

void ResolveImpact(const World& world, const Event& event, bool burst, ImpactState& impact) {
  const ContactGeometry contact = MakeContact(world, event, impact);
  const double energy_before = TotalEnergy(world, impact);
  const double approach = -PartingSpeed(contact.normal, impact);
  if (!IsNoise(approach, impact)) {
    ApplyLaw(world, contact, impact);
    for (BallState& state : impact.state) DropVerticalVelocity(state);
  }
  KeepApart(world, contact, energy_before, std::max(approach, 0.0), burst, impact);
}

}  // namespace carom
