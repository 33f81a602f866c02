// Detail.touches as a caller sees it: a shot in closed form, and the counts of Outcomes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/server/shot_questions.h"

namespace carom {
namespace {

using ::testing::ElementsAre;

class Touches : public testing::ShotQuestions {};

// The cue ball runs along x without friction, and meets ball 1 half full: the line of centres is
// turned by phi from x, sin(phi) = 1/2. Of a collision without loss it keeps v sin(phi), along the
// tangent, and there ball 2 lies. So it runs s1 = a - 2R cos(phi) at v, then s2 at v sin(phi), and
// the ratio of the two times does not depend on v.
TEST_F(Touches, TellTheSecondContactOfAKnownShot) {
  constexpr double kRadius = 0.03;
  constexpr double kS2 = 0.4;
  const double cos_phi = std::sqrt(3.0) / 2.0;
  const double a = 0.5;
  const double s1 = a - 2.0 * kRadius * cos_phi;
  const double reach = kS2 + 2.0 * kRadius;
  const auto ball = [](double x, double y) {
    return "balls { ball { radius_m: 0.03 } state { position_m { x: " + std::to_string(x) +
           " y: " + std::to_string(y) + " } } } ";
  };
  const v1::ShotResults results = Results(
      std::string(testing::kSlate) + "layouts { balls { " + ball(0.0, 0.0) + ball(a, kRadius) +
      ball(s1 + reach * 0.5, -reach * cos_phi) +
      "} } settings { cloth { sliding_friction: 0 rolling_friction: 0 spinning_friction: 0 } "
      "ball_ball { elastic {} } stop { at_time_s: 3 } } "
      "shots { shots { strike { speed_m_s: 1 } } } detail { touches: true }");
  const v1::TouchColumns& touches = results.touches();
  EXPECT_THAT(results.stop_reasons(), ElementsAre(v1::STOP_REASON_AT_TIME));
  EXPECT_THAT(touches.cue_balls(), ElementsAre(0));
  ASSERT_THAT(touches.touch_counts(), ElementsAre(2));
  EXPECT_THAT(touches.kinds(), ElementsAre(v1::EVENT_KIND_BALL_BALL, v1::EVENT_KIND_BALL_BALL));
  EXPECT_THAT(touches.others(), ElementsAre(1, 2));
  // Places are written with six digits.
  EXPECT_NEAR(touches.times_s(1) / touches.times_s(0), 1.0 + kS2 / (s1 * 0.5), 1e-5);
  EXPECT_FALSE(results.has_events());
}

TEST_F(Touches, AreAbsentUnlessAskedFor) {
  const std::string shot =
      "layouts { rack { name: 'nine_ball' } } shots { shots { strike { speed_m_s: 5 } } }";
  EXPECT_FALSE(Results(shot).has_touches());
  EXPECT_FALSE(Results(shot + " detail { level: LEVEL_EVENTS }").has_touches());
}

// The cue ball of a layout in motion is no ball; rails are told all the same.
TEST_F(Touches, WithoutAStrikeThereIsNoCueBall) {
  const v1::ShotResults results = Results(
      "layouts { balls { balls { state { position_m { x: 0.5 } "
      "velocity_m_s { x: 2 } motion: MOTION_STATE_SLIDING } } } } shots { shots {} } "
      "detail { touches: true }");
  EXPECT_THAT(results.touches().cue_balls(), ElementsAre(-1));
  ASSERT_GT(results.touches().touch_counts(0), 0u);
  EXPECT_EQ(results.touches().kinds(0), v1::EVENT_KIND_BALL_CUSHION);
}

TEST_F(Touches, OfAShotThatFailsAreNone) {
  const Answer answer =
      Ask("layouts { rack { name: 'nine_ball' } } shots { shots { strike { speed_m_s: -1 } } "
          "shots { strike { speed_m_s: 5 } } } detail { touches: true }");
  ASSERT_EQ(answer.results.failures_size(), 1);
  const v1::TouchColumns& touches = answer.results.touches();
  EXPECT_THAT(touches.cue_balls(), ElementsAre(-1, 0));
  EXPECT_EQ(touches.touch_counts(0), 0u);
  EXPECT_GT(touches.touch_counts(1), 0u);
}

// Holds one chunk's touches against the counts that the engine has kept itself.
class CushionCount {
 public:
  void Expect(const v1::ShotResults& results) {
    int touch = 0;
    for (int shot = 0; shot < static_cast<int>(results.shot_count()); ++shot) {
      SCOPED_TRACE(results.first_shot() + static_cast<uint64_t>(shot));
      ExpectShot(results, shot, touch);
    }
    EXPECT_EQ(touch, results.touches().times_s_size());
  }

  int shots() const { return shots_; }
  uint32_t cushions() const { return cushions_; }

 private:
  void ExpectShot(const v1::ShotResults& results, int shot, int& touch) {
    const v1::TouchColumns& touches = results.touches();
    const v1::Outcomes& outcomes = results.outcomes();
    uint32_t total = 0;
    uint32_t before = 0;
    uint32_t after = 0;
    int first_contact = -1;
    for (uint32_t i = 0; i < touches.touch_counts(shot); ++i, ++touch) {
      const bool cushion = touches.kinds(touch) == v1::EVENT_KIND_BALL_CUSHION ||
                           touches.kinds(touch) == v1::EVENT_KIND_BALL_JAW;
      const bool own = static_cast<int>(touches.balls(touch)) == touches.cue_balls(shot);
      total += cushion ? 1 : 0;
      if (cushion && own) ++(first_contact < 0 ? before : after);
      if (touches.kinds(touch) != v1::EVENT_KIND_BALL_BALL || first_contact >= 0) continue;
      first_contact = static_cast<int>(touches.others(touch));
      EXPECT_EQ(touches.times_s(touch), outcomes.first_contact_times_s(shot));
    }
    EXPECT_EQ(first_contact, outcomes.first_contacts(shot));
    EXPECT_EQ(total, outcomes.cushions_total(shot));
    EXPECT_EQ(before, outcomes.cushions_before_contact(shot));
    EXPECT_EQ(after, outcomes.cushions_after_contact(shot));
    cushions_ += total;
    ++shots_;
  }

  int shots_ = 0;
  uint32_t cushions_ = 0;
};

TEST_F(Touches, HaveTheCountsOfOutcomesOnAThousandShots) {
  CushionCount count;
  for (const char* scene : {"one_ball_three_cushions", "nine_ball_break", "eight_ball_scatter",
                            "elevated_break", "two_ball_cut"}) {
    SCOPED_TRACE(scene);
    v1::SimulateBatchRequest request = SceneBatch(scene, 200);
    request.mutable_detail()->set_touches(true);
    grpc::ClientContext context;
    const auto reader = service_.stub->SimulateBatch(&context, request);
    for (v1::SimulateBatchResponse chunk; reader->Read(&chunk);) count.Expect(chunk.results());
    EXPECT_TRUE(reader->Finish().ok());
  }
  EXPECT_EQ(count.shots(), 1000);
  EXPECT_GT(count.cushions(), 1000u);
}

}  // namespace
}  // namespace carom
