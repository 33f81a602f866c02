#include "core/play/pocket_windows.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "core/base/constants.h"
#include "core/table/validate.h"

namespace carom::play {
namespace {

// All around, 2.9 to 5.7 degrees apart: a window changes little within 6.
constexpr int kDirections = 80;
// Paths are tried at these distances from the pocket's centre, m.
constexpr double kOffset_m = 0.004;
constexpr int kOffsets = 20;  // To each side: more than the radius of any pocket of the catalogue.
// The ball comes at the speed of a firm pot, m/s, from so far, m: further than any jaw reaches.
constexpr double kSpeed_m_s = 1.5;
constexpr double kFarthest_m = 0.4;
constexpr double kNearest_m = 0.1;

// Directions are numbered along a square that stands on its corner, which takes no arctangent: the
// first points along x, the next ones turn left.
Vec2 Direction(int number) {
  const double turn = number * (4.0 / kDirections);
  const double x = std::abs(turn - 2.0) - 1.0;
  const double y = turn < 2.0 ? 1.0 - std::abs(turn - 1.0) : std::abs(turn - 3.0) - 1.0;
  return Vec2(x, y).normalized();
}

double PlaceOfDirection(const Vec2& direction) {
  const double size = std::abs(direction.x()) + std::abs(direction.y());
  if (!(size > 0.0)) return 0.0;  // From the middle of the pocket.
  const double x = direction.x() / size;
  // No branch, for half of all directions would take it.
  const bool down = direction.y() < 0.0;
  return ((down ? 3.0 : 1.0) + (down ? x : -x)) * (kDirections / 4.0);
}

class Roller {
 public:
  Roller(const Scene& scene, StopToken stop, Workspace& workspace)
      : scene_(scene), stop_(stop), workspace_(workspace) {
    shot_.start.resize(1);
  }

  // Whether a ball that rolls along this path drops into the pocket.
  bool Pots(int pocket, const Vec2& direction, double left_m) {
    const Vec2 left(-direction.y(), direction.x());
    const double radius_m = scene_.balls()[0].radius_m;
    BallState& ball = shot_.start[0];
    const Vec2 through = scene_.table().pockets[Index(pocket)].centre_m + left_m * left;
    for (double far_m = kFarthest_m; far_m >= kNearest_m; far_m -= 0.1) {
      const Vec2 from = through - far_m * direction;
      ball.position = {from.x(), from.y(), radius_m};
      ball.velocity = {kSpeed_m_s * direction.x(), kSpeed_m_s * direction.y(), 0.0};
      ball.spin = Vec3(-direction.y(), direction.x(), 0.0) * (kSpeed_m_s / radius_m);
      ball.motion = MotionState::kRolling;
      // The nearer start serves where rails stand beside the pocket.
      if (!Simulate(scene_, shot_, Detail(), stop_, workspace_, record_).ok()) continue;
      return !record_.outcome.pocketed.empty() && record_.outcome.pocketed[0].where == pocket;
    }
    return false;
  }

 private:
  const Scene& scene_;
  const StopToken stop_;
  Workspace& workspace_;
  Shot shot_;
  Record record_;
};

// The longest run of paths side by side that pot.
PocketWindow WindowOf(Roller& roller, int pocket, const Vec2& direction) {
  int best_length = 0;
  int best_first = 0;
  int length = 0;
  for (int i = -kOffsets; i <= kOffsets; ++i) {
    length = roller.Pots(pocket, direction, i * kOffset_m) ? length + 1 : 0;
    if (length <= best_length) continue;
    best_length = length;
    best_first = i - length + 1;
  }
  return {(best_first + 0.5 * (best_length - 1)) * kOffset_m, 0.5 * best_length * kOffset_m};
}

}  // namespace

absl::StatusOr<PocketWindows> PocketWindows::Measure(const Scene& scene, StopToken stop,
                                                     Workspace& workspace) {
  auto settings = std::make_shared<Settings>(scene.settings());
  settings->environment.stop = StopRules();
  settings->environment.stop.when_potted = 1u;
  settings->environment.stop.at_time_s = 1.0;  // Twice what the path takes: rattling included.
  settings->environment.overlap = OverlapPolicy::kReject;
  const auto alone = Scene::Make(scene.world().table, std::move(settings), {scene.balls()[0]});
  if (!alone.ok()) return alone.status();
  Roller roller(*alone, stop, workspace);
  PocketWindows windows;
  const auto& pockets = scene.table().pockets;
  for (int pocket = 0; pocket < static_cast<int>(pockets.size()); ++pocket) {
    double& most_m = windows.most_beside_m_.emplace_back(0.0);
    for (int i = 0; i < kDirections; ++i) {
      // From outside of the table there is none.
      const bool inwards = Direction(i).dot(pockets[Index(pocket)].centre_m) <= 0.0;
      const PocketWindow& window = windows.windows_.emplace_back(
          inwards ? PocketWindow() : WindowOf(roller, pocket, Direction(i)));
      most_m = std::max(most_m, std::abs(window.middle_m) + window.half_m);
    }
  }
  if (stop.StopRequested()) return absl::CancelledError("the plan was stopped");
  return windows;
}

PocketWindow PocketWindows::At(int pocket, const Vec2& direction) const {
  const double number = PlaceOfDirection(direction);
  const int below = static_cast<int>(number);
  const double share = number - below;
  const auto at = [&](int place) -> const PocketWindow& {
    return windows_[Index(pocket * kDirections + place % kDirections)];
  };
  const PocketWindow& a = at(below);
  const PocketWindow& b = at(below + 1);
  return {a.middle_m + share * (b.middle_m - a.middle_m), a.half_m + share * (b.half_m - a.half_m)};
}

}  // namespace carom::play
