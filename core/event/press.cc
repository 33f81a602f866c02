#include "core/event/press.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/constants.h"
#include "core/laws/settings.h"
#include "core/motion/motion.h"
#include "core/solid/resolution.h"

namespace carom {
namespace {

// One constant contribution to -g'' over a time span; negative if it opens the gap.
struct Push {
  double acceleration = 0.0;  // m/s^2
  double from_s = 0.0;        // Since the impact.
  double to_s = 0.0;
};

// The pushes of the two phases of each ball, and that of the curvature.
struct Pushes {
  std::array<Push, 5> push;
  size_t count = 0;

  void Add(double acceleration, double from_s, double to_s) {
    push[count++] = {acceleration, from_s, to_s};
  }
  const Push* begin() const { return push.data(); }
  const Push* end() const { return push.data() + count; }
};

// The separation speed adds to the slip, so a slide that presses can last 1.5 times as long.
constexpr double kProlonged = 1.5;
// A rolling ball that is given a speed slides at first and keeps 5/7 of that speed.
constexpr double kRollingShare = 5.0 / 7.0;
// v_t may turn by this much in a hop, rad: sin(x) / x = 0.998 for half of it.
constexpr double kMostTurn_rad = 0.2;

void AddPhases(const World& world, const Impact& impact, size_t i, const Vec3& away,
               Pushes& pushes) {
  const BallOnCloth& ball = world.motion[static_cast<size_t>(impact.ball[i])];
  BallState state = impact.state[i];
  if (OnCloth(state.motion)) state.velocity.z() = 0.0;  // The slate stops it.
  const Trajectory phase = BeginPhase(state, 0.0, ball);
  if (!Translates(phase.motion)) return;
  const double end_s = kProlonged * phase.duration_s;
  pushes.Add(-2.0 * away.dot(phase.half_acceleration), 0.0, end_s);
  if (phase.motion != MotionState::kSliding || !std::isfinite(end_s)) return;
  const Trajectory rolling = NextPhase(phase, ball);
  pushes.Add(-2.0 * away.dot(rolling.half_acceleration), end_s, end_s + rolling.duration_s);
}

Vec3 SlidingVelocity(const Impact& impact) {
  const Vec3 relative = impact.RelativeVelocity();
  return relative - impact.frame.separation.dot(relative) * impact.frame.separation;
}

// v_t^T H v_t as an acceleration along the direction of separation s. A speed w along s opens the
// gap only at the rate n . s w.
double CurvatureAlong(const ContactFrame& contact, const Vec3& sliding) {
  return contact.curvature.Of(contact.normal, sliding) / contact.normal.dot(contact.separation);
}

// The separation speed that keeps the gap open at `time_s`.
double SpeedToLast(double time_s, const Pushes& pushes) {
  double closed_m = 0.0;
  for (const Push& push : pushes) {
    const double since_from = std::max(time_s - push.from_s, 0.0);
    const double since_to = std::max(time_s - push.to_s, 0.0);
    closed_m += 0.5 * push.acceleration * (since_from * since_from - since_to * since_to);
  }
  return closed_m / time_s;
}

double PressedUntil(const Pushes& pushes) {
  double until_s = 0.0;
  for (const Push& push : pushes) {
    if (push.acceleration >= kPressingNoise_m_s2) until_s = std::max(until_s, push.to_s);
  }
  return until_s;
}

bool AnyOnCloth(const Impact& impact) {
  return OnCloth(impact.state[0].motion) || (impact.BallBall() && OnCloth(impact.state[1].motion));
}

// The relative velocity without the part that an impulse along the normal could have caused. The
// energy of the relative motion is the sum of the energies of the two parts.
Vec3 Sliding(const Impact& impact) {
  const Vec3& normal = impact.frame.separation;
  const double impulse_Ns = impact.ReducedMass() * impact.Separation();
  return impact.RelativeVelocity() - impulse_Ns * impact.InverseMass().cwiseProduct(normal);
}

// The impulse that causes a relative velocity; zero where no body can move.
Vec3 ImpulseFor(const Impact& impact, const Vec3& velocity) {
  const Vec3 inverse = impact.InverseMass();
  return (inverse.array() > 0.0).select(velocity.cwiseQuotient(inverse), 0.0);
}

// Energy, J, of the relative motion of two bodies without that of their separation: that of sliding
// and of the spins.
double SlidingEnergy(const World& world, const Impact& impact) {
  const Vec3 sliding = Sliding(impact);
  double energy_J = 0.5 * ImpulseFor(impact, sliding).dot(sliding);
  for (size_t i = 0; i < Index(impact.count); ++i) {
    energy_J += 0.5 * impact.Spec(world, i).Inertia() * impact.state[i].spin.squaredNorm();
  }
  return energy_J;
}

// The common momentum of two balls is kept, except for what the slate takes.
void ScaleSliding(double factor, Impact& impact) {
  impact.AddImpulse(ImpulseFor(impact, (factor - 1.0) * Sliding(impact)));
  for (BallState& state : impact.state) state.spin *= factor;
}

// Raises the separation speed to `speed_m_s`, or as far as the energy allows: see press.h.
void RaiseSeparation(const World& world, double speed_m_s, Impact& impact) {
  const double half_mass = 0.5 * impact.ReducedMass();
  const double present = impact.Separation();
  const double spare_J = std::max(impact.energy_J - impact.Energy(world), 0.0);
  const double free_J = half_mass * present * present + spare_J;
  if (half_mass * speed_m_s * speed_m_s > free_J) {
    const double sliding_J = SlidingEnergy(world, impact);
    const double all_J = free_J + sliding_J;
    speed_m_s = std::max(std::min(speed_m_s, std::sqrt(std::max(free_J, 0.5 * all_J) / half_mass)),
                         present);
    const double left_J = std::max(all_J - half_mass * speed_m_s * speed_m_s, 0.0);
    if (left_J < sliding_J) ScaleSliding(std::sqrt(left_J / sliding_J), impact);
  }
  impact.AddSeparation(speed_m_s - impact.Separation());
}

// The highest separation speed, at most that of the approach, that leaves the rest of the motion
// unchanged.
double ElasticSpeed(const World& world, const Impact& impact) {
  const double present = impact.Separation();
  const double lost = std::max(impact.energy_J - impact.Energy(world), 0.0);
  const double possible = std::sqrt(present * present + 2.0 * lost / impact.ReducedMass());
  return std::max(present, std::min(std::max(impact.approach_m_s, 0.0), possible));
}

// A pair that chatters while it slides is caught in a narrowing gap, for example between a nose and
// a ball that the cloth holds. Elastic contacts alone would let it out only after a number of
// contacts inversely proportional to the gap's angle. With this part of the sliding speed as the
// separation speed, each contact turns the path by at least 0.01 rad, and the ball is turned back
// after some 300 contacts.
constexpr double kTurnBack = 0.01;

}  // namespace

double HopSpeed(const World& world, const Impact& impact) {
  Pushes pushes;
  AddPhases(world, impact, 0, impact.frame.separation, pushes);
  if (impact.BallBall()) AddPhases(world, impact, 1, -impact.frame.separation, pushes);
  const Vec3 sliding = SlidingVelocity(impact);
  const double curvature_m_s2 = CurvatureAlong(impact.frame, sliding);
  pushes.Add(-curvature_m_s2, 0.0, kInfinity);
  const double pressed_until_s = PressedUntil(pushes);
  if (pressed_until_s == 0.0) return 0.0;
  double hop_s = std::min(world.settings->environment.rest_hop_s, pressed_until_s);
  if (curvature_m_s2 < 0.0)
    hop_s = std::min(hop_s, kMostTurn_rad * sliding.norm() / -curvature_m_s2);
  double speed = SpeedToLast(hop_s, pushes);
  for (const Push& push : pushes) {
    if (push.to_s > 0.0 && push.to_s < hop_s) {
      speed = std::max(speed, SpeedToLast(push.to_s, pushes));
    }
  }
  if (speed <= kPressingNoise_m_s2 * hop_s) return 0.0;
  if (AnyOnCloth(impact)) speed /= kRollingShare;
  return speed;
}

void SeparateForAHop(const World& world, Impact& impact) {
  if (impact.recurrence == Recurrence::kIsolated || impact.NothingMoves()) return;
  const double needed = HopSpeed(world, impact);
  const bool leans = impact.InFlight() && needed > 0.0 && impact.approach_m_s <= needed;
  if (impact.recurrence != Recurrence::kCollapsed && !leans) {
    const double turned_back = kTurnBack * Sliding(impact).norm();
    RaiseSeparation(world, std::max(ElasticSpeed(world, impact), turned_back), impact);
  }
  if (needed <= impact.Separation()) return;
  // The slate answers a load from above at once: a hop of the upper ball needs no impact of its own
  // between the lower ball and the slate.
  for (BallState& state : impact.state) {
    if (leans && OnCloth(state.motion)) state.velocity.z() = 0.0;
  }
  RaiseSeparation(world, needed, impact);
}

}  // namespace carom
