#include "server/convert/result_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"
#include "server/convert/state_convert.h"
#include "tests/server/convert/wire_message.h"

namespace carom {
namespace {

using ::testing::ElementsAre;
using testing::kNoLimit;
using testing::Wire;

ConvertedDetail EventsWithStates() {
  return *ConvertDetail(Wire<v1::Detail>("level: LEVEL_EVENTS event_states: true"),
                        ConvertLimits());
}

ConvertedDetail Everything() {
  return *ConvertDetail(Wire<v1::Detail>("level: LEVEL_SAMPLES event_states: true "
                                         "samples { period_s: 0.25 times_s: [0.1, 1000] }"),
                        ConvertLimits());
}

Record Play(const NamedScene& named, uint64_t index, const Detail& detail) {
  Workspace workspace;
  Record record;
  Shot shot;
  named.Generate(7, index, shot);
  const absl::Status status =
      Simulate(named.MakeScene(), shot, detail, StopToken(), workspace, record);
  EXPECT_TRUE(status.ok()) << named.name << ": " << status;
  return record;
}

void ExpectSameState(const BallState& a, const BallState& b) {
  EXPECT_EQ(a.motion, b.motion);
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.spin, b.spin);
}

TEST(ResultWriter, FinalStatesOfEverySceneComeBackToTheLastBit) {
  const ConvertedDetail detail = *ConvertDetail(v1::Detail(), ConvertLimits());
  for (const NamedScene& named : NamedScenes()) {
    const Record record = Play(named, 3, detail.detail);
    v1::ShotResults results;
    ResultWriter writer(detail, kNoLimit);
    writer.Start(3, &results);
    writer.Add(record);
    EXPECT_FALSE(results.has_events() || results.has_samples());
    EXPECT_THAT(results.hashes(), ElementsAre(record.hash));
    std::vector<BallState> back;
    ASSERT_TRUE(ConvertStates(results.final_states(), back).ok());
    ASSERT_EQ(back.size(), record.final_states.size());
    for (size_t i = 0; i < back.size(); ++i) ExpectSameState(back[i], record.final_states[i]);
  }
}

TEST(ResultWriter, AFinalStateIsAValidNextLayout) {
  const NamedScene& named = *FindNamedScene("eight_ball_break");
  const ConvertedDetail detail = *ConvertDetail(v1::Detail(), ConvertLimits());
  const Record record = Play(named, 0, detail.detail);
  v1::ShotResults results;
  ResultWriter writer(detail, kNoLimit);
  writer.Start(0, &results);
  writer.Add(record);

  v1::Layout wire;
  *wire.mutable_states() = results.final_states();
  v1::Table table;
  table.set_preset(named.table_name);
  const absl::StatusOr<Layout> layout = ConvertLayout(wire, *ConvertTable(table));
  ASSERT_TRUE(layout.ok()) << layout.status();
  Shot next;
  ASSERT_TRUE(ConvertShot(v1::Shot(), *layout, next).ok());
  Workspace workspace;
  Record again;
  ASSERT_TRUE(Simulate(named.MakeScene(), next, detail.detail, StopToken(), workspace, again).ok());
  EXPECT_EQ(again.stop_reason, StopReason::kAtRest);
  EXPECT_EQ(again.end_time_s, 0.0);
  for (size_t i = 0; i < again.final_states.size(); ++i) {
    ExpectSameState(again.final_states[i], record.final_states[i]);
  }
}

TEST(ResultWriter, EventStatesComeBackToTheLastBit) {
  const ConvertedDetail detail = EventsWithStates();
  const Record record = Play(*FindNamedScene("nine_ball_break"), 1, detail.detail);
  v1::ShotResults results;
  ResultWriter writer(detail, kNoLimit);
  writer.Start(1, &results);
  writer.Add(record);
  const v1::EventColumns& events = results.events();
  ASSERT_EQ(static_cast<size_t>(events.times_s_size()), record.events.size());
  ASSERT_GT(record.events.size(), 20u);

  // Rows of 32 at most are what ConvertStates takes, so the columns are cut event by event.
  int row = 0;
  int moving = 0;
  for (size_t i = 0; i < record.events.size(); ++i) {
    const int n = static_cast<int>(i);
    EXPECT_EQ(events.times_s(n), record.events[i].time_s);
    EXPECT_EQ(static_cast<int>(events.kinds(n)), static_cast<int>(record.events[i].kind) + 1);
    EXPECT_EQ(static_cast<int>(events.balls(n)), record.events[i].ball);
    EXPECT_EQ(events.others(n), record.events[i].other);
    const size_t balls = events.kinds(n) == v1::EVENT_KIND_BALL_BALL ? 2 : 1;
    for (size_t b = 0; b < balls; ++b, ++row) {
      const BallState& before = record.event_states[2 * i + b].before;
      EXPECT_EQ(events.before().motions(row), ToWire(before.motion));
      EXPECT_EQ(events.before().positions_m(3 * row + 1), before.position.y());
      if (!HasVelocities(before.motion)) {
        EXPECT_EQ(before.velocity, Vec3(Vec3::Zero()));
        EXPECT_EQ(before.spin, Vec3(Vec3::Zero()));
        continue;
      }
      EXPECT_EQ(events.before().velocities_m_s(3 * moving), before.velocity.x());
      EXPECT_EQ(events.before().angular_velocities_rad_s(3 * moving + 2), before.spin.z());
      ++moving;
    }
  }
  EXPECT_EQ(events.before().motions_size(), row);
  EXPECT_EQ(events.after().motions_size(), row);
}

// A record of two events, the second chosen from three.
Record WithCandidates() {
  Record record;
  record.final_states.assign(2, BallState());
  record.events = {{0.0, EventKind::kCueStrike, 0, -1}, {0.5, EventKind::kBallRail, 1, 3}};
  record.event_count = 2;
  record.candidate_counts = {0, 3};
  record.candidates = {{0.5, EventKind::kBallRail, 1, 3},
                       {0.5, EventKind::kBallCushion, 0, 255},
                       {0.75, EventKind::kSupportedToAirborne, 0, -1}};
  return record;
}

TEST(ResultWriter, CandidatesFollowTheirEvents) {
  const ConvertedDetail detail =
      *ConvertDetail(Wire<v1::Detail>("level: LEVEL_EVENTS candidates: true"), ConvertLimits());
  EXPECT_TRUE(detail.detail.candidates);
  v1::ShotResults results;
  ResultWriter writer(detail, kNoLimit);
  writer.Start(0, &results);
  for (int shot = 0; shot < 100; ++shot) writer.Add(WithCandidates());
  const v1::EventColumns& events = results.events();
  ASSERT_EQ(events.candidate_counts_size(), 200);
  EXPECT_EQ(events.candidate_counts(2), 0u);
  EXPECT_EQ(events.candidate_counts(3), 3u);
  ASSERT_EQ(events.candidate_times_s_size(), 300);
  EXPECT_EQ(events.candidate_times_s(5), 0.75);
  EXPECT_EQ(events.candidate_kinds(3), v1::EVENT_KIND_BALL_RAIL);
  EXPECT_EQ(events.candidate_kinds(5), v1::EVENT_KIND_SUPPORTED_TO_AIRBORNE);
  EXPECT_EQ(events.candidate_balls(3), 1u);
  EXPECT_EQ(events.candidate_others(4), 255);
  EXPECT_EQ(events.candidate_others(5), -1);
  EXPECT_GE(writer.byte_size(), static_cast<int64_t>(results.ByteSizeLong()));
}

TEST(ResultWriter, CandidatesNeedAnEventLog) {
  const ConvertedDetail detail =
      *ConvertDetail(Wire<v1::Detail>("candidates: true"), ConvertLimits());
  EXPECT_FALSE(detail.detail.candidates);
}

TEST(ResultWriter, ABallThatLeftTellsWhereAndHowFast) {
  Record record;
  record.final_states.assign(1, BallState());
  record.outcome.left_table.assign(100, {0, 2, 1.5, Vec3(1.0, 2.0, 0.25), Vec3(3.0, -4.0, 0.5)});
  const ConvertedDetail detail = *ConvertDetail(v1::Detail(), ConvertLimits());
  v1::ShotResults results;
  ResultWriter writer(detail, kNoLimit);
  writer.Start(0, &results);
  writer.Add(record);
  const v1::Outcomes& outcomes = results.outcomes();
  ASSERT_EQ(outcomes.left_table_positions_m_size(), 300);
  ASSERT_EQ(outcomes.left_table_velocities_m_s_size(), 300);
  EXPECT_EQ(outcomes.left_table_positions_m(3), 1.0);
  EXPECT_EQ(outcomes.left_table_positions_m(5), 0.25);
  EXPECT_EQ(outcomes.left_table_velocities_m_s(4), -4.0);
  EXPECT_GE(writer.byte_size(), static_cast<int64_t>(results.ByteSizeLong()));
}

TEST(ResultWriter, ASupportedBallHasNoVelocities) {
  v1::BallStates wire;
  BallState state;
  state.position = Vec3(0.1, 0.2, 0.3);
  state.motion = MotionState::kSupported;
  AppendState(state, wire);
  state.motion = MotionState::kAirborne;
  state.velocity.z() = -2.0;
  AppendState(state, wire);
  EXPECT_THAT(wire.motions(), ElementsAre(v1::MOTION_STATE_SUPPORTED, v1::MOTION_STATE_AIRBORNE));
  EXPECT_THAT(wire.velocities_m_s(), ElementsAre(0.0, 0.0, -2.0));
  std::vector<BallState> back;
  ASSERT_TRUE(ConvertStates(wire, back).ok());
  EXPECT_EQ(back[0].motion, MotionState::kSupported);
  EXPECT_EQ(back[0].position.z(), 0.3);
  ExpectSameState(back[1], state);
}

Record TwoSampledBalls() {
  Record record;
  record.final_states.assign(3, BallState());
  record.sample_times_s = {0.0, 0.5};
  record.samples.assign(4, BallState());
  for (size_t i = 0; i < 4; ++i) record.samples[i].position = Vec3(static_cast<double>(i), 0, 0);
  record.samples[1].motion = MotionState::kRolling;
  return record;
}

TEST(ResultWriter, SampleChannelsAreBodyByQuantityByTime) {
  const ConvertedDetail detail = *ConvertDetail(
      Wire<v1::Detail>("level: LEVEL_SAMPLES samples { period_s: 0.5 balls: [0, 2, 9] "
                       "quantities: [QUANTITY_POSITION, QUANTITY_MOTION] }"),
      ConvertLimits());
  v1::ShotResults results;
  ResultWriter writer(detail, kNoLimit);
  writer.Start(0, &results);
  writer.Add(TwoSampledBalls());
  const v1::SampleColumns& samples = results.samples();
  EXPECT_THAT(samples.time_counts(), ElementsAre(2));
  EXPECT_THAT(samples.times_s(), ElementsAre(0.0, 0.5));
  EXPECT_THAT(samples.channel_counts(), ElementsAre(4));
  EXPECT_THAT(samples.bodies(), ElementsAre(0, 0, 2, 2));
  EXPECT_THAT(samples.quantities(), ElementsAre(v1::QUANTITY_POSITION, v1::QUANTITY_MOTION,
                                                v1::QUANTITY_POSITION, v1::QUANTITY_MOTION));
  EXPECT_THAT(samples.values(), ElementsAre(0, 0, 0, 2, 0, 0, v1::MOTION_STATE_STATIONARY,
                                            v1::MOTION_STATE_STATIONARY, 1, 0, 0, 3, 0, 0,
                                            v1::MOTION_STATE_ROLLING, v1::MOTION_STATE_STATIONARY));
}

TEST(ResultWriter, AMessageUsedAgainIsAsIfNew) {
  const NamedScene& scene = *FindNamedScene("nine_ball_break");
  v1::ShotResults used;
  const ConvertedDetail everything = Everything();
  ResultWriter first(everything, kNoLimit);
  first.Start(0, &used);
  first.Add(Play(scene, 0, everything.detail));
  first.AddFailure(absl::InternalError("none"));
  ASSERT_TRUE(used.has_samples() && used.events().has_before());

  const ConvertedDetail final_only = *ConvertDetail(v1::Detail(), ConvertLimits());
  const ConvertedDetail events =
      *ConvertDetail(Wire<v1::Detail>("level: LEVEL_EVENTS"), ConvertLimits());
  for (const ConvertedDetail& detail : {events, final_only, everything}) {
    v1::ShotResults fresh;
    for (v1::ShotResults* const results : {&used, &fresh}) {
      ResultWriter writer(detail, kNoLimit);
      writer.Start(3, results);
      writer.Add(Play(scene, 3, detail.detail));
    }
    EXPECT_EQ(used.SerializeAsString(), fresh.SerializeAsString());
  }
}

TEST(ResultWriter, AFailedShotTakesItsPlaceInEveryColumn) {
  const ConvertedDetail detail = Everything();
  const Record record = Play(*FindNamedScene("two_ball_cut"), 0, detail.detail);
  v1::ShotResults results;
  ResultWriter writer(detail, kNoLimit);
  writer.Start(40, &results);
  writer.Add(record);
  writer.AddFailure(absl::InvalidArgumentError("shots[41].strike.speed_m_s: 99"));
  writer.Add(record);
  EXPECT_EQ(results.shot_count(), 3u);
  ASSERT_EQ(results.failures_size(), 1);
  EXPECT_EQ(results.failures(0).shot(), 41u);
  EXPECT_EQ(results.failures(0).code(), google::rpc::INVALID_ARGUMENT);
  EXPECT_EQ(results.failures(0).message(), "shots[41].strike.speed_m_s: 99");
  EXPECT_THAT(results.hashes(), ElementsAre(record.hash, 0, record.hash));
  EXPECT_EQ(results.stop_reasons(1), v1::STOP_REASON_UNSPECIFIED);
  EXPECT_THAT(results.ball_counts(), ElementsAre(2, 0, 2));
  EXPECT_EQ(results.outcomes().miscues_size(), 3);
  EXPECT_EQ(results.outcomes().first_contacts(1), -1);
  EXPECT_EQ(results.samples().time_counts(1), 0u);
}

TEST(ResultWriter, AShotTooLargeIsOutOfRange) {
  const ConvertedDetail detail = Everything();
  const Record record = Play(*FindNamedScene("two_ball_cut"), 0, detail.detail);
  v1::ShotResults results;
  ResultWriter writer(detail, 100);
  writer.Start(0, &results);
  writer.Add(record);
  ASSERT_EQ(results.failures_size(), 1);
  EXPECT_EQ(results.failures(0).code(), google::rpc::OUT_OF_RANGE);
}

TEST(ResultWriter, FailuresAreClippedBetweenCharacters) {
  const ConvertedDetail detail = *ConvertDetail(v1::Detail(), ConvertLimits());
  v1::ShotResults results;
  ResultWriter writer(detail, kNoLimit);
  writer.Start(0, &results);
  std::string message = "x";
  while (message.size() < 1000) message += "\xC3\xA9";  // e with an acute accent, two bytes
  writer.AddFailure(absl::InvalidArgumentError(message));
  EXPECT_LE(results.failures(0).message().size(), 512u);
  v1::ShotResults back;
  EXPECT_TRUE(back.ParseFromString(results.SerializeAsString()));
  EXPECT_EQ(back.failures(0).message(), results.failures(0).message());
}

TEST(ResultWriter, ByteSizeIsAnUpperBoundAndNotAWildOne) {
  for (const bool everything : {false, true}) {
    const ConvertedDetail detail =
        everything ? Everything() : *ConvertDetail(v1::Detail(), ConvertLimits());
    for (const NamedScene& named : NamedScenes()) {
      v1::ShotResults results;
      ResultWriter writer(detail, kNoLimit);
      writer.Start(0, &results);
      for (uint64_t i = 0; i < 5; ++i) writer.Add(Play(named, i, detail.detail));
      writer.AddFailure(absl::InvalidArgumentError("no"));
      const auto actual = static_cast<int64_t>(results.ByteSizeLong());
      EXPECT_GE(writer.byte_size(), actual) << named.name;
      EXPECT_LE(writer.byte_size(), 2 * actual + 1000) << named.name;
    }
  }
}

TEST(AppendResults, PartsMakeTheWhole) {
  const ConvertedDetail detail = Everything();
  const NamedScene& named = *FindNamedScene("eight_ball_scatter");
  v1::ShotResults whole;
  v1::ShotResults parts;
  ResultWriter writer(detail, kNoLimit);
  ResultWriter part_writer(detail, kNoLimit);
  writer.Start(5, &whole);
  for (uint64_t i = 0; i < 4; ++i) {
    const Record record = Play(named, i, detail.detail);
    writer.Add(record);
    v1::ShotResults part;
    part_writer.Start(5 + i, &part);
    part_writer.Add(record);
    AppendResults(part, parts);
  }
  EXPECT_EQ(parts.SerializeAsString(), whole.SerializeAsString());
}

ConvertedDetail Selecting(const char* detail, size_t labels) {
  ConvertedDetail converted = *ConvertDetail(Wire<v1::Detail>(detail), ConvertLimits());
  converted.selected = true;
  converted.labels = labels;
  return converted;
}

// Of ten shots those of odd numbers but 3, which fails.
void WriteOdd(const NamedScene& named, const ConvertedDetail& detail, uint64_t first, uint64_t end,
              ResultWriter& writer, v1::ShotResults* results) {
  writer.Start(first, results);
  for (uint64_t i = first; i < end; ++i) {
    const Record record = Play(named, i, detail.detail);
    const std::vector<double> labels(detail.labels, static_cast<double>(i));
    writer.SetLabels(labels);
    if (i == 3) {
      writer.AddFailure(absl::InvalidArgumentError("three"));
    } else if (i % 2 == 1) {
      writer.Add(record);
    } else {
      writer.LeaveOut(record.event_count);
    }
  }
}

TEST(ResultWriter, ASelectionTellsWhichShotsItHas) {
  const NamedScene& named = *FindNamedScene("two_ball_cut");
  const ConvertedDetail detail = Selecting("", 2);
  v1::ShotResults results;
  ResultWriter writer(detail, kNoLimit);
  WriteOdd(named, detail, 0, 10, writer, &results);
  EXPECT_EQ(results.shot_count(), 4u);
  EXPECT_EQ(results.selection().played_count(), 10u);
  EXPECT_THAT(results.selection().offsets(), ElementsAre(1, 5, 7, 9));
  EXPECT_THAT(results.labels(), ElementsAre(1, 1, 5, 5, 7, 7, 9, 9));
  EXPECT_EQ(results.hashes_size(), 4);
  EXPECT_EQ(results.outcomes().miscues_size(), 4);
  ASSERT_EQ(results.failures_size(), 1);
  EXPECT_EQ(results.failures(0).shot(), 3u);
  uint64_t events = 0;
  for (const uint64_t i : {0, 1, 2, 4, 5, 6, 7, 8, 9}) {
    events += static_cast<uint64_t>(Play(named, i, detail.detail).event_count);
  }
  EXPECT_EQ(results.selection().event_count(), events);
}

TEST(ResultWriter, TheLevelLabelsTellsNoBalls) {
  const NamedScene& named = *FindNamedScene("two_ball_cut");
  const ConvertedDetail detail = Selecting("level: LEVEL_LABELS", 1);
  v1::ShotResults results;
  ResultWriter writer(detail, kNoLimit);
  WriteOdd(named, detail, 0, 10, writer, &results);
  EXPECT_FALSE(results.has_final_states() || results.has_outcomes() || results.has_events());
  EXPECT_EQ(results.ball_counts_size(), 0);
  EXPECT_EQ(results.end_times_s_size(), 4);
  EXPECT_EQ(results.labels_size(), 4);
  EXPECT_GE(writer.byte_size(), static_cast<int64_t>(results.ByteSizeLong()));
}

TEST(AppendResults, SelectionsMakeTheWholeSelection) {
  const NamedScene& named = *FindNamedScene("two_ball_cut");
  const ConvertedDetail detail = Selecting("level: LEVEL_EVENTS", 1);
  v1::ShotResults whole;
  ResultWriter writer(detail, kNoLimit);
  WriteOdd(named, detail, 2, 12, writer, &whole);
  v1::ShotResults parts;
  const std::vector<uint64_t> cuts{2, 3, 6, 9, 11, 12};  // [2, 3) tells no shot.
  for (size_t i = 0; i + 1 < cuts.size(); ++i) {
    v1::ShotResults part;
    ResultWriter part_writer(detail, kNoLimit);
    WriteOdd(named, detail, cuts[i], cuts[i + 1], part_writer, &part);
    AppendResults(part, parts);
  }
  EXPECT_EQ(parts.SerializeAsString(), whole.SerializeAsString());
}

}  // namespace
}  // namespace carom
