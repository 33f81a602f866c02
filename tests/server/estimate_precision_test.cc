// EstimateOutcomes with a precision: each candidate is what the same request without one says of so
// many draws.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/stats/proportion.h"
#include "tests/server/estimate_questions.h"

namespace carom {
namespace {

constexpr uint32_t kMostDraws = 1000;
constexpr double kWidth = 0.15;
constexpr double kConfidenceOfLook = 1.0 - (1.0 - 0.95) / 5;  // After 64, 128, ... and 1000.

v1::EstimateOutcomesRequest EndingEarly(int candidates) {
  v1::EstimateOutcomesRequest request = CutShots(candidates, kMostDraws);
  request.mutable_precision()->set_width(kWidth);
  return request;
}

// What does not depend on the confidence.
std::string WithoutIntervals(v1::CandidateEstimate estimate) {
  for (v1::GoalEstimate& goal : *estimate.mutable_goals()) {
    goal.clear_wilson();
    goal.clear_clopper_pearson();
  }
  return estimate.SerializeAsString();
}

void ExpectInterval(const v1::ProbabilityInterval& told, const stats::ProportionInterval& made) {
  EXPECT_EQ(told.low(), made.low);
  EXPECT_EQ(told.high(), made.high);
}

class EstimatePrecision : public ::testing::Test {
 protected:
  EstimatePrecision() : service_(WithThreads(2)) {}

  v1::Estimates Ask(const v1::EstimateOutcomesRequest& request) {
    const EstimateAnswer answer = Estimate(*service_.stub, request);
    EXPECT_TRUE(answer.status.ok()) << answer.status.error_message();
    return answer.estimates;
  }

  // The candidate in full, of exactly so many draws.
  v1::CandidateEstimate WithDraws(v1::EstimateOutcomesRequest request, uint64_t candidate,
                                  uint32_t draws) {
    request.clear_precision();
    request.set_draws(draws);
    request.mutable_report()->set_candidates(16);
    const v1::Estimates estimates = Ask(request);
    for (const v1::CandidateEstimate& told : estimates.best()) {
      if (told.candidate() == candidate) return told;
    }
    ADD_FAILURE() << candidate << " is not told";
    return {};
  }

  TestService service_;
};

TEST_F(EstimatePrecision, EqualsTheSameNumberOfDraws) {
  v1::EstimateOutcomesRequest request = EndingEarly(5);
  request.mutable_report()->set_candidates(16);
  const v1::Estimates estimates = Ask(request);
  const stats::Looks looks({kMostDraws, kWidth, 0.95});
  uint64_t draws = 0;
  std::set<uint32_t> ends;
  for (const v1::CandidateEstimate& told : estimates.best()) {
    draws += told.draws();
    ends.insert(told.draws());
    const int candidate = static_cast<int>(told.candidate());
    EXPECT_EQ(estimates.counts().draws(candidate), told.draws());
    EXPECT_EQ(estimates.counts().sums(2 * candidate), told.goals(0).successes());
    EXPECT_EQ(WithoutIntervals(told),
              WithoutIntervals(WithDraws(request, told.candidate(), told.draws())));
    const int64_t successes = told.goals(0).successes();
    EXPECT_TRUE(told.draws() == kMostDraws || looks.IsEnough(successes, told.draws()));
    EXPECT_TRUE(told.draws() > 64 || looks.IsEnough(successes, 64));
  }
  EXPECT_EQ(estimates.best_size(), 5);
  EXPECT_EQ(estimates.draws(), draws);
  EXPECT_GE(ends.size(), 2U) << "some shots are easier to judge than others";
}

TEST_F(EstimatePrecision, TellsIntervalsOfTheLooks) {
  const v1::Estimates estimates = Ask(EndingEarly(1));
  const v1::CandidateEstimate& told = estimates.best(0);
  EXPECT_LT(told.draws(), kMostDraws);
  for (const v1::GoalEstimate& goal : told.goals()) {
    ExpectInterval(goal.wilson(), stats::Wilson(goal.successes(), told.draws(), kConfidenceOfLook));
    ExpectInterval(goal.clopper_pearson(),
                   stats::ClopperPearson(goal.successes(), told.draws(), kConfidenceOfLook));
  }
  EXPECT_LE(told.goals(0).clopper_pearson().high() - told.goals(0).clopper_pearson().low(), kWidth);
}

// Counted first, the best in full after that: it ends at the same look again.
TEST_F(EstimatePrecision, TheBestOfManyEndsWhereItWasCounted) {
  const v1::EstimateOutcomesRequest request = EndingEarly(5);
  const v1::Estimates estimates = Ask(request);
  const v1::CandidateEstimate& best = estimates.best(0);
  EXPECT_EQ(estimates.counts().draws(static_cast<int>(best.candidate())), best.draws());
  EXPECT_EQ(WithoutIntervals(best),
            WithoutIntervals(WithDraws(request, best.candidate(), best.draws())));
  uint64_t counted = 0;
  for (const uint32_t draws : estimates.counts().draws()) counted += draws;
  EXPECT_EQ(estimates.draws(), counted + best.draws());
}

TEST_F(EstimatePrecision, AppliesAfterARace) {
  v1::EstimateOutcomesRequest request = EndingEarly(40);
  request.mutable_race()->set_budget(2000);
  const v1::Estimates estimates = Ask(request);
  const v1::CandidateEstimate& best = estimates.best(0);
  EXPECT_EQ(best.first_draw(), uint64_t{1} << 32);
  EXPECT_LT(best.draws(), kMostDraws);
  EXPECT_EQ(WithoutIntervals(best),
            WithoutIntervals(WithDraws(request, best.candidate(), best.draws())));
}

// Looks are what a request of 64 draws or fewer has one of: its interval is the usual one.
TEST_F(EstimatePrecision, OfOneLookChangesNothing) {
  v1::EstimateOutcomesRequest request = EndingEarly(3);
  request.set_draws(64);
  const EstimateAnswer early = Estimate(*service_.stub, request);
  request.clear_precision();
  EXPECT_EQ(early.bytes, Estimate(*service_.stub, request).bytes);
}

TEST(EstimatePrecisionBytes, AreTheSameForAnyNumberOfWorkers) {
  v1::EstimateOutcomesRequest counted = EndingEarly(5);
  v1::EstimateOutcomesRequest told = counted;
  told.mutable_report()->set_candidates(16);
  v1::EstimateOutcomesRequest raced = EndingEarly(40);
  raced.mutable_race()->set_budget(2000);
  for (const v1::EstimateOutcomesRequest& request : {counted, told, raced}) {
    std::string first;
    for (const int threads : {1, 2, 4}) {
      TestService service(WithThreads(threads));
      const EstimateAnswer answer = Estimate(*service.stub, request);
      ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
      for (const v1::EstimateProgress& progress : answer.progress) {
        EXPECT_LE(answer.estimates.draws(), progress.draws_at_most());
      }
      if (first.empty()) first = answer.bytes;
      EXPECT_EQ(answer.bytes, first) << threads << " threads";
    }
  }
}

}  // namespace
}  // namespace carom
