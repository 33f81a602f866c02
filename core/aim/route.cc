#include "core/aim/route.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "core/aim/geometry.h"
#include "core/base/constants.h"

namespace carom::aim {
namespace {

// How far paths as played may be beside those of geometry where a ball goes after a cushion or
// another ball.
constexpr double kTurned_m = 0.04;
// Where a path may end beside the pocket's middle, m to its left.
constexpr std::array kBeside_m{0.0, 0.015, -0.015, 0.03, -0.03, 0.045, -0.045, 0.06, -0.06};
// Two places of contact with a ball that are nearer than this belong to one path.
constexpr double kSameSide_m = 0.03;

// A ball that touches another, or nearly, drives it along the line of centres, beside which throw
// turns it by up to six degrees or so.
constexpr double kWired_m = 1e-3;
constexpr double kWiredCosine = 0.99;
constexpr double kThrow = 0.1;  // By which the called ball turns, as a part of how the other does.

// Layouts of pool and snooker have some thousands. A table of many long noses has millions.
constexpr size_t kMostRoutes = size_t{1} << 16;

Vec2 Beside(const Vec2& place_m, const Vec2& from_m, double left_m) {
  const Vec2 ahead = (place_m - from_m).normalized();
  return place_m + left_m * Vec2(-ahead.y(), ahead.x());
}

// By the same contacts, of a ball on the same side.
bool IsSameLeg(const Leg& a, const Leg& b) {
  return a.ball == b.ball && a.target == b.target && a.index == b.index &&
         (a.target != Target::kBall || (a.end_m - b.end_m).norm() < kSameSide_m);
}

bool IsSamePath(const Route& a, const Route& b) {
  return a.kind == b.kind &&
         std::equal(a.legs.begin(), a.legs.end(), b.legs.begin(), b.legs.end(), IsSameLeg);
}

// Finds the routes that end with one ball in one pocket. They are built backwards: a route is a
// list of legs whose first mover has to arrive at a place.
class Finder {
 public:
  Finder(const Scene& scene, const BallMap& map, const Call& call, Paths paths, StopToken stop,
         std::vector<Route>& found)
      : scene_(scene),
        map_(map),
        call_(call),
        perhaps_(paths == Paths::kPerhapsFree),
        stop_(stop),
        found_(found),
        cue_mirrors_(MirrorsFor(map.cue())) {}

  void Find(int ball, int pocket, const Vec2& pocket_m) {
    ball_ = ball;
    pocket_ = pocket;
    first_ = found_.size();
    const std::vector<Mirror> mirrors =
        Wanted(Kind::kBank) ? MirrorsFor(ball) : std::vector<Mirror>();
    for (const double beside_m : kBeside_m) {
      FindStraight(pocket_m, beside_m);
      for (const Mirror& mirror : mirrors) FindBank(mirror, pocket_m, beside_m);
      if (!perhaps_ || stop_.StopRequested()) break;
    }
  }

 private:
  std::vector<Mirror> MirrorsFor(int ball) const {
    return Mirrors(scene_.table(), scene_.settings().environment.nose_contact, map_.Place(ball),
                   map_.Radius(ball));
  }

  double Turned() const { return perhaps_ ? kTurned_m : 0.0; }

  void FindStraight(const Vec2& pocket_m, double beside_m) {
    const Vec2& place = map_.Place(ball_);
    const Vec2 end = Beside(pocket_m, place, beside_m);
    if (!map_.Free(ball_, place, end, {{map_.cue()}})) return;
    const Vec2 path = end - place;
    Drive(ball_, path.normalized(), path.norm(), {{ball_, Target::kPocket, pocket_, pocket_m}});
  }

  void FindBank(const Mirror& mirror, const Vec2& pocket_m, double beside_m) {
    const Vec2& place = map_.Place(ball_);
    const Vec2 end = Beside(pocket_m, mirror.Image(place), beside_m);
    const auto bank = BankBy(mirror, place, map_.Radius(ball_), end, perhaps_ ? kPastEnd_m : 0.0);
    if (!bank || BallsInPath(*bank, map_, ball_, ~0u, Turned()) != 0) return;
    const Vec2 path = bank->image_m - place;
    ArriveStraight(Kind::kBank, map_.GhostBall(map_.cue(), ball_, bank->at_m), ball_,
                   path.normalized(), path.norm(),
                   {{ball_, Target::kCushion, mirror.nose, bank->at_m},
                    {ball_, Target::kPocket, pocket_, bank->mouth_m}});
  }

  bool Wanted(Kind kind) const { return (call_.kinds >> static_cast<int>(kind) & 1u) != 0; }

  // All routes on which something drives the called ball along `direction`, with `length_m` to go.
  void Drive(int ball, const Vec2& direction, double length_m, std::vector<Leg> rest) {
    const int cue = map_.cue();
    const Vec2 ghost = map_.Place(ball) - map_.ContactDistance(cue, ball) * direction;
    if (Wanted(Kind::kCut)) {
      ArriveStraight(Kind::kCut, ghost, ball, direction, length_m, rest);
    }
    if (Wanted(Kind::kKick)) ArriveByOne(ghost, ball, direction, length_m, rest);
    if (Wanted(Kind::kTwoCushionKick)) ArriveByTwo(ghost, ball, direction, length_m, rest);
    for (int other = 0; other < map_.balls(); ++other) {
      if (!map_.IsObject(other) || other == ball) continue;
      if (Wanted(Kind::kCombination)) Combine(other, ball, direction, length_m, rest);
      if (Wanted(Kind::kCarom)) Carom(other, ghost, ball, direction, length_m, rest);
    }
  }

  // How much wider a ball driven at this angle goes than the driver came, each per length of path:
  // the lever of the contact.
  static std::optional<double> Lever(const Vec2& arriving, const Vec2& leaving, double touch_m) {
    const double cosine = arriving.dot(leaving);
    if (cosine < kThinnest) return std::nullopt;
    return 1.0 / (touch_m * cosine);
  }

  void ArriveStraight(Kind kind, const Vec2& ghost, int ball, const Vec2& direction,
                      double length_m, const std::vector<Leg>& rest) {
    const int cue = map_.cue();
    const Vec2 path = ghost - map_.Place(cue);
    const auto lever = Lever(path.normalized(), direction, map_.ContactDistance(cue, ball));
    if (!lever || !map_.Free(cue, map_.Place(cue), ghost, {{ball}})) return;
    Add(kind, path.norm() * *lever * length_m, {{cue, Target::kBall, ball, ghost}}, rest);
  }

  void ArriveByOne(const Vec2& ghost, int ball, const Vec2& direction, double length_m,
                   const std::vector<Leg>& rest) {
    const int cue = map_.cue();
    const Vec2& place = map_.Place(cue);
    for (const Mirror& mirror : cue_mirrors_) {
      const Vec2 image = mirror.Image(ghost);
      const auto at = mirror.Crossing(place, image);
      if (!at || !map_.Free(cue, place, *at, {}, Turned()) ||
          !map_.Free(cue, *at, ghost, {{ball}}, Turned())) {
        continue;
      }
      const auto lever =
          Lever((ghost - *at).normalized(), direction, map_.ContactDistance(cue, ball));
      if (!lever) continue;
      Add(Kind::kKick, (image - place).norm() * *lever * length_m,
          {{cue, Target::kCushion, mirror.nose, *at}, {cue, Target::kBall, ball, ghost}}, rest);
    }
  }

  void ArriveByTwo(const Vec2& ghost, int ball, const Vec2& direction, double length_m,
                   const std::vector<Leg>& rest) {
    const int cue = map_.cue();
    const Vec2& place = map_.Place(cue);
    for (const Mirror& second : cue_mirrors_) {
      if (stop_.StopRequested()) return;
      const Vec2 last_image = second.Image(ghost);
      for (const Mirror& first : cue_mirrors_) {
        if (first.nose == second.nose) continue;
        const Vec2 image = first.Image(last_image);
        const auto at = first.Crossing(place, image);
        const auto then = at ? second.Crossing(*at, last_image) : std::nullopt;
        if (!then || !map_.Free(cue, place, *at, {}, Turned()) ||
            !map_.Free(cue, *at, *then, {}, Turned()) ||
            !map_.Free(cue, *then, ghost, {{ball}}, Turned())) {
          continue;
        }
        const auto lever =
            Lever((ghost - *then).normalized(), direction, map_.ContactDistance(cue, ball));
        if (!lever) continue;
        Add(Kind::kTwoCushionKick, (image - place).norm() * *lever * length_m,
            {{cue, Target::kCushion, first.nose, *at},
             {cue, Target::kCushion, second.nose, *then},
             {cue, Target::kBall, ball, ghost}},
            rest);
      }
    }
  }

  // The cue ball drives `first` onto `ball`.
  void Combine(int first, int ball, const Vec2& direction, double length_m,
               const std::vector<Leg>& rest) {
    const int cue = map_.cue();
    const Vec2 ghost = map_.Place(ball) - map_.ContactDistance(first, ball) * direction;
    const Vec2 between = ghost - map_.Place(first);
    if (!map_.Free(first, map_.Place(first), ghost, {{ball, cue}})) return;
    const Vec2 line = map_.Place(ball) - map_.Place(first);
    const bool wired = line.norm() < map_.ContactDistance(first, ball) + kWired_m &&
                       line.normalized().dot(direction) > kWiredCosine;
    const Vec2 towards = (wired ? line : between).normalized();
    const auto lever = Lever(towards, direction, map_.ContactDistance(first, ball));
    if (!lever) return;
    const Vec2 hit = map_.Place(first) - map_.ContactDistance(cue, first) * towards;
    const Vec2 path = hit - map_.Place(cue);
    const auto first_lever = Lever(path.normalized(), towards, map_.ContactDistance(cue, first));
    if (!first_lever || !map_.Free(cue, map_.Place(cue), hit, {{first}})) return;
    const double turn =
        wired ? kThrow : (between.norm() + map_.ContactDistance(first, ball)) * *lever;
    Add(Kind::kCombination, path.norm() * *first_lever * turn * length_m,
        {{cue, Target::kBall, first, hit}, {first, Target::kBall, ball, ghost}}, rest);
  }

  // The cue ball hits `first` and goes on to the place where it drives `ball`. It leaves `first` at
  // a right angle to the line of centres, so the place of the hit is on the circle of contact,
  // where that line is seen at the angle whose cosine is contact distance / distance of the place.
  void Carom(int first, const Vec2& ghost, int ball, const Vec2& direction, double length_m,
             const std::vector<Leg>& rest) {
    const int cue = map_.cue();
    const Vec2& middle = map_.Place(first);
    const double touch = map_.ContactDistance(cue, first);
    const Vec2 to_ghost = ghost - middle;
    const double far = to_ghost.norm();
    if (!(far > touch)) return;
    const double cosine = touch / far;
    const double sine = std::sqrt(1.0 - cosine * cosine);
    const Vec2 unit = to_ghost / far;
    for (const double side : {1.0, -1.0}) {
      const Vec2 outward(cosine * unit.x() - side * sine * unit.y(),
                         side * sine * unit.x() + cosine * unit.y());
      const Vec2 hit = middle + touch * outward;
      const Vec2 path = hit - map_.Place(cue);
      const Vec2 onward = ghost - hit;
      // The cue ball keeps its sense along the tangent, and hits the near side.
      if (path.dot(onward) <= 0.0 || path.dot(outward) >= 0.0) continue;
      const Vec2 leaving = onward.normalized();
      const auto lever = Lever(leaving, direction, map_.ContactDistance(cue, ball));
      if (!lever || path.normalized().dot(leaving) < kThinnest) continue;
      if (!map_.Free(cue, map_.Place(cue), hit, {{first}}) ||
          !map_.Free(cue, hit, ghost, {{first, ball}}, Turned())) {
        continue;
      }
      const double turn = -path.normalized().dot(outward);  // Cosine of the cut on `first`.
      Add(Kind::kCarom,
          path.norm() / (touch * std::max(turn, kThinnest)) * onward.norm() * *lever * length_m,
          {{cue, Target::kBall, first, hit}, {cue, Target::kBall, ball, ghost}}, rest);
    }
  }

  void Add(Kind kind, double reach_m_rad, std::vector<Leg> legs, const std::vector<Leg>& rest) {
    if (found_.size() == kMostRoutes) return;
    legs.insert(legs.end(), rest.begin(), rest.end());
    Route route{kind, std::move(legs), ball_, pocket_, reach_m_rad};
    const bool known =
        std::any_of(found_.begin() + static_cast<std::ptrdiff_t>(first_), found_.end(),
                    [&](const Route& other) { return IsSamePath(route, other); });
    if (!known) found_.push_back(std::move(route));
  }

  const Scene& scene_;
  const BallMap& map_;
  const Call& call_;
  const bool perhaps_;
  const StopToken stop_;
  std::vector<Route>& found_;
  size_t first_ = 0;  // Of those with this ball and pocket.
  const std::vector<Mirror> cue_mirrors_;
  int ball_ = 0;
  int pocket_ = 0;
};

}  // namespace

std::vector<Route> FindRoutes(const Scene& scene, const Shot& shot, const Call& call, Paths paths,
                              StopToken stop) {
  const BallMap map(scene.balls(), shot.start, shot.strike->cue_ball);
  std::vector<Route> found;
  Finder finder(scene, map, call, paths, stop, found);
  for (int ball = 0; ball < map.balls(); ++ball) {
    if (!map.IsObject(ball) || (call.ball && *call.ball != ball)) continue;
    for (size_t pocket = 0; pocket < scene.table().pockets.size(); ++pocket) {
      if ((call.pockets >> pocket & 1u) == 0) continue;
      finder.Find(ball, static_cast<int>(pocket), scene.table().pockets[pocket].centre_m);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Route& a, const Route& b) { return a.reach_m_rad < b.reach_m_rad; });
  return found;
}

}  // namespace carom::aim
