#include "core/play/value.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/play/place_balls.h"
#include "core/play/value_weights.h"
#include "core/rules/pool.h"
#include "core/solid/plane_geometry.h"

namespace carom::play {
namespace {

// What aiming leaves where the player makes no error, rad: a hundredth of a ball's width at 0.6 m.
constexpr double kAimingError_rad = 5e-4;
constexpr double kGoodMargin = 0.7;  // A chance of 0.95.
constexpr int kMostPaths = 3;        // More good paths of a ball are no better.
// Rooms, of which margins are the logarithms.
const double kNoRoom = Exp(kNoMargin);
const double kGoodRoom = Exp(kGoodMargin);
const double kMostRoom = Exp(kMostMargin);
// A cue ball within so many radii of a rail cannot be struck freely.
constexpr double kAtRail = 3.0;
// Nearer to the line of a nose than so many radii a ball lies between the jaws of a pocket, whose
// mouth is no deeper than this; and there jaws are passed at this distance.
constexpr double kBetweenJaws = 0.9;
constexpr double kMouth_m = 0.15;
// Within so far of a pocket its window is probed.
constexpr double kNearPocket_m = 0.5;
constexpr double kProbe_m = 0.01;
constexpr int kProbes = 8;  // To each side.
// A narrower window is an accident of how it was measured.
constexpr double kLeastHalf_m = 0.004;
// The pot by which the ease of a ball is measured: from here, m, with a cut of 20 degrees. From
// nearer where the cue ball is in hand.
constexpr double kUsualDistance_m = 0.45;
constexpr double kInHandDistance_m = 0.25;
constexpr double kUsualCosine = 0.94;
// The speed of most pots, m/s.
constexpr double kUsualSpeed_m_s = 2.0;
// What is less by so much by a shorter sum is less by the whole one too, whatever is rounded.
constexpr double kSurely = 1.0 - 1e-6;

// 2 Phi(z) - 1, within 2e-4 (S. Winitzki, 2008, after erf's series at 0 and at infinity).
double WithinDeviations(double z) {
  constexpr double kA = 0.147;
  const double square = 0.5 * z * z;
  const double ratio = (4.0 / kPi + kA * square) / (1.0 + kA * square);
  return std::sqrt(std::max(0.0, 1.0 - Exp(-square * ratio)));
}

// Of a room; there is no hope below the least margin.
double MarginOf(double room) {
  return room > 0.0 ? std::clamp(Log(room), kNoMargin, kMostMargin) : kNoMargin;
}
double ChanceOf(double room) { return room > 0.0 ? WithinDeviations(room) : 0.0; }

double Logistic(double x) { return 1.0 / (1.0 + Exp(-x)); }

// By feature, then unit: so units are summed side by side, each in the order of the features.
constexpr auto kHiddenWeightsByFeature = [] {
  std::array<std::array<double, kHidden>, kFeatures> weights{};
  for (size_t unit = 0; unit < kHidden; ++unit) {
    for (size_t i = 0; i < kFeatures; ++i) weights[i][unit] = kHiddenWeights[unit][i];
  }
  return weights;
}();

// A network with one hidden layer, fitted to the values that plans find (value_weights.h).
double ClearChanceOf(const Features& features) {
  using Pair = double __attribute__((vector_size(16)));
  std::array<Pair, kHidden / 2> inputs;
  static_assert(kHidden % 2 == 0);
  std::memcpy(inputs.data(), kHiddenBias.data(), sizeof inputs);
  for (size_t i = 0; i < kFeatures; ++i) {
    for (size_t pair = 0; pair < inputs.size(); ++pair) {
      Pair weights;
      std::memcpy(&weights, &kHiddenWeightsByFeature[i][2 * pair], sizeof weights);
      inputs[pair] += weights * features[i];
    }
  }
  double sum = kOutputBias;
  for (size_t unit = 0; unit < kHidden; ++unit) {
    sum += kOutputWeights[unit] * Logistic(inputs[unit / 2][unit % 2]);
  }
  return Logistic(sum);
}

// Of these balls those that a cue ball would touch that lies behind a ball, and up to a ball's
// width further back, to drive it in a direction (unit); a bit each.
uint32_t Behind(const aim::BallMap& map, int ball, const Vec2& direction, uint32_t of) {
  const double touch_m = map.ContactDistance(map.cue(), ball);
  uint32_t behind = 0;
  for (uint32_t left = of; left != 0; left &= left - 1) {
    const int other = std::countr_zero(left);
    const Vec2 to_other = map.Place(other) - map.Place(ball);
    const double back_m = std::clamp(-to_other.dot(direction), touch_m, 2.0 * touch_m);
    const double other_touch_m = map.ContactDistance(map.cue(), other);
    if ((to_other + back_m * direction).squaredNorm() < other_touch_m * other_touch_m) {
      behind |= 1u << other;
    }
  }
  return behind;
}

// Of these balls in play those that may lie behind it so, for some direction.
uint32_t Close(const aim::BallMap& map, int ball, uint32_t of) {
  const double touch_m = map.ContactDistance(map.cue(), ball);
  uint32_t close = 0;
  for (uint32_t left = of & map.in_play() & ~(1u << map.cue()) & ~(1u << ball); left != 0;
       left &= left - 1) {
    const int other = std::countr_zero(left);
    const double reach_m = 2.0 * touch_m + map.ContactDistance(map.cue(), other);
    const Vec2 to_other = map.Place(other) - map.Place(ball);
    close |= static_cast<uint32_t>(to_other.squaredNorm() < reach_m * reach_m) << other;
  }
  return close;
}

// Calls `visit(ball)` for each ball of a mask.
template <class Visit>
void ForEach(rules::BallMask mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
}

}  // namespace

struct PositionJudge::Left {
  rules::BallMask now = 0;    // May be potted next.
  rules::BallMask later = 0;  // Afterwards, the last ball apart.
  int last = -1;              // Ends the rack; -1: it is among those of now.
};

absl::StatusOr<PositionJudge> PositionJudge::Make(const Scene& scene, const Skill& skill,
                                                  StopToken stop, Workspace& workspace) {
  if (absl::Status bad = RequireEventDriven(scene); !bad.ok()) return bad;
  auto windows = PocketWindows::Measure(scene, stop, workspace);
  if (!windows.ok()) return windows.status();
  return PositionJudge(
      scene, *std::move(windows),
      std::max(DirectionDeviation(scene, skill.noise, kUsualSpeed_m_s), kAimingError_rad));
}

double PositionJudge::Room(double reach_m_rad, double half_m) const {
  const double room = half_m > 0.0 ? half_m / (deviation_rad_ * reach_m_rad) : 0.0;
  return room > kNoRoom ? std::min(room, kMostRoom) : 0.0;
}

double PositionJudge::Hit(double reach_m_rad, double half_m) const {
  return half_m > 0.0 ? WithinDeviations(half_m / (deviation_rad_ * reach_m_rad)) : 0.0;
}

PositionJudge::Pot PositionJudge::PotAlong(const aim::BallMap& map, const Vec2& cue_m, int ball,
                                           const Vec2& ghost_m, const Vec2& direction,
                                           double length_m, double window_half_m,
                                           double above) const {
  const double touch_m = map.ContactDistance(map.cue(), ball);
  const Vec2 approach = ghost_m - cue_m;
  const double ahead_m = approach.dot(direction);
  const double square = approach.squaredNorm();
  if (!(ahead_m > 0.0 && ahead_m * ahead_m >= aim::kThinnest * aim::kThinnest * square)) return {};
  if (window_half_m * touch_m * ahead_m <
      kSurely * std::max(above, kNoRoom) * deviation_rad_ * length_m * square) {
    return {};
  }
  const double far_m = std::sqrt(square);
  const double cosine = ahead_m / far_m;
  const double half_m = window_half_m * touch_m * cosine / length_m;
  if (Room(far_m, half_m) <= above) return {};
  const Gap gap = LeftOf(map, map.cue(), Segment(cue_m, ghost_m), ~(1u << ball), {-half_m, half_m});
  const double room = gap.IsOpen() ? Room(far_m, gap.Half()) : 0.0;
  if (room <= above) return {};
  if (InJaws(cue_m) && !LeavesJaws(cue_m, approach / far_m)) return {};
  if (InJaws(ghost_m) && !LeavesJaws(ghost_m, -approach / far_m)) return {};
  return {room, far_m, cosine, gap};
}

// A cue ball or a ball between the jaws of a pocket leaves it by its mouth alone.
bool PositionJudge::InJaws(const Vec2& place_m) const {
  const Table& table = scene_->table();
  const double radius_m = kBetweenJaws * scene_->balls()[0].radius_m;
  return std::abs(place_m.x()) > 0.5 * table.length_m - radius_m ||
         std::abs(place_m.y()) > 0.5 * table.width_m - radius_m;
}

bool PositionJudge::LeavesJaws(const Vec2& place_m, const Vec2& direction) const {
  const double radius_m = kBetweenJaws * scene_->balls()[0].radius_m;
  const Vec2 end_m = place_m + kMouth_m * direction;
  for (const Nose& nose : scene_->table().noses) {
    if (!BoxesOverlap(place_m, end_m, nose.start_m, nose.end_m, radius_m)) continue;
    // Away from the nose it goes wherever it began.
    const Vec2 nearest = NearestOnSegment(place_m, nose.start_m, nose.end_m);
    if (direction.dot(nearest - place_m) <= 0.0) continue;
    if (SegmentsIntersect(place_m, end_m, nose.start_m, nose.end_m)) return false;
    for (const Vec2& corner : {nose.start_m, nose.end_m}) {
      if ((NearestOnSegment(corner, place_m, end_m) - corner).norm() < radius_m) return false;
    }
  }
  return true;
}

// By the pocket's window for the direction in which the ball goes. Near the pocket directions
// differ within a window, so there its ends are looked for.
Gap PositionJudge::WindowOf(const Segment& segment, int pocket) const {
  const double far_m = segment.far_m;
  const auto towards = [&](double offset_m) {
    return windows_.At(pocket, segment.EndBeside(offset_m) - segment.from_m);
  };
  if (far_m > kNearPocket_m) {
    const PocketWindow window = towards(towards(0.0).middle_m);
    if (window.half_m < kLeastHalf_m) return {};
    return {window.middle_m - window.half_m, window.middle_m + window.half_m};
  }
  Gap best;
  Gap run;
  for (int i = -kProbes; i <= kProbes; ++i) {
    const double offset_m = i * kProbe_m;
    const double passes_m = far_m * offset_m / std::sqrt(far_m * far_m + offset_m * offset_m);
    bool in = kSurely * std::abs(passes_m) < windows_.MostBeside(pocket);
    if (in) {
      const PocketWindow window = towards(offset_m);
      in = std::abs(passes_m - window.middle_m) < window.half_m;
    }
    if (!in) run = Gap();
    if (in && !run.IsOpen()) run.low_m = offset_m - 0.5 * kProbe_m;
    if (in) run.high_m = offset_m + 0.5 * kProbe_m;
    if (run.Half() > best.Half()) best = run;
  }
  return best.Half() < kLeastHalf_m ? Gap() : best;
}

PositionJudge::PocketPath PositionJudge::PathTo(const aim::BallMap& map, int ball,
                                                const Target& target, uint32_t others,
                                                uint32_t close) const {
  PocketPath path;
  const Vec2& place_m = map.Place(ball);
  const NarrowedGap narrowed =
      Narrow(map, ball, target.segment, target.band, others & ~(1u << map.cue()), target.window);
  path.narrowed_by = narrowed.by;
  if (!narrowed.gap.IsOpen()) return path;
  path.direction = target.segment.EndBeside(narrowed.gap.Middle()) - place_m;
  path.length_m = path.direction.norm();
  path.direction /= path.length_m;
  if (path.length_m > kMouth_m && InJaws(place_m) && !LeavesJaws(place_m, path.direction)) {
    return path;
  }
  path.gap = narrowed.gap;
  const double touch_m = map.ContactDistance(map.cue(), ball);
  path.ghost_m = place_m - touch_m * path.direction;
  path.beside_m = path.gap.Half() * touch_m / path.length_m;
  path.usual_room = UsualRoom(map, ball, kUsualDistance_m, path.length_m, path.gap.Half());
  // There has to be room for the cue ball behind it.
  path.behind = Behind(map, ball, path.direction, close);
  return path;
}

PositionJudge::Target PositionJudge::TargetOf(const aim::BallMap& map, int ball, int pocket) const {
  Target target;
  target.segment = Segment(map.Place(ball), scene_->table().pockets[Index(pocket)].centre_m);
  target.window = WindowOf(target.segment, pocket);
  target.band = Band(target.segment, target.window);
  return target;
}

PocketPaths::PocketPaths(const PositionJudge& judge, const aim::BallMap& map,
                         const PocketPaths* before, uint32_t balls, bool with_banks)
    : map_(map), before_(before) {
  number_.fill(-1);
  target_number_.fill(-1);
  judge.FindPaths(balls, *this);
  if (with_banks) judge.FindBanks(*this);
}

// Of these balls.
void PositionJudge::FindPaths(uint32_t balls, PocketPaths& paths) const {
  const aim::BallMap& map = paths.map_;
  paths.pockets_ =
      std::min(PocketPaths::kMostPockets, static_cast<int>(scene_->table().pockets.size()));
  const uint32_t cue = 1u << map.cue();
  if (paths.before_ != nullptr) paths.moved_ = map.MovedSince(paths.before_->map_) & ~cue;
  ForEach(map.in_play() & balls & ~cue, [&](int ball) {
    if ((paths.moved_ >> ball & 1u) == 0) {
      Renew(map, ball, paths);
      return;
    }
    PocketPaths::Unblocked& unblocked = paths.AddUnblocked(ball);
    PathsOfBall& own = paths.AddOwn(ball, PathsOfBall());
    own.close = Close(map, ball, ~0u);
    for (int pocket = 0; pocket < paths.pockets_; ++pocket) {
      Target& target = unblocked.into[Index(pocket)];
      target = TargetOf(map, ball, pocket);
      if (!target.window.IsOpen()) continue;
      unblocked.rough.Set(pocket, target.segment, target.band, map.MostContactDistance(ball));
      own.Set(pocket, PathTo(map, ball, target, ~0u, own.close));
    }
    SetUsual(paths.pockets_, own);
  });
}

void PositionJudge::SetUsual(int pockets, PathsOfBall& of_ball) const {
  const double room_before = of_ball.usual.room;
  of_ball.usual = Ease();
  of_ball.narrowed_by_any = 0;
  for (size_t i = 0; i < Index(pockets); ++i) {
    of_ball.narrowed_by_any |= of_ball.narrowed_by[i];
    if (!(of_ball.half_m[i] > 0.0)) continue;
    if (of_ball.behind[i] != 0) continue;
    of_ball.usual.room = std::max(of_ball.usual.room, of_ball.usual_room[i]);
    if (of_ball.usual_room[i] > kGoodRoom) ++of_ball.usual.paths;
  }
  if (of_ball.usual.room == room_before) return;
  of_ball.usual_margin = MarginOf(of_ball.usual.room);
  of_ball.usual_chance = ChanceOf(of_ball.usual.room);
}

void PositionJudge::Renew(const aim::BallMap& map, int ball, PocketPaths& paths) const {
  const PathsOfBall& known = paths.before_->Of(ball);
  const PocketPaths::Unblocked& unblocked = paths.before_->UnblockedOf(ball);
  const uint32_t moved = paths.moved_;
  uint32_t any_near = 0;
  std::array<uint32_t, PocketPaths::kMostPockets> near{};
  ForEach(moved & map.in_play(), [&](int other) {
    const uint32_t pockets = unblocked.rough.Near(map.Place(other) - map.Place(ball));
    any_near |= pockets;
    ForEach(pockets, [&](int pocket) { near[Index(pocket)] |= 1u << other; });
  });
  const uint32_t close = Close(map, ball, moved);  // Of those that have moved.
  if (close == 0 && any_near == 0 && ((known.narrowed_by_any | known.close) & moved) == 0) return;
  PathsOfBall* own = nullptr;
  const auto changed = [&]() -> PathsOfBall& {
    if (own == nullptr) {
      own = &paths.AddOwn(ball, known);
      own->close = (known.close & ~moved) | close;
    }
    return *own;
  };
  for (int pocket = 0; pocket < paths.pockets_; ++pocket) {
    const size_t i = Index(pocket);
    const Target& target = unblocked.into[i];
    if (!target.window.IsOpen()) continue;
    const uint32_t by =
        near[i] == 0 ? 0
                     : Narrow(map, ball, target.segment, target.band, near[i], target.window).by;
    if (((known.narrowed_by[i] & moved) | by) != 0) {
      changed().Set(
          pocket, PathTo(map, ball, target, (known.narrowed_by[i] & ~moved) | by, changed().close));
    } else if (known.half_m[i] > 0.0) {
      uint32_t behind = known.behind[i] & ~moved;
      if (close != 0) behind |= Behind(map, ball, known.Direction(i), close);
      if (behind != known.behind[i]) changed().behind[i] = behind;
    }
  }
  if (own != nullptr) SetUsual(paths.pockets_, *own);
}

std::optional<PocketPaths::BankPath> PositionJudge::BankPathBy(const aim::Mirror& mirror,
                                                               const aim::BallMap& map, int ball,
                                                               int pocket) const {
  const auto bank = aim::BankBy(mirror, map.Place(ball), map.Radius(ball),
                                scene_->table().pockets[Index(pocket)].centre_m);
  if (!bank) return std::nullopt;
  const double half_m = windows_.At(pocket, bank->mouth_m - bank->at_m).half_m;
  if (!(half_m > 0.0)) return std::nullopt;
  const Vec2 path = bank->image_m - map.Place(ball);
  const double length_m = path.norm();
  const Vec2 direction = path / length_m;
  // A ball that comes straight back, or lies at the cushion, meets the cue ball where that struck
  // it.
  const double touch_m = map.ContactDistance(map.cue(), ball);
  const Vec2 ghost = map.Place(ball) - touch_m * direction;
  const Vec2 nearest = NearestOnSegment(ghost, bank->at_m, bank->mouth_m);
  if ((nearest - ghost).norm() < touch_m) return std::nullopt;
  return BankPath{*bank, direction, length_m, half_m};
}

double PositionJudge::BankRoom(const aim::BallMap& map, const PocketPaths& paths, int ball,
                               double above) const {
  const Vec2& cue_m = map.Place(map.cue());
  const double touch_m = map.ContactDistance(map.cue(), ball);
  double best = above;
  const auto improve = [&](const BankPath& path, uint32_t others) {
    const Vec2 ghost_m = map.Place(ball) - touch_m * path.direction;
    if (!(path.direction.dot(ghost_m - cue_m) > 0.0)) return;  // As most are.
    const Pot pot =
        PotAlong(map, cue_m, ball, ghost_m, path.direction, path.length_m, path.half_m, best);
    if (pot.room > best && BallsInPath(path.bank, map, ball, others) == 0) best = pot.room;
  };
  if ((paths.moved_ >> ball & 1u) == 0) {
    for (const BankPath& path : paths.before_->banks_[Index(ball)]) {
      if ((path.blocked_by & ~paths.moved_) == 0) improve(path, paths.moved_);
    }
    return best;
  }
  for (int pocket = 0; pocket < paths.pockets_; ++pocket) {
    for (const aim::Mirror& mirror : mirrors_) {
      if (const auto path = BankPathBy(mirror, map, ball, pocket)) improve(*path, ~0u);
    }
  }
  return best;
}

double PositionJudge::KickRoom(const aim::BallMap& map, const PocketPaths& paths, int ball,
                               double above) const {
  const Vec2& cue_m = map.Place(map.cue());
  const PathsOfBall& of_ball = paths.Of(ball);
  double best = above;
  for (size_t i = 0; i < Index(paths.pockets_); ++i) {
    // No path by a cushion is shorter than the straight one.
    const double least_m = kSurely * std::max(best, kNoRoom) * deviation_rad_;
    const double beside_m = of_ball.beside_m[i];
    const Vec2 ghost_m = of_ball.Ghost(i);
    if (!(beside_m * beside_m > least_m * least_m * (ghost_m - cue_m).squaredNorm())) continue;
    const Vec2 direction = of_ball.Direction(i);
    for (const aim::Mirror& mirror : mirrors_) {
      // From the image of the cue ball: most kicks would come from the wrong side.
      const Vec2 approach = ghost_m - mirror.Image(cue_m);
      const double ahead_m = approach.dot(direction);
      const double square = approach.squaredNorm();
      if (!(ahead_m > 0.0) ||
          ahead_m * ahead_m < kSurely * aim::kThinnest * aim::kThinnest * square ||
          beside_m * ahead_m < kSurely * std::max(best, kNoRoom) * deviation_rad_ * square) {
        continue;
      }
      best = std::max(best, KickRoom(map, mirror, ghost_m, direction, beside_m, ball, best));
    }
  }
  return best;
}

// None where there is no more room than this.
double PositionJudge::KickRoom(const aim::BallMap& map, const aim::Mirror& mirror,
                               const Vec2& ghost_m, const Vec2& direction, double beside_m,
                               int ball, double above) const {
  const Vec2& cue_m = map.Place(map.cue());
  const Vec2 image = mirror.Image(ghost_m);
  const auto at = mirror.Crossing(cue_m, image);
  if (!at) return 0.0;
  const double cosine = (ghost_m - *at).normalized().dot(direction);
  if (!(cosine >= aim::kThinnest)) return 0.0;
  const double room = Room((image - cue_m).norm(), cosine * beside_m);
  const int only[] = {ball};
  const bool better = room > above && map.Free(map.cue(), cue_m, *at, {}) &&
                      map.Free(map.cue(), *at, ghost_m, only);
  return better ? room : 0.0;
}

std::optional<StraightPot> PositionJudge::PotOf(const aim::BallMap& map, const Vec2& cue_m,
                                                int ball, int pocket) const {
  const Target target = TargetOf(map, ball, pocket);
  if (!target.window.IsOpen()) return std::nullopt;
  const PocketPath path = PathTo(map, ball, target, ~0u, /*close=*/0);
  if (!path.gap.IsOpen()) return std::nullopt;
  const Pot pot =
      PotAlong(map, cue_m, ball, path.ghost_m, path.direction, path.length_m, path.gap.Half(), 0.0);
  if (!(pot.room > 0.0)) return std::nullopt;
  const double touch_m = map.ContactDistance(map.cue(), ball);
  const double lever = path.length_m / (touch_m * pot.cosine);
  // A cue ball further to the left drives the ball to the right.
  const Vec2 left(-path.direction.y(), path.direction.x());
  const Vec2 end_m =
      map.Place(ball) + path.length_m * path.direction - lever * pot.gap.Middle() * left;
  return StraightPot{map.Place(ball) - touch_m * (end_m - map.Place(ball)).normalized(), end_m,
                     lever * pot.gap.Half(), lever * pot.far_m, ChanceOf(pot.room)};
}

double PositionJudge::UsualRoom(const aim::BallMap& map, int ball, double from_m, double length_m,
                                double half_m) const {
  const double touch_m = map.ContactDistance(map.cue(), ball);
  return Room(from_m * length_m / (touch_m * kUsualCosine), half_m);
}

double PositionJudge::RoomInHand(const aim::BallMap& map, const PathsOfBall& of_ball,
                                 int ball) const {
  double room = 0.0;
  for (size_t i = 0; i < of_ball.half_m.size(); ++i) {
    if (!(of_ball.half_m[i] > 0.0) || of_ball.behind[i] != 0) continue;
    room = std::max(
        room, UsualRoom(map, ball, kInHandDistance_m, of_ball.length_m[i], of_ball.half_m[i]));
  }
  return room;
}

// Of each path the room that no ball narrows: 0 or less where the cue ball is not behind the ball,
// NaN where it lies exactly at the ghost ball's place.
PocketPaths::ByPocket<double> PositionJudge::MostRooms(const PathsOfBall& of_ball,
                                                       const Vec2& cue_m) const {
  using Pair = double __attribute__((vector_size(16)));
  PocketPaths::ByPocket<double> most;
  for (size_t i = 0; i < most.size(); i += 2) {
    const auto pair = [i](const PocketPaths::ByPocket<double>& numbers) {
      Pair two;
      std::memcpy(&two, numbers.data() + i, sizeof two);
      return two;
    };
    const Pair x = pair(of_ball.ghost_x_m) - cue_m.x();
    const Pair y = pair(of_ball.ghost_y_m) - cue_m.y();
    const Pair ahead_m = x * pair(of_ball.direction_x) + y * pair(of_ball.direction_y);
    const Pair two = pair(of_ball.beside_m) * ahead_m / (deviation_rad_ * (x * x + y * y));
    std::memcpy(most.data() + i, &two, sizeof two);
  }
  return most;
}

// Whether some path of a target's window may be played from there: whether the widest turn of it
// leaves a cut that is not too thin.
bool PositionJudge::MayBePlayed(const aim::BallMap& map, const Vec2& cue_m, int ball,
                                const Target& target) const {
  const Vec2 to_ball = map.Place(ball) - cue_m;
  const double touch_m = map.ContactDistance(map.cue(), ball);
  const double turned = std::max(std::abs(target.window.low_m), std::abs(target.window.high_m)) *
                        target.segment.inverse_per_m;
  const double most_ahead_m = to_ball.dot(target.segment.ahead) +
                              turned * std::abs(Cross(to_ball, target.segment.ahead)) - touch_m;
  return most_ahead_m > kSurely * aim::kThinnest * (to_ball.norm() - touch_m);
}

PositionJudge::Pot PositionJudge::BestFrom(const aim::BallMap& map, const PocketPaths& paths,
                                           const Vec2& cue_m, int ball) const {
  const PathsOfBall& of_ball = paths.Of(ball);
  const size_t pockets = Index(paths.pockets_);
  PocketPaths::ByPocket<double> most = MostRooms(of_ball, cue_m);
  // Of paths that balls narrow which were taken away since.
  PocketPaths::Few<PocketPath, PocketPaths::kMostPockets> without;
  std::array<const PocketPath*, PocketPaths::kMostPockets> instead{};
  if ((of_ball.narrowed_by_any & ~map.in_play()) != 0) {
    const auto& unblocked = paths.UnblockedOf(ball).into;
    for (size_t i = 0; i < pockets; ++i) {
      if ((of_ball.narrowed_by[i] & ~map.in_play()) == 0) continue;
      most[i] = 0.0;
      if (!MayBePlayed(map, cue_m, ball, unblocked[i])) continue;
      const PocketPath& path =
          without.Add(PathTo(map, ball, unblocked[i], of_ball.narrowed_by[i] & map.in_play(),
                             /*close=*/0));
      if (!path.gap.IsOpen()) continue;
      instead[i] = &path;
      const Vec2 approach = path.ghost_m - cue_m;
      most[i] =
          path.beside_m * approach.dot(path.direction) / (deviation_rad_ * approach.squaredNorm());
    }
  }
  // The widest first, so that the others need not be looked at. Of equals the first pocket counts.
  Pot best;
  size_t best_pocket = 0;
  for (;;) {
    double widest = kSurely * std::max(best.room, kNoRoom);
    size_t pocket = most.size();
    for (size_t i = 0; i < pockets; ++i) {
      if (!(most[i] > widest)) continue;
      widest = most[i];
      pocket = i;
    }
    if (pocket == most.size()) return best;
    most[pocket] = 0.0;
    const bool first = pocket < best_pocket;
    const double above = first ? kSurely * best.room : best.room;
    const PocketPath* other = instead[pocket];
    const Pot pot = other != nullptr ? PotAlong(map, cue_m, ball, other->ghost_m, other->direction,
                                                other->length_m, other->gap.Half(), above)
                                     : PotAlong(map, cue_m, ball, of_ball.Ghost(pocket),
                                                of_ball.Direction(pocket), of_ball.length_m[pocket],
                                                of_ball.half_m[pocket], above);
    if (pot.room > best.room || (first && pot.room == best.room)) {
      best = pot;
      best_pocket = pocket;
    }
  }
}

PositionJudge::NextPot PositionJudge::NextPotOf(const aim::BallMap& map, const PocketPaths& paths,
                                                const Left& left, bool in_hand) const {
  NextPot next;
  if (left.now != 0) next.ball = std::countr_zero(left.now);
  ForEach(left.now, [&](int ball) {
    const Pot pot =
        in_hand ? Pot{RoomInHand(map, paths.Of(ball), ball), kInHandDistance_m, kUsualCosine, {}}
                : BestFrom(map, paths, map.Place(map.cue()), ball);
    next.options += ChanceOf(pot.room);
    if (pot.room > next.best.room) {
      next.second = next.best.room;
      next.best = pot;
      next.ball = ball;
    } else {
      next.second = std::max(next.second, pot.room);
    }
  });
  if (std::popcount(left.now) == 1) next.second = next.best.room;
  if (in_hand || next.best.room >= kGoodRoom) return next;
  double by_cushion = 0.0;
  ForEach(left.now, [&](int ball) {
    by_cushion = BankRoom(map, paths, ball, by_cushion);
    by_cushion = KickRoom(map, paths, ball, by_cushion);
  });
  next.by_cushion = MarginOf(by_cushion);
  return next;
}

Features PositionJudge::FeaturesOf(const aim::BallMap& map, const PocketPaths& paths_in,
                                   const Left& left, bool in_hand) const {
  const rules::BallMask last = left.last >= 0 ? rules::Bit(left.last) : 0;
  const NextPot first = NextPotOf(map, paths_in, left, in_hand);
  const rules::BallMask others = (left.now | left.later) & ~rules::Bit(first.ball);
  // How easily each of the others is potted from a usual place.
  double chances = 0.0;
  double margins = 0.0;
  double least = kMostMargin;
  double blocked = 0.0;
  double paths = 0.0;
  ForEach(others, [&](int ball) {
    const PathsOfBall& of_ball = paths_in.Of(ball);
    chances += of_ball.usual_chance - 1.0;
    margins += of_ball.usual_margin - kMostMargin;
    least = std::min(least, of_ball.usual_margin);
    if (of_ball.usual_margin <= kNoMargin) blocked += 1.0;
    paths += std::min(of_ball.usual.paths, kMostPaths);
  });
  const Ease ending = last != 0 ? paths_in.Of(left.last).usual : Ease{kMostRoom};
  paths += std::min(ending.paths, kMostPaths);
  // Those that come next, after a stop shot on the first.
  rules::BallMask next = left.now & ~rules::Bit(first.ball);
  if (next == 0) next = left.later & (~left.later + 1u);
  if (next == 0) next = last;
  if (left.now == 0) next = 0;
  aim::BallMap without = map;
  without.Remove(first.ball);
  without.Remove(map.cue());
  double after = next == 0 && left.now != 0 ? kMostRoom : 0.0;
  double afterwards = 0.0;
  ForEach(next, [&](int ball) {
    const double room = BestFrom(without, paths_in, map.Place(first.ball), ball).room;
    after = std::max(after, room);
    afterwards += ChanceOf(room);
  });
  const int to_come = std::popcount(others | last);
  const bool at_rail = !in_hand && AtRail(map.Place(map.cue()));
  return {MarginOf(first.best.room),
          ChanceOf(first.best.room),
          MarginOf(first.second),
          static_cast<double>(to_come),
          chances,
          margins / 4.0,
          least,
          blocked,
          MarginOf(ending.room),
          ChanceOf(ending.room),
          MarginOf(after),
          at_rail ? 1.0 : 0.0,
          first.best.far_m,
          first.best.cosine,
          first.options,
          to_come > 0 ? paths / to_come : static_cast<double>(kMostPaths),
          afterwards,
          first.by_cushion};
}

bool PositionJudge::AtRail(const Vec2& cue_m) const {
  const Table& table = scene_->table();
  const double radius_m = scene_->balls()[0].radius_m;
  return std::abs(cue_m.x()) > 0.5 * table.length_m - kAtRail * radius_m ||
         std::abs(cue_m.y()) > 0.5 * table.width_m - kAtRail * radius_m;
}

namespace {

// Which balls a player has left, one entry for each group that may become his. The shooter cannot
// begin with those that `barred` names.
template <class Left, class Visit>
void ForEachLeft(const Position& position, int player, rules::BallMask barred, Visit visit_all) {
  const rules::GameState& state = position.state;
  if (player != state.shooter) barred = 0;
  const auto visit = [&](const Left& left) {
    visit_all(Left{left.now & ~barred, left.later | (left.now & barred), left.last});
  };
  if (position.game == rules::GameKind::kNineBall) {
    const rules::BallMask now = rules::FirstTargetsOf(position.game, state);
    const rules::BallMask nine = rules::Bit(rules::GameBallOf(position.game));
    const bool only_nine = now == nine;
    visit(Left{now, state.on_table & ~now & ~nine,
               only_nine ? -1 : rules::GameBallOf(position.game)});
    return;
  }
  const auto visit_group = [&](rules::Group group) {
    const rules::BallMask now = state.on_table & rules::BallsOf(group);
    visit(now == 0 ? Left{rules::Bit(rules::kEight), 0, -1} : Left{now, 0, rules::kEight});
  };
  const rules::Group group = state.group[Index(player)];
  if (group != rules::Group::kOpen) {
    visit_group(group);
    return;
  }
  visit_group(rules::Group::kSolids);
  visit_group(rules::Group::kStripes);
}

aim::BallMap MapOf(const Scene& scene, const Position& position) {
  aim::BallMap map(scene.balls(), position.balls, position.CueBall());
  if (position.InHand()) map.Remove(position.CueBall());
  return map;
}

}  // namespace

PocketPaths PositionJudge::PathsOf(const Position& position) const {
  return {*this, MapOf(*scene_, position), nullptr, ~0u, /*with_banks=*/true};
}

void PositionJudge::FindBanks(PocketPaths& paths) const {
  paths.banks_.resize(Index(paths.map_.balls()));
  ForEach(paths.map_.in_play() & ~(1u << paths.map_.cue()), [&](int ball) {
    for (int pocket = 0; pocket < paths.pockets_; ++pocket) {
      for (const aim::Mirror& mirror : mirrors_) {
        auto path = BankPathBy(mirror, paths.map_, ball, pocket);
        if (!path) continue;
        path->blocked_by = BallsInPath(path->bank, paths.map_, ball, ~0u);
        paths.banks_[Index(ball)].push_back(*path);
      }
    }
  });
}

Features PositionJudge::FeaturesOf(const Position& position) const {
  const aim::BallMap map = MapOf(*scene_, position);
  const PocketPaths paths(*this, map, nullptr, ~0u, /*with_banks=*/false);
  const rules::BallMask barred = BehindString(*scene_, position);
  Features best{};
  bool has_best = false;
  ForEachLeft<Left>(position, position.state.shooter, barred, [&](const Left& left) {
    const Features features = FeaturesOf(map, paths, left, position.InHand());
    if (has_best && ClearChanceOf(features) <= ClearChanceOf(best)) return;
    best = features;
    has_best = true;
  });
  return best;
}

double PositionJudge::ClearChance(const aim::BallMap& map, const PocketPaths& paths,
                                  const Position& position, int player, bool in_hand) const {
  const rules::BallMask barred = BehindString(*scene_, position);
  double best = 0.0;
  ForEachLeft<Left>(position, player, barred, [&](const Left& left) {
    best = std::max(best, ClearChanceOf(FeaturesOf(map, paths, left, in_hand)));
  });
  return best;
}

double PositionJudge::ClearChance(const Position& position, const PocketPaths* before) const {
  const aim::BallMap map = MapOf(*scene_, position);
  const int shooter = position.state.shooter;
  rules::BallMask balls = 0;
  ForEachLeft<Left>(position, shooter, /*barred=*/0, [&](const Left& left) {
    balls |= left.now | left.later | (left.last >= 0 ? rules::Bit(left.last) : 0);
  });
  const PocketPaths paths(*this, map, before, balls, /*with_banks=*/false);
  return ClearChance(map, paths, position, shooter, position.InHand());
}

double PositionJudge::WinChance(const Position& position, const PocketPaths* before) const {
  // An inning that ends leaves the opponent, on average, a cue ball that lies half as well as one
  // in hand; after his inning it is all the same again.
  const aim::BallMap map = MapOf(*scene_, position);
  const PocketPaths paths(*this, map, before, ~0u, /*with_banks=*/false);
  const int shooter = position.state.shooter;
  const double clears = ClearChance(map, paths, position, shooter, position.InHand());
  aim::BallMap anywhere = map;
  anywhere.Remove(position.CueBall());
  const double opponent =
      0.5 * ClearChance(anywhere, paths, position, rules::Opponent(shooter), /*in_hand=*/true);
  return clears + (1.0 - clears) * 0.5 * (1.0 - opponent);
}

}  // namespace carom::play
