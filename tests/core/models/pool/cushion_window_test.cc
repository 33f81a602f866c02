// Cushions by the window of [Compliant pool table] 3.2, against closed forms and the exact solid.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "core/base/constants.h"
#include "core/models/pool/pool_table.h"
#include "core/solid/plane_geometry.h"
#include "core/table/catalog.h"
#include "tests/core/models/pool/pool_rig.h"

namespace carom::testing {
namespace {

constexpr double kApproach_m_s = 0.1;
constexpr double kAway_m = 0.04;  // Of the centre from the nose's line at the start.

// A ball runs straight at the line of a nose, `past_m` past the nose's end, without friction and
// without loss.
PoolRig PastTheEnd(double past_m, CushionFaces faces) {
  PoolRig rig;
  rig.settings.compliant.horizontal = true;
  rig.settings.compliant.cushion = {HertzLaw{}, Frictionless{}};
  for (Material* hard :
       {&rig.settings.compliant.ball_material, &rig.settings.compliant.cushion_material}) {
    hard->modulus_Pa = 1e13;
  }
  rig.settings.compliant.cushion_faces = faces;
  rig.Add(Vec3(1.27 + past_m, 0.635 - kAway_m, kRadius_m), Vec3(0.0, kApproach_m_s, 0.0));
  return rig;
}

// The window's plane is met at the distance R, and throws the ball straight back. The edge of the
// solid is met at sqrt(R^2 - x^2), along the line from it to the centre, and turns the ball by
// pi - 2 asin(x/R).
TEST(CushionWindow, ReachesARadiusPastTheNose) {
  for (const double share : {0.25, 0.5, 0.75}) {
    SCOPED_TRACE(share);
    const double past_m = share * kRadius_m;
    const Record window = PastTheEnd(past_m, CushionFaces::kWindow).Play(0.4, WithEvents());
    ASSERT_EQ(window.events.size(), 1u);
    EXPECT_EQ(window.events[0].kind, EventKind::kBallCushion);
    EXPECT_EQ(window.events[0].other, 0);
    EXPECT_NEAR(window.events[0].time_s, (kAway_m - kRadius_m) / kApproach_m_s, 1e-9);
    EXPECT_NEAR(window.final_states[0].velocity.y(), -kApproach_m_s, 1e-7);
    EXPECT_EQ(window.final_states[0].velocity.x(), 0.0);

    const Record exact = PastTheEnd(past_m, CushionFaces::kExact).Play(0.4, WithEvents());
    const double reach_m = kRadius_m * std::sqrt(1.0 - share * share);
    ASSERT_EQ(exact.events.size(), 1u);
    EXPECT_NEAR(exact.events[0].time_s, (kAway_m - reach_m) / kApproach_m_s, 1e-9);
    const Vec3& out = exact.final_states[0].velocity;
    EXPECT_NEAR(std::atan2(out.x(), -out.y()), 2.0 * std::asin(share), 1e-3);
  }
}

TEST(CushionWindow, AgreesWithTheSolidBeforeTheEndAndBeyondTheRadius) {
  const auto play = [](double past_m, CushionFaces faces) {
    return PastTheEnd(past_m, faces).Play(0.4, WithEvents());
  };
  const Record window = play(-0.5, CushionFaces::kWindow);
  const Record exact = play(-0.5, CushionFaces::kExact);
  ASSERT_EQ(window.events.size(), 1u);
  ASSERT_EQ(exact.events.size(), 1u);
  EXPECT_NEAR(window.events[0].time_s, exact.events[0].time_s, 1e-12);
  EXPECT_NEAR(window.final_states[0].velocity.y(), exact.final_states[0].velocity.y(), 1e-12);
  const double beyond_m = kRadius_m + 1e-6;
  EXPECT_TRUE(play(beyond_m, CushionFaces::kWindow).events.empty());
  EXPECT_TRUE(play(beyond_m, CushionFaces::kExact).events.empty());
}

// [Compliant pool table] 3.2: six cushions of three parts, 18 planes in all.
TEST(CushionWindow, ATableOfPrismsHasEighteenPlanes) {
  const Table& table = FindTable("pool_9ft_prisms")->table;
  const auto surfaces = MakeCushionSurfaces(table, NoseContact::kPlane, CushionFaces::kWindow);
  EXPECT_EQ(surfaces.size(), 18u);
  for (const Surface& surface : surfaces) {
    ASSERT_TRUE(std::holds_alternative<Face>(surface));
    const Face& face = std::get<Face>(surface);
    const Vec2 middle = face.corner_m + 0.5 * face.length_m * face.along;
    const auto on_a_rail = [&](double before_m) {
      const Vec2 at = middle + before_m * face.normal;
      return std::any_of(table.rail_tops.begin(), table.rail_tops.end(),
                         [&](const RailTop& top) { return InsidePolygon(at, top.corners_m); });
    };
    EXPECT_TRUE(on_a_rail(-1e-3));
    EXPECT_FALSE(on_a_rail(1e-3));
  }
  EXPECT_EQ(MakeCushionSurfaces(table, NoseContact::kPlane, CushionFaces::kExact).size(), 6u);
}

TEST(CushionWindow, NeedsNosesThatAreFaces) {
  PoolRig rig = PastTheEnd(0.0, CushionFaces::kWindow);
  rig.settings.environment.nose_contact = NoseContact::kLine;
  const auto scene = Scene::Make(std::make_shared<Table>(rig.table),
                                 std::make_shared<Settings>(rig.settings), rig.balls);
  EXPECT_EQ(scene.status().message(),
            "settings.compliant.cushion_faces: WINDOW must be EXACT unless nose_contact is PLANE: "
            "a line has no face");
}

}  // namespace
}  // namespace carom::testing
