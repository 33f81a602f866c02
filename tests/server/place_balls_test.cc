// PlaceBalls through the service: spots and places in hand by [WPA] 1.4 and 1.5, refusals.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "carom/client/client.h"
#include "carom/client/local/local.h"
#include "carom/v1/rules.pb.h"
#include "tests/server/convert/wire_message.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::StartsWith;
using testing::Wire;

constexpr double kPoolRadius_m = 0.028575;
constexpr double kFoot_m = 2.2352 / 4.0;  // From the centre to the foot spot of an 8 ft table.
// Free places are found as roots, with rounding on the side of the gap.
constexpr double kTolerance_m = 2e-9;

// Ball 1 lies on the foot spot, ball 2 is in a pocket, the cue ball in the middle.
constexpr char kFootTaken[] = R"(
    tables { preset: "pool_8ft" }
    layouts { states { positions_m: [0, 0, 0.028575, 0.5588, 0, 0.028575, 0, 0, 0.028575]
      motions: [MOTION_STATE_STATIONARY, MOTION_STATE_STATIONARY, MOTION_STATE_POCKETED] } })";

class PlaceBalls : public ::testing::Test {
 protected:
  grpc::Status Place(const v1::PlaceBallsRequest& request, v1::PlaceBallsResponse* answer) {
    grpc::ClientContext context;
    return service_.stub->PlaceBalls(&context, request, answer);
  }
  v1::PlaceBallsResponse Placed(const std::string& more) {
    const auto request = Wire<v1::PlaceBallsRequest>(kFootTaken + more);
    v1::PlaceBallsResponse answer;
    const grpc::Status status = Place(request, &answer);
    EXPECT_TRUE(status.ok()) << status.error_message();
    const auto local = Client(Local()).PlaceBalls(request);
    EXPECT_TRUE(local.ok()) << local.status();
    if (local.ok()) {
      EXPECT_EQ(local->SerializeAsString(), answer.SerializeAsString());
    }
    return answer;
  }

  TestService service_{WithThreads(2), /*in_process=*/true};
};

double Distance(const v1::BallStates& states, int a, int b) {
  const auto& at = states.positions_m();
  return std::hypot(at.Get(3 * a) - at.Get(3 * b), at.Get(3 * a + 1) - at.Get(3 * b + 1));
}

// [WPA] 1.4: in contact with the ball in its way, on the long string behind it.
TEST_F(PlaceBalls, SpotsABallBehindTheOneOnItsSpot) {
  const auto placed = Placed("placings { spotted { ball: 2 spot: TABLE_SPOT_FOOT } }");
  ASSERT_EQ(placed.positions_size(), 1);
  const v1::BallStates& states = placed.positions(0);
  EXPECT_NEAR(states.positions_m(6), kFoot_m + 2.0 * kPoolRadius_m, kTolerance_m);
  EXPECT_EQ(states.positions_m(7), 0.0);
  EXPECT_EQ(states.positions_m(8), kPoolRadius_m);
  EXPECT_EQ(states.motions(2), v1::MOTION_STATE_STATIONARY);
  EXPECT_EQ(states.positions_m(0), 0.0);  // Nothing else moves.
  EXPECT_EQ(states.positions_m(3), 0.5588);
}

TEST_F(PlaceBalls, ACueBallInHandLiesNearestToTheWish) {
  const auto placed = Placed(R"(placings {
      spotted { ball: 2 spot: TABLE_SPOT_FOOT } cue_ball: CUE_BALL_PLACE_ANYWHERE
      cue_ball_wish { x_m: 0.5588 y_m: 0 } })");
  const v1::BallStates& states = placed.positions(0);
  EXPECT_NEAR(Distance(states, 0, 1), 2.0 * kPoolRadius_m,
              kTolerance_m);  // The wish is ball 1's place.
  EXPECT_GE(Distance(states, 0, 2), 2.0 * kPoolRadius_m);
  EXPECT_EQ(states.motions(0), v1::MOTION_STATE_STATIONARY);
}

// [WPA] 1.5 and 6.10: behind the head string, a quarter of the table from the centre, not on it.
TEST_F(PlaceBalls, ACueBallBehindTheHeadStringStaysThere) {
  const auto placed = Placed(R"(placings {
      cue_ball: CUE_BALL_PLACE_BEHIND_HEAD_STRING cue_ball_wish { x_m: 0.3 y_m: 0.1 } })");
  EXPECT_NEAR(placed.positions(0).positions_m(0), -kFoot_m - 1e-3, kTolerance_m);
  EXPECT_NEAR(placed.positions(0).positions_m(1), 0.1, kTolerance_m);
}

TEST_F(PlaceBalls, WithoutAWishTheCueBallIsInHand) {
  const auto placed = Placed("placings { cue_ball: CUE_BALL_PLACE_ANYWHERE }");
  EXPECT_EQ(placed.positions(0).motions(0), v1::MOTION_STATE_POCKETED);
  EXPECT_EQ(placed.positions(0).motions(1), v1::MOTION_STATE_STATIONARY);
}

TEST_F(PlaceBalls, OnePlacingIsForAllLayoutsOrEachHasItsOwn) {
  const std::string twice = R"(layouts { rack { name: "three_cushion" } } )";
  const auto all = Placed(twice + "placings { cue_ball: CUE_BALL_PLACE_ANYWHERE }");
  ASSERT_EQ(all.positions_size(), 2);
  EXPECT_EQ(all.positions(1).motions(0), v1::MOTION_STATE_POCKETED);
  const auto each = Placed(twice + "placings { cue_ball: CUE_BALL_PLACE_ANYWHERE } placings {}");
  EXPECT_EQ(each.positions(0).motions(0), v1::MOTION_STATE_POCKETED);
  EXPECT_EQ(each.positions(1).motions(0), v1::MOTION_STATE_STATIONARY);
}

TEST_F(PlaceBalls, NamesTheFieldAtFault) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "placings: 0 values must be 1, one a layout, or 1"},
      {"placings {} placings {}", "placings: 2 values must be 1, one a layout, or 1"},
      {"placings { spotted { ball: 3 spot: TABLE_SPOT_FOOT } }",
       "placings[0].spotted[0].ball: 3 must be below 3"},
      {"placings { spotted { ball: 2 } }", "placings[0].spotted[0].spot: absent must be given"},
      {"placings { spotted { ball: 2 spot: 9 } }", "placings[0].spotted[0].spot: 9 must be one of"},
      {"placings { spotted {} spotted {} spotted {} spotted {} }",
       "placings[0].spotted: 4 entries must be at most 3"},
      {"placings { cue_ball: 9 }", "placings[0].cue_ball: 9 must be one of"},
      {"placings { cue_ball: CUE_BALL_PLACE_STARTING_POSITION }", "placings[0].cue_ball: "},
      {"placings { cue_ball_index: 3 }", "placings[0].cue_ball_index: 3 must be below 3"},
      {"placings { cue_ball_wish {} }", "placings[0].cue_ball_wish: given must be absent"},
      {"placings { cue_ball: CUE_BALL_PLACE_ANYWHERE cue_ball_wish { x_m: nan } }",
       "placings[0].cue_ball_wish.x_m: "},
      {"placings {} tables {}", "tables: 2 entries must be"},
      {"placings {} layouts {} placings {}", "layouts[1]"},
  };
  for (const auto& [more, says] : cases) {
    v1::PlaceBallsResponse answer;
    const grpc::Status refused = Place(Wire<v1::PlaceBallsRequest>(kFootTaken + more), &answer);
    EXPECT_EQ(refused.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << more;
    EXPECT_THAT(refused.error_message(), StartsWith(says)) << more;
  }
  v1::PlaceBallsResponse answer;
  EXPECT_THAT(Place({}, &answer).error_message(),
              StartsWith("layouts: 0 entries must be 1 to 256"));
  auto many = Wire<v1::PlaceBallsRequest>("placings {}");
  for (int i = 0; i < 257; ++i) many.add_layouts()->mutable_rack()->set_name("nine_ball");
  EXPECT_THAT(Place(many, &answer).error_message(), StartsWith("layouts: 257 entries must be"));
  auto other = Wire<v1::PlaceBallsRequest>(std::string(kFootTaken) + "placings {}");
  other.set_engine_version("0.0.1");
  EXPECT_EQ(Place(other, &answer).error_code(), grpc::StatusCode::FAILED_PRECONDITION);
}

}  // namespace
}  // namespace carom
