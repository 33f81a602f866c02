#include "core/event/impact.h"

#include <algorithm>
#include <variant>

#include "core/event/press.h"
#include "core/event/support.h"
#include "core/laws/settings.h"
#include "core/motion/motion.h"
#include "core/solid/primitives.h"
#include "core/solid/resolution.h"

namespace carom {
namespace {

// Height of a contact with a tilted normal above the ball's lowest point. It follows from the
// normal, because rounding may let the ball overlap the nose.
double TiltedNoseHeight(const Vec3& normal, double radius_m) {
  return radius_m * (1.0 - normal.z());
}

// The same of any contact; for a ball on the cloth, the height of the nose.
double NoseHeight(const Nearest& touch, const BallState& ball, double radius_m) {
  if (touch.normal.z() != 0.0) return TiltedNoseHeight(touch.normal, radius_m);
  if (OnCloth(ball.motion)) return touch.place_m.z();
  return radius_m + (touch.place_m.z() - ball.position.z());
}

// The horizontal direction of the normal for balls on the cloth.
Vec3 SeparationAlong(const Vec3& normal, bool level) {
  return level ? HorizontalDirection(normal) : normal;
}

// 1. The selected law gives the impulses. An approach that may be rounding gets none.
void ApplyLaw(const World& world, Impact& impact) {
  if (!impact.approaches) return;
  const LawSet& laws = world.settings->laws;
  const BallSpec& ball = impact.Spec(world, 0);
  const double cloth_friction = world.settings->environment.cloth.sliding_friction;
  const ContactFrame& frame = impact.frame;
  BallState& state = impact.state[0];
  switch (frame.partner) {
    case Partner::kBall: {
      const bool on_slate = OnCloth(state.motion) && OnCloth(impact.state[1].motion);
      const BallBallImpact geometry{ball, impact.Spec(world, 1), -frame.normal, cloth_friction,
                                    on_slate};
      std::visit([&](const auto& law) { carom::Resolve(law, geometry, state, impact.state[1]); },
                 laws.ball_ball);
      return;
    }
    case Partner::kCushion: {
      const CushionImpact geometry{ball, HorizontalDirection(frame.normal), frame.nose_height_m,
                                   cloth_friction, OnCloth(state.motion)};
      const auto resolve = [&](const auto& law) { carom::Resolve(law, geometry, state); };
      if (laws.cushion_factors.IsNone()) return std::visit(resolve, laws.cushion);
      std::visit(resolve,
                 AtImpact(laws.cushion, laws.cushion_factors, geometry.normal, state.velocity));
      return;
    }
    case Partner::kHard:
    case Partner::kLiner: {
      const SlateImpact geometry{ball, frame.normal, cloth_friction};
      std::visit([&](const auto& law) { carom::Resolve(law, geometry, state); },
                 frame.partner == Partner::kHard ? laws.slate : laws.liner);
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

// 2. Balls leave the cloth or what they lay on, or stay: the slate takes the vertical velocity of a
// ball that stays. A ball that has fallen onto the slate lies on it exactly.
void LeaveGround(const World& world, Impact& impact) {
  if (impact.event.kind == EventKind::kBallSlate) {
    BallState& state = impact.state[0];
    state.position.z() = impact.Spec(world, 0).radius_m;
    state.motion = MotionState::kSliding;
    state.velocity.z() = std::max(state.velocity.z(), 0.0);
    TakeOff(world.settings->environment, state);
    return;
  }
  for (BallState& state : impact.state) {
    KeepOrDropFlight(world.settings->environment, state);
    LeaveSupport(state);
  }
}

// 7. Balls on the cloth that are jammed between others without a gap, and are slower than the
// slowest bounce off the cloth, stop. They would rebound between their neighbours for ever; with
// nothing around them they would stop within a micrometre.
void StopJammedBalls(Impact& impact) {
  if (impact.recurrence != Recurrence::kJammed) return;
  for (BallState& state : impact.state) {
    if (!OnCloth(state.motion) || state.velocity.norm() > kSlowestSettling_m_s) continue;
    state.velocity = Vec3::Zero();
    state.spin = Vec3(0.0, 0.0, state.spin.z());
  }
}

}  // namespace

Vec3 HorizontalDirection(const Vec3& normal) {
  if (normal.z() == 0.0) return normal;
  const Vec3 horizontal = Horizontal(normal);
  const double length = horizontal.norm();
  return length > 0.0 ? Vec3(horizontal / length) : Vec3(Vec3::UnitX());
}

double Impact::OpeningNoise() const {
  return RateNoise(state[0].velocity.norm() + state[1].velocity.norm());
}

double Impact::Energy(const World& world) const {
  const double first_J = KineticEnergy(state[0], Spec(world, 0));
  return BallBall() ? first_J + KineticEnergy(state[1], Spec(world, 1)) : first_J;
}

void Impact::LocateSolidContact(const World& world) {
  const Nearest touch = PartsOf(world, event, state[0]).Hit(state[0].velocity);
  frame.normal = touch.normal;
  frame.curvature = touch.curvature;
  frame.partner = touch.partner;
  if (touch.partner != Partner::kCushion) return;
  frame.nose_height_m = NoseHeight(touch, state[0], Spec(world, 0).radius_m);
}

void Impact::SetNormal(const World& world, const Vec3& normal) {
  frame.normal = normal;
  frame.separation = SeparationAlong(normal, Level());
  if (frame.partner == Partner::kCushion && normal.z() != 0.0) {
    frame.nose_height_m = TiltedNoseHeight(normal, Spec(world, 0).radius_m);
  }
}

// Where gravity presses a ball onto what it touches without closing in, no law acts: the bounces
// that accumulate there have no height. Such a contact has collapsed from its beginning.
void Impact::LocateContact(const World& world) {
  if (event.kind == EventKind::kBallSlate) {
    frame.partner = Partner::kHard;
    frame.normal = frame.separation = UnitZ();
    approach_m_s = -state[0].velocity.z();
    return;
  }
  if (BallBall()) {
    const Nearest touch = NearestOnBall(state[0].position, Spec(world, 0).radius_m,
                                        state[1].position, Spec(world, 1).radius_m);
    frame.normal = touch.normal;
    frame.curvature = touch.curvature;
  } else {
    LocateSolidContact(world);
  }
  frame.separation = SeparationAlong(frame.normal, Level());
  approach_m_s = -OpeningAlong(frame.normal);
  approaches = approach_m_s > OpeningNoise();
  if (!Level() && !approaches && recurrence == Recurrence::kIsolated) {
    recurrence = Recurrence::kCollapsed;
  }
  if (recurrence != Recurrence::kIsolated) energy_J = Energy(world);
}

// 3. The cloth holds a ball that is too slow to move on (HasStopped), as it holds real balls: what
// motion is left goes, except spin about the vertical. Otherwise two touching balls would exchange
// ever smaller speeds without end. A ball that stays on the cloth yields only along the slate.
void HoldStoppedBalls(const World& world, Impact& impact) {
  for (size_t i = 0; i < Index(impact.count); ++i) {
    BallState& state = impact.state[i];
    if (HasStopped(state, world.motion[Index(impact.ball[i])])) {
      state.velocity = Vec3::Zero();
      state.spin = Vec3(0.0, 0.0, state.spin.z());
      continue;
    }
    impact.inverse_mass[i].setConstant(1.0 / impact.Spec(world, i).mass_kg);
    if (OnCloth(state.motion)) impact.inverse_mass[i].z() = 0.0;
  }
}

// 4. What the cloth holds, or has taken, may leave some approach, which is removed.
void EndApproach(Impact& impact) {
  const double present = impact.Separation();
  if (present < 0.0 && !impact.NothingMoves()) impact.AddSeparation(-present);
}

void KeepOrDropFlight(const Environment& environment, BallState& state) {
  if (environment.flight == Flight::kOff) {
    state.velocity.z() = 0.0;
  } else {
    TakeOff(environment, state);
  }
}

void ResolveIsolated(const World& world, Impact& impact) {
  ApplyLaw(world, impact);
  LeaveGround(world, impact);
  if (impact.event.kind == EventKind::kBallSlate) return;
  HoldStoppedBalls(world, impact);
  EndApproach(impact);
}

void ResolveImpact(const World& world, const TrajectoryTable& phases, Impact& impact) {
  ResolveIsolated(world, impact);
  if (impact.event.kind == EventKind::kBallSlate) return;
  SeparateForAHop(world, impact);        // 5. A contact in collapse separates for a hop.
  StartFromRest(world, phases, impact);  // 6. A spent ball in flight that nothing carries falls.
  StopJammedBalls(impact);
}

}  // namespace carom
