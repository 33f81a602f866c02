#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <string>

#include "carom/v1/options.pb.h"
#include "core/base/interval.h"
#include "core/table/catalog.h"
#include "core/table/shot.h"
#include "server/convert/request_convert.h"
#include "server/convert/state_convert.h"
#include "tests/server/convert/wire_message.h"

namespace carom {
namespace {

using testing::Wire;

ConvertedTable PoolTable() { return *ConvertTable(v1::Table()); }

absl::StatusOr<Layout> Convert(const std::string& text) {
  return ConvertLayout(Wire<v1::Layout>(text), PoolTable());
}

// A new number of BallSpec that the conversion forgets would be ignored without a word: each is
// set, alone, to the middle of its range, and must come out under its name.
struct NumberNamed {
  template <class T>
  void operator()(const char* field, const T& value, const Interval&) {
    if (field == name) found = value;
  }
  std::string name;
  double found = 0.0;
};

TEST(ConvertLayout, EveryNumberOfABallIsRead) {
  const auto& descriptor = *v1::BallSpec::descriptor();
  int numbers = 0;
  for (int i = 0; i < descriptor.field_count(); ++i) {
    const google::protobuf::FieldDescriptor& field = *descriptor.field(i);
    if (field.cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_DOUBLE) continue;
    ++numbers;
    const v1::Interval range = field.options().GetExtension(v1::parameter).range();
    const double middle = 0.5 * (range.min() + range.max());
    v1::Layout wire;
    v1::LayoutBall& ball = *wire.mutable_balls()->add_balls();
    ball.mutable_state()->mutable_position_m();
    ball.mutable_ball()->GetReflection()->SetDouble(ball.mutable_ball(), &field, middle);
    const auto layout = ConvertLayout(wire, PoolTable());
    ASSERT_TRUE(layout.ok()) << layout.status();
    NumberNamed number{field.name()};
    BallSpec::Parameters(layout->balls[0], number);
    EXPECT_EQ(number.found, middle) << field.name();
  }
  EXPECT_EQ(numbers, 3);
}

std::string LayoutError(const std::string& text) {
  const absl::Status status = Convert(text).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text << ": " << status;
  return std::string(status.message());
}

TEST(ConvertLayout, RackOfTheTablesOwnBallSet) {
  const auto layout = Convert("rack { name: 'nine_ball' gap_m: 0 seed: 5 }");
  ASSERT_TRUE(layout.ok()) << layout.status();
  EXPECT_EQ(layout->balls.size(), 10u);
  EXPECT_EQ(layout->balls[0].mass_kg, FindBallSet("pool")->balls[0].mass_kg);
}

TEST(CountBalls, IsWhatALayoutBecomes) {
  const struct {
    const char* table;
    const char* layout;
  } cases[] = {
      {"pool_9ft", "rack { name: 'nine_ball' }"},
      {"pool_9ft", "rack { name: 'eight_ball' }"},
      {"pool_9ft", "rack { name: 'ten_ball' }"},
      {"snooker_12ft", "rack { name: 'snooker' }"},
      {"carom_10ft", "rack { name: 'three_cushion' }"},
      {"pool_9ft",
       "balls { balls { state { position_m { x: 1 } } } balls { state { position_m {} } } }"},
      {"pool_9ft", "states { motions: [1, 6] positions_m: [0, 0, 0, 1, 0, 0] }"},
  };
  for (const auto& [preset, text] : cases) {
    v1::Table table;
    table.set_preset(preset);
    const auto layout = ConvertLayout(Wire<v1::Layout>(text), *ConvertTable(table));
    ASSERT_TRUE(layout.ok()) << layout.status();
    EXPECT_EQ(CountBalls(Wire<v1::Layout>(text)), static_cast<int>(layout->balls.size())) << text;
  }
  EXPECT_EQ(CountBalls(Wire<v1::Layout>("rack { name: 'croquet' }")), 0);
  EXPECT_EQ(CountBalls(v1::Layout()), 0);
}

TEST(ConvertLayout, BallsTakeWhatTheyDoNotSayFromTheSet) {
  const auto layout = Convert(
      "ball_set: 'carom' balls {"
      " balls { ball { mass_kg: 0.3 } state { position_m { x: 0.1 } velocity_m_s { x: 2 } } }"
      " balls { ball { radius_m: 0.02 name: 'small' } state { position_m { x: 0.5 z: 0.03 } } } }");
  ASSERT_TRUE(layout.ok()) << layout.status();
  const BallSet& carom = *FindBallSet("carom");
  EXPECT_EQ(layout->balls[0].mass_kg, 0.3);
  EXPECT_EQ(layout->balls[0].radius_m, carom.balls[0].radius_m);
  EXPECT_EQ(layout->names[0], carom.ball_names[0]);
  EXPECT_EQ(layout->names[1], "small");
  EXPECT_EQ(layout->balls[1].mass_kg, carom.balls[1].mass_kg);
  EXPECT_EQ(layout->states[0].position, Vec3(0.1, 0.0, carom.balls[0].radius_m));
  EXPECT_EQ(layout->states[0].velocity, Vec3(2.0, 0.0, 0.0));
  EXPECT_EQ(layout->states[1].position, Vec3(0.5, 0.0, 0.03));
}

TEST(ConvertLayout, MoreBallsThanTheSetHasAreLikeItsFirst) {
  std::string text = "ball_set: 'carom' balls {";
  for (int i = 0; i < 5; ++i) text += "balls { state { position_m { x: 0.1 } } }";
  const auto layout = Convert(text + "}");
  ASSERT_TRUE(layout.ok()) << layout.status();
  EXPECT_EQ(layout->balls.back().radius_m, FindBallSet("carom")->balls[0].radius_m);
  EXPECT_EQ(layout->names.back(), "");
}

TEST(ConvertLayout, ErrorsNameTheField) {
  EXPECT_EQ(LayoutError(""), "source: absent must be one of rack, balls, states");
  EXPECT_EQ(LayoutError("balls {}"), "balls.balls: 0 entries must be 1 to 32");
  EXPECT_EQ(LayoutError("ball_set: 'x' balls {}"),
            "ball_set: \"x\" must be one of carom, pool, snooker");
  EXPECT_EQ(LayoutError("balls { balls { state {} } }"),
            "balls.balls[0].state.position_m: absent must be given");
  EXPECT_THAT(LayoutError("rack { name: 'seven_ball' }"), ::testing::StartsWith("rack.name: "));
  EXPECT_THAT(LayoutError("rack { name: 'nine_ball' gap_m: -1 }"),
              ::testing::StartsWith("rack.gap_m: -1"));
  EXPECT_THAT(LayoutError("ball_set: 'carom' rack { name: 'nine_ball' }"),
              ::testing::StartsWith("ball_set"));
}

TEST(ConvertLayout, ThirtyThreeBallsAreTooMany) {
  v1::Layout layout;
  for (int i = 0; i < 33; ++i) layout.mutable_balls()->add_balls();
  EXPECT_EQ(ConvertLayout(layout, PoolTable()).status().message(),
            "balls.balls: 33 entries must be 1 to 32");
}

TEST(ConvertStates, ColumnsMustFit) {
  EXPECT_EQ(LayoutError("states {}"), "states.motions: 0 entries must be 1 to 32");
  EXPECT_EQ(LayoutError("states { motions: MOTION_STATE_ROLLING positions_m: [1, 2] }"),
            "states.positions_m: 2 values must be 3, 3 for each of 1 balls");
  EXPECT_EQ(LayoutError("states { motions: MOTION_STATE_ROLLING positions_m: [1, 2, 3] }"),
            "states.velocities_m_s: 0 values must be 3, 3 for each of 1 balls in motion");
  EXPECT_EQ(LayoutError("states { motions: MOTION_STATE_UNSPECIFIED positions_m: [1, 2, 3] }"),
            "states.motions[0]: 0 must be one of MotionState");
}

TEST(ConvertStates, EveryMotionGoesThereAndBack) {
  v1::BallStates wire;
  std::vector<BallState> states;
  for (int motion = 0; motion <= static_cast<int>(MotionState::kLeftTable); ++motion) {
    BallState state;
    state.motion = static_cast<MotionState>(motion);
    state.position = Vec3(0.1 * motion, -1.0 / 3.0, 0.03);
    if (HasVelocities(state.motion)) {
      state.velocity = Vec3(motion, 1e-300, -0.0);
      state.spin = Vec3(1.0 / 7.0, motion, 5.0);
    }
    states.push_back(state);
    AppendState(state, wire);
  }
  std::vector<BallState> back;
  ASSERT_TRUE(ConvertStates(wire, back).ok());
  ASSERT_EQ(back.size(), states.size());
  for (size_t i = 0; i < states.size(); ++i) {
    EXPECT_EQ(back[i].motion, states[i].motion);
    EXPECT_EQ(back[i].position, states[i].position);
    EXPECT_EQ(back[i].velocity, states[i].velocity);
    EXPECT_EQ(back[i].spin, states[i].spin);
  }
}

TEST(ConvertState, OutOfPlayNeedsNoPosition) {
  BallState state;
  ASSERT_TRUE(ConvertState(Wire<v1::BallState>("motion: MOTION_STATE_POCKETED"), 0.03, state).ok());
  EXPECT_EQ(state.motion, MotionState::kPocketed);
}

}  // namespace
}  // namespace carom
