// EstimateOutcomes against a brute force that draws the noise by the formulas of the wire, plays
// every draw by Simulate and counts by itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "tests/server/estimate_questions.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::kRadius_m;

// What became of the draws of one candidate.
struct BruteForce {
  int played = 0;
  int failed = 0;
  int potted = 0;
  int no_scratch = 0;
  std::vector<double> x;  // Of the cue ball, where it is in play.
  std::vector<double> y;
};

// A number of the stream of a quantity until the sum with the base is in range.
double Noisy(double base, double sigma, uint64_t seed, uint64_t draw, uint32_t quantity, double lo,
             double hi) {
  CounterRandom random(seed, draw, quantity);
  for (;;) {
    const double sum = base + (0.0 + sigma * random.Normal());
    if (sum >= lo && sum <= hi) return sum;
  }
}

v1::SimulateRequest NoisyShots(const v1::EstimateOutcomesRequest& request, int candidate,
                               uint64_t first, uint32_t draws) {
  const double degree = kPi / 180.0;
  const double largest = 1.5707963267948963;  // Below pi / 2.
  const v1::CueStrike& meant = request.shots().shots(candidate).strike();
  v1::SimulateRequest noisy;
  *noisy.mutable_layouts() = request.layouts();
  for (uint64_t draw = first; draw < first + draws; ++draw) {
    const auto number = [&](double base, double sigma, uint32_t quantity, double lo, double hi) {
      return Noisy(base, sigma, request.seed(), draw, quantity, lo, hi);
    };
    v1::CueStrike& strike = *noisy.mutable_shots()->add_shots()->mutable_strike();
    strike.set_speed_m_s(number(meant.speed_m_s(), 0.075, 160, 0.0, 50.0));
    strike.set_azimuth_rad(number(meant.azimuth_rad(), 0.125 * degree, 161, -1000.0, 1000.0));
    strike.set_elevation_rad(number(meant.elevation_rad(), 0.1 * degree, 162, 0.0, largest));
    strike.set_side_offset(number(meant.side_offset(), 5e-4 / kRadius_m, 163, -1.0, 1.0));
    strike.set_height_offset(number(meant.height_offset(), 5e-4 / kRadius_m, 164, -1.0, 1.0));
  }
  return noisy;
}

void Count(const v1::ShotResults& results, BruteForce& counts) {
  size_t pocketed = 0;
  for (int shot = 0; shot < static_cast<int>(results.shot_count()); ++shot) {
    ++counts.played;
    bool potted = false;
    bool scratched = false;
    for (uint32_t i = 0; i < results.outcomes().pocketed_counts(shot); ++i, ++pocketed) {
      const uint32_t ball = results.outcomes().pocketed_balls(static_cast<int>(pocketed));
      potted = potted || ball == 1;
      scratched = scratched || ball == 0;
    }
    if (results.outcomes().left_table_counts(shot) > 0) ADD_FAILURE() << "not on the cloth";
    if (potted) ++counts.potted;
    if (scratched) continue;
    ++counts.no_scratch;
    counts.x.push_back(results.final_states().positions_m(6 * shot));
    counts.y.push_back(results.final_states().positions_m(6 * shot + 1));
  }
}

double Mean(const std::vector<double>& numbers) {
  double sum = 0.0;
  for (const double number : numbers) sum += number;
  return sum / static_cast<double>(numbers.size());
}

double Covariance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - Mean(a)) * (b[i] - Mean(b));
  return sum / static_cast<double>(a.size() - 1);
}

class EstimateTest : public ::testing::Test {
 protected:
  EstimateTest() : service_(WithThreads(2)) {}

  EstimateAnswer Ask(const v1::EstimateOutcomesRequest& request) {
    return Estimate(*service_.stub, request);
  }
  BruteForce PlayAll(const v1::EstimateOutcomesRequest& request, int candidate, uint64_t first,
                     uint32_t draws) {
    BruteForce counts;
    v1::SimulateResponse response;
    grpc::ClientContext context;
    const grpc::Status status =
        service_.stub->Simulate(&context, NoisyShots(request, candidate, first, draws), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    Count(response.results(), counts);
    return counts;
  }
  static void ExpectEqual(const BruteForce& brute, const v1::CandidateEstimate& told) {
    EXPECT_EQ(told.draws(), static_cast<uint32_t>(brute.played));
    EXPECT_EQ(told.goals(0).successes(), static_cast<uint32_t>(brute.potted));
    EXPECT_EQ(told.goals(0).mean(), static_cast<double>(brute.potted) / brute.played);
    EXPECT_EQ(told.goals(1).successes(), static_cast<uint32_t>(brute.no_scratch));
    ASSERT_EQ(told.final_places_size(), 1);
    const v1::FinalPlace& place = told.final_places(0);
    EXPECT_EQ(place.in_play(), brute.x.size());
    EXPECT_NEAR(place.mean().x_m(), Mean(brute.x), 1e-12);
    EXPECT_NEAR(place.mean().y_m(), Mean(brute.y), 1e-12);
    EXPECT_NEAR(place.covariance_m2(0), Covariance(brute.x, brute.x), 1e-12);
    EXPECT_NEAR(place.covariance_m2(1), Covariance(brute.x, brute.y), 1e-12);
    EXPECT_NEAR(place.covariance_m2(2), Covariance(brute.y, brute.y), 1e-12);
  }

  TestService service_;
};

TEST_F(EstimateTest, EqualsBruteForceOverTheSameDraws) {
  v1::EstimateOutcomesRequest request = CutShots(5, 300);
  request.mutable_report()->set_candidates(2);
  const EstimateAnswer answer = Ask(request);
  ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
  const v1::CandidateCounts& counts = answer.estimates.counts();
  ASSERT_EQ(counts.draws_size(), 5);
  int successes = 0;
  for (int i = 0; i < 5; ++i) {
    const BruteForce brute = PlayAll(request, i, 0, 300);
    EXPECT_EQ(counts.draws(i), 300u);
    EXPECT_EQ(counts.sums(2 * i), brute.potted) << i;
    EXPECT_EQ(counts.sums(2 * i + 1), brute.no_scratch) << i;
    for (const v1::CandidateEstimate& told : answer.estimates.best()) {
      if (told.candidate() == static_cast<uint64_t>(i)) ExpectEqual(brute, told);
    }
    successes += brute.potted;
  }
  EXPECT_GT(successes, 0);
  EXPECT_LT(successes, 5 * 300);
  ASSERT_EQ(answer.estimates.best_size(), 2);
  // Five counted, two of them told in full.
  EXPECT_EQ(answer.estimates.draws(), 7u * 300u);
}

TEST_F(EstimateTest, RanksByTheFirstGoal) {
  v1::EstimateOutcomesRequest request = CutShots(6, 100);
  request.mutable_report()->set_candidates(6);
  const EstimateAnswer answer = Ask(request);
  ASSERT_EQ(answer.estimates.best_size(), 6);
  for (int i = 1; i < 6; ++i) {
    EXPECT_GE(answer.estimates.best(i - 1).goals(0).mean(),
              answer.estimates.best(i).goals(0).mean());
  }
  EXPECT_EQ(answer.estimates.draws(), 600u) << "all are told, none is counted before";
}

// After a race all that is told of the winner comes from draws 2^32 and on.
TEST_F(EstimateTest, TellsTheWinnerOfARaceByFreshDraws) {
  v1::EstimateOutcomesRequest request = CutShots(40, 200);
  request.mutable_race()->set_budget(2000);
  const EstimateAnswer answer = Ask(request);
  ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
  ASSERT_EQ(answer.estimates.best_size(), 1);
  const v1::CandidateEstimate& winner = answer.estimates.best(0);
  EXPECT_EQ(winner.first_draw(), uint64_t{1} << 32);
  ExpectEqual(PlayAll(request, static_cast<int>(winner.candidate()), winner.first_draw(), 200),
              winner);
  uint64_t raced = 0;
  for (int i = 0; i < 40; ++i) {
    const uint32_t draws = answer.estimates.counts().draws(i);
    raced += draws;
    EXPECT_EQ(answer.estimates.counts().sums(2 * i), PlayAll(request, i, 0, draws).potted);
  }
  EXPECT_LE(raced, 2000u);
  EXPECT_EQ(answer.estimates.draws(), raced + 200);
}

TEST(EstimateBytes, AreTheSameForAnyNumberOfWorkers) {
  v1::EstimateOutcomesRequest plain = CutShots(3, 600);
  plain.mutable_report()->set_candidates(3);
  v1::EstimateOutcomesRequest halving = CutShots(30, 100);
  halving.mutable_race()->set_budget(1500);
  halving.mutable_race()->set_method(v1::RaceOptions::METHOD_SUCCESSIVE_HALVING);
  v1::EstimateOutcomesRequest race = halving;
  race.mutable_race()->clear_method();
  for (const v1::EstimateOutcomesRequest& request : {plain, race, halving}) {
    std::string first;
    for (const int threads : {1, 2, 4}) {
      TestService service(WithThreads(threads));
      const EstimateAnswer answer = Estimate(*service.stub, request);
      ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
      if (first.empty()) first = answer.bytes;
      EXPECT_EQ(answer.bytes, first) << threads << " threads";
    }
    EXPECT_FALSE(first.empty());
  }
}

// A score is the weighted sum of what its goals bring one by one.
TEST_F(EstimateTest, ScoresAreSumsOfTheirGoals) {
  v1::EstimateOutcomesRequest request = CutShots(1, 400);
  v1::WeightedSumGoal& sum = *request.add_goals()->mutable_weighted_sum();
  *sum.add_goals() = request.goals(0);
  *sum.add_goals() = request.goals(1);
  sum.add_weights(3.0);
  sum.add_weights(-0.5);
  const EstimateAnswer answer = Ask(request);
  const v1::CandidateEstimate& told = answer.estimates.best(0);
  EXPECT_FALSE(told.goals(2).has_wilson());
  EXPECT_NEAR(told.goals(2).mean(), 3.0 * told.goals(0).mean() - 0.5 * told.goals(1).mean(), 1e-12);
}

// Every typical outcome is a shot that can be played again, to the same place.
TEST_F(EstimateTest, TypicalOutcomesCanBePlayedAgain) {
  const v1::EstimateOutcomesRequest request = CutShots(1, 400);
  const EstimateAnswer answer = Ask(request);
  const v1::CandidateEstimate& told = answer.estimates.best(0);
  ASSERT_EQ(told.representatives_size(), 4);
  double weights = 0.0;
  std::vector<v1::TypicalOutcome> outcomes(told.representatives().begin(),
                                           told.representatives().end());
  for (const v1::TypicalOutcome& outcome : outcomes) weights += outcome.weight();
  EXPECT_NEAR(weights, 1.0, 1e-12);
  ASSERT_TRUE(told.has_closest_to_failing());
  EXPECT_GE(told.closest_to_failing().margin_m(), 0.0);
  outcomes.push_back(told.closest_to_failing());
  v1::SimulateRequest again;
  *again.mutable_layouts() = request.layouts();
  for (const v1::TypicalOutcome& outcome : outcomes) {
    *again.mutable_shots()->add_shots()->mutable_strike() = outcome.strike();
  }
  v1::SimulateResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(service_.stub->Simulate(&context, again, &response).ok());
  const v1::BallStates& states = response.results().final_states();
  for (int i = 0; i < static_cast<int>(outcomes.size()); ++i) {
    const v1::TypicalOutcome& outcome = outcomes[static_cast<size_t>(i)];
    EXPECT_EQ(states.positions_m(6 * i), outcome.positions_m(0));
    EXPECT_EQ(states.positions_m(6 * i + 1), outcome.positions_m(1));
  }
  // The one that came closest to failing did not fail.
  const v1::Outcomes& closest = response.results().outcomes();
  EXPECT_GE(closest.pocketed_counts(static_cast<int>(outcomes.size()) - 1), 1u);
}

// Candidate 0 strikes at 0 m/s with noise of -1 m/s, always; the others are not hurt.
TEST_F(EstimateTest, ADrawThatCannotBeMadeFailsAlone) {
  v1::EstimateOutcomesRequest request = CutShots(3, 50);
  request.mutable_noise()->mutable_strike()->mutable_speed_m_s()->set_constant(-1.0);
  request.mutable_shots()->mutable_shots(0)->mutable_strike()->set_speed_m_s(0.0);
  request.mutable_shots()->mutable_shots(1)->set_layout_index(7);
  request.mutable_report()->set_candidates(3);
  const EstimateAnswer answer = Ask(request);
  ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
  EXPECT_EQ(answer.estimates.counts().failed(0), 50u);
  EXPECT_EQ(answer.estimates.counts().failed(1), 50u);
  EXPECT_EQ(answer.estimates.counts().failed(2), 0u);
  EXPECT_EQ(answer.estimates.best(0).candidate(), 2u);
  ASSERT_EQ(answer.estimates.failures_size(), 2);
  EXPECT_EQ(answer.estimates.failures(0).message(),
            "shots.shots[0].strike.speed_m_s: 0 must be such that one of 100 draws of its noise "
            "leaves it in [0, 50]");
  EXPECT_EQ(answer.estimates.failures(1).message(),
            "shots.shots[1].layout_index: 7 must be in [0, 1)");
}

// With one worker, a call for one shot does not wait for an estimate of many seconds.
TEST(EstimateFairness, YieldsToThoseWhoWaitAndEndsWithItsCaller) {
  TestService service(WithThreads(1));
  v1::EstimateOutcomesRequest request = CutShots(1000, 1000);
  request.clear_race();
  request.mutable_report()->set_representatives(0);
  grpc::ClientContext context;
  const auto reader = service.stub->EstimateOutcomes(&context, request);
  v1::EstimateOutcomesResponse response;
  ASSERT_TRUE(reader->Read(&response));
  ASSERT_TRUE(response.has_progress());
  EXPECT_GT(response.progress().draws_done(), 0u);
  grpc::ClientContext other;
  v1::SimulateResponse shot;
  EXPECT_TRUE(service.stub->Simulate(&other, Breaks(1), &shot).ok());
  context.TryCancel();
  while (reader->Read(&response)) EXPECT_FALSE(response.has_estimates());
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
}

}  // namespace
}  // namespace carom
