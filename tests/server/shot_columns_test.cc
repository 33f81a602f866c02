// Shots in columns: the same shots as in a list, with the same bits and errors by column.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "tests/server/convert/wire_message.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::StartsWith;
using testing::Wire;

// Two tables, two settings and two layouts of three balls.
constexpr char kParts[] = R"(
  tables { preset: 'pool_9ft' } tables { preset: 'pool_8ft' }
  settings {} settings { gravity_m_s2: 9.7 }
  layouts { balls {
    balls { state { position_m { x: -0.5 } } }
    balls { state { position_m { x: 0.3 y: 0.01 } } }
    balls { state { position_m { x: 0.6 y: -0.1 } velocity_m_s { y: 0.5 } } } } }
  layouts { balls {
    balls { state { position_m { x: 0.1 } } }
    balls { state { position_m { x: -0.3 y: 0.02 } } }
    balls { state { position_m { x: -0.6 y: 0.2 } } } } }
)";
constexpr int kBalls = 3;

v1::SimulateResponse Simulate(TestService& service, const v1::SimulateRequest& request,
                              grpc::Status& status) {
  grpc::ClientContext context;
  v1::SimulateResponse response;
  status = service.stub->Simulate(&context, request, &response);
  return response;
}

/// The same shots in both forms, each field drawn or left out.
class RandomShots {
 public:
  explicit RandomShots(uint32_t seed) : random_(seed) {}

  void Draw(uint32_t shots, google::protobuf::RepeatedPtrField<v1::Shot>& list,
            v1::ShotColumns& columns) {
    columns.set_shot_count(shots);
    const bool strikes = Chance();
    const bool has[] = {Chance(), Chance(), Chance(), Chance(), Chance(), Chance(), Chance()};
    const double side_offset = Uniform(-0.8, 0.8);  // One for all; with some heights off the ball.
    if (strikes && has[4]) columns.add_side_offset(side_offset);
    for (uint32_t i = 0; i < shots; ++i) {
      v1::Shot& shot = *list.Add();
      if (has[0]) columns.add_table_index(SetIndex(&v1::Shot::set_table_index, shot));
      if (has[1]) columns.add_settings_index(SetIndex(&v1::Shot::set_settings_index, shot));
      if (has[2]) columns.add_layout_index(SetIndex(&v1::Shot::set_layout_index, shot));
      if (strikes) DrawStrike(has[3], has[4], side_offset, shot, columns);
      if (has[5]) DrawPositions(shot, columns);
      if (has[6]) DrawMotions(shot, columns);
    }
  }

 private:
  double Uniform(double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(random_);
  }
  uint32_t Below(uint32_t count) { return static_cast<uint32_t>(random_() % count); }
  bool Chance() { return Below(2) == 0; }

  uint32_t SetIndex(void (v1::Shot::*set)(uint32_t), v1::Shot& shot) {
    const uint32_t index = Below(2);
    (shot.*set)(index);
    return index;
  }

  void DrawStrike(bool has_azimuth, bool has_side, double side_offset, v1::Shot& shot,
                  v1::ShotColumns& columns) {
    v1::CueStrike& strike = *shot.mutable_strike();
    // Beyond its range now and then: such a shot fails alone in both forms.
    strike.set_speed_m_s(Uniform(0.1, Below(50) == 0 ? 100.0 : 6.0));
    columns.add_speed_m_s(strike.speed_m_s());
    strike.set_cue_ball(Below(kBalls));
    columns.add_cue_ball(strike.cue_ball());
    if (has_azimuth) {
      strike.set_azimuth_rad(Uniform(-3.0, 3.0));
      columns.add_azimuth_rad(strike.azimuth_rad());
    }
    if (has_side) strike.set_side_offset(side_offset);
    strike.set_height_offset(Uniform(-0.8, 0.8));
    columns.add_height_offset(strike.height_offset());
    strike.set_elevation_rad(Uniform(0.0, 0.3));
    columns.add_elevation_rad(strike.elevation_rad());
  }

  // Each in a third of the table's length, so that they do not overlap.
  void DrawPositions(v1::Shot& shot, v1::ShotColumns& columns) {
    for (int ball = 0; ball < kBalls; ++ball) {
      for (const double value : {0.6 * (ball - 1) + Uniform(-0.25, 0.25), Uniform(-0.4, 0.4)}) {
        shot.add_positions_m(value);
        columns.add_positions_m(value);
      }
    }
  }

  void DrawMotions(v1::Shot& shot, v1::ShotColumns& columns) {
    constexpr v1::MotionState kMotions[] = {v1::MOTION_STATE_UNSPECIFIED,
                                            v1::MOTION_STATE_STATIONARY, v1::MOTION_STATE_POCKETED};
    for (int ball = 0; ball < kBalls; ++ball) {
      shot.add_motions(kMotions[Below(3)]);
      columns.add_motions(shot.motions(ball));
    }
  }

  std::mt19937 random_;
};

TEST(ShotColumns, AreTheListedShots) {
  constexpr uint32_t kShots = 100;
  constexpr uint32_t kRequests = 100;
  TestService service(WithThreads(2));
  int failures = 0;
  for (uint32_t seed = 0; seed < kRequests; ++seed) {
    SCOPED_TRACE(seed);
    auto listed = Wire<v1::SimulateRequest>(kParts);
    v1::SimulateRequest in_columns = listed;
    RandomShots(seed).Draw(kShots, *listed.mutable_shots()->mutable_shots(),
                           *in_columns.mutable_columns());
    grpc::Status listed_status, columns_status;
    v1::SimulateResponse expected = Simulate(service, listed, listed_status);
    v1::SimulateResponse answer = Simulate(service, in_columns, columns_status);
    ASSERT_TRUE(listed_status.ok()) << listed_status.error_message();
    ASSERT_TRUE(columns_status.ok()) << columns_status.error_message();
    ASSERT_EQ(answer.results().failures_size(), expected.results().failures_size());
    failures += expected.results().failures_size();
    for (int i = 0; i < expected.results().failures_size(); ++i) {
      ASSERT_EQ(answer.results().failures(i).shot(), expected.results().failures(i).shot());
      EXPECT_THAT(answer.results().failures(i).message(), StartsWith("columns."));
    }
    answer.mutable_results()->clear_failures();
    expected.mutable_results()->clear_failures();
    ASSERT_EQ(answer.SerializeAsString(), expected.SerializeAsString());
  }
  EXPECT_GT(failures, 50);
}

TEST(ShotColumns, AreASourceOfBatches) {
  v1::SimulateBatchRequest listed;
  listed.add_layouts()->mutable_rack()->set_name("nine_ball");
  v1::SimulateBatchRequest in_columns = listed;
  in_columns.mutable_columns()->set_shot_count(300);
  for (int i = 0; i < 300; ++i) {
    v1::CueStrike& strike = *listed.mutable_shots()->add_shots()->mutable_strike();
    strike.set_speed_m_s(2.0 + 0.01 * i);
    in_columns.mutable_columns()->add_speed_m_s(strike.speed_m_s());
  }
  TestService service(WithThreads(2));
  const auto expected = RunBatch(*service.stub, listed);
  const auto answer = RunBatch(*service.stub, in_columns);
  ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
  EXPECT_EQ(answer.hashes, expected.hashes);
  EXPECT_EQ(answer.hashes.size(), 300u);
}

class BadColumns : public ::testing::Test {
 protected:
  void ExpectRefused(const std::string& columns, const std::string& says) {
    const auto request = Wire<v1::SimulateRequest>(kParts + columns);
    grpc::Status status;
    Simulate(service_, request, status);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << columns;
    EXPECT_THAT(status.error_message(), StartsWith(says));
  }
  void ExpectShotFails(const std::string& columns, const std::string& says) {
    const auto request = Wire<v1::SimulateRequest>(kParts + columns);
    grpc::Status status;
    const v1::SimulateResponse response = Simulate(service_, request, status);
    ASSERT_TRUE(status.ok()) << status.error_message();
    ASSERT_EQ(response.results().failures_size(), 1) << columns;
    EXPECT_EQ(response.results().failures(0).shot(), 1u);
    EXPECT_THAT(response.results().failures(0).message(), StartsWith(says));
  }

  TestService service_{WithThreads(1)};
};

TEST_F(BadColumns, OfAWrongLengthAreRefused) {
  ExpectRefused("columns {}", "columns.shot_count: 0 entries must be in [1, 4096]");
  ExpectRefused("columns { shot_count: 5000 }",
                "columns.shot_count: 5000 entries must be in [1, 4096]");
  ExpectRefused("columns { shot_count: 3 speed_m_s: [1, 2] }",
                "columns.speed_m_s: 2 values must be 0, 1 or 3, one a shot");
  ExpectRefused("columns { shot_count: 3 azimuth_rad: 1 }",
                "columns.azimuth_rad: 1 value must be none without speed_m_s");
  ExpectRefused(
      "columns { shot_count: 2 positions_m: [0, 0, 1, 0] }",
      "columns.positions_m: 4 values must be 0 or 12, 2 for each of 3 balls of each of 2 ");
  ExpectRefused("columns { shot_count: 2 motions: [MOTION_STATE_POCKETED] }",
                "columns.motions: 1 value must be 0 or 6, 1 for each of 3 balls of each of 2 ");
  ExpectRefused("", "source: absent must be one of shots, columns");
}

TEST_F(BadColumns, FailTheShotOfABadValue) {
  ExpectShotFails("columns { shot_count: 3 speed_m_s: [1, 60, 1] }",
                  "columns.speed_m_s[1]: 60 must be in [0, 50]");
  ExpectShotFails("columns { shot_count: 2 speed_m_s: 1 cue_ball: [0, 3] }",
                  "columns.cue_ball[1]: 3 must be");
  ExpectShotFails("columns { shot_count: 3 table_index: [0, 2, 1] }",
                  "columns.table_index[1]: 2 must be in [0, 2)");
  ExpectShotFails("columns { shot_count: 2 positions_m: [0, 0, 0.2, 0, 0.4, 0, 0, 0, 9, 0, 1, 0] }",
                  "columns.positions_m[8]: ");
  // Two fields are wrong together: the path has a formula.
  ExpectShotFails(
      "columns { shot_count: 3 speed_m_s: 1 side_offset: [0, 0.9, 0] height_offset: 0.9 }",
      "columns.side_offset[1]: side_offset^2 + height_offset^2: 1.62 must be at most 1");
  ExpectShotFails("columns { shot_count: 2 motions: [0, 0, 0, 0, 4, 0] }",
                  "columns.motions[4]: 4 must be MOTION_STATE_STATIONARY, ");
}

}  // namespace
}  // namespace carom
