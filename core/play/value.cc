#include "core/play/value.h"

#include <algorithm>
#include <bit>
#include <cmath>
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
constexpr int kMostWays = 3;         // More good ways of a ball are no better.
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
// A narrower window is an accident of the way in which it was measured.
constexpr double kLeastHalf_m = 0.004;
// Cuts beyond this angle leave the driven ball a fifth of the speed or less (cos 78 deg).
constexpr double kThinnest = 0.2;
// The pot by which the ease of a ball is measured: from here, m, with a cut of 20 degrees. From
// nearer where the cue ball is in hand.
constexpr double kUsual_m = 0.45;
constexpr double kInHand_m = 0.25;
constexpr double kUsualCosine = 0.94;
// The speed of most pots, m/s.
constexpr double kUsual_m_s = 2.0;
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
constexpr auto kWeightsOfFeatures = [] {
  std::array<std::array<double, kHidden>, kFeatures> weights{};
  for (size_t unit = 0; unit < kHidden; ++unit) {
    for (size_t i = 0; i < kFeatures; ++i) weights[i][unit] = kHiddenWeights[unit][i];
  }
  return weights;
}();

// A network with one hidden layer, fitted to the values that plans find (value_weights.h).
double ClearChanceOf(const Features& features) {
  std::array<double, kHidden> inputs = kHiddenBias;
  for (size_t i = 0; i < kFeatures; ++i) {
    for (size_t unit = 0; unit < kHidden; ++unit) {
      inputs[unit] += kWeightsOfFeatures[i][unit] * features[i];
    }
  }
  double sum = kOutputBias;
  for (size_t unit = 0; unit < kHidden; ++unit) {
    sum += kOutputWeights[unit] * Logistic(inputs[unit]);
  }
  return Logistic(sum);
}

// Of these balls those that a cue ball would touch that lies behind a ball, and up to a ball's
// width further back, to drive it in a direction (unit); a bit each.
uint32_t Behind(const aim::Lanes& lanes, int ball, const Vec2& direction, uint32_t of) {
  const double touch_m = lanes.Touch(lanes.cue(), ball);
  uint32_t behind = 0;
  for (uint32_t left = of & lanes.in_play() & ~(1u << lanes.cue()) & ~(1u << ball); left != 0;
       left &= left - 1) {
    const int other = std::countr_zero(left);
    const Vec2 to_other = lanes.Place(other) - lanes.Place(ball);
    const double back_m = std::clamp(-to_other.dot(direction), touch_m, 2.0 * touch_m);
    const double other_touch_m = lanes.Touch(lanes.cue(), other);
    if ((to_other + back_m * direction).squaredNorm() < other_touch_m * other_touch_m) {
      behind |= 1u << other;
    }
  }
  return behind;
}

// Of these balls those in the way of a bank, the cue ball apart; a bit each.
uint32_t InTheWay(const aim::Bank& bank, const aim::Lanes& lanes, int ball, uint32_t of) {
  of &= ~(1u << lanes.cue());
  return lanes.InTheWay(ball, lanes.Place(ball), bank.at_m, of) |
         lanes.InTheWay(ball, bank.at_m, bank.mouth_m, of);
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
      std::max(DirectionDeviation(scene, skill.noise, kUsual_m_s), kAimingError_rad));
}

double PositionJudge::Room(double reach_m_rad, double half_m) const {
  const double room = half_m > 0.0 ? half_m / (deviation_rad_ * reach_m_rad) : 0.0;
  return room > kNoRoom ? std::min(room, kMostRoom) : 0.0;
}

double PositionJudge::Hit(double reach_m_rad, double half_m) const {
  return half_m > 0.0 ? WithinDeviations(half_m / (deviation_rad_ * reach_m_rad)) : 0.0;
}

PositionJudge::Pot PositionJudge::PotAlong(const aim::Lanes& lanes, const Vec2& cue_m, int ball,
                                           const Vec2& direction, double length_m,
                                           double window_half_m, double above) const {
  const double touch_m = lanes.Touch(lanes.cue(), ball);
  const Vec2 ghost = lanes.Place(ball) - touch_m * direction;
  const Vec2 approach = ghost - cue_m;
  const double ahead_m = approach.dot(direction);
  const double square = approach.squaredNorm();
  if (!(ahead_m > 0.0 && ahead_m * ahead_m >= kThinnest * kThinnest * square)) return {};
  if (window_half_m * touch_m * ahead_m <
      kSurely * std::max(above, kNoRoom) * deviation_rad_ * length_m * square) {
    return {};
  }
  const double far_m = std::sqrt(square);
  const double cosine = ahead_m / far_m;
  const double half_m = window_half_m * touch_m * cosine / length_m;
  if (Room(far_m, half_m) <= above) return {};
  const Gap gap =
      Narrow(lanes, lanes.cue(), Lane(cue_m, ghost), ~(1u << ball), {-half_m, half_m}).gap;
  const double room = gap.IsOpen() ? Room(far_m, gap.Half()) : 0.0;
  if (room <= above) return {};
  if (InJaws(cue_m) && !LeavesJaws(cue_m, approach / far_m)) return {};
  if (InJaws(ghost) && !LeavesJaws(ghost, -approach / far_m)) return {};
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
Gap PositionJudge::WindowOf(const Lane& lane, int pocket) const {
  const double far_m = lane.far_m;
  const auto towards = [&](double offset_m) {
    return windows_.At(pocket, lane.EndBeside(offset_m) - lane.from_m);
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
    const PocketWindow window = towards(offset_m);
    const double passes_m = far_m * offset_m / std::sqrt(far_m * far_m + offset_m * offset_m);
    const bool in = std::abs(passes_m - window.middle_m) < window.half_m;
    if (!in) run = Gap();
    if (in && !run.IsOpen()) run.low_m = offset_m - 0.5 * kProbe_m;
    if (in) run.high_m = offset_m + 0.5 * kProbe_m;
    if (run.Half() > best.Half()) best = run;
  }
  return best.Half() < kLeastHalf_m ? Gap() : best;
}

void PositionJudge::SetGap(const aim::Lanes& lanes, int ball, uint32_t others, Way& way) const {
  const Vec2& place_m = lanes.Place(ball);
  const NarrowedGap narrowed =
      Narrow(lanes, ball, way.lane, others & ~(1u << lanes.cue()), way.window);
  way.narrowed_by = narrowed.by;
  way.gap = narrowed.gap;
  if (!way.gap.IsOpen()) return;
  way.direction = way.lane.EndBeside(way.gap.Middle()) - place_m;
  way.length_m = way.direction.norm();
  way.direction /= way.length_m;
  if (way.length_m > kMouth_m && InJaws(place_m) && !LeavesJaws(place_m, way.direction)) {
    way.gap = Gap();
    return;
  }
  const double touch_m = lanes.Touch(lanes.cue(), ball);
  way.ghost_m = place_m - touch_m * way.direction;
  way.beside_m = way.gap.Half() * touch_m / way.length_m;
  // There has to be room for the cue ball behind it.
  way.behind = Behind(lanes, ball, way.direction, ~0u);
}

PositionJudge::Way PositionJudge::WayInto(const aim::Lanes& lanes, int ball, int pocket) const {
  Way way;
  way.lane = Lane(lanes.Place(ball), scene_->table().pockets[Index(pocket)].centre_m);
  way.window = WindowOf(way.lane, pocket);
  way.band = Band(way.lane, way.window);
  if (way.window.IsOpen()) SetGap(lanes, ball, ~0u, way);
  return way;
}

const PocketWays::OfBall& PocketWays::Of(int ball) const {
  static const OfBall kNone;
  if (own_[Index(ball)]) return *own_[Index(ball)];
  return lanes_.IsInPlay(ball) && before_ != nullptr ? before_->Of(ball) : kNone;
}

// Of these balls.
PocketWays PositionJudge::WaysOf(const aim::Lanes& lanes, const PocketWays* before,
                                 uint32_t balls) const {
  PocketWays ways(lanes);
  ways.pockets_ =
      std::min(PocketWays::kMostPockets, static_cast<int>(scene_->table().pockets.size()));
  const uint32_t cue = 1u << lanes.cue();
  ways.before_ = before;
  ways.moved_ = before != nullptr ? lanes.MovedSince(before->lanes_) & ~cue : ~0u;
  ForEach(lanes.in_play() & balls & ~cue, [&](int ball) {
    if ((ways.moved_ >> ball & 1u) == 0) {
      Renew(lanes, ball, ways);
      return;
    }
    OfBall& own = ways.own_[Index(ball)].emplace();
    for (int pocket = 0; pocket < ways.pockets_; ++pocket) {
      own.ways[Index(pocket)] = WayInto(lanes, ball, pocket);
    }
    SetUsual(lanes, ball, own);
  });
  return ways;
}

void PositionJudge::SetUsual(const aim::Lanes& lanes, int ball, OfBall& of_ball) const {
  of_ball.usual = EaseOf(lanes, of_ball, ball, kUsual_m);
  of_ball.usual_margin = MarginOf(of_ball.usual.room);
  of_ball.usual_chance = ChanceOf(of_ball.usual.room);
}

void PositionJudge::Renew(const aim::Lanes& lanes, int ball, PocketWays& ways) const {
  const OfBall& known = ways.before_->Of(ball);
  const Vec2& place_m = lanes.Place(ball);
  const double touch_m = lanes.Touch(lanes.cue(), ball);
  uint32_t close = 0;  // Of the balls that have moved those that may lie behind this one.
  const uint32_t here = ways.moved_ & lanes.in_play();
  ForEach(here, [&](int other) {
    const double reach_m = 2.0 * touch_m + lanes.Touch(lanes.cue(), other);
    const bool is_close = (lanes.Place(other) - place_m).squaredNorm() < reach_m * reach_m;
    close |= static_cast<uint32_t>(is_close) << other;
  });
  auto& own = ways.own_[Index(ball)];
  const auto changed = [&](int pocket) -> Way& {
    if (!own) own.emplace(known);
    return own->ways[Index(pocket)];
  };
  for (int pocket = 0; pocket < ways.pockets_; ++pocket) {
    const Way& way = known.ways[Index(pocket)];
    if (!way.window.IsOpen()) continue;
    uint32_t near = 0;
    ForEach(here, [&](int other) {
      near |= way.band.Holds(way.lane, lanes.Place(other), lanes.Touch(ball, other)) << other;
    });
    if ((way.narrowed_by & ways.moved_) != 0 ||
        (near != 0 && Narrow(lanes, ball, way.lane, near, way.window).by != 0)) {
      SetGap(lanes, ball, (way.narrowed_by & ~ways.moved_) | near, changed(pocket));
    } else if (way.gap.IsOpen()) {
      uint32_t behind = way.behind & ~ways.moved_;
      if (close != 0) behind |= Behind(lanes, ball, way.direction, close);
      if (behind != way.behind) changed(pocket).behind = behind;
    }
  }
  if (own) SetUsual(lanes, ball, *own);
}

std::optional<PocketWays::BankWay> PositionJudge::BankWayBy(const aim::Mirror& mirror,
                                                            const aim::Lanes& lanes, int ball,
                                                            int pocket) const {
  const auto bank = aim::BankBy(mirror, lanes.Place(ball), lanes.Radius(ball),
                                scene_->table().pockets[Index(pocket)].centre_m);
  if (!bank) return std::nullopt;
  const double half_m = windows_.At(pocket, bank->mouth_m - bank->at_m).half_m;
  if (!(half_m > 0.0)) return std::nullopt;
  const Vec2 way = bank->image_m - lanes.Place(ball);
  const double length_m = way.norm();
  const Vec2 direction = way / length_m;
  // A ball that comes straight back, or lies at the cushion, meets the cue ball where that struck
  // it.
  const double touch_m = lanes.Touch(lanes.cue(), ball);
  const Vec2 ghost = lanes.Place(ball) - touch_m * direction;
  const Vec2 nearest = NearestOnSegment(ghost, bank->at_m, bank->mouth_m);
  if ((nearest - ghost).norm() < touch_m) return std::nullopt;
  return BankWay{*bank, direction, length_m, half_m};
}

double PositionJudge::BankRoom(const aim::Lanes& lanes, const PocketWays& ways, int ball,
                               double above) const {
  double best = above;
  const auto improve = [&](const BankWay& way, uint32_t others) {
    const Pot pot = PotAlong(lanes, lanes.Place(lanes.cue()), ball, way.direction, way.length_m,
                             way.half_m, best);
    if (pot.room > best && InTheWay(way.bank, lanes, ball, others) == 0) best = pot.room;
  };
  if ((ways.moved_ >> ball & 1u) == 0) {
    for (const BankWay& way : ways.before_->banks_[Index(ball)]) {
      if ((way.blocked_by & ~ways.moved_) == 0) improve(way, ways.moved_);
    }
    return best;
  }
  for (int pocket = 0; pocket < ways.pockets_; ++pocket) {
    for (const aim::Mirror& mirror : mirrors_) {
      if (const auto way = BankWayBy(mirror, lanes, ball, pocket)) improve(*way, ~0u);
    }
  }
  return best;
}

double PositionJudge::KickRoom(const aim::Lanes& lanes, const PocketWays& ways, int ball,
                               double above) const {
  const Vec2& cue_m = lanes.Place(lanes.cue());
  const OfBall& of_ball = ways.Of(ball);
  double best = above;
  for (int pocket = 0; pocket < ways.pockets_; ++pocket) {
    const Way& way = of_ball.ways[Index(pocket)];
    if (!way.gap.IsOpen()) continue;
    // No way by a cushion is shorter than the straight one.
    const double least_m = kSurely * std::max(best, kNoRoom) * deviation_rad_;
    if (way.beside_m * way.beside_m < least_m * least_m * (way.ghost_m - cue_m).squaredNorm()) {
      continue;
    }
    for (const aim::Mirror& mirror : mirrors_) best = KickRoom(lanes, mirror, way, ball, best);
  }
  return best;
}

double PositionJudge::KickRoom(const aim::Lanes& lanes, const aim::Mirror& mirror, const Way& way,
                               int ball, double above) const {
  const Vec2& cue_m = lanes.Place(lanes.cue());
  const Vec2 image = mirror.Image(way.ghost_m);
  const Vec2 approach = way.ghost_m - mirror.Image(cue_m);
  const double ahead_m = approach.dot(way.direction);
  if (!(ahead_m > 0.0) || way.beside_m * ahead_m < kSurely * std::max(above, kNoRoom) *
                                                       deviation_rad_ * approach.squaredNorm()) {
    return above;
  }
  const auto at = mirror.Crossing(cue_m, image);
  if (!at) return above;
  const double cosine = (way.ghost_m - *at).normalized().dot(way.direction);
  if (!(cosine >= kThinnest)) return above;
  const double room = Room((image - cue_m).norm(), cosine * way.beside_m);
  const int only[] = {ball};
  const bool better = room > above && lanes.Free(lanes.cue(), cue_m, *at, {}) &&
                      lanes.Free(lanes.cue(), *at, way.ghost_m, only);
  return better ? room : above;
}

std::optional<StraightPot> PositionJudge::PotOf(const aim::Lanes& lanes, const Vec2& cue_m,
                                                int ball, int pocket) const {
  const Way way = WayInto(lanes, ball, pocket);
  if (!way.gap.IsOpen()) return std::nullopt;
  const Pot pot = PotAlong(lanes, cue_m, ball, way.direction, way.length_m, way.gap.Half(), 0.0);
  if (!(pot.room > 0.0)) return std::nullopt;
  const double touch_m = lanes.Touch(lanes.cue(), ball);
  const double lever = way.length_m / (touch_m * pot.cosine);
  // A cue ball further to the left drives the ball to the right.
  const Vec2 left(-way.direction.y(), way.direction.x());
  const Vec2 end_m =
      lanes.Place(ball) + way.length_m * way.direction - lever * pot.gap.Middle() * left;
  return StraightPot{lanes.Place(ball) - touch_m * (end_m - lanes.Place(ball)).normalized(), end_m,
                     lever * pot.gap.Half(), lever * pot.far_m, ChanceOf(pot.room)};
}

PositionJudge::Ease PositionJudge::EaseOf(const aim::Lanes& lanes, const OfBall& of_ball, int ball,
                                          double from_m) const {
  const double touch_m = lanes.Touch(lanes.cue(), ball);
  Ease ease;
  for (const Way& way : of_ball.ways) {
    if (!way.gap.IsOpen() || way.behind != 0) continue;
    const double room = Room(from_m * way.length_m / (touch_m * kUsualCosine), way.gap.Half());
    ease.room = std::max(ease.room, room);
    if (room > kGoodRoom) ++ease.ways;
  }
  return ease;
}

PositionJudge::Pot PositionJudge::BestFrom(const aim::Lanes& lanes, const PocketWays& ways,
                                           const Vec2& cue_m, int ball) const {
  const OfBall& of_ball = ways.Of(ball);
  std::array<const Way*, PocketWays::kMostPockets> way_into{};
  std::array<std::optional<Way>, PocketWays::kMostPockets> without;
  std::array<double, PocketWays::kMostPockets> most{};  // Room that no ball narrows.
  for (int pocket = 0; pocket < ways.pockets_; ++pocket) {
    const Way* way = &of_ball.ways[Index(pocket)];
    if ((way->narrowed_by & ~lanes.in_play()) != 0) {  // Balls were taken away since.
      SetGap(lanes, ball, way->narrowed_by, without[Index(pocket)].emplace(*way));
      way = &*without[Index(pocket)];
    }
    if (!way->gap.IsOpen()) continue;
    way_into[Index(pocket)] = way;
    const Vec2 approach = way->ghost_m - cue_m;
    const double ahead_m = approach.dot(way->direction);
    if (!(ahead_m > 0.0)) continue;  // A cue ball on the ghost's very place is not behind it.
    most[Index(pocket)] = way->beside_m * ahead_m / (deviation_rad_ * approach.squaredNorm());
  }
  // The widest first, so that the others need not be looked at. Of equals the first pocket counts.
  Pot best;
  size_t best_pocket = 0;
  for (;;) {
    const auto widest = std::max_element(most.begin(), most.begin() + ways.pockets_);
    if (!(*widest > kSurely * std::max(best.room, kNoRoom))) return best;
    *widest = 0.0;
    const auto pocket = static_cast<size_t>(widest - most.begin());
    const bool first = pocket < best_pocket;
    const Way& way = *way_into[pocket];
    const Pot pot = PotAlong(lanes, cue_m, ball, way.direction, way.length_m, way.gap.Half(),
                             first ? kSurely * best.room : best.room);
    if (pot.room > best.room || (first && pot.room == best.room)) {
      best = pot;
      best_pocket = pocket;
    }
  }
}

PositionJudge::NextPot PositionJudge::NextPotOf(const aim::Lanes& lanes, const PocketWays& ways,
                                                const Left& left, bool in_hand) const {
  NextPot next;
  next.ball = std::countr_zero(left.now);
  ForEach(left.now, [&](int ball) {
    const Pot pot =
        in_hand
            ? Pot{EaseOf(lanes, ways.Of(ball), ball, kInHand_m).room, kInHand_m, kUsualCosine, {}}
            : BestFrom(lanes, ways, lanes.Place(lanes.cue()), ball);
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
    by_cushion = BankRoom(lanes, ways, ball, by_cushion);
    by_cushion = KickRoom(lanes, ways, ball, by_cushion);
  });
  next.by_cushion = MarginOf(by_cushion);
  return next;
}

Features PositionJudge::FeaturesOf(const aim::Lanes& lanes, const PocketWays& ways_in,
                                   const Left& left, bool in_hand) const {
  const rules::BallMask last = left.last >= 0 ? rules::Bit(left.last) : 0;
  const NextPot first = NextPotOf(lanes, ways_in, left, in_hand);
  const rules::BallMask others = (left.now | left.later) & ~rules::Bit(first.ball);
  // How easily each of the others is potted from a usual place.
  double chances = 0.0;
  double margins = 0.0;
  double least = kMostMargin;
  double blocked = 0.0;
  double ways = 0.0;
  ForEach(others, [&](int ball) {
    const OfBall& of_ball = ways_in.Of(ball);
    chances += of_ball.usual_chance - 1.0;
    margins += of_ball.usual_margin - kMostMargin;
    least = std::min(least, of_ball.usual_margin);
    if (of_ball.usual_margin <= kNoMargin) blocked += 1.0;
    ways += std::min(of_ball.usual.ways, kMostWays);
  });
  const Ease ending = last != 0 ? ways_in.Of(left.last).usual : Ease{kMostRoom};
  ways += std::min(ending.ways, kMostWays);
  // Those that come next, after a stop shot on the first.
  rules::BallMask next = left.now & ~rules::Bit(first.ball);
  if (next == 0) next = left.later & (~left.later + 1u);
  if (next == 0) next = last;
  aim::Lanes without = lanes;
  without.TakeAway(first.ball);
  without.TakeAway(lanes.cue());
  double after = next == 0 ? kMostRoom : 0.0;
  double afterwards = 0.0;
  ForEach(next, [&](int ball) {
    const double room = BestFrom(without, ways_in, lanes.Place(first.ball), ball).room;
    after = std::max(after, room);
    afterwards += ChanceOf(room);
  });
  const int to_come = std::popcount(others | last);
  const bool at_rail = !in_hand && AtRail(lanes.Place(lanes.cue()));
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
          to_come > 0 ? ways / to_come : static_cast<double>(kMostWays),
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
    const rules::BallMask nine = rules::Bit(rules::LastBallOf(position.game));
    const bool only_nine = now == nine;
    visit(Left{now, state.on_table & ~now & ~nine,
               only_nine ? -1 : rules::LastBallOf(position.game)});
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

aim::Lanes LanesOf(const Scene& scene, const Position& position) {
  aim::Lanes lanes(scene.balls(), position.balls, position.CueBall());
  if (position.InHand()) lanes.TakeAway(position.CueBall());
  return lanes;
}

}  // namespace

PocketWays PositionJudge::WaysOf(const Position& position) const {
  PocketWays ways = WaysOf(LanesOf(*scene_, position), nullptr, ~0u);
  ForEach(ways.lanes_.in_play() & ~(1u << ways.lanes_.cue()), [&](int ball) {
    for (int pocket = 0; pocket < ways.pockets_; ++pocket) {
      for (const aim::Mirror& mirror : mirrors_) {
        auto way = BankWayBy(mirror, ways.lanes_, ball, pocket);
        if (!way) continue;
        way->blocked_by = InTheWay(way->bank, ways.lanes_, ball, ~0u);
        ways.banks_[Index(ball)].push_back(*way);
      }
    }
  });
  return ways;
}

Features PositionJudge::FeaturesOf(const Position& position) const {
  const aim::Lanes lanes = LanesOf(*scene_, position);
  const PocketWays ways = WaysOf(lanes, nullptr, ~0u);
  const rules::BallMask barred = BehindString(*scene_, position);
  Features best{};
  bool has_best = false;
  ForEachLeft<Left>(position, position.state.shooter, barred, [&](const Left& left) {
    const Features features = FeaturesOf(lanes, ways, left, position.InHand());
    if (has_best && ClearChanceOf(features) <= ClearChanceOf(best)) return;
    best = features;
    has_best = true;
  });
  return best;
}

double PositionJudge::ClearChance(const aim::Lanes& lanes, const PocketWays& ways,
                                  const Position& position, int player, bool in_hand) const {
  const rules::BallMask barred = BehindString(*scene_, position);
  double best = 0.0;
  ForEachLeft<Left>(position, player, barred, [&](const Left& left) {
    best = std::max(best, ClearChanceOf(FeaturesOf(lanes, ways, left, in_hand)));
  });
  return best;
}

double PositionJudge::ClearChance(const Position& position, const PocketWays* before) const {
  const aim::Lanes lanes = LanesOf(*scene_, position);
  const int shooter = position.state.shooter;
  rules::BallMask balls = 0;
  ForEachLeft<Left>(position, shooter, /*barred=*/0, [&](const Left& left) {
    balls |= left.now | left.later | (left.last >= 0 ? rules::Bit(left.last) : 0);
  });
  return ClearChance(lanes, WaysOf(lanes, before, balls), position, shooter, position.InHand());
}

double PositionJudge::WinChance(const Position& position, const PocketWays* before) const {
  // An inning that ends leaves the opponent, on average, a cue ball that lies half as well as one
  // in hand; after his inning it is all the same again.
  const aim::Lanes lanes = LanesOf(*scene_, position);
  const PocketWays ways = WaysOf(lanes, before, ~0u);
  const int shooter = position.state.shooter;
  const double clears = ClearChance(lanes, ways, position, shooter, position.InHand());
  aim::Lanes anywhere = lanes;
  anywhere.TakeAway(position.CueBall());
  const double opponent =
      0.5 * ClearChance(anywhere, ways, position, rules::Opponent(shooter), /*in_hand=*/true);
  return clears + (1.0 - clears) * 0.5 * (1.0 - opponent);
}

}  // namespace carom::play
