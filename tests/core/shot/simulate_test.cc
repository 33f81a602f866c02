// The door: what does not fit the scene is refused with its path, and nothing is recorded.

#include "core/shot/simulate.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace carom {
namespace {

class Door : public ::testing::Test {
 protected:
  Door() {
    shot_.start.resize(2);
    shot_.start[0].position = Vec3(0.0, 0.0, BallSpec().radius_m);
    shot_.start[1].position = Vec3(0.5, 0.0, BallSpec().radius_m);
  }

  std::string Refusal() {
    const auto scene = Scene::Make(std::make_shared<Table>(), std::make_shared<Settings>(settings_),
                                   std::vector<BallSpec>(2));
    EXPECT_TRUE(scene.ok()) << scene.status();
    const auto status = Simulate(*scene, shot_, detail_, StopToken(), workspace_, record_);
    EXPECT_TRUE(status.ok() || record_.final_states.empty());
    return std::string(status.message());
  }

  Settings settings_;
  Shot shot_;
  Detail detail_;
  Workspace workspace_;
  Record record_;
};

TEST_F(Door, TakesWhatFits) { EXPECT_EQ(Refusal(), ""); }

TEST_F(Door, RefusesAMissingBall) {
  shot_.start.pop_back();
  EXPECT_EQ(Refusal().substr(0, 6), "balls:");
}

TEST_F(Door, RefusesToSampleABallThatIsNotThere) {
  detail_.samples = true;
  detail_.sample_period_s = 0.1;
  detail_.sample_balls = 0b100;
  EXPECT_EQ(Refusal(), "samples.balls: an index must be below 2, the number of balls");
  detail_.sample_balls = 0b10;
  EXPECT_EQ(Refusal(), "");
}

TEST_F(Door, RefusesToWaitForABallThatIsNotThere) {
  settings_.environment.stop.when_potted = 0b100;
  EXPECT_EQ(Refusal(), "settings.stop.potted_balls: an index must be below 2, the number of balls");
  settings_.environment.stop.when_potted = 0b11;
  EXPECT_EQ(Refusal(), "");
}

TEST_F(Door, RefusesSampleTimesOutOfOrder) {
  detail_.samples = true;
  detail_.sample_times_s = {0.2, 0.1};
  EXPECT_EQ(Refusal().substr(0, 26), "samples.times_s[1]: 0.1 mu");
}

TEST_F(Door, RefusesMoreSamplesThanAllowed) {
  detail_.samples = true;
  detail_.sample_period_s = 1e-6;
  detail_.max_samples = 1000;
  shot_.start[0].velocity = Vec3(1.0, 0.0, 0.0);
  EXPECT_NE(Refusal().find("at most 1000"), std::string::npos);
}

}  // namespace
}  // namespace carom
