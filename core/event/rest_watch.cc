#include "core/event/rest_watch.h"

#include <algorithm>

#include "core/event/support.h"
#include "core/motion/motion.h"

namespace carom {
namespace {

// Contacts within so many rest hops follow each other closely.
constexpr double kShortHops = 3.0;
constexpr int kIdleContacts = 300;
constexpr double kIdleHops = 50.0;
constexpr double kIdle_m = 5e-4;
// Slower than this on a level top a ball would roll 2 mm.
constexpr double kIdle_m_s = 0.02;
constexpr double kOnTop_m = 1e-6;
// A ball that has gone less than this part of the way down its slope is held.
constexpr double kHeldBack = 0.1;
// Contacts at one instant.
constexpr int kJam = 1000;

// On a rail top or the top of a jaw, slow and low.
bool LiesOnTop(const World& world, const Event& event, const BallState& state, int ball) {
  if (event.kind != EventKind::kBallRail && event.kind != EventKind::kBallJaw) return false;
  const BallSpec& spec = world.balls[static_cast<size_t>(ball)];
  const Environment& environment = world.settings->environment;
  const auto top = static_cast<size_t>(event.other);
  const double height_m = event.kind == EventKind::kBallRail ? world.table->rail_tops[top].height_m
                                                             : world.table->jaws[top].height_m;
  const bool on_top = state.position.z() >= height_m + spec.radius_m - kOnTop_m;
  const double rise = state.velocity.z();
  const double beside_J = KineticEnergy(state, spec) - 0.5 * spec.mass_kg * rise * rise;
  const bool low = rise <= environment.gravity_m_s2 * environment.rest_hop_s;
  return on_top && low && beside_J < 0.5 * spec.mass_kg * kIdle_m_s * kIdle_m_s;
}

bool IsSpent(const World& world, int ball, const BallState& state) {
  ImpactState alone;
  alone.ball[0] = ball;
  alone.state[0] = state;
  return AreSpent(world, alone);
}

}  // namespace

void RestWatch::Count(const Event& event, double now_s, double hop_s, const Vec3& where_m,
                      Hops& hops) {
  const double away_m = (where_m - hops.where_m).norm();
  const bool idle = event.kind != EventKind::kBallSlate &&
                    now_s <= hops.last_s + kShortHops * hop_s && away_m < kIdle_m;
  hops.at_once = now_s == hops.last_s ? hops.at_once + 1 : 1;
  hops.last_s = now_s;
  if (!idle) {
    hops.since_s = now_s;
    hops.where_m = where_m;
    hops.contacts = 0;
    hops.farthest_m = 0.0;
  } else {
    hops.farthest_m = std::max(hops.farthest_m, away_m);
  }
  ++hops.contacts;
}

bool RestWatch::HasComeToRest(const World& world, const TrajectoryTable& table, const Event& event,
                              double now_s, int ball) {
  if (table[ball].motion != MotionState::kAirborne || !IsImpact(event.kind)) return false;
  const Environment& environment = world.settings->environment;
  const BallState state = StateAt(table[ball], now_s);
  Hops& hops = hops_[static_cast<size_t>(ball)];
  Count(event, now_s, environment.rest_hop_s, state.position, hops);
  const double idle_s = now_s - hops.since_s;
  if (idle_s > kIdleHops * environment.rest_hop_s) return true;
  if (LiesOnTop(world, event, state, ball)) return true;
  if (hops.at_once > kJam && state.velocity.norm() < kIdle_m_s) return true;
  const bool many = hops.contacts > kIdleContacts;
  if (!many && !IsSpent(world, ball, state)) return false;
  const double slope = UnbalancedWeight(world, table, now_s, ball, state).norm();
  const double driven_m = 0.5 * environment.gravity_m_s2 * slope * idle_s * idle_s;
  return slope <= kHeldSlope || (many && hops.farthest_m < kHeldBack * driven_m);
}

}  // namespace carom
