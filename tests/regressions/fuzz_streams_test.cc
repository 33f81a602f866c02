// Shots of the 3-D fuzzer that once broke an invariant or came to a limit, by stream number.

#include <gtest/gtest.h>

#include <string>

#include "core/shot/simulate.h"
#include "tests/testing/shots/clearance.h"
#include "tests/testing/shots/invariants.h"
#include "tests/testing/shots/random_shot.h"
#include "tests/testing/shots/trace.h"

namespace carom {
namespace {

struct Stream {
  const char* defect;
  uint64_t number;
};

constexpr Stream kStreams[] = {
    {"SideOfANoseTakenForItsResolvedEnd", 94693},
    {"SideOfASlopingFacingTakenForItsResolvedEnd", 12884908517},
    {"BallOnTwoSinksIntoThem", 21824},
    {"MiddleOfAStackSinks", 97851},
    {"StackBeatenIntoTheSlate", 8589935249},
    {"RimOfABackFromBehind", 6560},
    {"RoundARimFromWithin", 157841},
    {"GlidesPastTheEndOfAFacing", 21106},
    {"NoGapOnTheCloth", 62420},
    {"NoGapInTheAir", 30051},
    {"HeldByFrictionInAGroove", 41372},
    {"CaughtBetweenANoseAndAHeldBall", 37656},
    {"SlidesIntoANarrowingGap", 21502},
    {"CreepsWithoutAGapInARack", 23215},
    {"ApproachLeftOfATakeOff", 70},
    {"TieThatSettles", 29948},
    {"LeansOnABallThatIsStruck", 3109},
    {"HopsOffABallThatIsPressedDown", 21474943692},
};

class FuzzStream : public ::testing::TestWithParam<Stream> {};

TEST_P(FuzzStream, HoldsNow) {
  const auto random = testing::MakeRandomShot3D(testing::kFlightSeed, GetParam().number);
  ASSERT_TRUE(random.has_value());
  Detail detail;
  detail.events = detail.event_states = detail.hops = detail.samples = true;
  detail.sample_period_s = 0.1;
  Workspace workspace;
  Record record;
  ASSERT_TRUE(Simulate(random->scene, random->shot, detail, {}, workspace, record).ok());
  const testing::Invariants held = testing::CheckInvariants(random->scene, random->shot, record);
  EXPECT_LE(held.worst_energy_gain, 1e-9) << held.worst;
  EXPECT_LE(held.worst_overlap_m, 1e-9) << held.worst;
  EXPECT_TRUE(held.by_state_machine) << held.worst;
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  const testing::Trace trace = testing::MakeTrace(random->scene, random->shot.start, record);
  const testing::Overlap overlap = testing::DeepestOverlap(random->scene, trace);
  EXPECT_LE(overlap.depth_m, 1e-9) << overlap.where;
}

INSTANTIATE_TEST_SUITE_P(Broke, FuzzStream, ::testing::ValuesIn(kStreams),
                         [](const auto& stream) { return std::string(stream.param.defect); });

}  // namespace
}  // namespace carom
