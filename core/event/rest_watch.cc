#include "core/event/rest_watch.h"

#include <algorithm>

#include "core/event/solid_events.h"
#include "core/event/support.h"
#include "core/laws/settings.h"
#include "core/motion/motion.h"

namespace carom {
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
  const ContactRecord::Stay& stay =
      contacts.Remain(ball, now_s, state.position, FallInAHop(environment));
  const double idle_s = stay.spell.last_s - stay.spell.since_s;
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
