#ifndef CAROM_TESTS_CORE_AIM_MADE_LAYOUTS_H_
#define CAROM_TESTS_CORE_AIM_MADE_LAYOUTS_H_

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/aim/aim.h"
#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/shot/simulate.h"
#include "core/table/catalog.h"

// Layouts with a shot that a sweep of azimuths finds: what a search for aims has to find as well.

namespace carom::aim {

inline Scene PoolScene(size_t balls) {
  const TablePreset& preset = *FindTable("pool_9ft");
  const BallSet& set = *FindBallSet("pool");
  return *Scene::Make(std::make_shared<Table>(preset.table), std::make_shared<Settings>(),
                      {set.balls.begin(), set.balls.begin() + static_cast<std::ptrdiff_t>(balls)});
}

inline bool IsRailFromMouthToMouth(const Scene& scene, int nose) {
  const Nose& line = scene.table().noses[Index(nose)];
  return (line.end_m - line.start_m).norm() > 0.5;
}

struct MadeLayout {
  Shot shot;
  int ball = 1;
  int pocket = 0;
};

/// What happens between the strike and the pot in the shot that is wanted: contacts of balls, and
/// rails from mouth to mouth (the faces of a pocket belong to the pocket).
struct Wanted {
  Kind kind = Kind::kCut;
  std::vector<std::pair<int, int>> contacts;  ///< In order; the second is a ball, or kRail.
};
inline constexpr int kRail = -1;

inline bool IsAsWanted(const Scene& scene, const MadeLayout& made, const Wanted& wanted,
                       const Record& record) {
  const auto potted = std::any_of(
      record.outcome.pocketed.begin(), record.outcome.pocketed.end(),
      [&](const Departure& one) { return one.ball == made.ball && one.where == made.pocket; });
  if (!potted) return false;
  size_t done = 0;
  for (const Event& event : record.events) {
    const bool rail =
        event.kind == EventKind::kBallCushion && IsRailFromMouthToMouth(scene, event.other);
    // After the called ball is driven only its own way counts.
    if (done > 0 && wanted.contacts[done - 1].second == made.ball && event.ball != made.ball) {
      continue;
    }
    if (event.kind == EventKind::kBallPocket && event.ball == made.ball) break;
    if (event.kind == EventKind::kBallJaw && done < wanted.contacts.size()) return false;
    if (event.kind != EventKind::kBallBall && !rail) continue;
    if (done == wanted.contacts.size()) return false;
    const auto [ball, other] = wanted.contacts[done];
    if (rail ? other != kRail || event.ball != ball
             : event.ball != std::min(ball, other) || event.other != std::max(ball, other)) {
      return false;
    }
    ++done;
  }
  return done == wanted.contacts.size();
}

/// Whether one of `azimuths` all around plays what is wanted.
inline bool SweepFinds(const Scene& scene, const MadeLayout& made, const Wanted& wanted,
                       int azimuths, Workspace& workspace, Record& record) {
  Detail detail;
  detail.events = true;
  Shot shot = made.shot;
  for (int i = 0; i < azimuths; ++i) {
    shot.strike->azimuth_rad = 2.0 * kPi * i / azimuths;
    if (!Simulate(scene, shot, detail, {}, workspace, record).ok()) return false;
    if (IsAsWanted(scene, made, wanted, record)) return true;
  }
  return false;
}

class LayoutMaker {
 public:
  LayoutMaker(const Scene& scene, uint64_t seed) : scene_(scene), random_(seed, 0) {}

  double Between(double low, double high) { return random_.Uniform(low, high); }
  int Below(int count) {
    return std::min(count - 1, static_cast<int>(Between(0.0, static_cast<double>(count))));
  }

  /// Balls apart from each other and from the rails, a pocket, and a strike with a speed and, if
  /// wanted, side.
  MadeLayout Scatter(double speed_m_s, double most_side) {
    MadeLayout made;
    made.pocket = Below(static_cast<int>(scene_.table().pockets.size()));
    for (size_t i = 0; i < scene_.balls().size(); ++i) {
      BallState state;
      do {
        state.position = {Between(-1.1, 1.1), Between(-0.5, 0.5), scene_.balls()[i].radius_m};
      } while (std::any_of(
          made.shot.start.begin(), made.shot.start.end(),
          [&](const BallState& other) { return (other.position - state.position).norm() < 0.15; }));
      made.shot.start.push_back(state);
    }
    made.shot.strike.emplace();
    made.shot.strike->speed_m_s = speed_m_s;
    made.shot.strike->side_offset = Between(-most_side, most_side);
    return made;
  }

  Vec2 Pocket(const MadeLayout& made) const {
    return scene_.table().pockets[Index(made.pocket)].centre_m;
  }

 private:
  const Scene& scene_;
  CounterRandom random_;
};

/// The angle by which the called ball must leave the cue ball's line to get to the pocket.
inline double CutAngle(const Scene& scene, const MadeLayout& made) {
  const Vec2 cue = made.shot.start[0].position.head<2>();
  const Vec2 ball = made.shot.start[Index(made.ball)].position.head<2>();
  const Vec2 pocket = scene.table().pockets[Index(made.pocket)].centre_m;
  const Vec2 out = (pocket - ball).normalized();
  const Vec2 in = (ball - 2.0 * scene.balls()[0].radius_m * out - cue).normalized();
  return std::acos(std::clamp(in.dot(out), -1.0, 1.0));
}

}  // namespace carom::aim

#endif  // CAROM_TESTS_CORE_AIM_MADE_LAYOUTS_H_
