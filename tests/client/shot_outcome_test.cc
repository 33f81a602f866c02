#include "carom/client/shot_outcome.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

// Shot 10: two balls, ball 1 pocketed. Shot 11: failed. Shot 12: one ball, which left the table.
carom::v1::ShotResults ThreeShots() {
  carom::v1::ShotResults results;
  results.set_first_shot(10);
  results.set_shot_count(3);
  carom::v1::ShotFailure* const failure = results.add_failures();
  failure->set_shot(11);
  failure->set_code(google::rpc::INVALID_ARGUMENT);
  failure->set_message("shots[1].strike.speed_m_s: 51 must be in [0, 50]");
  for (const auto reason : {carom::v1::STOP_REASON_AT_REST, carom::v1::STOP_REASON_UNSPECIFIED,
                            carom::v1::STOP_REASON_TIME_LIMIT}) {
    results.add_stop_reasons(reason);
  }
  carom::v1::Outcomes* const outcomes = results.mutable_outcomes();
  for (const uint32_t i : {0u, 1u, 2u}) {
    const bool ok = i != 1;
    results.add_end_times_s(ok ? 1.5 + i : 0.0);
    results.add_hashes(ok ? 100 + i : 0);
    outcomes->add_first_contact_times_s(0.25 * i);
    outcomes->add_cushions_before_contact(i);
    outcomes->add_cushions_after_contact(2 * i);
    outcomes->add_cushions_total(3 * i);
    outcomes->add_miscues(i == 2);
    outcomes->add_separations_m(0.0);
  }
  for (const uint32_t count : {2u, 0u, 1u}) results.add_ball_counts(count);
  for (const uint32_t count : {2u, 0u, 1u}) results.add_event_counts(count);
  for (const uint32_t count : {1u, 0u, 0u}) outcomes->add_pocketed_counts(count);
  for (const uint32_t count : {0u, 0u, 1u}) outcomes->add_left_table_counts(count);
  for (const int ball : {1, -1, -1}) outcomes->add_first_contacts(ball);
  carom::v1::BallStates* const states = results.mutable_final_states();
  states->add_motions(carom::v1::MOTION_STATE_STATIONARY);
  states->add_motions(carom::v1::MOTION_STATE_POCKETED);
  states->add_motions(carom::v1::MOTION_STATE_LEFT_TABLE);
  for (int i = 1; i <= 9; ++i) states->add_positions_m(i);
  outcomes->add_pocketed_balls(1);
  outcomes->add_pocketed_pockets(4);
  outcomes->add_pocketed_times_s(0.75);
  outcomes->add_left_table_balls(0);
  outcomes->add_left_table_edges(2);
  outcomes->add_left_table_times_s(3.25);
  for (int i = 1; i <= 3; ++i) outcomes->add_left_table_positions_m(i);
  for (int i = 4; i <= 6; ++i) outcomes->add_left_table_velocities_m_s(i);
  return results;
}

void AddEvents(carom::v1::ShotResults* results) {
  carom::v1::EventColumns* const events = results->mutable_events();
  for (int i = 0; i < 3; ++i) {
    events->add_times_s(0.5 * i);
    events->add_kinds(carom::v1::EVENT_KIND_BALL_CUSHION);
    events->add_balls(static_cast<uint32_t>(i));
    events->add_others(10 + i);
  }
}

// Shot 10: two times of a ball's position and motion. Shot 12: one time of a motion.
void AddSamples(carom::v1::ShotResults* results) {
  carom::v1::SampleColumns* const samples = results->mutable_samples();
  for (const uint32_t count : {2u, 0u, 1u}) samples->add_time_counts(count);
  for (const uint32_t count : {2u, 0u, 1u}) samples->add_channel_counts(count);
  for (const double time_s : {0.0, 0.5, 0.0}) samples->add_times_s(time_s);
  for (const uint32_t body : {1u, 1u, 0u}) samples->add_bodies(body);
  samples->add_quantities(carom::v1::QUANTITY_POSITION);
  samples->add_quantities(carom::v1::QUANTITY_MOTION);
  samples->add_quantities(carom::v1::QUANTITY_MOTION);
  for (int i = 1; i <= 9; ++i) samples->add_values(i);
}

TEST(ReadOutcomesTest, TakesEachShotOutOfTheColumns) {
  const auto outcomes = ReadOutcomes(ThreeShots());
  ASSERT_TRUE(outcomes.ok()) << outcomes.status();
  ASSERT_EQ(outcomes->size(), 3u);
  const ShotOutcome& first = (*outcomes)[0];
  EXPECT_EQ(first.shot, 10u);
  EXPECT_TRUE(first.status.ok());
  EXPECT_EQ(first.stop_reason, carom::v1::STOP_REASON_AT_REST);
  EXPECT_EQ(first.first_contact, 1);
  ASSERT_EQ(first.balls.size(), 2u);
  EXPECT_EQ(first.balls[1].motion, carom::v1::MOTION_STATE_POCKETED);
  EXPECT_EQ(first.balls[1].position_m, (std::array<double, 3>{4.0, 5.0, 6.0}));
  ASSERT_EQ(first.pocketed.size(), 1u);
  EXPECT_EQ(first.pocketed[0].pocket, 4u);
  const ShotOutcome& last = (*outcomes)[2];
  EXPECT_EQ(last.hash, 102u);
  EXPECT_EQ(last.cushions_total, 6u);
  EXPECT_TRUE(last.miscue);
  EXPECT_EQ(last.balls[0].position_m, (std::array<double, 3>{7.0, 8.0, 9.0}));
  ASSERT_EQ(last.left_table.size(), 1u);
  EXPECT_EQ(last.left_table[0].edge, 2u);
  EXPECT_EQ(last.left_table[0].time_s, 3.25);
  EXPECT_EQ(last.left_table[0].position_m, (std::array<double, 3>{1.0, 2.0, 3.0}));
  EXPECT_EQ(last.left_table[0].velocity_m_s, (std::array<double, 3>{4.0, 5.0, 6.0}));
}

TEST(ReadOutcomesTest, KeepsAFailuresStatus) {
  const auto outcomes = ReadOutcomes(ThreeShots());
  ASSERT_TRUE(outcomes.ok()) << outcomes.status();
  EXPECT_EQ((*outcomes)[1].status,
            absl::InvalidArgumentError("shots[1].strike.speed_m_s: 51 must be in [0, 50]"));
  EXPECT_TRUE((*outcomes)[1].balls.empty());
}

TEST(ReadOutcomesTest, RefusesColumnsThatDoNotFit) {
  carom::v1::ShotResults results = ThreeShots();
  results.mutable_final_states()->add_positions_m(0.0);
  EXPECT_EQ(ReadOutcomes(results).status().code(), absl::StatusCode::kInternal);
  results = ThreeShots();
  results.mutable_failures(0)->set_shot(13);
  EXPECT_EQ(ReadOutcomes(results).status().code(), absl::StatusCode::kInternal);
}

TEST(ReadOutcomesTest, OfASelectionHaveItsNumbers) {
  carom::v1::ShotResults results = ThreeShots();
  results.mutable_selection()->set_played_count(50);
  for (const uint32_t offset : {3u, 8u, 40u}) results.mutable_selection()->add_offsets(offset);
  results.mutable_failures(0)->set_shot(59);
  const auto outcomes = ReadOutcomes(results);
  ASSERT_TRUE(outcomes.ok()) << outcomes.status();
  EXPECT_EQ((*outcomes)[0].shot, 13u);
  EXPECT_EQ((*outcomes)[1].shot, 18u);
  EXPECT_EQ((*outcomes)[2].shot, 50u);
  for (const ShotOutcome& outcome : *outcomes) EXPECT_TRUE(outcome.status.ok());
  results.mutable_failures(0)->set_shot(60);
  EXPECT_EQ(ReadOutcomes(results).status().code(), absl::StatusCode::kInternal);
  results = ThreeShots();
  results.mutable_selection()->set_played_count(50);
  EXPECT_EQ(ReadOutcomes(results).status().code(), absl::StatusCode::kInternal);
}

TEST(ReadOutcomesTest, TakesTheLabelsOfEachShot) {
  carom::v1::ShotResults results = ThreeShots();
  for (const double label : {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}) results.add_labels(label);
  const auto outcomes = ReadOutcomes(results);
  ASSERT_TRUE(outcomes.ok()) << outcomes.status();
  EXPECT_EQ((*outcomes)[0].labels, (std::vector<double>{1.0, 2.0}));
  EXPECT_EQ((*outcomes)[2].labels, (std::vector<double>{5.0, 6.0}));
  results.add_labels(7.0);
  EXPECT_EQ(ReadOutcomes(results).status().code(), absl::StatusCode::kInternal);
}

TEST(ReadOutcomesTest, WithTheDetailLabelsHaveNoBalls) {
  carom::v1::ShotResults results = ThreeShots();
  results.clear_outcomes();
  EXPECT_EQ(ReadOutcomes(results).status().code(), absl::StatusCode::kInternal);
  results.clear_final_states();
  results.clear_ball_counts();
  const auto outcomes = ReadOutcomes(results);
  ASSERT_TRUE(outcomes.ok()) << outcomes.status();
  EXPECT_EQ((*outcomes)[2].hash, 102u);
  EXPECT_EQ((*outcomes)[2].end_time_s, 3.5);
  EXPECT_TRUE((*outcomes)[2].balls.empty());
  EXPECT_EQ((*outcomes)[2].first_contact, -1);
}

TEST(ReadEventsTest, TakesEachShotOutOfTheColumns) {
  carom::v1::ShotResults results = ThreeShots();
  AddEvents(&results);
  const auto events = ReadEvents(results);
  ASSERT_TRUE(events.ok()) << events.status();
  ASSERT_EQ((*events)[0].size(), 2u);
  EXPECT_TRUE((*events)[1].empty());
  ASSERT_EQ((*events)[2].size(), 1u);
  EXPECT_EQ((*events)[2][0].time_s, 1.0);
  EXPECT_EQ((*events)[2][0].other, 12);
}

// The second event is a press of ball 1 and ball 11, the third one against nose 12.
TEST(ReadEventsTest, PressesTellWhatTheyAreOf) {
  carom::v1::ShotResults results = ThreeShots();
  AddEvents(&results);
  carom::v1::EventColumns* const columns = results.mutable_events();
  for (const int i : {1, 2}) columns->set_kinds(i, carom::v1::EVENT_KIND_PRESS);
  columns->add_press_kinds(carom::v1::EVENT_KIND_BALL_BALL);
  columns->add_press_kinds(carom::v1::EVENT_KIND_BALL_CUSHION);
  for (const int i : {1, 2}) {
    columns->add_press_durations_s(0.1 * i);
    columns->add_press_impulses_n_s(0.01 * i);
  }
  // States of one ball, of two, and of one.
  for (int i = 0; i < 4; ++i) {
    for (carom::v1::BallStates* states : {columns->mutable_before(), columns->mutable_after()}) {
      states->add_motions(carom::v1::MOTION_STATE_STATIONARY);
      for (int axis = 0; axis < 3; ++axis) states->add_positions_m(i);
    }
  }
  const auto events = ReadEvents(results);
  ASSERT_TRUE(events.ok()) << events.status();
  const ShotEvent& balls = (*events)[0][1];
  EXPECT_EQ(balls.ContactKind(), carom::v1::EVENT_KIND_BALL_BALL);
  ASSERT_EQ(balls.before.size(), 2u);
  EXPECT_EQ(balls.after[1].position_m[0], 2.0);
  EXPECT_EQ(balls.press_duration_s, 0.1);
  const ShotEvent& nose = (*events)[2][0];
  EXPECT_EQ(nose.ContactKind(), carom::v1::EVENT_KIND_BALL_CUSHION);
  ASSERT_EQ(nose.before.size(), 1u);
  EXPECT_EQ(nose.before[0].position_m[0], 3.0);
  EXPECT_EQ(nose.press_impulse_Ns, 0.02);
  EXPECT_EQ((*events)[0][0].ContactKind(), carom::v1::EVENT_KIND_BALL_CUSHION);
  columns->add_press_durations_s(0.0);
  EXPECT_EQ(ReadEvents(results).status().code(), absl::StatusCode::kInternal);
}

// The first event was not chosen, the second from two, the third from itself alone.
void AddCandidates(carom::v1::ShotResults* results) {
  carom::v1::EventColumns* const events = results->mutable_events();
  for (const uint32_t count : {0u, 2u, 1u}) events->add_candidate_counts(count);
  for (int i = 0; i < 3; ++i) {
    events->add_candidate_times_s(0.5 + 0.25 * i);
    events->add_candidate_kinds(carom::v1::EVENT_KIND_BALL_RAIL);
    events->add_candidate_balls(static_cast<uint32_t>(i));
    events->add_candidate_others(20 + i);
  }
}

TEST(ReadEventsTest, CandidatesBelongToTheirEvents) {
  carom::v1::ShotResults results = ThreeShots();
  AddEvents(&results);
  AddCandidates(&results);
  const auto events = ReadEvents(results);
  ASSERT_TRUE(events.ok()) << events.status();
  EXPECT_TRUE((*events)[0][0].candidates.empty());
  ASSERT_EQ((*events)[0][1].candidates.size(), 2u);
  EXPECT_EQ((*events)[0][1].candidates[1].time_s, 0.75);
  EXPECT_EQ((*events)[0][1].candidates[1].other, 21);
  ASSERT_EQ((*events)[2][0].candidates.size(), 1u);
  EXPECT_EQ((*events)[2][0].candidates[0].ball, 2u);
  EXPECT_EQ((*events)[2][0].candidates[0].kind, carom::v1::EVENT_KIND_BALL_RAIL);
  results.mutable_events()->add_candidate_counts(0);
  EXPECT_EQ(ReadEvents(results).status().code(), absl::StatusCode::kInternal);
}

TEST(ReadEventsTest, WithoutALogThereAreNone) {
  const auto events = ReadEvents(ThreeShots());
  ASSERT_TRUE(events.ok()) << events.status();
  EXPECT_EQ(events->size(), 3u);
  EXPECT_TRUE((*events)[0].empty());
}

TEST(ReadEventsTest, RefusesColumnsThatDoNotFit) {
  carom::v1::ShotResults results = ThreeShots();
  AddEvents(&results);
  results.mutable_events()->add_balls(0);
  EXPECT_EQ(ReadEvents(results).status().code(), absl::StatusCode::kInternal);
}

TEST(ReadSamplesTest, TakesEachShotOutOfTheColumns) {
  carom::v1::ShotResults results = ThreeShots();
  AddSamples(&results);
  const auto samples = ReadSamples(results);
  ASSERT_TRUE(samples.ok()) << samples.status();
  ASSERT_EQ((*samples)[0].channels.size(), 2u);
  EXPECT_EQ((*samples)[0].times_s, (std::vector<double>{0.0, 0.5}));
  EXPECT_EQ((*samples)[0].channels[0].values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ((*samples)[0].channels[1].values, (std::vector<double>{7, 8}));
  EXPECT_TRUE((*samples)[1].channels.empty());
  EXPECT_EQ((*samples)[2].channels[0].values, (std::vector<double>{9}));
}

TEST(ReadSamplesTest, RefusesColumnsThatDoNotFit) {
  carom::v1::ShotResults results = ThreeShots();
  AddSamples(&results);
  results.mutable_samples()->add_values(0.0);
  EXPECT_EQ(ReadSamples(results).status().code(), absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace carom
