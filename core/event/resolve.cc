#include "core/event/resolve.h"

#include <algorithm>
#include <variant>

#include "core/event/rest_rule.h"
#include "core/laws/settings.h"
#include "core/solid/contact_noise.h"

namespace carom {
namespace {

// Whether an approach speed is so small that it may be the rounding of a velocity difference.
bool IsNoise(double approach, const ImpactState& impact) {
  return approach <= RateNoise(impact.state[0].velocity.norm() + impact.state[1].velocity.norm());
}

Vec3 HorizontalDirection(const Vec3& normal) {
  if (normal.z() == 0.0) return normal;
  const Vec3 horizontal = Horizontal(normal);
  const double length = horizontal.norm();
  return length > 0.0 ? Vec3(horizontal / length) : Vec3(Vec3::UnitX());
}

void ApplyLaw(const World& world, const ContactGeometry& contact, ImpactState& impact) {
  const Settings& settings = *world.settings;
  const BallSpec& ball = world.balls[static_cast<size_t>(impact.ball[0])];
  const double cloth_friction = settings.environment.cloth.sliding_friction;
  switch (contact.partner) {
    case Partner::kBall: {
      const bool on_slate = OnCloth(impact.state[0].motion) && OnCloth(impact.state[1].motion);
      const BallBallImpact geometry{ball, world.balls[static_cast<size_t>(impact.ball[1])],
                                    -contact.normal, cloth_friction, on_slate};
      std::visit([&](const auto& law) { Resolve(law, geometry, impact.state[0], impact.state[1]); },
                 settings.laws.ball_ball);
      return;
    }
    case Partner::kCushion: {
      const CushionImpact geometry{ball, HorizontalDirection(contact.normal), contact.nose_height_m,
                                   cloth_friction, OnCloth(impact.state[0].motion)};
      std::visit([&](const auto& law) { Resolve(law, geometry, impact.state[0]); },
                 settings.laws.cushion);
      return;
    }
    case Partner::kHard:
    case Partner::kLiner: {
      const SlateImpact geometry{ball, contact.normal, cloth_friction};
      std::visit([&](const auto& law) { Resolve(law, geometry, impact.state[0]); },
                 contact.partner == Partner::kHard ? settings.laws.slate : settings.laws.liner);
      return;
    }
  }
}

// A ball on the cloth takes off if it is fast enough. A downward velocity that the slate feels is
// left to the slate.
void TakeOff(const Environment& environment, BallState& state) {
  constexpr double kFeltBySlate = 0.1;  // Of the settling speed; below it friction is negligible.
  if (!OnCloth(state.motion)) return;
  const double upwards = state.velocity.z();
  if (upwards > environment.settle_speed_m_s) {
    state.motion = MotionState::kAirborne;
  } else if (upwards > -kFeltBySlate * environment.settle_speed_m_s) {
    state.velocity.z() = 0.0;
  }
}

void LeaveSupport(BallState& state) {
  if (state.motion != MotionState::kSupported) return;
  if (!state.velocity.isZero(0.0) || !state.spin.isZero(0.0)) state.motion = MotionState::kAirborne;
}

}  // namespace

void KeepOrDropFlight(const Environment& environment, BallState& state) {
  if (environment.flight == Flight::kOff) {
    state.velocity.z() = 0.0;
  } else {
    TakeOff(environment, state);
  }
}

void ResolveSlate(const World& world, ImpactState& impact) {
  BallState& state = impact.state[0];
  const BallSpec& ball = world.balls[static_cast<size_t>(impact.ball[0])];
  // What MakeContact() gives for the slate, without the search for the solid.
  ContactGeometry contact;
  contact.partner = Partner::kHard;
  contact.normal = contact.separation = UnitZ();
  ApplyLaw(world, contact, impact);
  state.position.z() = ball.radius_m;
  state.motion = MotionState::kSliding;
  state.velocity.z() = std::max(state.velocity.z(), 0.0);
  TakeOff(world.settings->environment, state);
}

void ResolveImpact(const World& world, const Event& event, Recurrence recurrence,
                   ImpactState& impact) {
  const ContactGeometry contact = MakeContact(world, event, impact);
  const double energy_before = recurrence == Recurrence::kSeldom ? 0.0 : TotalEnergy(world, impact);
  const double approach = -SeparationSpeed(contact.normal, impact);
  if (!IsNoise(approach, impact)) {
    ApplyLaw(world, contact, impact);
    for (BallState& state : impact.state) {
      KeepOrDropFlight(world.settings->environment, state);
      LeaveSupport(state);
    }
  }
  KeepApart(world, contact, energy_before, std::max(approach, 0.0), recurrence, impact);
  if (world.settings->environment.flight == Flight::kOff) return;
  for (BallState& state : impact.state) TakeOff(world.settings->environment, state);
  EndApproach(world, contact, impact);
}

}  // namespace carom
