#include "tests/papers/event/setup.h"

#include <algorithm>
#include <array>

namespace carom::papers {

Setup::Setup() : detail(LogWithStates()) {
  // The catalogue states the deceleration 5 mu g / (2 R) itself.
  environment().cloth.spinning_friction =
      10.9 * 2.0 * kBallRadius_m / (5.0 * environment().gravity_m_s2);
}

int Setup::AddBall(const Vec2& place_m, const Vec2& velocity_m_s, const Vec3& spin_rad_s) {
  BallState state;
  state.position = {place_m.x(), place_m.y(), kBallRadius_m};
  state.velocity = {velocity_m_s.x(), velocity_m_s.y(), 0.0};
  state.spin = spin_rad_s;
  balls.push_back({});
  shot.start.push_back(state);
  return static_cast<int>(balls.size()) - 1;
}

int Setup::AddRolling(const Vec2& place_m, const Vec2& velocity_m_s) {
  return AddBall(place_m, velocity_m_s,
                 Vec3(-velocity_m_s.y() / kBallRadius_m, velocity_m_s.x() / kBallRadius_m, 0.0));
}

int Setup::AddAirborne(const Vec3& place_m, const Vec3& velocity_m_s) {
  environment().flight = Flight::kOn;
  const int ball = AddBall(place_m.head<2>());
  BallState& state = shot.start.back();
  state.position = place_m;
  state.velocity = velocity_m_s;
  state.motion = MotionState::kAirborne;
  return ball;
}

void Setup::AddNose(const Vec2& start_m, const Vec2& end_m) {
  Nose nose;
  nose.start_m = start_m;
  nose.end_m = end_m;
  table.noses.push_back(nose);
}

void Setup::UsePlainLaws(double ball_restitution, double cushion_restitution) {
  settings.laws.ball_ball = FrictionalBallBall{ball_restitution, ConstantFriction{0.0}};
  settings.laws.cushion = RestitutionCushion{cushion_restitution};
}

absl::StatusOr<Scene> Setup::MakeScene() const {
  return Scene::Make(std::make_shared<Table>(table), std::make_shared<Settings>(settings), balls);
}

std::optional<Record> Play(const Setup& setup, Findings& findings) {
  const absl::StatusOr<Scene> scene = setup.MakeScene();
  if (!scene.ok()) {
    findings.Failed("scene", std::string(scene.status().message()));
    return std::nullopt;
  }
  return Play(*scene, setup.shot, setup.detail, findings);
}

std::optional<Record> Play(const Scene& scene, const Shot& shot, const Detail& detail,
                           Findings& findings) {
  Workspace workspace;
  Record record;
  const absl::Status status = Simulate(scene, shot, detail, StopToken(), workspace, record);
  if (status.ok()) return record;
  findings.Failed("shot", std::string(status.message()));
  return std::nullopt;
}

Detail LogWithStates() {
  Detail detail;
  detail.events = detail.event_states = detail.hops = true;
  return detail;
}

const Event* FirstOf(const Record& record, EventKind kind) {
  const auto found = std::find_if(record.events.begin(), record.events.end(),
                                  [&](const Event& event) { return event.kind == kind; });
  return found == record.events.end() ? nullptr : &*found;
}

int CountOf(const Record& record, EventKind kind) {
  return static_cast<int>(std::count_if(record.events.begin(), record.events.end(),
                                        [&](const Event& event) { return event.kind == kind; }));
}

std::string Name(EventKind kind) {
  constexpr std::array<const char*, 16> kNames = {"cue strike",
                                                  "ball-ball",
                                                  "ball-cushion",
                                                  "ball-jaw",
                                                  "ball-pocket",
                                                  "left table",
                                                  "sliding to rolling",
                                                  "rolling to spinning",
                                                  "rolling to stationary",
                                                  "spinning to stationary",
                                                  "ball-slate",
                                                  "ball-rail",
                                                  "pocket drop",
                                                  "pocket rim",
                                                  "airborne to supported",
                                                  "supported to airborne"};
  return kNames.at(static_cast<size_t>(kind));
}

std::string Name(MotionState motion) {
  constexpr std::array<const char*, 8> kNames = {"stationary", "spinning", "sliding",
                                                 "rolling",    "airborne", "pocketed",
                                                 "left table", "supported"};
  return kNames.at(static_cast<size_t>(motion));
}

}  // namespace carom::papers
