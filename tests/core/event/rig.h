#ifndef CAROM_TESTS_CORE_EVENT_RIG_H_
#define CAROM_TESTS_CORE_EVENT_RIG_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/demand.h"
#include "core/motion/motion.h"
#include "core/shot/simulate.h"

namespace carom::testing {

/// A hand-made world with a shot, put together field by field and then played. Starts as an
/// endless slate without balls, default settings, log with states, hop by hop.
struct Rig {
  Table table;
  Settings settings;
  std::vector<BallSpec> balls;
  Shot shot;
  Detail detail;

  Rig() { detail.events = detail.event_states = detail.hops = true; }

  /// Places a ball on the cloth and returns its index.
  int AddBall(const Vec2& place_m, const Vec2& velocity_m_s = Vec2::Zero(),
              const Vec3& spin_rad_s = Vec3::Zero(), const BallSpec& spec = {}) {
    BallState state;
    state.position = {place_m.x(), place_m.y(), spec.radius_m};
    state.velocity = {velocity_m_s.x(), velocity_m_s.y(), 0.0};
    state.spin = spin_rad_s;
    balls.push_back(spec);
    shot.start.push_back(state);
    return static_cast<int>(balls.size()) - 1;
  }

  /// The same for a ball that rolls.
  int AddRolling(const Vec2& place_m, const Vec2& velocity_m_s, const BallSpec& spec = {}) {
    const double r = spec.radius_m;
    return AddBall(place_m, velocity_m_s, {-velocity_m_s.y() / r, velocity_m_s.x() / r, 0.0}, spec);
  }

  void AddNose(const Vec2& start_m, const Vec2& end_m) { table.noses.push_back({start_m, end_m}); }

  void RemoveFriction() { settings.environment.cloth = {0.0, 0.0, 0.0}; }

  Scene MakeScene() const {
    auto scene =
        Scene::Make(std::make_shared<Table>(table), std::make_shared<Settings>(settings), balls);
    CAROM_DEMAND(scene.ok(), std::string(scene.status().message()));
    return *scene;
  }

  Record Play(StopToken stop = {}) const {
    Workspace workspace;
    Record record;
    const absl::Status status = Simulate(MakeScene(), shot, detail, stop, workspace, record);
    CAROM_DEMAND(status.ok(), std::string(status.message()));
    return record;
  }
};

/// Four noses of a box around the origin: 0 at +x, 1 at -x, 2 at +y, 3 at -y. Closed at the
/// corners.
inline void AddBox(double half_length_m, double half_width_m, Rig& rig) {
  const double x = half_length_m;
  const double y = half_width_m;
  rig.AddNose({x, -y}, {x, y});
  rig.AddNose({-x, -y}, {-x, y});
  rig.AddNose({-x, y}, {x, y});
  rig.AddNose({-x, -y}, {x, -y});
}

/// The energy of the balls of each event never grows, to within rounding. Requires event states.
inline void ExpectEnergyNeverGrows(const Rig& rig, const Record& record) {
  for (size_t i = 0; i < record.events.size(); ++i) {
    const Event& event = record.events[i];
    if (event.kind == EventKind::kCueStrike) continue;
    const int count = event.kind == EventKind::kBallBall ? 2 : 1;
    double before = 0.0;
    double after = 0.0;
    for (int k = 0; k < count; ++k) {
      const BallSpec& ball = rig.balls[static_cast<size_t>(k == 0 ? event.ball : event.other)];
      const EventStates& states = record.event_states[2 * i + static_cast<size_t>(k)];
      before += KineticEnergy(states.before, ball);
      after += KineticEnergy(states.after, ball);
    }
    EXPECT_LE(after, before * (1.0 + 1e-12)) << "event " << i << " at " << event.time_s << " s";
  }
}

/// The events of one kind, in order.
inline std::vector<Event> EventsOf(const Record& record, EventKind kind) {
  std::vector<Event> events;
  for (const Event& event : record.events) {
    if (event.kind == kind) events.push_back(event);
  }
  return events;
}

/// Distance from a default nose at which a default ball touches it: sqrt(R^2 - (h - R)^2).
inline constexpr double kNoseReach_m = 0.027432;

/// Of default settings.
inline constexpr double kGravity_m_s2 = 9.81;
inline constexpr double kHop_s = 0.01;

/// By how much the engine may miss a number in closed form, m or s.
inline constexpr double kTolerance = 1e-12;

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_EVENT_RIG_H_
