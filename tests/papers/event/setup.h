#ifndef CAROM_TESTS_PAPERS_EVENT_SETUP_H_
#define CAROM_TESTS_PAPERS_EVENT_SETUP_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/shot/simulate.h"
#include "tests/papers/frame/findings.h"

namespace carom::papers {

/// A world with a shot, put together field by field. Starts as an endless slate without balls, with
/// the catalogue's numbers: R = 28.575 mm, m = 0.170097 kg, g = 9.81, mu_s = 0.2, mu_r = 0.01 and a
/// spin deceleration of 10.9 rad/s^2.
struct Setup {
  Table table;
  Settings settings;
  std::vector<BallSpec> balls;
  Shot shot;
  Detail detail;

  Setup();

  Environment& environment() { return settings.environment; }

  /// Places a ball on the cloth and returns its index.
  int AddBall(const Vec2& place_m, const Vec2& velocity_m_s = Vec2::Zero(),
              const Vec3& spin_rad_s = Vec3::Zero());

  /// The same for a ball that rolls.
  int AddRolling(const Vec2& place_m, const Vec2& velocity_m_s);

  /// The same for a ball in flight; turns flight on.
  int AddAirborne(const Vec3& place_m, const Vec3& velocity_m_s);

  void AddNose(const Vec2& start_m, const Vec2& end_m);

  /// Newton's restitution without friction between balls, and at cushions.
  void UsePlainLaws(double ball_restitution, double cushion_restitution);

  absl::StatusOr<Scene> MakeScene() const;
};

inline constexpr double kBallRadius_m = 0.028575;

/// What stands for the beginning of a shot, as the event before a ball's first phase.
inline constexpr Event kStart{0.0, EventKind::kCueStrike, -1, -1};

/// Plays the shot; a refusal is a failed finding.
std::optional<Record> Play(const Setup& setup, Findings& findings);
std::optional<Record> Play(const Scene& scene, const Shot& shot, const Detail& detail,
                           Findings& findings);

/// Events with the states of their balls.
Detail LogWithStates();

/// The first event of a kind; null if there is none.
const Event* FirstOf(const Record& record, EventKind kind);

/// How many events of a kind there are.
int CountOf(const Record& record, EventKind kind);

/// "ball-ball", "sliding to rolling", ...
std::string Name(EventKind kind);

/// "stationary", "sliding", ...
std::string Name(MotionState motion);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_EVENT_SETUP_H_
