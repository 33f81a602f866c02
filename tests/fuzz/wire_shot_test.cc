// A shot of the random shots is the same shot as a request. CAROM_FUZZ_SHOT=NUMBER prints that 3-D
// shot of the fuzzer as protobuf text, to be kept in tests/regressions.

#include "tests/testing/service/wire_shot.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/shot/simulate.h"
#include "server/shot_cursor.h"
#include "server/shot_plan.h"
#include "tests/testing/shots/random_shot.h"

namespace carom::testing {
namespace {

uint64_t Hash(const Scene& scene, const Shot& shot) {
  Workspace workspace;
  Record record;
  const auto status = Simulate(scene, shot, Detail(), StopToken(), workspace, record);
  EXPECT_TRUE(status.ok()) << status;
  return record.hash;
}

bool Slopes(const Table& table) {
  for (const Nose& nose : table.noses) {
    if (nose.rise_m != 0.0) return true;
  }
  return false;
}

TEST(WireShot, IsTheSameShot) {
  int compared = 0;
  for (uint64_t stream = 0; stream < 200; ++stream) {
    SCOPED_TRACE(stream);
    const auto random = MakeRandomShot3D(kFlightSeed, stream);
    if (!random || Slopes(random->scene.table())) continue;
    const v1::SimulateRequest request = ToRequest(random->scene, random->shot);
    SceneStore scenes(1 << 20, ConvertLimits());
    const auto plan = ShotPlan::Make(RequestView(request), ConvertLimits(), scenes);
    ASSERT_TRUE(plan.ok()) << plan.status();
    ShotCursor cursor(**plan);
    const auto loaded = cursor.Load(0);
    ASSERT_TRUE(loaded.ok()) << loaded;
    EXPECT_EQ(Hash(cursor.scene(), cursor.shot()), Hash(random->scene, random->shot));
    ++compared;
  }
  EXPECT_GT(compared, 20);
}

// The text that is printed reads back as the same request.
TEST(WireShot, PrintsARequest) {
  const char* const number = std::getenv("CAROM_FUZZ_SHOT");
  uint64_t stream = number == nullptr ? 0 : std::strtoull(number, nullptr, 10);
  auto random = MakeRandomShot3D(kFlightSeed, stream);
  while (number == nullptr && !random) random = MakeRandomShot3D(kFlightSeed, ++stream);
  ASSERT_TRUE(random.has_value()) << "no shot of this number";
  const v1::SimulateRequest request = ToRequest(random->scene, random->shot);
  const std::string text = request.DebugString();
  if (number != nullptr) std::printf("# %s\n%s", random->what.c_str(), text.c_str());
  v1::SimulateRequest read;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &read));
  EXPECT_EQ(read.SerializeAsString(), request.SerializeAsString());
}

}  // namespace
}  // namespace carom::testing
