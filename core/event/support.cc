#include "core/event/support.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/base/constants.h"
#include "core/laws/settings.h"
#include "core/motion/motion.h"
#include "core/solid/primitives.h"
#include "core/solid/resolution.h"

namespace carom {
namespace {

// How far a ball at rest is lowered to start it, m.
constexpr double kDrop_m = kResolution_m / 10.0;

// Whether `other` is out of reach of `ball` after a rest hop in which the ball, at rest in this
// state, would fall freely.
bool Leaves(int other, const World& world, const TrajectoryTable& table, double now_s, int ball,
            const BallState& state) {
  if (!table.Translates(other)) return false;
  const Environment& environment = world.settings->environment;
  const double then_s = std::min(now_s + environment.rest_hop_s, table.End(other));
  const Vec3 fallen_m = state.position - Vec3(0.0, 0.0, FallInAHop(environment));
  const Nearest touch =
      NearestOnBall(fallen_m, world.balls[Index(ball)].radius_m,
                    StateAt(table[other], then_s).position, world.balls[Index(other)].radius_m);
  return touch.gap_m > FallInAHop(environment);
}

// Energy, J, that hardly moves a body of this mass: a hundredth of what starts it.
double SpentEnergy(const World& world, double mass_kg) {
  constexpr double kHardlyMoves = 0.01;
  return kHardlyMoves * (mass_kg * world.settings->environment.gravity_m_s2 * kDrop_m);
}

// The directions of the contact forces on a ball.
class Contacts {
 public:
  enum class Leaving { kCounts, kCountsNot };

  Contacts(const World& world, const TrajectoryTable& table, double now_s, int ball,
           const BallState& state, Leaving leaving) {
    AddBallContacts(world, table, now_s, ball, state, leaving);
    AddSolidContacts(world.solids.ForBall(ball), state);
  }

  static constexpr int kFixed = -1;

  // The unbalanced weight when all bodies but the ball `without` act.
  Vec3 UnbalancedWeight(int without = kFixed) const;
  uint32_t Carriers() const;
  bool None() const { return count_ == 0; }

 private:
  static constexpr size_t kMost = kMaxBalls + 8;
  // Hops lower than this, m, count as rest.
  static constexpr double kTouching_m = 1e-5;

  void AddBallContacts(const World& world, const TrajectoryTable& table, double now_s, int ball,
                       const BallState& state, Leaving leaving);
  void AddSolidContacts(const SolidSet& set, const BallState& state);
  void KeepLonger(const Vec3& direction, int without, Vec3& best) const;
  void Add(const Vec3& normal, int owner = kFixed) {
    if (count_ == kMost) return;
    owner_[count_] = owner;
    normal_[count_++] = normal;
  }
  bool Counts(size_t i, int without) const { return owner_[i] == kFixed || owner_[i] != without; }

  std::array<Vec3, kMost> normal_;
  std::array<int, kMost> owner_{};  // The ball touched, or kFixed.
  size_t count_ = 0;
};

void Contacts::AddBallContacts(const World& world, const TrajectoryTable& table, double now_s,
                               int ball, const BallState& state, Leaving leaving) {
  const auto radius = [&](int i) { return world.balls[Index(i)].radius_m; };
  for (int other = 0; other < static_cast<int>(world.balls.size()); ++other) {
    if (other == ball || !table.InPlay(other)) continue;
    const Vec3 place_m = StateAt(table[other], now_s).position;
    const Nearest touch = NearestOnBall(state.position, radius(ball), place_m, radius(other));
    if (touch.gap_m > kTouching_m) continue;
    if (leaving == Leaving::kCountsNot && Leaves(other, world, table, now_s, ball, state)) continue;
    Add(touch.normal, other);
  }
}

void Contacts::AddSolidContacts(const SolidSet& set, const BallState& state) {
  const Vec3& centre = state.position;
  const Box here{centre.x(), centre.x(), centre.y(), centre.y()};
  for (size_t i = 0; i < set.solids.items.size(); ++i) {
    if (!set.solids.vicinities.Overlaps(i, here)) continue;
    const Parts parts = PartsNear(set.solids.items[i].shape, centre, OnCloth(state.motion));
    if (std::abs(parts.Closest().gap_m) <= kTouching_m) Add(parts.Hit(state.velocity).normal);
  }
}

// The projection of the weight onto the nearest direction that leads into no contact. The result is
// the weight itself, or it lies in the tangent planes of one or two contacts.
Vec3 Contacts::UnbalancedWeight(int without) const {
  const Vec3 weight = -Vec3::UnitZ();
  Vec3 sum = Vec3::Zero();
  KeepLonger(weight, without, sum);
  for (size_t i = 0; i < count_; ++i) {
    if (!Counts(i, without)) continue;
    KeepLonger(weight - weight.dot(normal_[i]) * normal_[i], without, sum);
    for (size_t j = 0; j < i; ++j) {
      if (!Counts(j, without)) continue;
      const Vec3 along = normal_[i].cross(normal_[j]);
      if (along.norm() < kResolution_rad) continue;
      const Vec3 unit = along.normalized();
      KeepLonger(weight.dot(unit) * unit, without, sum);
    }
  }
  return sum;
}

// Keeps the longer of two projections of the weight: it is the one nearer to the weight.
void Contacts::KeepLonger(const Vec3& direction, int without, Vec3& best) const {
  if (direction.squaredNorm() <= best.squaredNorm()) return;
  for (size_t i = 0; i < count_; ++i) {
    if (Counts(i, without) && normal_[i].dot(direction) < -kResolution_rad) return;
  }
  best = direction;
}

// A contact whose normal points up by no more than kHeldSlope carries next to no weight; it may
// still keep the ball from rolling off.
uint32_t Contacts::Carriers() const {
  uint32_t carriers = 0;
  for (size_t i = 0; i < count_; ++i) {
    if (owner_[i] == kFixed) continue;
    const bool carries =
        normal_[i].z() > kHeldSlope || UnbalancedWeight(owner_[i]).norm() > kHeldSlope;
    if (carries) carriers |= 1u << owner_[i];
  }
  return carriers;
}

}  // namespace

double FallInAHop(const Environment& environment) {
  return 0.5 * environment.gravity_m_s2 * environment.rest_hop_s * environment.rest_hop_s;
}

Vec3 UnbalancedWeight(const World& world, const TrajectoryTable& table, double now_s, int ball,
                      const BallState& state) {
  return Contacts(world, table, now_s, ball, state, Contacts::Leaving::kCountsNot)
      .UnbalancedWeight();
}

uint32_t CarriersOf(const World& world, const TrajectoryTable& table, double now_s, int ball,
                    const BallState& state) {
  return Contacts(world, table, now_s, ball, state, Contacts::Leaving::kCounts).Carriers();
}

bool TouchesAnything(const World& world, const TrajectoryTable& table, double now_s, int ball,
                     const BallState& state) {
  return !Contacts(world, table, now_s, ball, state, Contacts::Leaving::kCounts).None();
}

bool AnyStopsCarrying(const World& world, const TrajectoryTable& table, double now_s, int ball,
                      const BallState& state, uint32_t balls) {
  for (; balls != 0; balls &= balls - 1) {
    const int other = std::countr_zero(balls);
    if (!table.InPlay(other) || Leaves(other, world, table, now_s, ball, state)) return true;
  }
  return false;
}

bool AnyMovesAway(const TrajectoryTable& table, uint32_t balls) {
  for (; balls != 0; balls &= balls - 1) {
    const int ball = std::countr_zero(balls);
    if (!table.InPlay(ball) || table.Translates(ball)) return true;
  }
  return false;
}

void StartFromRest(const World& world, const TrajectoryTable& table, Impact& impact) {
  if (world.settings->environment.flight == Flight::kOff) return;
  const double heaviest_kg =
      impact.BallBall() ? std::max(impact.Spec(world, 0).mass_kg, impact.Spec(world, 1).mass_kg)
                        : impact.Spec(world, 0).mass_kg;
  if (impact.Energy(world) > SpentEnergy(world, heaviest_kg)) return;
  for (size_t i = 0; i < Index(impact.count); ++i) {
    BallState& state = impact.state[i];
    if (state.motion != MotionState::kAirborne) continue;
    const Vec3 push = UnbalancedWeight(world, table, impact.event.time_s, impact.ball[i], state);
    const double slope = push.norm();
    if (slope <= kHeldSlope) continue;
    const double freed_m2_s2 = 2.0 * world.settings->environment.gravity_m_s2 * kDrop_m;
    state.position += (kDrop_m / (slope * slope)) * push;
    state.velocity = (std::sqrt(state.velocity.squaredNorm() + freed_m2_s2) / slope) * push;
  }
}

namespace {

// A ball whose contacts keep it in one place for this many rest hops is at rest, whatever holds it.
constexpr double kIdleHops = 50.0;

// Bounces off a level top end at the same speed as those off the slate.
double IdleSpeed(const Environment& environment) { return environment.settle_speed_m_s; }

// Whether the ball lies on the level top of a fixed body: it is slow, and it rises no faster than
// gravity can stop within a hop.
bool LiesOnTop(const World& world, const Event& event, const BallState& state, int ball) {
  if (event.kind == EventKind::kBallBall) return false;
  if (PartsOf(world, event, state).Closest().normal.z() != 1.0) return false;
  const BallSpec& spec = world.balls[static_cast<size_t>(ball)];
  const Environment& environment = world.settings->environment;
  const double rise = state.velocity.z();
  const double beside_J = KineticEnergy(state, spec) - 0.5 * spec.mass_kg * rise * rise;
  const bool low = rise <= environment.gravity_m_s2 * environment.rest_hop_s;
  const double idle = IdleSpeed(environment);
  return low && beside_J < 0.5 * spec.mass_kg * idle * idle;
}

// Whether the energy of a ball is too small to move it on.
bool IsSpent(const World& world, int ball, const BallState& state) {
  const BallSpec& spec = world.balls[Index(ball)];
  return KineticEnergy(state, spec) <= SpentEnergy(world, spec.mass_kg);
}

// Whether the bodies that the ball touches hold it and leave it no energy to move on.
bool IsHeld(const World& world, const TrajectoryTable& table, double now_s, int ball,
            const BallState& state) {
  return IsSpent(world, ball, state) &&
         UnbalancedWeight(world, table, now_s, ball, state).norm() <= kHeldSlope;
}

// Those of `balls` that are in flight. Balls that lean on each other come to rest one by one.
uint32_t InFlight(const TrajectoryTable& table, uint32_t balls) {
  uint32_t flying = 0;
  for (int ball = 0; balls != 0; ++ball, balls >>= 1) {
    if ((balls & 1u) != 0 && table[ball].motion == MotionState::kAirborne) flying |= 1u << ball;
  }
  return flying;
}

}  // namespace

bool HasComeToRest(const World& world, const TrajectoryTable& table, const Event& event,
                   double now_s, int ball, ContactRecord& contacts) {
  if (table[ball].motion != MotionState::kAirborne || !IsImpact(event.kind)) return false;
  if (event.kind == EventKind::kBallSlate) {  // It bounces off the cloth.
    contacts.Leave(ball);
    return false;
  }
  const Environment& environment = world.settings->environment;
  const BallState state = StateAt(table[ball], now_s);
  const ContactRecord::Dwell& dwell =
      contacts.ExtendDwell(ball, now_s, state.position, FallInAHop(environment));
  const double idle_s = dwell.sequence.last_s - dwell.sequence.since_s;
  const bool idle = idle_s > kIdleHops * environment.rest_hop_s ||
                    (state.velocity.norm() < IdleSpeed(environment) &&
                     contacts.RecurrenceOf(event) == Recurrence::kJammed);
  if (!idle && !LiesOnTop(world, event, state, ball) && !IsHeld(world, table, now_s, ball, state)) {
    return false;
  }
  ContactRecord::Support support{CarriersOf(world, table, now_s, ball, state)};
  const uint32_t must_rest = idle ? support.balls & ~InFlight(table, support.balls) : support.balls;
  if (AnyMovesAway(table, must_rest)) {
    if (contacts.RecurrenceOf(event) == Recurrence::kIsolated) return false;
    support.lasts_s = environment.rest_hop_s;
  }
  contacts.SetSupport(ball, support);
  return true;
}

}  // namespace carom
