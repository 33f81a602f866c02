// Local() gives the answers of the service, to the last bit: it runs the same plan elsewhere.

#include <gtest/gtest.h>

#include <string>

#include "carom/client/client.h"
#include "carom/client/embedded/embedded.h"
#include "carom/client/local/local.h"
#include "carom/client/shot_range.h"
#include "server/convert/result_writer.h"
#include "tests/client/local/requests.h"

namespace carom {
namespace {

const Client& Service() {
  static const auto* const client = new Client(Embedded({.threads = 2}));
  return *client;
}

/// Appends the shots of `part`, which follow those of `whole`, and what was drawn for them.
void Append(const v1::ShotResults& part, v1::ShotResults& whole) {
  if (CoveredShots(whole).count == 0) {
    whole = part;
    return;
  }
  v1::ShotResults rest = part;
  for (int i = 0; i < part.inputs_size(); ++i) {
    whole.mutable_inputs(i)->mutable_values()->MergeFrom(part.inputs(i).values());
  }
  rest.clear_inputs();
  AppendResults(rest, whole);
}

/// All results of a batch as one message, in the order of the shots, and the batch's hash.
std::string BatchBytes(const Client& client, const v1::SimulateBatchRequest& request) {
  v1::ShotResults whole;
  BatchOptions options;
  options.order = ChunkOrder::kShot;
  options.max_shots_per_call = 700;
  const auto append = [&](const v1::ShotResults& part) {
    Append(part, whole);
    return absl::OkStatus();
  };
  const auto summary = client.SimulateBatch(request, {.on_chunk = append}, options);
  if (!summary.ok()) return summary.status().ToString();
  EXPECT_TRUE(summary->complete);
  return whole.SerializeAsString() + std::to_string(summary->hash);
}

class LocalBits : public ::testing::TestWithParam<int> {
 protected:
  const Client local_{Local({.threads = GetParam()})};

  void ExpectSameBatch(const v1::SimulateBatchRequest& request) {
    const std::string expected = BatchBytes(Service(), request);
    EXPECT_GT(expected.size(), 1000U) << expected;
    EXPECT_TRUE(BatchBytes(local_, request) == expected);
  }
  void ExpectSameAnswer(const v1::SimulateRequest& request) {
    CallOptions once;  // Some errors pass where servers of two versions are.
    once.retry_for = absl::ZeroDuration();
    const auto expected = Service().Simulate(request, once);
    const auto answer = local_.Simulate(request);
    ASSERT_EQ(answer.status(), expected.status());
    if (!expected.ok()) return;
    EXPECT_TRUE(answer->SerializeAsString() == expected->SerializeAsString());
  }
};

TEST_P(LocalBits, OfShotsInColumns) {
  ExpectSameBatch(CutsInColumns<v1::SimulateBatchRequest>(3000));
}

TEST_P(LocalBits, OfListedShots) { ExpectSameBatch(ListedBreaks(100)); }

TEST_P(LocalBits, OfDrawnShots) { ExpectSameBatch(BatchOfDrawnShots(2000)); }

TEST_P(LocalBits, OfShotsThatAFilterLetsPass) {
  for (v1::SimulateBatchRequest request : {CutsInColumns<v1::SimulateBatchRequest>(3000),
                                           BatchOfDrawnShots(2000), ListedBreaks(300)}) {
    v1::GoalList& any = *request.mutable_filter()->mutable_any_of();
    any.add_goals()->mutable_potted();
    any.add_goals()->mutable_ends_before()->set_time_s(6.0);
    request.add_labels()->mutable_no_scratch();
    request.add_labels()->mutable_ends_before()->set_time_s(3.0);
    ExpectSameBatch(request);
    request.mutable_detail()->set_level(v1::Detail::LEVEL_LABELS);
    ExpectSameBatch(request);
  }
}

TEST_P(LocalBits, OfANamedSceneFromTheMiddle) {
  v1::SimulateBatchRequest request;
  request.mutable_generator()->set_scene("eight_ball_break");
  request.mutable_generator()->set_first_shot(12345678901);
  request.mutable_generator()->set_shot_count(60);
  ExpectSameBatch(request);
}

TEST_P(LocalBits, OfTheCompliantEngine) {
  auto request = CutsInColumns<v1::SimulateRequest>(3);
  request.add_settings()->set_engine(v1::ENGINE_COMPLIANT);
  request.mutable_detail()->set_contacts(true);
  ExpectSameAnswer(request);
}

TEST_P(LocalBits, OfOneShotAndOfMany) {
  for (const uint32_t shots : {1, 7, 8, 9, 100, 4096}) {
    auto request = CutsInColumns<v1::SimulateRequest>(shots);
    ExpectSameAnswer(request);
    request.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
    ExpectSameAnswer(request);
  }
}

TEST_P(LocalBits, OfShotsOfWhichSomeFail) {
  auto request = CutsInColumns<v1::SimulateRequest>(50);
  v1::ShotColumns& columns = *request.mutable_columns();
  columns.clear_speed_m_s();
  for (int i = 0; i < 50; ++i) columns.add_speed_m_s(i % 7 == 3 ? 60.0 : 2.0);
  ExpectSameAnswer(request);
}

TEST_P(LocalBits, OfTouchesAndTheirRulings) {
  auto batch = ListedBreaks(300);
  batch.mutable_detail()->set_touches(true);
  ExpectSameBatch(batch);
  v1::SimulateRequest request;
  *request.mutable_layouts() = batch.layouts();
  *request.mutable_shots() = batch.shots();
  request.mutable_detail()->set_touches(true);
  ExpectSameAnswer(request);

  v1::RuleShotsRequest question;
  question.set_rules(v1::RULES_NINE_BALL);
  *question.mutable_results() = local_.Simulate(request)->results();
  const auto expected = Service().RuleShots(question);
  ASSERT_TRUE(expected.ok()) << expected.status();
  EXPECT_EQ(expected->rulings_size(), 300);
  EXPECT_EQ(local_.RuleShots(question)->SerializeAsString(), expected->SerializeAsString());
}

TEST_P(LocalBits, OfEstimates) {
  const v1::EstimateOutcomesRequest request = NoisyCuts();
  const auto expected = Service().EstimateOutcomes(request);
  ASSERT_TRUE(expected.ok()) << expected.status();
  uint64_t told = 0;
  const auto note = [&](const v1::EstimateProgress& progress) { told = progress.draws_done(); };
  const auto estimates = local_.EstimateOutcomes(request, {.on_progress = note});
  ASSERT_TRUE(estimates.ok()) << estimates.status();
  EXPECT_EQ(estimates->SerializeAsString(), expected->SerializeAsString());
  EXPECT_GT(told, 0U);
  told = 0;
  const auto later = local_.EstimateOutcomesFuture(request, {.on_progress = note}).get();
  ASSERT_TRUE(later.ok()) << later.status();
  EXPECT_EQ(later->SerializeAsString(), expected->SerializeAsString());
  EXPECT_GT(told, 0U);
}

TEST_P(LocalBits, OfEstimatesThatEndEarly) {
  v1::EstimateOutcomesRequest request = NoisyCuts();
  request.mutable_precision()->set_width(0.2);
  const auto expected = Service().EstimateOutcomes(request);
  const auto estimates = local_.EstimateOutcomes(request);
  ASSERT_TRUE(expected.ok() && estimates.ok()) << expected.status() << estimates.status();
  EXPECT_EQ(estimates->SerializeAsString(), expected->SerializeAsString());
  EXPECT_LT(estimates->draws(), 9U * 300U);
}

TEST_P(LocalBits, OfMechanisms) {
  v1::SimulateMechanismRequest request;
  request.mutable_bouncing_balls();
  request.mutable_detail()->set_sample_period_s(0.01);
  const auto expected = Service().SimulateMechanism(request);
  const auto run = local_.SimulateMechanism(request);
  ASSERT_TRUE(expected.ok() && run.ok()) << expected.status() << run.status();
  EXPECT_EQ(run->SerializeAsString(), expected->SerializeAsString());
}

TEST_P(LocalBits, OfTheCatalogue) {
  EXPECT_EQ(local_.ListTables()->SerializeAsString(), Service().ListTables()->SerializeAsString());
  EXPECT_EQ(local_.GetTable("pool_9ft")->SerializeAsString(),
            Service().GetTable("pool_9ft")->SerializeAsString());
  EXPECT_EQ(local_.GetTable("none").status(), Service().GetTable("none").status());
  auto expected = Service().GetServerInfo();
  expected->set_threads(static_cast<uint32_t>(GetParam()));
  EXPECT_EQ(local_.GetServerInfo()->SerializeAsString(), expected->SerializeAsString());
}

TEST_P(LocalBits, OfErrors) {
  ExpectSameAnswer({});  // No shots.
  ExpectSameAnswer(CutsInColumns<v1::SimulateRequest>(4097));
  auto request = CutsInColumns<v1::SimulateRequest>(5);
  request.set_engine_version("0.0.1");
  ExpectSameAnswer(request);
  request = CutsInColumns<v1::SimulateRequest>(5);
  request.mutable_columns()->add_speed_m_s(1.0);
  ExpectSameAnswer(request);
  request = CutsInColumns<v1::SimulateRequest>(4096);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_SAMPLES);
  request.mutable_detail()->mutable_samples()->set_period_s(1e-3);
  ExpectSameAnswer(request);  // Too large for a message.
  v1::SimulateBatchRequest batch;
  EXPECT_EQ(local_.SimulateBatch(batch).status(), Service().SimulateBatch(batch).status());
  batch.mutable_generator()->set_scene("none");
  batch.mutable_generator()->set_shot_count(5);
  EXPECT_EQ(local_.SimulateBatch(batch).status(), Service().SimulateBatch(batch).status());
  batch.mutable_generator()->set_scene("two_ball_cut");
  batch.mutable_filter()->mutable_potted()->set_ball(2);
  EXPECT_EQ(local_.SimulateBatch(batch).status(), Service().SimulateBatch(batch).status());
  EXPECT_FALSE(local_.SimulateBatch(batch).ok());
  EXPECT_EQ(local_.EstimateOutcomes({}).status(), Service().EstimateOutcomes({}).status());
  EXPECT_EQ(local_.SimulateMechanism({}).status(), Service().SimulateMechanism({}).status());
  EXPECT_EQ(local_.RuleShots({}).status(), Service().RuleShots({}).status());
  EXPECT_EQ(local_.PlaceBalls({}).status(), Service().PlaceBalls({}).status());
}

INSTANTIATE_TEST_SUITE_P(Threads, LocalBits, ::testing::Values(1, 2, 4));

}  // namespace
}  // namespace carom
