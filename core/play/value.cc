#include "core/play/value.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "core/base/index.h"
#include "core/base/portable_math.h"
#include "core/play/value_weights.h"
#include "core/rules/eight_ball.h"

namespace carom::play {
namespace {

// What aiming leaves where the player makes no error, rad: a hundredth of a ball's width at 0.6 m.
constexpr double kAimingError_rad = 5e-4;
constexpr int kMostPockets = 8;      // That are looked at: of more, the first.
constexpr double kGoodMargin = 0.7;  // A chance of 0.95.
constexpr int kMostWays = 3;         // More good ways of a ball are no better.
// A cue ball within so many radii of a rail cannot be struck freely.
constexpr double kAtRail = 3.0;
// Cuts beyond this angle leave the driven ball a fifth of the speed or less (cos 78 deg).
constexpr double kThinnest = 0.2;
// The pot by which the ease of a ball is measured: from here, m, with a cut of 20 degrees. From
// nearer where the cue ball is in hand.
constexpr double kUsual_m = 0.45;
constexpr double kInHand_m = 0.25;
constexpr double kUsualCosine = 0.94;
// The speed of most pots, m/s.
constexpr double kUsual_m_s = 2.0;

// 2 Phi(z) - 1, within 2e-4 (S. Winitzki, 2008, after erf's series at 0 and at infinity).
double WithinDeviations(double z) {
  constexpr double kA = 0.147;
  const double square = 0.5 * z * z;
  const double ratio = (4.0 / kPi + kA * square) / (1.0 + kA * square);
  return std::sqrt(std::max(0.0, 1.0 - Exp(-square * ratio)));
}

double ChanceOf(double margin) { return margin > kNoMargin ? WithinDeviations(Exp(margin)) : 0.0; }

double Logistic(double x) { return 1.0 / (1.0 + Exp(-x)); }

// A network with one hidden layer, fitted to the values that plans find (value_weights.h).
double ClearChanceOf(const Features& features) {
  double sum = kOutputBias;
  for (size_t unit = 0; unit < kHidden; ++unit) {
    double input = kHiddenBias[unit];
    for (size_t i = 0; i < kFeatures; ++i) input += kHiddenWeights[unit][i] * features[i];
    sum += kOutputWeights[unit] * Logistic(input);
  }
  return Logistic(sum);
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

struct PositionJudge::Way {
  Vec2 direction;
  double length_m = 0.0;
  double half_m = 0.0;        // Of the pocket's window.
  uint32_t in_the_way = ~0u;  // Balls, a bit each, the cue ball apart.
};

struct PositionJudge::Ways {
  std::array<std::array<Way, kMostPockets>, kMaxBalls> of;
  int pockets = 0;
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

double PositionJudge::Margin(double reach_m_rad, double half_m) const {
  const double scatter_m = deviation_rad_ * reach_m_rad;
  if (!(half_m > 0.0)) return kNoMargin;
  return std::clamp(Log(half_m / scatter_m), kNoMargin, kMostMargin);
}

double PositionJudge::Hit(double reach_m_rad, double half_m) const {
  return half_m > 0.0 ? WithinDeviations(half_m / (deviation_rad_ * reach_m_rad)) : 0.0;
}

PositionJudge::Pot PositionJudge::PotAlong(const aim::Lanes& lanes, const Vec2& cue_m, int ball,
                                           const Vec2& direction, double length_m, double half_m,
                                           double above) const {
  const Pot none{kNoMargin};
  const double touch_m = lanes.Touch(lanes.cue(), ball);
  const Vec2 ghost = lanes.Place(ball) - touch_m * direction;
  const Vec2 approach = ghost - cue_m;
  const double far_m = approach.norm();
  const double cosine = approach.dot(direction) / far_m;
  if (!(cosine >= kThinnest)) return none;
  const double margin = Margin(far_m * length_m / (touch_m * cosine), half_m);
  const int only[] = {ball};
  if (margin <= above || !lanes.Free(lanes.cue(), cue_m, ghost, only)) return none;
  return {margin, far_m, cosine};
}

PositionJudge::Way PositionJudge::WayInto(const aim::Lanes& lanes, int ball, int pocket) const {
  const Vec2& pocket_m = scene_->table().pockets[Index(pocket)].centre_m;
  Way way;
  way.direction = pocket_m - lanes.Place(ball);
  way.length_m = way.direction.norm();
  way.direction /= way.length_m;
  way.half_m = windows_.At(pocket, way.direction).half_m;
  if (way.half_m > 0.0) {
    way.in_the_way = lanes.InTheWay(ball, lanes.Place(ball), pocket_m) & ~(1u << lanes.cue());
  }
  return way;
}

PositionJudge::Ways PositionJudge::WaysOf(const aim::Lanes& lanes, uint32_t balls) const {
  Ways ways;
  ways.pockets = std::min(kMostPockets, static_cast<int>(scene_->table().pockets.size()));
  ForEach(balls, [&](int ball) {
    for (int pocket = 0; pocket < ways.pockets; ++pocket) {
      ways.of[Index(ball)][Index(pocket)] = WayInto(lanes, ball, pocket);
    }
  });
  return ways;
}

double PositionJudge::BankMargin(const aim::Lanes& lanes, int ball, int pocket) const {
  double best = kNoMargin;
  for (const aim::Mirror& mirror : mirrors_) {
    const auto bank = aim::BankBy(mirror, lanes.Place(ball), lanes.Radius(ball),
                                  scene_->table().pockets[Index(pocket)].centre_m);
    if (!bank) continue;
    const Vec2 last = (bank->mouth_m - bank->at_m).normalized();
    const Vec2 way = bank->image_m - lanes.Place(ball);
    const double length_m = way.norm();
    const Pot pot = PotAlong(lanes, lanes.Place(lanes.cue()), ball, way / length_m, length_m,
                             windows_.At(pocket, last).half_m, best);
    if (pot.margin > best && aim::IsFree(*bank, lanes, ball)) best = pot.margin;
  }
  return best;
}

double PositionJudge::PotChance(const aim::Lanes& lanes, const Vec2& cue_m, int ball,
                                int pocket) const {
  const Way way = WayInto(lanes, ball, pocket);
  if (way.in_the_way != 0) return 0.0;
  return ChanceOf(
      PotAlong(lanes, cue_m, ball, way.direction, way.length_m, way.half_m, kNoMargin).margin);
}

PositionJudge::Ease PositionJudge::EaseOf(const aim::Lanes& lanes, const Ways& ways, int ball,
                                          double from_m) const {
  const int only[] = {ball};
  const double touch_m = lanes.Touch(lanes.cue(), ball);
  Ease ease{kNoMargin};
  for (int pocket = 0; pocket < ways.pockets; ++pocket) {
    const Way& way = ways.of[Index(ball)][Index(pocket)];
    if (way.in_the_way != 0) continue;
    const double margin = Margin(from_m * way.length_m / (touch_m * kUsualCosine), way.half_m);
    if (margin <= std::min(ease.margin, kGoodMargin)) continue;
    // There has to be room for the cue ball behind it.
    const Vec2 ghost = lanes.Place(ball) - touch_m * way.direction;
    if (!lanes.Free(lanes.cue(), Vec2(ghost - touch_m * way.direction), ghost, only)) continue;
    ease.margin = std::max(ease.margin, margin);
    if (margin > kGoodMargin) ++ease.ways;
  }
  return ease;
}

PositionJudge::Pot PositionJudge::BestFrom(const aim::Lanes& lanes, const Ways& ways,
                                           const Vec2& cue_m, int ball) const {
  Pot best{kNoMargin};
  for (int pocket = 0; pocket < ways.pockets; ++pocket) {
    const Way& way = ways.of[Index(ball)][Index(pocket)];
    // Balls may have been taken away since.
    bool free = true;
    if (!(way.half_m > 0.0)) continue;
    ForEach(way.in_the_way, [&](int other) { free = free && !lanes.IsInPlay(other); });
    if (!free) continue;
    const Pot pot =
        PotAlong(lanes, cue_m, ball, way.direction, way.length_m, way.half_m, best.margin);
    if (pot.margin > best.margin) best = pot;
  }
  return best;
}

PositionJudge::NextPot PositionJudge::NextPotOf(const aim::Lanes& lanes, const Ways& ways,
                                                const Left& left, bool in_hand) const {
  NextPot next;
  next.ball = std::countr_zero(left.now);
  ForEach(left.now, [&](int ball) {
    const Pot pot = in_hand
                        ? Pot{EaseOf(lanes, ways, ball, kInHand_m).margin, kInHand_m, kUsualCosine}
                        : BestFrom(lanes, ways, lanes.Place(lanes.cue()), ball);
    next.options += ChanceOf(pot.margin);
    if (pot.margin > next.best.margin) {
      next.second = next.best.margin;
      next.best = pot;
      next.ball = ball;
    } else {
      next.second = std::max(next.second, pot.margin);
    }
  });
  if (std::popcount(left.now) == 1) next.second = next.best.margin;
  if (in_hand || next.best.margin >= kGoodMargin) return next;
  next.bank = kNoMargin;
  ForEach(left.now, [&](int ball) {
    for (int pocket = 0; pocket < ways.pockets; ++pocket) {
      next.bank = std::max(next.bank, BankMargin(lanes, ball, pocket));
    }
  });
  return next;
}

Features PositionJudge::FeaturesOf(const aim::Lanes& lanes, const Left& left, bool in_hand) const {
  const rules::BallMask last = left.last >= 0 ? rules::Bit(left.last) : 0;
  const Ways ways_in = WaysOf(lanes, left.now | left.later | last);
  const NextPot first = NextPotOf(lanes, ways_in, left, in_hand);
  const rules::BallMask others = (left.now | left.later) & ~rules::Bit(first.ball);
  // How easily each of the others is potted from a usual place.
  double chances = 0.0;
  double margins = 0.0;
  double least = kMostMargin;
  double blocked = 0.0;
  double ways = 0.0;
  ForEach(others, [&](int ball) {
    const Ease ease = EaseOf(lanes, ways_in, ball, kUsual_m);
    chances += ChanceOf(ease.margin) - 1.0;
    margins += ease.margin - kMostMargin;
    least = std::min(least, ease.margin);
    if (ease.margin <= kNoMargin) blocked += 1.0;
    ways += std::min(ease.ways, kMostWays);
  });
  const Ease ending = last != 0 ? EaseOf(lanes, ways_in, left.last, kUsual_m) : Ease{kMostMargin};
  ways += std::min(ending.ways, kMostWays);
  // Those that come next, after a stop shot on the first.
  rules::BallMask next = left.now & ~rules::Bit(first.ball);
  if (next == 0) next = left.later & (~left.later + 1u);
  if (next == 0) next = last;
  aim::Lanes without = lanes;
  without.TakeAway(first.ball);
  without.TakeAway(lanes.cue());
  double after = next == 0 ? kMostMargin : kNoMargin;
  double afterwards = 0.0;
  ForEach(next, [&](int ball) {
    const double margin = BestFrom(without, ways_in, lanes.Place(first.ball), ball).margin;
    after = std::max(after, margin);
    afterwards += ChanceOf(margin);
  });
  const int to_come = std::popcount(others | last);
  const bool at_rail = !in_hand && AtRail(lanes.Place(lanes.cue()));
  return {first.best.margin,
          ChanceOf(first.best.margin),
          first.second,
          static_cast<double>(to_come),
          chances,
          margins / 4.0,
          least,
          blocked,
          ending.margin,
          ChanceOf(ending.margin),
          after,
          at_rail ? 1.0 : 0.0,
          first.best.far_m,
          first.best.cosine,
          first.options,
          to_come > 0 ? ways / to_come : static_cast<double>(kMostWays),
          afterwards,
          first.bank};
}

bool PositionJudge::AtRail(const Vec2& cue_m) const {
  const Table& table = scene_->table();
  const double radius_m = scene_->balls()[0].radius_m;
  return std::abs(cue_m.x()) > 0.5 * table.length_m - kAtRail * radius_m ||
         std::abs(cue_m.y()) > 0.5 * table.width_m - kAtRail * radius_m;
}

namespace {

// Which balls a player has left, one entry for each group that may become his.
template <class Left, class Visit>
void ForEachLeft(const Position& position, int player, Visit visit) {
  const rules::GameState& state = position.state;
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

Features PositionJudge::FeaturesOf(const Position& position) const {
  const aim::Lanes lanes = LanesOf(*scene_, position);
  Features best{};
  bool has_best = false;
  ForEachLeft<Left>(position, position.state.shooter, [&](const Left& left) {
    const Features features = FeaturesOf(lanes, left, position.InHand());
    if (has_best && ClearChanceOf(features) <= ClearChanceOf(best)) return;
    best = features;
    has_best = true;
  });
  return best;
}

double PositionJudge::ClearChance(const aim::Lanes& lanes, const Position& position, int player,
                                  bool in_hand) const {
  double best = 0.0;
  ForEachLeft<Left>(position, player, [&](const Left& left) {
    best = std::max(best, ClearChanceOf(FeaturesOf(lanes, left, in_hand)));
  });
  return best;
}

double PositionJudge::ClearChance(const Position& position) const {
  return ClearChance(LanesOf(*scene_, position), position, position.state.shooter,
                     position.InHand());
}

double PositionJudge::WinChance(const Position& position) const {
  // An inning that ends leaves the opponent, on average, a cue ball that lies half as well as one
  // in hand; after his inning it is all the same again.
  const aim::Lanes lanes = LanesOf(*scene_, position);
  const int shooter = position.state.shooter;
  const double clears = ClearChance(lanes, position, shooter, position.InHand());
  aim::Lanes anywhere = lanes;
  anywhere.TakeAway(position.CueBall());
  const double opponent =
      0.5 * ClearChance(anywhere, position, rules::Opponent(shooter), /*in_hand=*/true);
  return clears + (1.0 - clears) * 0.5 * (1.0 - opponent);
}

}  // namespace carom::play
