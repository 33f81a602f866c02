#include "core/tangent/column.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/core/event/rig.h"

namespace carom {
namespace {

using testing::Rig;

TEST(FindColumn, SaysWhatIsWrong) {
  Rig rig;
  rig.AddBall({0.0, 0.0});
  const auto error = [&](const char* path) {
    const auto column = FindColumn(FieldPath(std::string(path)), rig.settings, rig.shot);
    return column.ok() ? std::string() : std::string(column.status().message());
  };
  EXPECT_EQ(error("balls[0].position_m.x"), "");
  EXPECT_EQ(error("settings.cushion.han2005.friction"), "");
  EXPECT_EQ(error("balls[0].radius_m"), "");
  EXPECT_EQ(error("table.nose_height_m"), "");
  EXPECT_NE(error("table.length_m").find("below strike"), std::string::npos);
  EXPECT_NE(error("settings.cloth.rolling_factor[0].factor").find("a table of factors that has"),
            std::string::npos);
  FactorTable& factor = rig.settings.environment.cloth.rolling_factor;
  factor.Add({0.0, 1.0});
  factor.Add({1.0, 1.0});
  factor.Add({3.0, 2.0});
  EXPECT_NE(error("settings.cloth.rolling_factor[1].factor").find("neighbours"), std::string::npos);
  EXPECT_EQ(error("settings.cloth.rolling_factor[2].factor"), "");
  for (const char* const path :
       {"settings.cloth.rolling_factor[2]", "settings.cloth.rolling_factor",
        "settings.cloth.rolling_factor[1].at", "settings.cloth.rolling_factor[3].factor"}) {
    EXPECT_NE(error(path).find("the factor of a point in [0, 3)"), std::string::npos) << path;
  }
  EXPECT_NE(error("settings.cushion.friction_factor[0].factor").find("a table of factors"),
            std::string::npos);
  EXPECT_NE(error("settings.cushion.han2005[0].friction").find("without an index"),
            std::string::npos);
  EXPECT_NE(error("strike.azimuth_rad").find("a shot with a strike"), std::string::npos);
  EXPECT_EQ(error("balls[1].position_m.x"),
            "derivatives: \"balls[1].position_m.x\" must be of a ball in [0, 1)");
  EXPECT_NE(error("balls[0].position_m.z").find("not in flight"), std::string::npos);
  EXPECT_NE(error("settings.cushion.restitution.restitution").find("settings"), std::string::npos);
}

TEST(FindColumn, NamesTheNearest) {
  Rig rig;
  rig.AddBall({0.0, 0.0});
  rig.shot.strike = CueStrike();
  rig.settings.environment.cloth.rolling_factor.Add({0.0, 1.0});
  const auto nearest = [&](const char* path) {
    const auto column = FindColumn(FieldPath(std::string(path)), rig.settings, rig.shot);
    const std::string message(column.status().message());
    const size_t at = message.find("; the nearest is ");
    return at == std::string::npos ? std::string() : message.substr(at + 17);
  };
  EXPECT_EQ(nearest("strike.speed"), "\"strike.speed_m_s\"");
  EXPECT_EQ(nearest("azimuth"), "\"strike.azimuth_rad\"");
  EXPECT_EQ(nearest("balls.position_m.y"), "\"balls[0].position_m.y\"");
  EXPECT_EQ(nearest("balls[0].position_m.z"), "\"balls[0].position_m.x\"");
  EXPECT_EQ(nearest("balls[0].position_m"), "\"balls[0].position_m.x\"");
  EXPECT_EQ(nearest("balls[0].mass"), "\"balls[0].mass_kg\"");
  EXPECT_EQ(nearest("table.nose_height"), "\"table.nose_height_m\"");
  EXPECT_EQ(nearest("settings.cushion.restitution.restitution"),
            "\"settings.cushion.han2005.restitution\"");
  EXPECT_EQ(nearest("settings.cloth.rolling_factor"),
            "\"settings.cloth.rolling_factor[0].factor\"");
  EXPECT_EQ(nearest("settings.rolling_friction"), "\"settings.cloth.rolling_friction\"");
  EXPECT_EQ(nearest("q"), "");
  EXPECT_EQ(nearest(""), "");
  EXPECT_EQ(nearest(std::string(4096, 's').c_str()), "");
  rig.shot.strike.reset();
  EXPECT_EQ(nearest("strike.azimuth_rad"), "");
}

// A number that the settings leave out is not another's: what acts in its place is named.
TEST(FindColumn, SaysWhatActsForANumberThatIsNotGiven) {
  Rig rig;
  rig.AddBall({0.0, 0.0});
  Mathavan2010 cushion;
  Mathavan2014 balls;
  FrictionalSlate slate;
  const auto error = [&](const char* path) {
    rig.settings.laws.cushion = cushion;
    rig.settings.laws.ball_ball = balls;
    rig.settings.laws.slate = rig.settings.laws.liner = slate;
    const auto column = FindColumn(FieldPath(path), rig.settings, rig.shot);
    return column.ok() ? std::string() : std::string(column.status().message());
  };
  const char* const paths[] = {"settings.cushion.mathavan2010.slate_friction",
                               "settings.ball_ball.mathavan2014.slate_friction",
                               "settings.slate.frictional.friction",
                               "settings.liner.frictional.friction"};
  for (const char* const path : paths) {
    EXPECT_EQ(error(path), absl::StrCat("derivatives: \"", path,
                                        "\" must be given: without it "
                                        "\"settings.cloth.sliding_friction\" acts"));
  }
  cushion.slate_friction = balls.slate_friction = slate.friction = 0.1;
  for (const char* const path : paths) EXPECT_EQ(error(path), "");
}

// What a shot has not is kept too, and asked again for a shot that may have it.
TEST(ColumnFinder, KeepsWhatIsMissing) {
  Rig rig;
  rig.AddBall({0.0, 0.0});
  const auto settings = std::make_shared<const Settings>(rig.settings);
  const std::vector<FieldPath> paths = {FieldPath("strike.speed_m_s"),
                                        FieldPath("balls[0].position_m.z")};
  ColumnFinder finder;
  const auto missing = [&] {
    return std::string(finder.Find(paths, settings, rig.shot).status().message());
  };
  const std::string strike = missing();
  EXPECT_NE(strike.find("derivatives[0]"), std::string::npos);
  EXPECT_EQ(missing(), strike);
  rig.shot.strike = CueStrike();
  const std::string lies = missing();
  EXPECT_NE(lies.find("derivatives[1]"), std::string::npos);
  EXPECT_EQ(missing(), lies);
  rig.shot.start[0].motion = MotionState::kAirborne;
  ASSERT_EQ(missing(), "");
  EXPECT_EQ((*finder.Find(paths, settings, rig.shot))->size(), 2u);
  rig.shot.strike.reset();
  EXPECT_EQ(missing(), strike);
}

// What a number acts on is said for each; what is said for none has no derivative.
TEST(FindColumn, KnowsWhatANumberActsOn) {
  Rig rig;
  rig.AddBall({0.0, 0.0});
  rig.shot.strike = CueStrike();
  const auto changes = [&](const char* path) -> int {
    const auto column = FindColumn(FieldPath(std::string(path)), rig.settings, rig.shot);
    return column.ok() ? static_cast<int>(column->affects) : -1;
  };
  EXPECT_EQ(changes("strike.speed_m_s"), kCueStrikes);
  EXPECT_EQ(changes("settings.cue.mass_kg"), kCueStrikes);
  EXPECT_EQ(changes("settings.ball_ball.frictional.restitution"), kBallImpacts);
  EXPECT_EQ(changes("settings.cushion.han2005.friction"), kSolidImpacts);
  EXPECT_EQ(changes("table.nose_height_m"), kSolidImpacts);
  EXPECT_EQ(changes("settings.cloth.sliding_friction"), kBallImpacts | kSolidImpacts);
  EXPECT_EQ(changes("settings.cloth.spinning_friction"), kNoEvent);
  EXPECT_EQ(changes("settings.gravity_m_s2"), kNoEvent);
  EXPECT_EQ(changes("balls[0].mass_kg"), kAnyEvent);
  EXPECT_EQ(changes("balls[0].position_m.x"), kNoEvent);
  for (const char* const rule :
       {"settings.limits.max_time_s", "settings.rest_hop_s", "settings.cluster_gap_m",
        "settings.max_separation_m", "settings.settle_speed_m_s"}) {
    EXPECT_EQ(changes(rule), -1) << rule;
  }
}

}  // namespace
}  // namespace carom
