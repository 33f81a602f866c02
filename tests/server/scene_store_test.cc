// Tables, settings and scenes that calls share.

#include "server/scene_store.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

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
  shots {
    shots { layout_index: 0 strike { speed_m_s: 2 } }
    shots { layout_index: 1 strike { speed_m_s: 2 } }
  })";

v1::ShotResults Results(TestService& service, const v1::SimulateRequest& request) {
  grpc::ClientContext context;
  v1::SimulateResponse response;
  const grpc::Status status = service.stub->Simulate(&context, request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response.results();
}

v1::Table Preset(const std::string& name) {
  v1::Table table;
  table.set_preset(name);
  return table;
}

const std::vector<BallSpec> kTwoBalls(2);

class SceneStoreTest : public ::testing::Test {
 protected:
  Scene Find(const std::string& table, double gravity_m_s2 = 9.81,
             const std::vector<BallSpec>& balls = kTwoBalls) {
    v1::Settings settings;
    settings.set_gravity_m_s2(gravity_m_s2);
    return store_
        .FindScene(store_.FindTable(Preset(table)).value(), store_.FindSettings(settings).value(),
                   balls)
        .value();
  }

  SceneStore store_{16 << 20, ConvertLimits()};
};

TEST_F(SceneStoreTest, EqualContentSharesAScene) {
  const Scene first = Find("pool_9ft");
  EXPECT_EQ(&Find("pool_9ft").world(), &first.world());
  EXPECT_EQ(store_.scene_stats().hits, 1);
  EXPECT_EQ(store_.scene_stats().misses, 1);
  EXPECT_EQ(store_.scene_stats().evictions, 0);
}

TEST_F(SceneStoreTest, OtherContentIsAnotherScene) {
  const Scene first = Find("pool_9ft");
  std::vector<BallSpec> shell = kTwoBalls;
  shell[1].inertia_ratio = 2.0 / 3.0;
  v1::Settings compliant;
  compliant.set_engine(v1::ENGINE_COMPLIANT);
  const auto table = store_.FindTable(Preset("pool_9ft")).value();
  const auto settings = store_.FindSettings(compliant).value();
  const Scene homogeneous_scene = store_.FindScene(table, settings, kTwoBalls).value();
  const Scene shell_scene = store_.FindScene(table, settings, shell).value();
  EXPECT_NE(&Find("pool_8ft").world(), &first.world());
  EXPECT_NE(&Find("pool_9ft", 1.62).world(), &first.world());
  EXPECT_NE(&Find("pool_9ft", 9.81, std::vector<BallSpec>(3)).world(), &first.world());
  EXPECT_NE(&shell_scene.world(), &homogeneous_scene.world());
  EXPECT_EQ(store_.scene_stats().hits, 0);
}

TEST_F(SceneStoreTest, KeepsNothingThatIsAtFault) {
  v1::Settings bad;
  bad.set_gravity_m_s2(-1.0);
  const auto table = store_.FindTable(Preset("pool_9ft")).value();
  const auto settings = store_.FindSettings(v1::Settings()).value();
  std::vector<BallSpec> weightless(1);
  weightless[0].mass_kg = 0.0;
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(store_.FindTable(Preset("no such")).ok());
    EXPECT_FALSE(store_.FindSettings(bad).ok());
    EXPECT_FALSE(store_.FindScene(table, settings, weightless).ok());
  }
  EXPECT_EQ(store_.scene_stats().hits, 0);
  EXPECT_EQ(store_.scene_stats().bytes, 0);
}

TEST_F(SceneStoreTest, SharesNamedScenes) {
  const NamedScene* const cut = FindNamedScene("two_ball_cut");
  const NamedScene* const scatter = FindNamedScene("eight_ball_scatter");
  const Scene first = store_.FindNamedScene(*cut);
  EXPECT_EQ(&store_.FindNamedScene(*cut).world(), &first.world());
  EXPECT_NE(&store_.FindNamedScene(*scatter).world(), &first.world());
}

TEST(SceneStore, StaysWithinItsBytes) {
  constexpr int64_t kBytes = 256 << 10;
  SceneStore store(kBytes, ConvertLimits());
  const auto table = store.FindTable(Preset("pool_9ft")).value();
  for (int i = 0; i < 200; ++i) {
    v1::Settings settings;
    settings.set_gravity_m_s2(9.0 + 0.001 * i);
    ASSERT_TRUE(store.FindScene(table, store.FindSettings(settings).value(), kTwoBalls).ok());
    ASSERT_LE(store.scene_stats().bytes, kBytes);
  }
  EXPECT_GT(store.scene_stats().bytes, kBytes / 2);
  EXPECT_GT(store.scene_stats().evictions, 0);
}

TEST(SceneStore, WithoutBytesKeepsNothing) {
  SceneStore store(0, ConvertLimits());
  const auto table = store.FindTable(Preset("pool_9ft")).value();
  const auto settings = store.FindSettings(v1::Settings()).value();
  EXPECT_TRUE(store.FindScene(table, settings, kTwoBalls).ok());
  EXPECT_TRUE(store.FindScene(table, settings, kTwoBalls).ok());
  EXPECT_EQ(store.scene_stats().hits, 0);
  EXPECT_EQ(store.scene_stats().bytes, 0);
}

TEST(ContentCache, ThrowsOutWhatWasAskedForTheLongestAgo) {
  constexpr int64_t kBytes = 10'000;
  ContentCache<int> cache(3 * kBytes + kBytes / 2);
  cache.Keep("a", 1, kBytes);
  cache.Keep("b", 2, kBytes);
  cache.Keep("c", 3, kBytes);
  EXPECT_EQ(cache.Find("a"), 1);
  cache.Keep("d", 4, kBytes);
  EXPECT_EQ(cache.Find("a"), 1);
  EXPECT_EQ(cache.Find("b"), std::nullopt);
  EXPECT_EQ(cache.Find("c"), 3);
  EXPECT_EQ(cache.Find("d"), 4);
  EXPECT_EQ(cache.stats().evictions, 1);
  EXPECT_EQ(cache.Keep("a", 5, kBytes), 1) << "the first one stays";
}

TEST(ScenesOfCalls, AreSharedFromCallToCall) {
  TestService service(WithThreads(1));
  const v1::SimulateRequest request = Breaks(1);
  for (int i = 0; i < 3; ++i) Results(service, request);
  EXPECT_EQ(service.server->scene_stats().misses, 1);
  EXPECT_EQ(service.server->scene_stats().hits, 2);
}

TEST(ScenesOfCalls, BallsOfOtherInertiaAreOtherBalls) {
  TestService service(WithThreads(1));
  const auto both = Wire<v1::SimulateRequest>(kTwoInertias);
  v1::SimulateRequest shell = both;
  shell.mutable_shots()->mutable_shots()->DeleteSubrange(0, 1);
  const v1::ShotResults together = Results(service, both);
  const v1::ShotResults alone = Results(service, shell);
  ASSERT_EQ(together.hashes_size(), 2);
  ASSERT_EQ(alone.hashes_size(), 1);
  EXPECT_EQ(together.hashes(1), alone.hashes(0));
  EXPECT_NE(together.hashes(1), together.hashes(0));
}

}  // namespace
}  // namespace carom
