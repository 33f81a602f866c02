#ifndef CAROM_TESTS_CORE_AIM_MADE_LAYOUTS_H_
#define CAROM_TESTS_CORE_AIM_MADE_LAYOUTS_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
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

inline int NearestPocket(const Scene& scene, const Vec2& place_m) {
  const auto& pockets = scene.table().pockets;
  const auto off_m = [&](const Pocket& pocket) { return (pocket.centre_m - place_m).norm(); };
  const auto nearest =
      std::min_element(pockets.begin(), pockets.end(),
                       [&](const Pocket& a, const Pocket& b) { return off_m(a) < off_m(b); });
  return static_cast<int>(nearest - pockets.begin());
}

/// Whether the ball hits the mouth of a pocket: its rounded ends, or the faces behind them.
inline bool HitsMouthOf(const Scene& scene, int pocket, const Event& event) {
  const Table& table = scene.table();
  if (event.kind == EventKind::kBallJaw) {
    return NearestPocket(scene, table.jaws[Index(event.other)].centre_m) == pocket;
  }
  if (event.kind != EventKind::kBallCushion || IsRailFromMouthToMouth(scene, event.other)) {
    return false;
  }
  const Nose& face = table.noses[Index(event.other)];
  return NearestPocket(scene, 0.5 * (face.start_m + face.end_m)) == pocket;
}

/// Whether the cue ball stays in play, the called ball drops into its pocket, and until then
/// nothing touches the balls on whose contacts that depends but what is wanted, in its order; and
/// at last the mouth of that pocket.
inline bool IsAsWanted(const Scene& scene, const MadeLayout& made, const Wanted& wanted,
                       const Record& record) {
  const auto& contacts = wanted.contacts;
  if (!InPlay(record.final_states[0].motion)) return false;
  size_t done = 0;
  for (const Event& event : record.events) {
    if (event.kind == EventKind::kBallPocket && event.ball == made.ball) {
      return done == contacts.size() && event.other == made.pocket;
    }
    if (event.kind == EventKind::kCueStrike || IsTransition(event.kind)) continue;
    const auto hits = [&](int ball) {
      return event.ball == ball || (event.kind == EventKind::kBallBall && event.other == ball);
    };
    const bool depends =
        hits(made.ball) || std::any_of(contacts.begin() + static_cast<std::ptrdiff_t>(done),
                                       contacts.end(), [&](const std::pair<int, int>& contact) {
                                         return hits(contact.first) ||
                                                (contact.second != kRail && hits(contact.second));
                                       });
    if (!depends) continue;
    if (done == contacts.size()) {
      if (!HitsMouthOf(scene, made.pocket, event)) return false;
      continue;
    }
    const auto [ball, other] = contacts[done];
    const bool next = other == kRail
                          ? event.kind == EventKind::kBallCushion && event.ball == ball &&
                                IsRailFromMouthToMouth(scene, event.other)
                          : event.kind == EventKind::kBallBall && hits(ball) && hits(other);
    if (!next) return false;
    ++done;
  }
  return false;
}

/// Whether the cue ball may hit this ball first, at this azimuth: a cue ball with side leaves less
/// than a tenth of a radian beside it.
inline bool MayHit(const Scene& scene, const MadeLayout& made, int ball, double azimuth_rad) {
  const Vec2 way = (made.shot.start[Index(ball)].position - made.shot.start[0].position).head<2>();
  const double reach_m = scene.balls()[0].radius_m + scene.balls()[Index(ball)].radius_m;
  const double half_rad = std::asin(std::min(1.0, reach_m / way.norm())) + 0.1;
  const double off_rad = azimuth_rad - std::atan2(way.y(), way.x());
  return std::abs(std::remainder(off_rad, 2.0 * kPi)) < half_rad;
}

/// Whether one of `azimuths` all around plays what is wanted.
inline bool SweepFinds(const Scene& scene, const MadeLayout& made, const Wanted& wanted,
                       int azimuths, Workspace& workspace, Record& record) {
  Detail detail;
  detail.events = true;
  Shot shot = made.shot;
  const int first = wanted.contacts.front().second;
  for (int i = 0; i < azimuths; ++i) {
    shot.strike->azimuth_rad = 2.0 * kPi * i / azimuths;
    if (first != kRail && !MayHit(scene, made, first, shot.strike->azimuth_rad)) continue;
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

  static bool AreApart(const BallState& a, const BallState& b, double radius_m) {
    return (a.position - b.position).norm() > 2.1 * radius_m;
  }

  /// Balls anywhere on the cloth, a twentieth of a diameter apart at least, a pocket, and a strike
  /// with a speed and, if wanted, side.
  MadeLayout Scatter(double speed_m_s, double most_side) {
    MadeLayout made;
    made.pocket = Below(static_cast<int>(scene_.table().pockets.size()));
    for (size_t i = 0; i < scene_.balls().size(); ++i) {
      const double radius_m = scene_.balls()[i].radius_m;
      const double x_m = 0.5 * scene_.table().length_m - 1.1 * radius_m;
      const double y_m = 0.5 * scene_.table().width_m - 1.1 * radius_m;
      BallState state;
      do {
        state.position = {Between(-x_m, x_m), Between(-y_m, y_m), radius_m};
      } while (
          !std::all_of(made.shot.start.begin(), made.shot.start.end(),
                       [&](const BallState& other) { return AreApart(state, other, radius_m); }));
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
