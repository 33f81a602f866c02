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
// Logarithms of window over scatter: below the first a pot is hopeless (a chance of 0.03), beyond
// the last it is certain.
constexpr double kNoMargin = -3.2;
constexpr double kMostMargin = 3.0;
constexpr double kGoodMargin = 0.7;  // A chance of 0.95.
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

PositionJudge::Pot PositionJudge::PotFrom(const aim::Lanes& lanes, const Vec2& cue_m, int ball,
                                          int pocket) const {
  const Pot none{kNoMargin};
  const Vec2& place = lanes.Place(ball);
  const Vec2& pocket_m = scene_->table().pockets[Index(pocket)].centre_m;
  const Vec2 way = pocket_m - place;
  const double length_m = way.norm();
  const Vec2 direction = way / length_m;
  const double touch_m = lanes.Touch(lanes.cue(), ball);
  const Vec2 ghost = place - touch_m * direction;
  const Vec2 approach = ghost - cue_m;
  const double far_m = approach.norm();
  const double cosine = approach.dot(direction) / far_m;
  if (!(cosine >= kThinnest)) return none;
  const double margin =
      Margin(far_m * length_m / (touch_m * cosine), windows_.At(pocket, direction).half_m);
  if (margin <= kNoMargin) return none;
  const int cue[] = {lanes.cue()};
  const int both[] = {ball};
  if (!lanes.Free(ball, place, pocket_m, cue)) return none;
  return lanes.Free(lanes.cue(), cue_m, ghost, both) ? Pot{margin, far_m, cosine} : none;
}

PositionJudge::Pot PositionJudge::BankFrom(const aim::Lanes& lanes, int ball, int pocket) const {
  Pot best{kNoMargin};
  const int cue = lanes.cue();
  const Vec2& place = lanes.Place(ball);
  const double touch_m = lanes.Touch(cue, ball);
  for (const aim::Mirror& mirror : mirrors_) {
    const auto bank =
        aim::BankBy(mirror, lanes, ball, scene_->table().pockets[Index(pocket)].centre_m);
    if (!bank) continue;
    const Vec2 way = bank->image_m - place;
    const double length_m = way.norm();
    const Vec2 direction = way / length_m;
    const Vec2 ghost = place - touch_m * direction;
    const Vec2 approach = ghost - lanes.Place(cue);
    const double far_m = approach.norm();
    const double cosine = approach.dot(direction) / far_m;
    if (!(cosine >= kThinnest)) continue;
    const Vec2 last = (bank->mouth_m - bank->at_m).normalized();
    const double margin =
        Margin(far_m * length_m / (touch_m * cosine), windows_.At(pocket, last).half_m);
    const int both[] = {ball};
    if (margin <= best.margin || !lanes.Free(cue, lanes.Place(cue), ghost, both)) continue;
    best = {margin, far_m, cosine};
  }
  return best;
}

double PositionJudge::PotChance(const aim::Lanes& lanes, const Vec2& cue_m, int ball,
                                int pocket) const {
  const double margin = PotFrom(lanes, cue_m, ball, pocket).margin;
  return margin > kNoMargin ? ChanceOf(margin) : 0.0;
}

double PositionJudge::EaseOf(const aim::Lanes& lanes, int ball, double from_m, int* ways) const {
  const Vec2& place = lanes.Place(ball);
  const int cue[] = {lanes.cue()};
  double best = kNoMargin;
  for (int pocket = 0; pocket < static_cast<int>(scene_->table().pockets.size()); ++pocket) {
    const Vec2& pocket_m = scene_->table().pockets[Index(pocket)].centre_m;
    const Vec2 way = pocket_m - place;
    const double length_m = way.norm();
    const Vec2 direction = way / length_m;
    const double touch_m = lanes.Touch(lanes.cue(), ball);
    const double margin =
        Margin(from_m * length_m / (touch_m * kUsualCosine), windows_.At(pocket, direction).half_m);
    if (margin <= (ways != nullptr ? kGoodMargin : best)) continue;
    if (!lanes.Free(ball, place, pocket_m, cue)) continue;
    // There has to be room for the cue ball behind it.
    const Vec2 ghost = place - touch_m * direction;
    const int both[] = {ball};
    if (!lanes.Free(lanes.cue(), Vec2(ghost - touch_m * direction), ghost, both)) continue;
    best = std::max(best, margin);
    if (ways != nullptr && margin > kGoodMargin) ++*ways;
  }
  return best;
}

Features PositionJudge::FeaturesOf(const aim::Lanes& lanes, const Left& left, bool in_hand) const {
  const int pockets = static_cast<int>(scene_->table().pockets.size());
  std::array<double, kMaxBalls> ease{};
  const rules::BallMask last = left.last >= 0 ? rules::Bit(left.last) : 0;
  ForEach(left.now | left.later | last,
          [&](int ball) { ease[Index(ball)] = EaseOf(lanes, ball, kUsual_m); });
  double ways = 0.0;
  double options = 0.0;
  const auto best_from = [&](const aim::Lanes& on, const Vec2& cue_m, int ball) {
    Pot best{kNoMargin};
    for (int pocket = 0; pocket < pockets; ++pocket) {
      const Pot pot = PotFrom(on, cue_m, ball, pocket);
      if (pot.margin > best.margin) best = pot;
    }
    return best;
  };
  Pot first{kNoMargin};
  double second = kNoMargin;
  int first_ball = std::countr_zero(left.now);
  ForEach(left.now, [&](int ball) {
    const Pot pot = in_hand ? Pot{EaseOf(lanes, ball, kInHand_m), kInHand_m, kUsualCosine}
                            : best_from(lanes, lanes.Place(lanes.cue()), ball);
    options += ChanceOf(pot.margin);
    if (pot.margin > first.margin) {
      second = first.margin;
      first = pot;
      first_ball = ball;
    } else {
      second = std::max(second, pot.margin);
    }
  });
  // Where no ball can be potted straight with ease.
  double bank = kMostMargin;
  if (!in_hand && first.margin < kGoodMargin) {
    bank = kNoMargin;
    ForEach(left.now, [&](int ball) {
      for (int pocket = 0; pocket < pockets; ++pocket) {
        bank = std::max(bank, BankFrom(lanes, ball, pocket).margin);
      }
    });
  }
  // The others after a stop shot on the first.
  const rules::BallMask others = (left.now | left.later) & ~rules::Bit(first_ball);
  rules::BallMask next = left.now & ~rules::Bit(first_ball);
  if (next == 0) next = left.later & (~left.later + 1u);
  if (next == 0) next = last;
  double afterwards = 0.0;
  double after = next == 0 ? kMostMargin : kNoMargin;
  aim::Lanes without = lanes;
  without.TakeAway(first_ball);
  without.TakeAway(lanes.cue());
  ForEach(next, [&](int ball) {
    const double margin = best_from(without, lanes.Place(first_ball), ball).margin;
    after = std::max(after, margin);
    afterwards += ChanceOf(margin);
  });
  double chances = 0.0;
  double margins = 0.0;
  double least = kMostMargin;
  double blocked = 0.0;
  ForEach(others, [&](int ball) {
    const double margin = ease[Index(ball)];
    chances += ChanceOf(margin) - 1.0;
    margins += margin - kMostMargin;
    least = std::min(least, margin);
    if (margin <= kNoMargin) blocked += 1.0;
  });
  const bool at_rail = !in_hand && AtRail(lanes.Place(lanes.cue()));
  const double last_margin = last != 0 ? ease[Index(left.last)] : kMostMargin;
  ForEach(others | last, [&](int ball) {
    int count = 0;
    EaseOf(lanes, ball, kUsual_m, &count);
    ways += std::min(count, 3);
  });
  const int to_come = std::popcount(others | last);
  return {first.margin,
          ChanceOf(first.margin),
          std::popcount(left.now) > 1 ? second : first.margin,
          static_cast<double>(std::popcount(others | last)),
          chances,
          margins / 4.0,
          least,
          blocked,
          last_margin,
          ChanceOf(last_margin),
          after,
          at_rail ? 1.0 : 0.0,
          first.far_m,
          first.cosine,
          options,
          to_come > 0 ? ways / to_come : 3.0,
          afterwards,
          bank};
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
