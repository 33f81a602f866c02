#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "carom/client/shot_outcome.h"

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// Two shots of one and two balls by two paths; the second has an impact of both, with states, and a
// sample of its first ball.
carom::v1::ShotResults TwoDerivedShots() {
  carom::v1::ShotResults results;
  results.set_shot_count(2);
  for (const uint32_t balls : {1u, 2u}) results.add_ball_counts(balls);
  for (const uint32_t events : {0u, 1u}) results.add_event_counts(events);
  carom::v1::EventColumns& events = *results.mutable_events();
  events.add_times_s(0.5);
  events.add_kinds(carom::v1::EVENT_KIND_BALL_BALL);
  events.add_balls(0);
  events.add_others(1);
  for (auto* states : {events.mutable_before(), events.mutable_after()}) {
    for (int ball = 0; ball < 2; ++ball) {
      states->add_motions(carom::v1::MOTION_STATE_STATIONARY);
      for (int axis = 0; axis < 3; ++axis) states->add_positions_m(0.0);
    }
  }
  carom::v1::SampleColumns& samples = *results.mutable_samples();
  for (const uint32_t times : {0u, 1u}) samples.add_time_counts(times);
  for (const uint32_t channels : {0u, 1u}) samples.add_channel_counts(channels);
  samples.add_times_s(0.25);
  samples.add_bodies(0);
  samples.add_quantities(carom::v1::QUANTITY_MOTION);
  samples.add_values(1.0);

  carom::v1::DerivativeColumns& told = *results.mutable_derivatives();
  told.set_path_count(2);
  for (const auto end : {carom::v1::DERIVATIVE_END_NONE, carom::v1::DERIVATIVE_END_TIE,
                         carom::v1::DERIVATIVE_END_NONE}) {
    told.add_ends(end);
  }
  for (const int event : {-1, 0, -1}) told.add_end_events(event);
  for (int i = 0; i < 3 * 18; ++i) told.add_final_states(i);
  for (int i = 0; i < 2; ++i) told.add_event_times(100 + i);
  for (int i = 0; i < 2 * 18; ++i) told.add_event_states(200 + i);
  for (int i = 0; i < 18; ++i) told.add_samples(300 + i);
  for (int i = 0; i < 2; ++i) told.add_margin_values_m(400 + i);
  for (int i = 0; i < 4; ++i) told.add_margins(500 + i);

  carom::v1::ProbeColumns& probes = *results.mutable_probes();
  for (const uint32_t played : {64u, 63u}) probes.add_played_counts(played);
  for (const uint32_t kept : {10u, 20u, 30u}) probes.add_kept_counts(kept);
  for (const double error : {0.1, static_cast<double>(NAN), 0.3}) {
    probes.add_median_errors_m(error);
    probes.add_worst_errors_m(10.0 * error);
  }
  return results;
}

TEST(ReadDerivatives, TakesThemOutOfTheColumns) {
  const auto shots = ReadDerivatives(TwoDerivedShots());
  ASSERT_TRUE(shots.ok()) << shots.status();
  ASSERT_THAT(*shots, SizeIs(2));
  const ShotDerivatives& first = (*shots)[0];
  EXPECT_EQ(first.paths, 2u);
  ASSERT_THAT(first.balls, SizeIs(1));
  EXPECT_TRUE(first.balls[0].Valid());
  EXPECT_TRUE(first.event_times.empty() && first.event_states.empty() && first.samples.empty());
  const ShotDerivatives& second = (*shots)[1];
  ASSERT_THAT(second.balls, SizeIs(2));
  EXPECT_FALSE(second.balls[0].Valid());
  EXPECT_EQ(second.balls[0].end_event, 0);
  ASSERT_THAT(second.balls[1].final_state, SizeIs(18));
  EXPECT_EQ(second.balls[1].final_state[0], 36.0);
  EXPECT_THAT(second.event_times, ElementsAre(100.0, 101.0));
  ASSERT_THAT(second.event_states, SizeIs(36));
  EXPECT_EQ(second.event_states[18], 218.0);
  ASSERT_THAT(second.samples, SizeIs(18));
  EXPECT_EQ(second.samples[17], 317.0);
  EXPECT_THAT(first.margin_values_m, ElementsAre(400.0));
  EXPECT_THAT(second.margin_values_m, ElementsAre(401.0));
  EXPECT_THAT(second.margins, ElementsAre(502.0, 503.0));
}

TEST(ReadDerivatives, AreEmptyWhereThereAreNone) {
  carom::v1::ShotResults results = TwoDerivedShots();
  results.clear_derivatives();
  results.clear_probes();
  const auto shots = ReadDerivatives(results);
  ASSERT_TRUE(shots.ok());
  ASSERT_THAT(*shots, SizeIs(2));
  EXPECT_TRUE((*shots)[1].balls.empty());
  const auto probes = ReadProbes(results);
  ASSERT_TRUE(probes.ok());
  EXPECT_THAT(*probes, SizeIs(2));
}

TEST(ReadDerivatives, RefusesColumnsThatDoNotFit) {
  carom::v1::ShotResults results = TwoDerivedShots();
  results.mutable_derivatives()->mutable_samples()->RemoveLast();
  EXPECT_THAT(ReadDerivatives(results).status().message(),
              HasSubstr("17 values of derivatives.samples instead of 18"));
  results = TwoDerivedShots();
  results.mutable_derivatives()->mutable_margins()->RemoveLast();
  EXPECT_THAT(ReadDerivatives(results).status().message(),
              HasSubstr("3 values of derivatives.margins instead of 4"));
  results.mutable_derivatives()->add_margin_values_m(0.0);
  EXPECT_THAT(ReadDerivatives(results).status().message(),
              HasSubstr("3 values of derivatives.margin_values_m instead of 2"));
  results = TwoDerivedShots();
  results.mutable_derivatives()->set_path_count(3);
  EXPECT_EQ(ReadDerivatives(results).status().code(), absl::StatusCode::kInternal);
  results = TwoDerivedShots();
  results.mutable_probes()->add_kept_counts(1);
  EXPECT_EQ(ReadProbes(results).status().code(), absl::StatusCode::kInternal);
}

TEST(ReadProbes, TakesThemOutOfTheColumns) {
  const auto shots = ReadProbes(TwoDerivedShots());
  ASSERT_TRUE(shots.ok()) << shots.status();
  ASSERT_THAT(*shots, SizeIs(2));
  EXPECT_EQ((*shots)[0].played, 64u);
  ASSERT_THAT((*shots)[1].balls, SizeIs(2));
  EXPECT_EQ((*shots)[1].balls[0].kept, 20u);
  EXPECT_TRUE(std::isnan((*shots)[1].balls[0].median_error_m));
  EXPECT_EQ((*shots)[1].balls[1].worst_error_m, 3.0);
}

}  // namespace
}  // namespace carom
