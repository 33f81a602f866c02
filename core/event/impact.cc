#include "core/event/impact.h"

#include "core/event/solid_events.h"
#include "core/motion/motion.h"
#include "core/solid/ball.h"
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
  return level && normal.z() != 0.0 ? Horizontal(normal).normalized() : normal;
}

}  // namespace

double Impact::OpeningNoise() const {
  return RateNoise(state[0].velocity.norm() + state[1].velocity.norm());
}

double Impact::Energy(const World& world) const {
  const double first_J = KineticEnergy(state[0], Spec(world, 0));
  return BallBall() ? first_J + KineticEnergy(state[1], Spec(world, 1)) : first_J;
}

void Impact::TouchSolid(const World& world) {
  const Nearest touch = PartsOf(world, event, state[0]).Hit(state[0].velocity);
  frame.normal = touch.normal;
  frame.curvature = touch.curvature;
  frame.partner = touch.partner;
  if (touch.partner != Partner::kCushion) return;
  frame.nose_height_m = NoseHeight(touch, state[0], Spec(world, 0).radius_m);
}

void Impact::Turn(const World& world, const Vec3& normal) {
  frame.normal = normal;
  frame.separation = SeparationAlong(normal, Level());
  if (frame.partner == Partner::kCushion && normal.z() != 0.0) {
    frame.nose_height_m = TiltedNoseHeight(normal, Spec(world, 0).radius_m);
  }
}

// Where gravity presses a ball onto what it touches without closing in, no law acts: the bounces
// that accumulate there have no height. Such a contact has collapsed from its beginning.
void Impact::Touch(const World& world) {
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
    TouchSolid(world);
  }
  frame.separation = SeparationAlong(frame.normal, Level());
  approach_m_s = -OpeningAlong(frame.normal);
  approaches = approach_m_s > OpeningNoise();
  if (!Level() && !approaches && recurrence == Recurrence::kIsolated) {
    recurrence = Recurrence::kCollapsed;
  }
  if (recurrence != Recurrence::kIsolated) energy_J = Energy(world);
}

}  // namespace carom
