// Scenes that calls share.

#include "server/scene_cache.h"

#include <gtest/gtest.h>

#include "tests/server/convert/wire_message.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using testing::Wire;

// The balls of the two layouts differ in their inertia alone: 2/5 of a homogeneous ball, 2/3 of a
// shell, which slides for longer before it rolls.
constexpr char kTwoInertias[] = R"(
  layouts { balls { balls { state { position_m {} } } } }
  layouts { balls { balls { state { position_m {} } ball { inertia_ratio: 0.6666666666666666 } } } }
  settings { engine: ENGINE_COMPLIANT stop { at_time_s: 0.3 } }
  shots { layout_index: 0 strike { speed_m_s: 2 } }
  shots { layout_index: 1 strike { speed_m_s: 2 } })";

v1::ShotResults Results(TestService& service, const v1::SimulateRequest& request) {
  grpc::ClientContext context;
  v1::SimulateResponse response;
  const grpc::Status status = service.stub->Simulate(&context, request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response.results();
}

TEST(SceneCache, BallsOfOtherInertiaAreOtherBalls) {
  TestService service(WithThreads(1));
  const auto both = Wire<v1::SimulateRequest>(kTwoInertias);
  v1::SimulateRequest shell = both;
  shell.mutable_shots()->DeleteSubrange(0, 1);
  const v1::ShotResults together = Results(service, both);
  const v1::ShotResults alone = Results(service, shell);
  ASSERT_EQ(together.hashes_size(), 2);
  ASSERT_EQ(alone.hashes_size(), 1);
  EXPECT_EQ(together.hashes(1), alone.hashes(0));
  EXPECT_NE(together.hashes(1), together.hashes(0));
}

}  // namespace
}  // namespace carom
