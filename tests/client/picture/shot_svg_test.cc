// What a picture shows, and where.

#include "client/picture/shot_svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <string>
#include <vector>

#include "client/picture/cloud_svg.h"
#include "client/picture/event_marks.h"
#include "client/picture/frame.h"
#include "client/picture/plot.h"
#include "client/picture/replay_page.h"
#include "client/picture/svg.h"
#include "tests/client/picture/picture_shots.h"

namespace carom::picture {
namespace {

using ::carom::testing::SceneOf;
using ::carom::testing::ShotAt;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

size_t Count(const std::string& text, const std::string& what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(FrameTest, IsToScale) {
  const Frame frame({-1.0, 1.5, -0.5, 0.5}, 1000.0, {20.0, 50.0});
  EXPECT_DOUBLE_EQ(frame.px_per_m(), 400.0);
  EXPECT_DOUBLE_EQ(frame.height_px(), 400.0);
  EXPECT_DOUBLE_EQ(frame.At(-1.0, 0.5).x, 20.0);
  EXPECT_DOUBLE_EQ(frame.At(-1.0, 0.5).y, 50.0);
  EXPECT_DOUBLE_EQ(frame.At(1.5, -0.5).x, 1020.0);
  EXPECT_DOUBLE_EQ(frame.At(1.5, -0.5).y, 450.0);
}

TEST(FrameTest, HoldsTheTableOrElseTheWaysOfTheBalls) {
  carom::v1::TableGeometry table;
  table.add_noses()->mutable_start()->set_x_m(-3.0);
  table.mutable_noses(0)->mutable_end()->set_y_m(2.0);
  EXPECT_DOUBLE_EQ(BoundsOf(table, {}).left_m, -3.0);
  EXPECT_DOUBLE_EQ(BoundsOf(table, {}).top_m, 2.0);
  SceneBall ball;
  ball.radius_m = 0.1;
  ball.track.arcs.push_back({0.0, 2.0, carom::v1::MOTION_STATE_ROLLING, {}, {1.0, 0.0, 0.0}, {}});
  EXPECT_DOUBLE_EQ(BoundsOf({}, {ball}).right_m, 2.3);
  EXPECT_GT(BoundsOf({}, {}).width_m(), 0.0);
}

TEST(FrameTest, EndsWhereTheBedDoes) {
  carom::v1::TableGeometry table;
  for (const auto& [x_m, y_m] :
       {std::pair(-1.0, -0.5), std::pair(1.0, -0.5), std::pair(1.0, 0.5)}) {
    table.add_bed_outline()->set_x_m(x_m);
    table.mutable_bed_outline()->rbegin()->set_y_m(y_m);
  }
  table.add_jaws()->set_radius_m(3.0);
  EXPECT_DOUBLE_EQ(BoundsOf(table, {}).right_m, 1.0);
}

TEST(TicksTest, AreRoundNumbers) {
  EXPECT_THAT(Ticks(1.0, 5), ElementsAre(0.0, ::testing::DoubleEq(0.2), ::testing::DoubleEq(0.4),
                                         ::testing::DoubleEq(0.6), ::testing::DoubleEq(0.8),
                                         ::testing::DoubleEq(1.0)));
  EXPECT_EQ(Ticks(1.0, 4).size(), 3u);  // Steps of 0.5.
  EXPECT_EQ(Ticks(0.0, 4).size(), 1u);
}

// A ball that is sent from one place to another, without a table: 2 m at 1000 px a (2 + 6 r) m.
TEST(DrawShotTest, PathsBeginAndEndWhereTheBallsDo) {
  ShotScene scene;
  SceneBall ball;
  ball.radius_m = 0.05;
  ball.look = LookOf("pool", 0);
  ball.track.arcs = {
      {0.0, 2.0, carom::v1::MOTION_STATE_ROLLING, {0.0, 0.0, 0.05}, {2.0, 0.0, 0.0}, {-1.0, 0, 0}},
      {2.0, 2.0, carom::v1::MOTION_STATE_STATIONARY, {2.0, 0.0, 0.05}, {}, {}}};
  scene.balls.push_back(ball);
  scene.end_s = 2.0;
  const std::string svg = DrawShot(scene, LightTheme());
  const double scale = 1000.0 / 2.3;
  const std::string y = Px(50.0 + 0.15 * scale);
  const std::string path = MoveTo({20.0 + 0.15 * scale, 50.0 + 0.15 * scale}) + "Q" +
                           Px(20.0 + 2.15 * scale) + " " + y + " " + Px(20.0 + 2.15 * scale) + " " +
                           y;
  EXPECT_THAT(svg, HasSubstr("d=\"" + path + "\" fill=\"none\" stroke=\"#0072b2\""));
}

TEST(DrawShotTest, ShowsTheStatesOfMotionThatOccur) {
  const std::string svg =
      DrawShot(SceneOf(ShotAt({{-0.5, 0.0}, {0.3, 0.1}}, 2.0, 0.14)), LightTheme());
  EXPECT_THAT(svg, HasSubstr(">sliding</text>"));
  EXPECT_THAT(svg, HasSubstr(">rolling</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">flying</text>")));
  EXPECT_THAT(svg, Not(HasSubstr("height above the cloth")));
  EXPECT_THAT(svg, HasSubstr("the cue ball hits ball 1"));
}

TEST(DrawShotTest, ShowsHeightsOfWhatFlies) {
  auto request = ShotAt({{-0.6, 0.0}, {0.5, 0.01}}, 3.3, 0.0);
  request.mutable_shots()->mutable_shots(0)->mutable_strike()->set_elevation_rad(0.7);
  request.add_settings()->set_flight(carom::v1::FLIGHT_ON);
  const std::string svg = DrawShot(SceneOf(request), DarkTheme());
  EXPECT_THAT(svg, HasSubstr("height above the cloth"));
  EXPECT_THAT(svg, HasSubstr(">flying</text>"));
  EXPECT_THAT(svg, HasSubstr(DarkTheme().page));
}

TEST(DrawShotTest, ShowsForcesOfTheCompliantEngine) {
  auto request = ShotAt({{0.0, 0.0}, {0.2, 0.01}}, 1.0, 0.0);
  request.add_settings()->set_engine(carom::v1::ENGINE_COMPLIANT);
  request.mutable_settings(0)->mutable_stop()->set_at_time_s(0.3);
  const ShotScene scene = SceneOf(request);
  EXPECT_THAT(DrawShot(scene, LightTheme()), HasSubstr("contact forces"));
  EXPECT_THAT(ReplayPage(scene, false), HasSubstr("alt=\"Contact forces over time\""));
}

TEST(DrawShotTest, IsTheSameBytesForTheSameShot) {
  const auto request = ShotAt({{-0.5, 0.0}, {0.3, 0.1}}, 2.0, 0.14);
  EXPECT_EQ(DrawShot(SceneOf(request), LightTheme()), DrawShot(SceneOf(request), LightTheme()));
  EXPECT_EQ(ReplayPage(SceneOf(request), true), ReplayPage(SceneOf(request), true));
}

TEST(DrawShotTest, NamesReachNoMarkup) {
  auto request = ShotAt({{-0.5, 0.0}, {0.3, 0.1}}, 2.0, 0.14);
  const std::string name = "</script></title><script>alert(1)</script>\"'&]]>-->";
  for (auto& ball : *request.mutable_layouts(0)->mutable_balls()->mutable_balls()) {
    ball.mutable_ball()->set_name(name);
  }
  const ShotScene scene = SceneOf(request);
  EXPECT_THAT(DrawShot(scene, LightTheme()), Not(HasSubstr("<script")));
  const std::string page = ReplayPage(scene, false);
  EXPECT_EQ(Count(page, "<script"), 2u);
  EXPECT_EQ(Count(page, "</script>"), 2u);
  EXPECT_EQ(Count(page, "alert(1)</"), 0u);
}

TEST(ReplayPageTest, AsksForNothing) {
  const std::string page = ReplayPage(SceneOf(ShotAt({{0.0, 0.0}}, 2.0, 0.3)), false);
  const std::regex fetches(R"((src|href|action)\s*=\s*["']?\s*(https?:)?//|url\(|@import|fetch\()");
  EXPECT_FALSE(std::regex_search(page, fetches));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, HasSubstr("width=device-width"));
}

TEST(EventMarksTest, NumbersImpactsAndOfABreakWhatARefereeCounts) {
  const ShotScene cut = SceneOf(ShotAt({{-0.5, 0.0}, {0.3, 0.1}}, 2.0, 0.14));
  for (const size_t event : MarkedEvents(cut, kMostMarks)) {
    EXPECT_NE(cut.events[event].kind, carom::v1::EVENT_KIND_SLIDING_TO_ROLLING);
  }
  EXPECT_EQ(MarkedEvents(cut, kMostMarks).size(), 5u);  // The strike, the hit, three cushions.
  auto request = ShotAt({}, 9.0, 0.003);
  request.mutable_layouts(0)->mutable_rack()->set_name("nine_ball");
  const ShotScene rack = SceneOf(request);
  EXPECT_GT(rack.events.size(), 2 * kMostMarks);
  EXPECT_LE(MarkedEvents(rack, kMostMarks).size(), kMostMarks);
}

TEST(EventMarksTest, NumbersDoNotLieOnEachOther) {
  const ShotScene scene = SceneOf(ShotAt({{-0.5, 0.0}, {0.3, 0.1}}, 3.0, 0.14));
  const Frame frame(BoundsOf(scene.table, scene.balls), 1000.0, {0.0, 0.0});
  const std::vector<EventMark> marks = PlaceMarks(scene, frame);
  ASSERT_GT(marks.size(), 3u);
  for (size_t i = 0; i < marks.size(); ++i) {
    EXPECT_EQ(marks[i].number, static_cast<int>(i) + 1);
    for (size_t j = 0; j < i; ++j) {
      EXPECT_GT(
          std::hypot(marks[i].label.x - marks[j].label.x, marks[i].label.y - marks[j].label.y),
          16.0)
          << i << ' ' << j;
    }
  }
}

TEST(DrawCloudTest, ShowsEndsEllipsesAndChances) {
  OutcomeCloud cloud;
  cloud.aimed = SceneOf(ShotAt({{-0.5, 0.0}, {0.3, 0.1}}, 2.0, 0.14));
  cloud.ends = {{0.0, 0.0}, {0.1, 0.0}, {0.0, 0.2}};
  cloud.spread = SpreadOf(cloud.ends);
  cloud.chances = {{"ball 1 into the left side", 1, 4, ChanceOf(1, 4)}};
  cloud.heading = "4 shots";
  const std::string svg = DrawCloud(cloud, LightTheme());
  EXPECT_EQ(Count(svg, "h0"), 3u);
  EXPECT_THAT(svg, HasSubstr("25.0 %"));
  EXPECT_THAT(svg, HasSubstr("1: 25%"));
  EXPECT_THAT(svg, HasSubstr("ball 1 into the left side"));
  EXPECT_EQ(Count(svg, "Z\" fill=\"none\" stroke=\"#cc79a7\""), 2u);
}

}  // namespace
}  // namespace carom::picture
