// The planner's decision: 2000 candidates on 7 balls, "ball 3 in a corner and the cue ball in a
// circle", by a race of at most 40 000 draws against a brute force of 200 draws each: a hundred
// layouts with 4000 fresh draws each by CAROM_FUZZ=all. Without it a smaller one: two layouts of
// 300 candidates, and 20 draws a candidate as there.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iostream>

#include "core/base/random.h"
#include "core/stats/proportion.h"
#include "tests/server/estimate_questions.h"
#include "tests/testing/fuzz_share.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::kRadius_m;

constexpr int kBallsOfLayout = 7;
constexpr uint32_t kDraws = 200;
constexpr uint32_t kFreshDraws = 4000;

// Seeds by which nothing of the race was chosen.
constexpr uint64_t kLayoutSeed = 20272;
constexpr uint64_t kCandidateSeed = 700000;
constexpr uint64_t kNoiseSeed = 25;
constexpr uint64_t kFreshNoiseSeed = 26;

uint64_t Candidates() {
  return testing::FuzzesAll() ? 2000 : testing::FuzzShare(300, /*least=*/50);
}

struct Place {
  double x;
  double y;
};

// Anywhere on a 9 ft table.
std::vector<Place> Scatter(CounterRandom& random) {
  std::vector<Place> places;
  while (places.size() < kBallsOfLayout) {
    const Place place{random.Uniform(-1.2, 1.2), random.Uniform(-0.57, 0.57)};
    const bool free = std::none_of(places.begin(), places.end(), [&](const Place& other) {
      return std::hypot(place.x - other.x, place.y - other.y) < 2.01 * kRadius_m;
    });
    if (free) places.push_back(place);
  }
  return places;
}

// Strikes that would hit ball 3, were nothing in the way: the distance of the line of aim from its
// centre is uniform over two radii to either side.
void AddCandidates(const Place& cue_ball, const Place& target, uint64_t layout,
                   v1::ShotColumns& columns) {
  const double x = target.x - cue_ball.x;
  const double y = target.y - cue_ball.y;
  columns.set_shot_count(static_cast<uint32_t>(Candidates()));
  for (uint64_t i = 0; i < Candidates(); ++i) {
    CounterRandom random(kCandidateSeed + layout, i);
    const double beside_m = random.Uniform(-2.0, 2.0) * kRadius_m;
    columns.add_azimuth_rad(std::atan2(y, x) + std::asin(beside_m / std::hypot(x, y)));
    columns.add_speed_m_s(random.Uniform(0.8, 6.0));
    columns.add_side_offset(random.Uniform(-0.4, 0.4));
    columns.add_height_offset(random.Uniform(-0.4, 0.4));
  }
}

v1::EstimateOutcomesRequest Question(uint64_t layout) {
  CounterRandom random(kLayoutSeed, layout);
  v1::EstimateOutcomesRequest request;
  const std::vector<Place> places = Scatter(random);
  v1::BallList& balls = *request.add_layouts()->mutable_balls();
  for (const Place& place : places) {
    v1::Vector3& position = *balls.add_balls()->mutable_state()->mutable_position_m();
    position.set_x(place.x);
    position.set_y(place.y);
  }
  AddCandidates(places[0], places[3], layout, *request.mutable_columns());
  v1::GoalList& all = *request.add_goals()->mutable_all_of();
  v1::PottedGoal& potted = *all.add_goals()->mutable_potted();
  potted.set_ball(3);
  for (const uint32_t corner : {0u, 1u, 2u, 3u}) potted.add_pockets(corner);
  v1::CircleRegion& circle = *all.add_goals()->mutable_ends_in()->mutable_circle();
  circle.mutable_centre()->set_x_m(random.Uniform(-1.0, 1.0));
  circle.mutable_centre()->set_y_m(random.Uniform(-0.45, 0.45));
  circle.set_radius_m(0.35);
  request.mutable_noise()->mutable_icga();
  request.set_seed(kNoiseSeed);
  request.set_draws(kDraws);
  return request;
}

// What a race chose, beside what a brute force over the same draws says.
struct Decision {
  bool possible = false;     // Some candidate succeeds at all.
  bool above_bound = false;  // The chosen one, on brute force's draws, above the best's bound.
  bool near_best = false;    // On fresh draws.
  uint64_t draws = 0;        // Of the race.
  double seconds = 0.0;      // Of all processors.
};

class RaceBenchmark : public ::testing::Test {
 protected:
  RaceBenchmark() : service_(Unlimited()) {}

  static ServerOptions Unlimited() {
    ServerOptions options = WithThreads(2);
    options.requests.max_draws_per_estimate = 1 << 20;
    return options;
  }

  v1::Estimates Ask(const v1::EstimateOutcomesRequest& request) {
    const EstimateAnswer answer = Estimate(*service_.stub, request);
    EXPECT_TRUE(answer.status.ok()) << answer.status.error_message();
    return answer.estimates;
  }

  // The success rate of one candidate on draws of another seed.
  double OnFreshDraws(v1::EstimateOutcomesRequest request, int candidate) {
    const v1::ShotColumns all = request.columns();
    v1::ShotColumns& one = *request.mutable_columns();
    one.Clear();
    one.set_shot_count(1);
    one.add_azimuth_rad(all.azimuth_rad(candidate));
    one.add_speed_m_s(all.speed_m_s(candidate));
    one.add_side_offset(all.side_offset(candidate));
    one.add_height_offset(all.height_offset(candidate));
    request.set_seed(kFreshNoiseSeed);
    request.set_draws(kFreshDraws);
    return Ask(request).best(0).goals(0).mean();
  }

  Decision Decide(uint64_t layout) {
    Decision decision;
    v1::EstimateOutcomesRequest request = Question(layout);
    const v1::Estimates brute = Ask(request);
    const int best = static_cast<int>(brute.best(0).candidate());
    const double most = brute.counts().sums(best);
    decision.possible = most > 0.0;
    if (!decision.possible) return decision;
    request.mutable_race()->set_budget(20 * Candidates() - kDraws);
    const std::clock_t begin = std::clock();
    const v1::Estimates raced = Ask(request);
    decision.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    decision.draws = raced.draws();
    const int chosen = static_cast<int>(raced.best(0).candidate());
    const double bound = stats::Wilson(static_cast<int64_t>(most), kDraws, 0.95).low;
    decision.above_bound = brute.counts().sums(chosen) / kDraws >= bound;
    decision.near_best =
        chosen == best || OnFreshDraws(request, chosen) >= OnFreshDraws(request, best) - 0.03;
    return decision;
  }

  TestService service_;
};

TEST_F(RaceBenchmark, ChoosesAsWellAsBruteForceWithATenthOfItsDraws) {
  const int layouts = testing::FuzzesAll() ? 100 : 2;
  int possible = 0;
  int above_bound = 0;
  int near_best = 0;
  double draws = 0.0;
  double seconds = 0.0;
  for (uint64_t layout = 0; possible < layouts; ++layout) {
    const Decision decision = Decide(layout);
    if (!decision.possible) continue;
    ++possible;
    above_bound += decision.above_bound ? 1 : 0;
    near_best += decision.near_best ? 1 : 0;
    EXPECT_LE(decision.draws, 20 * Candidates());
    draws += static_cast<double>(decision.draws);
    seconds += decision.seconds;
  }
  std::cout << "above the bound " << above_bound << ", near the best " << near_best << " of "
            << possible << "; " << draws / possible << " draws and " << seconds / possible
            << " s of processors a decision\n";
  EXPECT_GE(above_bound, 0.95 * possible);
  EXPECT_GE(near_best, 0.9 * possible);
}

}  // namespace
}  // namespace carom
