#include "core/play/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/goals/goal.h"
#include "core/play/breaks.h"
#include "core/play/match.h"
#include "core/play/place_balls.h"
#include "core/play/place_search.h"
#include "core/play/verdict.h"
#include "core/rules/pool.h"
#include "core/shot/simulate.h"
#include "core/table/catalog.h"
#include "tests/core/play/play_scene.h"

namespace carom::play {
namespace {

class Plans : public ::testing::Test {
 protected:
  Plans() {
    options_.shots = 1500;
    options_.skill.noise = estimate::IcgaNoise(1.0, scene_.balls()[0].radius_m);
  }

  PositionJudge Judge() { return *PositionJudge::Make(scene_, options_.skill, {}, workspace_); }

  absl::StatusOr<Plan> PlanFor(const Position& position, StopToken stop = {}) {
    return PlanShot(scene_, position, options_, Judge(), stop, workspace_);
  }

  const Scene scene_ = PoolScene();
  PlanOptions options_;
  Workspace workspace_;
};

Position ThreeBalls(const Scene& scene) {
  Position position = EmptyTable(scene);
  Put(scene, 0, -0.2, 0.1, position);
  Put(scene, 3, 0.4, 0.3, position);
  Put(scene, 8, -0.6, -0.3, position);
  return position;
}

// How many of so many draws of a break keep the turn.
int64_t KeptBy(const Scene& scene, const Position& position, const PlannedShot& shot,
               const estimate::StrikeNoise& noise, uint64_t seed, uint64_t draws,
               Workspace& workspace) {
  const Position placed = Placed(scene, position, shot);
  ShotJudge judge(scene, placed, nullptr, Objective::kClear, {}, workspace);
  int64_t made = 0;
  for (uint64_t draw = 0; draw < draws; ++draw) {
    CueStrike strike = shot.strike;
    EXPECT_TRUE(estimate::AddNoise(noise, seed, draw, strike).ok());
    made += judge.Play(Shot{placed.balls, strike}, shot.call).made;
  }
  return made;
}

// The pots that a search of so many shots finds.
struct Found {
  Found(const Scene& scene, const Position& position, const PlanOptions& options,
        const PositionJudge& judge, int64_t shots, Workspace& workspace)
      : values(judge, position),
        search(scene, position, std::nullopt, options, values, /*place=*/0, /*first_line=*/0, {},
               workspace) {
    search.FindPots(shots);
    pots = search.TakeFound();
  }
  ValuesAfter values;
  PlaceSearch search;
  std::vector<Candidate> pots;
};

// Its eight is all that is left, a long cut away from a pocket.
Position LongCut(const Scene& scene) {
  Position position = EmptyTable(scene);
  Put(scene, 0, -0.7, 0.2, position);
  Put(scene, 8, 0.3, -0.1, position);
  return position;
}

// A strike near a pot is turned so that its path is the same. With the pot's azimuth more of them
// miss, by more than three deviations of the difference.
TEST_F(Plans, StrikesNearAPotKeepItsPath) {
  const Position position = LongCut(scene_);
  const PositionJudge judge = Judge();
  Found found(scene_, position, options_, judge, 600, workspace_);
  ShotJudge referee(scene_, position, nullptr, Objective::kClear, {}, workspace_);
  int tried = 0;
  int made = 0;
  int made_unturned = 0;
  for (const Candidate& pot : found.pots) {
    const auto near = found.search.Near(pot, 1.0);
    if (!pot.slopes || !near) continue;
    ++tried;
    Shot shot{position.balls, near->shot.strike};
    made += referee.Play(shot, near->shot.call).made;
    shot.strike->azimuth_rad = pot.shot.strike.azimuth_rad;
    made_unturned += referee.Play(shot, near->shot.call).made;
  }
  ASSERT_GE(tried, 30);
  EXPECT_GT(made - made_unturned, 3.0 * std::sqrt(0.5 * tried));
}

// Of the strikes on one route those third that promise most are made more often than those that
// promise least, by more than three deviations of the difference.
TEST_F(Plans, ScoresTellWhichStrikesAreLikely) {
  const Position position = LongCut(scene_);
  const PositionJudge judge = Judge();
  options_.objective = Objective::kClear;
  Found found(scene_, position, options_, judge, 1500, workspace_);
  std::vector<Candidate> pots;
  for (const Candidate& pot : found.pots) {
    if (pot.line == 0) pots.push_back(pot);
  }
  ASSERT_GE(pots.size(), 90u);
  std::stable_sort(pots.begin(), pots.end(), ByScore);
  const size_t third = pots.size() / 3;
  constexpr uint64_t kDraws = 10;
  const auto made_from = [&](size_t first) {
    int64_t made = 0;
    for (size_t i = first; i < first + third; ++i) {
      made += KeptBy(scene_, position, pots[i].shot, options_.skill.noise, 7, kDraws, workspace_);
    }
    return static_cast<double>(made);
  };
  EXPECT_GT(made_from(0) - made_from(pots.size() - third),
            3.0 * std::sqrt(0.5 * static_cast<double>(third * kDraws)));
}

// Who wants to clear the table loses by a miss all that there is; who wants to win, three quarters.
TEST_F(Plans, AMissIsWorthNothingToWhoClears) {
  const Position position = LongCut(scene_);
  const PositionJudge judge = Judge();
  const Found wins(scene_, position, options_, judge, 400, workspace_);
  options_.objective = Objective::kClear;
  const Found clears(scene_, position, options_, judge, 400, workspace_);
  ASSERT_EQ(wins.pots.size(), clears.pots.size());
  ASSERT_FALSE(clears.pots.empty());
  for (size_t i = 0; i < clears.pots.size(); ++i) {
    ASSERT_TRUE(clears.pots[i].wins);
    EXPECT_GT(clears.pots[i].score, 0.0);
    EXPECT_NEAR(wins.pots[i].score, 0.25 + 0.75 * clears.pots[i].score, 1e-12);
  }
}

// The same strikes whatever was planned before in the same workspace; a budget is kept.
TEST_F(Plans, ArePureFunctions) {
  const Position position = ThreeBalls(scene_);
  const auto first = PlanFor(position);
  ASSERT_TRUE(first.ok()) << first.status();
  ASSERT_FALSE(first->shots.empty());
  Position other = position;
  Put(scene_, 0, 0.1, -0.2, other);
  ASSERT_TRUE(PlanFor(other).ok());
  const auto second = PlanFor(position);
  ASSERT_EQ(first->shots.size(), second->shots.size());
  for (size_t i = 0; i < first->shots.size(); ++i) {
    EXPECT_EQ(first->shots[i].strike.azimuth_rad, second->shots[i].strike.azimuth_rad);
    EXPECT_EQ(first->shots[i].value, second->shots[i].value);
  }
  EXPECT_LE(first->shots_played, options_.shots + options_.shots / 10);
  EXPECT_GE(first->shots_played, options_.shots / 2);
}

// The intended strike pots the called ball, without noise; under it, as often as was promised: the
// interval of 400 other draws holds the promise within both intervals.
TEST_F(Plans, PromiseWhatComes) {
  options_.confidence = 0.999;
  const Position position = ThreeBalls(scene_);
  const auto plan = PlanFor(position);
  ASSERT_TRUE(plan.ok()) << plan.status();
  const PlannedShot& best = plan->shots.front();
  ASSERT_EQ(best.kind, ShotKind::kPot);
  EXPECT_EQ(best.call.ball, 3);
  const PositionJudge values = Judge();
  const ValuesAfter after(values, position);
  ShotJudge judge(scene_, position, &after, Objective::kWin, {}, workspace_);
  Shot shot{position.balls, best.strike};
  EXPECT_TRUE(judge.Play(shot, best.call).made);
  int made = 0;
  for (uint64_t draw = 0; draw < 400; ++draw) {
    shot.strike = best.strike;
    ASSERT_TRUE(estimate::AddNoise(options_.skill.noise, 12345, draw, *shot.strike).ok());
    made += judge.Play(shot, best.call).made;
  }
  const auto seen = stats::Wilson(made, 400, 0.999);
  EXPECT_LE(seen.low, best.interval.high);
  EXPECT_GE(seen.high, best.interval.low);
}

// Without noise one draw tells all: of the race's share, a third of the budget, 120 are played.
TEST_F(Plans, DrawOnceWithoutNoise) {
  options_.skill.noise = estimate::IcgaNoise(0.0, scene_.balls()[0].radius_m);
  options_.shots = 6000;
  const auto plan = PlanFor(ThreeBalls(scene_));
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_FALSE(plan->shots.empty());
  EXPECT_EQ(plan->shots.front().chance, 1.0);
  EXPECT_LT(plan->shots_played, 0.8 * static_cast<double>(options_.shots));
}

// Noise of few values is drawn as often as any: its first two draws may be equal.
TEST_F(Plans, DrawOftenWithRareNoise) {
  options_.shots = 6000;
  options_.skill.noise = estimate::IcgaNoise(0.0, scene_.balls()[0].radius_m);
  ChoiceDistribution rare;
  ASSERT_TRUE(ChoiceDistribution::Make({0.0, -0.1}, {999.0, 1.0}, rare).ok());
  options_.skill.noise.fields[0] = rare;
  const auto plan = PlanFor(ThreeBalls(scene_));
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_GT(plan->shots_played, 0.9 * static_cast<double>(options_.shots));
}

// The cue keeps clear of a rail: the elevation of every ranked strike is the least that it needs.
TEST_F(Plans, RaiseTheCue) {
  Position position = ThreeBalls(scene_);
  Put(scene_, 0, -0.5 * scene_.table().length_m + 0.04, 0.1, position);
  const auto plan = PlanFor(position);
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_FALSE(plan->shots.empty());
  for (const PlannedShot& shot : plan->shots) {
    const auto least = LeastElevation(scene_, position.balls, shot.strike, *options_.skill.cue);
    ASSERT_TRUE(least.has_value());
    EXPECT_GE(shot.strike.elevation_rad, *least - 1e-12);
    EXPECT_GT(*least, 0.0);
  }
}

// In hand behind the head string the cue ball is put there, and clear of the other balls.
TEST_F(Plans, PutTheCueBall) {
  Position position = ThreeBalls(scene_);
  position.cue_ball = rules::CueBallPlace::kBehindHeadString;
  position.balls[0].motion = MotionState::kPocketed;
  const auto plan = PlanFor(position);
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_FALSE(plan->shots.empty());
  for (const PlannedShot& shot : plan->shots) {
    ASSERT_TRUE(shot.cue_ball_m.has_value());
    EXPECT_LE(shot.cue_ball_m->x(), scene_.table().head_spot_m.x());
    const Position placed = Placed(scene_, position, shot);
    Record record;
    EXPECT_TRUE(Simulate(scene_, {placed.balls, shot.strike}, {}, {}, workspace_, record).ok());
  }
}

// [WPA] 6.11: a cue ball that was in hand behind the head string does not go straight to a ball
// that lies there too, however easily it would drop.
TEST_F(Plans, LeadOutFromBehindTheHeadString) {
  Position position = EmptyTable(scene_);
  Put(scene_, 0, -0.7, 0.3, position);
  Put(scene_, 3, -1.0, 0.46, position);
  Put(scene_, 5, 0.9, -0.4, position);
  Put(scene_, 8, 0.6, -0.1, position);
  options_.most_ranked = 50;
  const auto play_straight_at_the_3 = [&](bool from_behind_string) {
    position.from_behind_string = from_behind_string;
    const auto plan = PlanFor(position);
    EXPECT_TRUE(plan.ok() && !plan->shots.empty()) << plan.status();
    Record record;
    Detail detail;
    detail.touches = true;
    int count = 0;
    for (const PlannedShot& shot : plan->shots) {
      EXPECT_TRUE(
          Simulate(scene_, {position.balls, shot.strike}, detail, {}, workspace_, record).ok());
      const Outcome& outcome = record.outcome;
      count += outcome.first_contact == 3 && outcome.cushions_before_contact == 0;
    }
    return count;
  };
  EXPECT_GT(play_straight_at_the_3(false), 0);
  EXPECT_EQ(play_straight_at_the_3(true), 0);
}

// [WPA] 6.11: a ball behind the head string may be touched once the cue ball has crossed the
// string: by a cushion, or by its own spin. Without that it is a foul, also where it went to and
// fro.
TEST_F(Plans, AreFoulsWhereTheCueBallStaysBehindTheHeadString) {
  Position position = EmptyTable(scene_);
  Put(scene_, 3, -0.95, 0.3, position);
  Put(scene_, 8, 0.6, -0.1, position);
  const auto foul_of = [&](double from_x, const CueStrike& strike) {
    Put(scene_, 0, from_x, 0.3, position);
    Detail detail;
    AskForView(position, detail);
    Record record;
    rules::ShotView view;
    EXPECT_TRUE(Simulate(scene_, {position.balls, strike}, detail, {}, workspace_, record).ok());
    EXPECT_TRUE(rules::MakeShotView(record, {}, view).ok());
    EXPECT_EQ(view.FirstContact(), 3);
    SeeBehindString(scene_, position, record, view);
    const rules::Ruling ruling = rules::Rule(position.game, position.state, {}, view);
    EXPECT_EQ(ruling.legal, ruling.foul == rules::Foul::kNone);
    return ruling.foul;
  };
  CueStrike straight;
  straight.speed_m_s = 2.0;
  straight.azimuth_rad = kPi;
  CueStrike by_foot_rail = straight;
  by_foot_rail.speed_m_s = 5.0;
  by_foot_rail.azimuth_rad = 0.0;
  CueStrike back = by_foot_rail;
  back.speed_m_s = 3.0;
  back.elevation_rad = 1.3265;
  back.height_offset = -0.45;
  position.from_behind_string = true;
  EXPECT_EQ(foul_of(-0.7, straight), rules::Foul::kBehindString);
  EXPECT_EQ(foul_of(-0.7, by_foot_rail), rules::Foul::kNone);
  EXPECT_EQ(foul_of(-0.65, back), rules::Foul::kNone);
  EXPECT_EQ(foul_of(-0.85, back), rules::Foul::kBehindString);
  position.from_behind_string = false;
  EXPECT_EQ(foul_of(-0.7, straight), rules::Foul::kNone);
}

// A nine-ball shot that pots a ball by a way that no route plans is named by what it pots.
TEST_F(Plans, ThatWinAreNoSafeties) {
  Position position = EmptyTable(scene_);
  position.game = rules::GameKind::kNineBall;
  position.state = rules::NineBallStart(0);
  position.state.phase = rules::Phase::kPlay;
  position.state.on_table = rules::Bit(1) | rules::Bit(9);
  Put(scene_, 0, -0.2, 0.1, position);
  Put(scene_, 1, 0.3, 0.1, position);
  Put(scene_, 9, 1.07, 0.51, position);  // In the jaws of a corner.
  options_.most_ranked = 50;
  options_.skill.noise = {};
  const auto plan = PlanFor(position);
  ASSERT_TRUE(plan.ok()) << plan.status();
  int pots_by_chance = 0;
  for (const PlannedShot& shot : plan->shots) {
    pots_by_chance += shot.kind == ShotKind::kPot && !shot.route;
    EXPECT_TRUE(shot.kind != ShotKind::kSafety || shot.value < 1.0);
    EXPECT_TRUE(shot.kind != ShotKind::kPot || shot.call.ball >= 1);
    EXPECT_EQ(shot.call.safety, shot.kind == ShotKind::kSafety);
  }
  EXPECT_GT(pots_by_chance, 0);
}

// A pot is named a cut only if the cue ball drives the called ball first and no other ball touches
// it, nor a rail from mouth to mouth.
TEST_F(Plans, ACutIsNamedByWhatHappens) {
  options_.most_ranked = 50;
  options_.skill.noise = {};
  CounterRandom random(36, 0);
  const auto& noses = scene_.table().noses;
  int cuts = 0;
  for (int made = 0; made < 20; ++made) {
    Position position = EmptyTable(scene_);
    // A few balls, close together.
    for (const int ball : {0, 1, 2, 3, 4, 5}) {
      Vec2 place;
      do {
        place = {random.Uniform(0.3, 1.05), random.Uniform(-0.1, 0.45)};
      } while (std::any_of(position.balls.begin(), position.balls.end(), [&](const BallState& one) {
        return InPlay(one.motion) && (one.position.head<2>() - place).norm() < 0.06;
      }));
      Put(scene_, ball, place.x(), place.y(), position);
    }
    const auto plan = PlanFor(position);
    ASSERT_TRUE(plan.ok()) << plan.status();
    for (const PlannedShot& shot : plan->shots) {
      if (shot.route != aim::Kind::kCut) continue;
      ++cuts;
      Detail detail;
      detail.events = true;
      Record record;
      ASSERT_TRUE(
          Simulate(scene_, {position.balls, shot.strike}, detail, {}, workspace_, record).ok());
      std::vector<std::pair<int, int>> hits;
      for (const Event& event : record.events) {
        const auto called = static_cast<int16_t>(shot.call.ball);
        if (event.kind == EventKind::kBallPocket && event.ball == called) break;
        if (event.kind == EventKind::kBallBall && (event.Involves(called) || hits.empty())) {
          hits.emplace_back(event.ball, event.other);
        }
        if (event.kind == EventKind::kBallCushion && event.ball == called) {
          const Nose& nose = noses[Index(event.other)];
          EXPECT_LT((nose.end_m - nose.start_m).norm(), 0.5) << made;
        }
      }
      EXPECT_EQ(hits, (std::vector<std::pair<int, int>>{{0, shot.call.ball}})) << made;
    }
  }
  EXPECT_GT(cuts, 50);
}

// A ball that follows the nine into the pocket does not win.
TEST_F(Plans, AWinIsNamedByTheNine) {
  Position position = EmptyTable(scene_);
  position.game = rules::GameKind::kNineBall;
  position.state = rules::NineBallStart(0);
  position.state.phase = rules::Phase::kPlay;
  position.state.on_table = rules::Bit(1) | rules::Bit(9);
  const Vec2 corner = scene_.table().pockets[2].centre_m;
  const Vec2 out = -corner.normalized();
  const auto put = [&](int ball, double far_m) {
    const Vec2 at_m = corner + far_m * out;
    Put(scene_, ball, at_m.x(), at_m.y(), position);
  };
  put(9, 0.15);
  put(1, 0.5);
  put(0, 0.8);
  CueStrike strike;
  strike.speed_m_s = 1.5;
  strike.height_offset = -0.3;  // The cue ball stays behind.
  strike.azimuth_rad = std::atan2(corner.y(), corner.x());
  const Shot shot{position.balls, strike};
  Record record;
  const absl::Status status = Simulate(scene_, shot, Detail(), {}, workspace_, record);
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_EQ(record.outcome.pocketed.size(), 2u);
  ASSERT_EQ(record.outcome.pocketed[0].ball, 9);
  ShotJudge judge(scene_, position, nullptr, Objective::kWin, {}, workspace_);
  const Verdict verdict = judge.Play(shot, {});
  EXPECT_TRUE(verdict.made);
  ASSERT_TRUE(verdict.potted);
  EXPECT_EQ(verdict.potted->ball, 9);
}

// With the only ball behind a wall of the opponent's a safety is played, or a kick: legal in most
// draws all the same.
TEST_F(Plans, FindLegalShotsBehindAWall) {
  Position position = EmptyTable(scene_);
  Put(scene_, 0, -0.6, 0.0, position);
  Put(scene_, 3, 0.6, 0.0, position);
  Put(scene_, 8, 0.9, 0.3, position);
  for (int ball = 9; ball < 14; ++ball) Put(scene_, ball, -0.3, 0.06 * (ball - 11), position);
  options_.shots = 4000;
  const auto plan = PlanFor(position);
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_FALSE(plan->shots.empty());
  EXPECT_GT(plan->shots.front().value, 0.0);
}

TEST_F(Plans, RefuseWhatIsNoPosition) {
  Position moving = ThreeBalls(scene_);
  moving.balls[3].velocity.x() = 1.0;
  moving.balls[3].motion = MotionState::kSliding;
  EXPECT_EQ(PlanFor(moving).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(PlanFor(moving).status().message().find("balls[3]"), std::string::npos);
  Position missing = ThreeBalls(scene_);
  missing.balls[8].motion = MotionState::kPocketed;
  EXPECT_NE(PlanFor(missing).status().message().find("balls[8]"), std::string::npos);
  Position few = ThreeBalls(scene_);
  few.balls.resize(4);
  EXPECT_FALSE(PlanFor(few).ok());
}

TEST_F(Plans, StopWhenAsked) {
  const PositionJudge values = Judge();
  const std::atomic<bool> stop{true};
  EXPECT_EQ(PlanShot(scene_, ThreeBalls(scene_), options_, values, StopToken(&stop), workspace_)
                .status()
                .code(),
            absl::StatusCode::kCancelled);
}

// A cue ball behind a wall can only foul: even then there is a shot to play.
TEST_F(Plans, WhereNothingIsLegalAFoulIsPlayed) {
  Position position = EmptyTable(scene_);
  const Vec2 corner(-1.06, -0.5);
  Put(scene_, 0, corner.x(), corner.y(), position);
  Put(scene_, 1, 0.8, 0.2, position);
  Put(scene_, 8, 0.8, -0.2, position);
  for (int ball = 9; ball < 13; ++ball) {
    const double turn = 0.25 * kPi + 0.5 * (ball - 10.5);
    Put(scene_, ball, corner.x() + 0.12 * std::cos(turn), corner.y() + 0.12 * std::sin(turn),
        position);
  }
  const auto plan = PlanFor(position);
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_FALSE(plan->shots.empty());
  EXPECT_EQ(plan->shots.front().kind, ShotKind::kSafety);
  EXPECT_EQ(plan->shots.front().chance, 0.0);
}

// Where balls fly a hard break throws the cue ball off the table. A planned break of nine-ball
// keeps the turn more often than the hard ones that are planned without flight, each from the head
// spot: by more than three deviations of the difference of two shares that are equal (n draws each,
// so at most the root of n / 2), although of the hard ones the best counts, by the same draws.
TEST_F(Plans, BreakMoreSoftlyWhereBallsFly) {
  constexpr uint64_t kRacks = 4;
  constexpr uint64_t kDraws = 24;
  const BallSet& set = *FindBallSet("pool");
  auto settings = std::make_shared<Settings>();
  settings->environment.flight = Flight::kOn;
  const Scene scene =
      *Scene::Make(std::make_shared<Table>(FindTable("pool_8ft")->table), std::move(settings),
                   {set.balls.begin(), set.balls.begin() + 10});
  const PositionJudge values = *PositionJudge::Make(scene, options_.skill, {}, workspace_);
  options_.shots = 600;
  int64_t kept_by_plan = 0;
  std::array<int64_t, 4> kept_by_hard{};
  for (uint64_t rack = 0; rack < kRacks; ++rack) {
    RackOptions options;
    options.seed = rack;
    options.jitter_m = 5e-5;
    const Position position = *Racked(scene, set, rules::GameKind::kNineBall, 0, options);
    const auto plan = PlanShot(scene, position, options_, values, {}, workspace_);
    ASSERT_TRUE(plan.ok()) << plan.status();
    const auto kept = [&](const PlannedShot& shot) {
      return KeptBy(scene, position, shot, options_.skill.noise, 1000 + rack, kDraws, workspace_);
    };
    kept_by_plan += kept(plan->shots.front());
    size_t number = 0;
    for (const double share : {1.0, 0.85}) {
      for (const double hit : {0.0, 0.25}) {
        const BreakAim aim{false, 0.0, hit, share * options_.skill.fastest_break_m_s};
        kept_by_hard[number++] += kept(*BreakBy(scene, position, options_.skill, aim, 1.0));
      }
    }
  }
  const double deviation = std::sqrt(0.5 * static_cast<double>(kRacks * kDraws));
  EXPECT_GT(static_cast<double>(kept_by_plan),
            static_cast<double>(*std::max_element(kept_by_hard.begin(), kept_by_hard.end())) +
                3.0 * deviation);
}

// Of racks of eight-ball a planned break keeps the turn far more often than a full hit does at the
// greatest speed: of the same draws, by a quarter of them.
TEST_F(Plans, BreakBetterThanFullAndHard) {
  constexpr uint64_t kRacks = 5;
  constexpr uint64_t kDraws = 60;
  PlannedShot plain;
  plain.cue_ball_m = scene_.table().head_spot_m;
  plain.strike.speed_m_s = options_.skill.fastest_break_m_s;
  plain.strike.elevation_rad = 0.04;
  int64_t kept_by_plan = 0;
  int64_t kept_by_plain = 0;
  for (uint64_t rack = 0; rack < kRacks; ++rack) {
    RackOptions options;
    options.seed = rack;
    options.jitter_m = 5e-5;
    const Position position =
        *Racked(scene_, *FindBallSet("pool"), rules::GameKind::kEightBall, 0, options);
    const auto plan = PlanFor(position);
    ASSERT_TRUE(plan.ok()) << plan.status();
    const auto kept = [&](const PlannedShot& shot) {
      return KeptBy(scene_, position, shot, options_.skill.noise, 1000 + rack, kDraws, workspace_);
    };
    kept_by_plan += kept(plan->shots.front());
    kept_by_plain += kept(plain);
  }
  EXPECT_GE(kept_by_plan, kept_by_plain + static_cast<int64_t>(kRacks * kDraws / 4));
  EXPECT_GT(kept_by_plain, 0);
}

// Without noise a shot of three-cushion that is worth something makes a point.
TEST(PlansOfThreeCushion, AShotThatScoresIsNoSafety) {
  const BallSet& set = *FindBallSet("carom");
  const Scene scene = *Scene::Make(std::make_shared<Table>(FindTable("carom_10ft")->table),
                                   std::make_shared<Settings>(), set.balls);
  PlanOptions options;
  options.shots = kLeastShots;  // So few that a point is often found by chance.
  Workspace workspace;
  const PositionJudge values = *PositionJudge::Make(scene, options.skill, {}, workspace);
  const PositionJudge* const both[2] = {&values, &values};
  MatchOptions begin;
  begin.game = rules::GameKind::kThreeCushion;
  auto match = Match::Begin(scene, set, begin);
  ASSERT_TRUE(match.ok()) << match.status();
  Record record;
  int points = 0;
  for (uint64_t turn = 0; turn < 40; ++turn) {
    options.seed = turn;
    const auto plan = PlanShot(scene, match->position(), options, values, {}, workspace);
    ASSERT_TRUE(plan.ok()) << plan.status();
    for (const PlannedShot& shot : plan->shots) {
      EXPECT_EQ(shot.kind == ShotKind::kCannon, shot.value > 0.0) << turn;
      EXPECT_EQ(shot.call.safety, shot.kind == ShotKind::kSafety) << turn;
    }
    points += plan->shots.front().kind == ShotKind::kCannon;
    ASSERT_TRUE(match->Play(plan->shots.front(), {}, both, {}, {}, workspace, record).ok());
  }
  EXPECT_GT(points, 0);
}

// Whole racks between two players end with a winner; the balls on the table are at every turn those
// of the game's state, and the shooter is the one that the ruling names.
class Games : public ::testing::TestWithParam<rules::GameKind> {};

TEST_P(Games, EndWithAWinner) {
  const rules::GameKind game = GetParam();
  const bool cushions = game == rules::GameKind::kThreeCushion;
  const BallSet& set = *FindBallSet(cushions ? "carom" : "pool");
  const int count = game == rules::GameKind::kEightBall ? 16 : cushions ? 3 : 10;
  const Scene scene =
      *Scene::Make(std::make_shared<Table>(FindTable(cushions ? "carom_10ft" : "pool_8ft")->table),
                   std::make_shared<Settings>(), {set.balls.begin(), set.balls.begin() + count});
  PlanOptions options;
  options.shots = 600;
  options.skill.noise = estimate::IcgaNoise(0.5, set.balls[0].radius_m);
  Workspace workspace;
  const PositionJudge values = *PositionJudge::Make(scene, options.skill, {}, workspace);
  const PositionJudge* const both[2] = {&values, &values};
  Record record;
  for (uint64_t rack = 1; rack <= 2; ++rack) {
    MatchOptions begin;
    begin.game = game;
    begin.rack.seed = rack;
    begin.seed = rack;
    auto match = Match::Begin(scene, set, begin);
    ASSERT_TRUE(match.ok()) << match.status();
    for (int turn = 0; turn < (cushions ? 30 : 200) && !match->over(); ++turn) {
      const Position& position = match->position();
      options.seed = 100 * rack + static_cast<uint64_t>(turn);
      const auto plan = PlanShot(scene, position, options, values, {}, workspace);
      ASSERT_TRUE(plan.ok()) << plan.status();
      ASSERT_FALSE(plan->shots.empty());
      const int shooter = position.state.shooter;
      const auto played =
          match->Play(plan->shots.front(), options.skill.noise, both, {}, {}, workspace, record);
      ASSERT_TRUE(played.ok()) << played.status();
      EXPECT_EQ(played->before.state.shooter, shooter);
      if (match->over()) break;
      EXPECT_EQ(match->position().state.shooter, played->ruling.next.shooter);
      for (int ball = 1; !cushions && ball < count; ++ball) {
        EXPECT_EQ(InPlay(match->position().balls[Index(ball)].motion),
                  (match->position().state.on_table & rules::Bit(ball)) != 0)
            << ball;
      }
    }
    if (cushions) {
      EXPECT_GT(match->position().state.points[0] + match->position().state.points[1], 0);
    } else {
      EXPECT_TRUE(match->over());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Games,
                         ::testing::Values(rules::GameKind::kNineBall, rules::GameKind::kEightBall,
                                           rules::GameKind::kThreeCushion));

}  // namespace
}  // namespace carom::play
