#ifndef CAROM_CORE_EVENT_IMPACT_H_
#define CAROM_CORE_EVENT_IMPACT_H_

#include <array>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/vec3.h"
#include "core/event/contact_record.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/record/event.h"
#include "core/record/shot_recorder.h"
#include "core/solid/gap.h"
#include "core/state/trajectory.h"
#include "core/table/environment.h"

namespace carom {

/// Where the bodies of an impact touch, frame W.
struct ContactFrame {
  Partner partner = Partner::kBall;
  Vec3 normal = Vec3::Zero();  ///< Unit, from the partner to the first ball.
  /// Unit vector along which the bodies separate. Where all balls are on the cloth, which bears all
  /// vertical impulses, it is the horizontal direction of the normal, elsewhere the normal itself.
  Vec3 separation = Vec3::Zero();
  /// For cushions and jaws: height of the contact above the first ball's lowest point.
  double nose_height_m = 0.0;
  GapCurvature curvature;
};

/// The horizontal direction of a unit normal, to the bit where it is level; any where it is
/// upright.
Vec3 HorizontalDirection(const Vec3& normal);

/// One impact at its instant: the bodies, where they touch, and what ResolveImpact()
/// has made of them so far. Against a solid there is one ball only.
struct Impact {
  /// Of an impact event (see IsImpact); `state_of(int ball)` gives the states right before it.
  template <class StateOf>
  Impact(const World& world, const Event& impact, Recurrence recurs, const StateOf& state_of)
      : event(impact),
        recurrence(recurs),
        count(impact.kind == EventKind::kBallBall ? 2 : 1),
        ball{impact.ball, count == 2 ? impact.other : -1},
        state{state_of(impact.ball), count == 2 ? state_of(impact.other) : BallState()} {
    LocateContact(world);
  }
  /// The same contact before anything has resolved it, of balls in these states. Whether they
  /// approach stays as it was.
  void ResetStates(const BallPair& states) {
    state[0] = states[0];
    if (BallBall()) state[1] = states[1];
    inverse_mass = {Vec3::Zero(), Vec3::Zero()};
  }
  /// Gives the frame of a contact that has not been resolved another normal.
  void SetNormal(const World& world, const Vec3& normal);

  bool BallBall() const { return count == 2; }
  const BallSpec& Spec(const World& world, size_t side) const {
    return world.balls[Index(ball[side])];
  }
  bool InFlight() const {
    return state[0].motion == MotionState::kAirborne ||
           (BallBall() && state[1].motion == MotionState::kAirborne);
  }

  /// Of the first ball against its partner, m/s.
  Vec3 RelativeVelocity() const {
    return BallBall() ? Vec3(state[0].velocity - state[1].velocity) : state[0].velocity;
  }
  /// The rate at which the gap opens along frame.separation, m/s.
  double Separation() const { return OpeningAlong(frame.separation); }
  /// The rate at which it opens along a direction, m/s.
  double OpeningAlong(const Vec3& direction) const {
    const double first = direction.dot(state[0].velocity);
    return BallBall() ? first - direction.dot(state[1].velocity) : first;
  }
  /// Rounding of these rates, m/s.
  double OpeningNoise() const;

  /// Kinetic energy of the balls, J.
  double Energy(const World& world) const;

  /// Sum of 1/mass along each axis, 1/kg.
  Vec3 InverseMass() const { return inverse_mass[0] + inverse_mass[1]; }
  /// Of the bodies along frame.separation, kg; infinite if nothing moves.
  double ReducedMass() const {
    return 1.0 / frame.separation.dot(InverseMass().cwiseProduct(frame.separation));
  }
  /// Whether no impulse along frame.separation moves anything.
  bool NothingMoves() const { return std::isinf(ReducedMass()); }
  void AddImpulse(const Vec3& impulse_Ns) {
    state[0].velocity += inverse_mass[0].cwiseProduct(impulse_Ns);
    state[1].velocity -= inverse_mass[1].cwiseProduct(impulse_Ns);
  }
  /// Adds to Separation(), by an impulse along frame.separation.
  void AddSeparation(double speed_m_s) {
    AddImpulse((ReducedMass() * speed_m_s) * frame.separation);
  }

  Event event;
  Recurrence recurrence;
  int count;
  std::array<int, 2> ball;
  BallPair state;
  ContactFrame frame;
  double approach_m_s = 0.0;  ///< At which the gap closed along frame.normal before the impact.
  /// Whether it closed faster than rounding may make it seem. The slate answers whatever is driven
  /// into it.
  bool approaches = true;
  double energy_J = 0.0;  ///< Before the impact. Not of isolated contacts.
  /// How an impulse moves each body once the law has acted, 1/kg along x, y and z: 0 for a solid
  /// and for a ball that the cloth holds; 0 along z for a ball that the slate holds.
  std::array<Vec3, 2> inverse_mass{Vec3::Zero(), Vec3::Zero()};

 private:
  void LocateContact(const World& world);
  void LocateSolidContact(const World& world);
  bool Level() const {
    return OnCloth(state[0].motion) && (!BallBall() || OnCloth(state[1].motion));
  }
};

/// Replaces the states right before an impact by those right after it. Energy never grows, and the
/// bodies do not approach any more. `phases` are those of all balls; with flight off they are not
/// asked. Pure.
void ResolveImpact(const World& world, const TrajectoryTable& phases, Impact& impact);

/// The same of a contact without a history, with no regard to what the other balls do: the first
/// four stations. A smooth function of the states before, but for thresholds.
void ResolveIsolated(const World& world, Impact& impact);

/// Stations of ResolveImpact(), for balls right after the law.
void HoldStoppedBalls(const World& world, Impact& impact);
void EndApproach(Impact& impact);

/// Decides what becomes of the vertical velocity that a law or the cue gives a ball on the cloth.
/// With flight off the velocity is dropped. With flight on a ball that moves up takes off, unless
/// it is too slow; a downward velocity from a tenth of settle_speed_m_s on is kept, and the slate
/// resolves it at the same time.
void KeepOrDropFlight(const Environment& environment, BallState& state);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_IMPACT_H_
