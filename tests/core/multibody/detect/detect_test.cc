#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/multibody/detect/sphere_contact.h"
#include "tests/core/multibody/detect/expect_contact.h"
#include "tests/testing/hollow_cylinder.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::ExpectContact;
using testing::kRadius_m;

TEST(SphereSphere, Outside) {
  const SphereContact contact = SphereSphere(Vec3(0.3, 0.4, 0.0), 0.2, Vec3::Zero(), 0.1);
  ExpectContact(contact, 0.2, Vec3(0.6, 0.8, 0.0));
  EXPECT_NEAR((contact.point_m - Vec3(0.12, 0.16, 0.0)).norm(), 0.0, 1e-16);
}

TEST(SphereSphere, PrefersNeitherSphere) {
  const Vec3 a(0.01, 0.02, 0.03);
  const Vec3 b(0.02, 0.06, 0.05);
  const SphereContact one = SphereSphere(a, kRadius_m, b, 0.02);
  const SphereContact other = SphereSphere(b, 0.02, a, kRadius_m);
  EXPECT_EQ(one.gap_m, other.gap_m);
  EXPECT_EQ(one.normal, Vec3(-other.normal));
  EXPECT_NEAR((one.point_m - other.point_m).norm(), 0.0, 1e-16);
}

// catalogue D-07
TEST(SphereSphere, Inside) {
  const SphereContact contact =
      SphereInSphere(Vec3(0.0191, 0.0, 0.0), 0.003969, Vec3::Zero(), 0.023);
  EXPECT_NEAR(contact.gap_m, -6.9e-5, 1e-15);
  EXPECT_EQ(contact.normal, Vec3(-1.0, 0.0, 0.0));
  EXPECT_NEAR(contact.point_m.x(), 0.5 * (0.023 + 0.0191 + 0.003969), 1e-17);
}

TEST(SphereSphere, CoincidingCentresGiveNumbers) {
  EXPECT_EQ(SphereSphere(UnitZ(), 1.0, UnitZ(), 2.0).gap_m, -3.0);
  EXPECT_EQ(SphereSphere(UnitZ(), 1.0, UnitZ(), 2.0).normal, UnitZ());
  EXPECT_EQ(SphereInSphere(UnitZ(), 1.0, UnitZ(), 3.0).gap_m, 2.0);
  EXPECT_EQ(SphereInSphere(UnitZ(), 1.0, UnitZ(), 3.0).normal, UnitZ());
}

// catalogue D-08
TEST(SpherePlane, DistanceAndProjection) {
  const Plane plane = *Plane::Create(Vec3(1.0, 0.0, 0.0), Vec3(1.0, 2.0, 2.0) / 3.0);
  EXPECT_NEAR(plane.Distance(Vec3::Zero()), -1.0 / 3.0, 1e-15);
  const SphereContact contact = SpherePlane(Vec3(1.0, 1.0, 1.0), 0.5, plane);
  EXPECT_NEAR(plane.Distance(Vec3(1.0, 1.0, 1.0)), 4.0 / 3.0, 1e-15);
  EXPECT_NEAR(contact.gap_m, 5.0 / 6.0, 1e-15);
  EXPECT_NEAR((contact.normal - Vec3(1.0, 2.0, 2.0) / 3.0).norm(), 0.0, 1e-15);
  EXPECT_NEAR(plane.Distance(contact.point_m), 0.0, 1e-15);
}

TEST(SpherePlane, RefusesNormalsThatAreNotUnit) {
  for (const Vec3& normal : {Vec3(1.0, 2.0, 2.0), Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 1.0 + 1e-9),
                             Vec3(std::numeric_limits<double>::quiet_NaN(), 0.0, 1.0)}) {
    EXPECT_EQ(Plane::Create(Vec3::Zero(), normal).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(Plane::Create(Vec3::Zero(), Vec3(1.0, 2.0, 2.0)).status().message(),
            "normal: (1, 2, 2) must be of length 1");
}

// catalogue D-32
TEST(ContactRate, OnARotatedMovingPlane) {
  const BodyMotion body{.position_m = Vec3(0.1, -0.2, 0.05),
                        .orientation = EulerParameters(0.8, 0.4, 0.4, 0.2),
                        .velocity_m_s = Vec3(0.3, -0.1, 0.2),
                        .spin_rad_s = Vec3(0.5, -0.4, 1.2)};
  const BodyMotion sphere{.position_m = Vec3(0.1268, -0.1732, 0.0636),
                          .velocity_m_s = Vec3(1.1, 0.7, -0.9),
                          .spin_rad_s = Vec3(-12.0, 25.0, 8.0)};
  const Pose pose = Pose::Of(body);
  const Plane plane = *Plane::Create(pose.ToWorld(Vec3::Zero()), pose.rotation * UnitZ());
  const SphereContact contact = SpherePlane(sphere.position_m, kRadius_m, plane);
  EXPECT_NEAR((contact.normal - Vec3(0.8, -0.48, 0.36)).norm(), 0.0, 1e-13);
  EXPECT_NEAR(plane.Distance(Vec3::Zero()), -0.194, 1e-13);
  EXPECT_NEAR(contact.gap_m, -0.015103, 1e-13);
  EXPECT_NEAR((contact.point_m - Vec3(0.1160224, -0.16673344, 0.05875008)).norm(), 0.0, 1e-13);
  EXPECT_NEAR((pose.ToBody(contact.point_m) - Vec3(0.026704, 0.02696, 0.0)).norm(), 0.0, 1e-13);

  const ContactRate rate =
      RateOf(contact.normal, ContactArms::To(contact, sphere, body), sphere, body);
  const Vec3 relative = rate.slip_m_s - rate.penetration_m_s * contact.normal;
  EXPECT_NEAR((relative - Vec3(0.670439424, 0.64072832, -0.93120096)).norm(), 0.0, 1e-13);
  const Vec3 local = pose.rotation.transpose() * relative;
  EXPECT_NEAR((local - Vec3(1.25930624, -0.360523776, -0.1064304)).norm(), 0.0, 1e-13);
  EXPECT_NEAR(rate.penetration_m_s, 0.1064304, 1e-13);
  EXPECT_NEAR(rate.slip_m_s.norm(), 1.3098967895083, 1e-13);

  // The same contact found in the plane's own frame.
  const SphereContact in_body = SpherePlane(pose.ToBody(sphere.position_m), kRadius_m, Plane());
  const SphereContact again = ToWorld(pose, in_body);
  EXPECT_NEAR(again.gap_m, contact.gap_m, 1e-15);
  EXPECT_NEAR((again.point_m - contact.point_m).norm(), 0.0, 1e-15);
}

// The cylinder of catalogue D-28: its axis is (1, 2, 2)/3.
class TiltedCylinder : public ::testing::Test {
 protected:
  TiltedCylinder() {
    const Vec3 axis = Vec3(1.0, 2.0, 2.0) / 3.0;
    const Vec3 across = Vec3(2.0, 1.0, -2.0) / 3.0;
    pose_.position_m = Vec3(0.1, 0.2, 0.3);
    pose_.rotation.col(0) = across;
    pose_.rotation.col(1) = axis.cross(across);
    pose_.rotation.col(2) = axis;
  }

  SphereContact Outside(const Vec3& point) const {
    return ToWorld(pose_, SphereCylinder(pose_.ToBody(point), 0.02, cylinder_));
  }

  Pose pose_;
  Cylinder cylinder_{0.05, 0.08};
};

// catalogue D-28
TEST_F(TiltedCylinder, FromOutside) {
  const Vec3 axis = pose_.rotation.col(2);
  ExpectContact(Outside(Vec3(.179892, .181261, .323793)), .0099999289624685,
                Vec3(.873650775775, -.484237929988, .0474125421009));
  ExpectContact(Outside(Vec3(.116183, .227014, .234895)), -.00049949609375323,
                Vec3(.328768199816, .58052976372, -.744913863628));
  ExpectContact(Outside(Vec3(.0393934, .138352, .244952)), -.0020004666666667, -axis);
  ExpectContact(Outside(Vec3(.186362, .242291, .349528)), -.0058581795726675,
                Vec3(.899930183629, .262715562325, .348003157897));
}

// catalogue D-28
TEST_F(TiltedCylinder, FromInside) {
  const Vec3 axis = pose_.rotation.col(2);
  const Vec3 p5(.0756148, .164515, .302678);
  const HollowContacts at_wall = SphereInCylinder(pose_.ToBody(p5), 0.02, cylinder_);
  ExpectContact(ToWorld(pose_, at_wall.wall), -.001000175611904,
                Vec3(.464038948327, .499519034074, -.731538508237));
  EXPECT_NEAR(at_wall.end.gap_m, .030000266666667, 1e-12);

  const Vec3 p6(.123133, .249952, .335982);
  const HollowContacts at_end = SphereInCylinder(pose_.ToBody(p6), 0.02, cylinder_);
  ExpectContact(ToWorld(pose_, at_end.wall), .020000050822351,
                Vec3(-.146622967395, -.661847808111, .735159291808));
  ExpectContact(ToWorld(pose_, at_end.end), -.0050003333333333, -axis);
}

TEST(SphereCylinder, DeepInsideTheNearestFaceCounts) {
  const Cylinder cylinder{0.05, 0.08};
  ExpectContact(SphereCylinder(Vec3(0.04, 0.0, 0.0), 0.02, cylinder), -0.03, Vec3::UnitX());
  ExpectContact(SphereCylinder(Vec3(0.01, 0.0, -0.07), 0.02, cylinder), -0.03, -UnitZ());
  ExpectContact(SphereCylinder(Vec3::Zero(), 0.02, cylinder), -0.07, Vec3::UnitX());
}

Prism TriangularPrism() {
  const std::array<Vec2, 3> corners = {Vec2(0.0, 0.0), Vec2(0.12, 0.0), Vec2(0.04, 0.06)};
  return *Prism::Create(corners, 0.0, 0.05);
}

// catalogue D-30
TEST(SpherePrism, FacesEdgesAndCorners) {
  const Prism prism = TriangularPrism();
  const auto at = [&](double x, double y, double z) {
    return SpherePrism(Vec3(x, y, z), kRadius_m, prism);
  };
  ExpectContact(at(.05, -.027, .02), -.001575, Vec3(0.0, -1.0, 0.0));
  ExpectContact(at(.05, .02, .07), -.008575, UnitZ());
  ExpectContact(at(.06, -.02, .065), -.003575, Vec3(0.0, -.8, .6));
  ExpectContact(at(-.015, -.012, .03), -.0093656272877015,
                Vec3(-.780868809443, -.624695047554, 0.0));
  ExpectContact(at(-.012, -.01, .062), -.0088772843964078,
                Vec3(-.60920769908, -.507673082567, .60920769908));
  EXPECT_NEAR(at(.14, -.024, .02).gap_m, .0026659987036266, 1e-12);
}

// The solid's nearest point to `p` by alternating projections onto its half-spaces (Dykstra), an
// oracle that shares nothing with the code: it knows no edges and no corners.
Vec3 NearestBruteForce(const Vec3& p, const Prism& prism) {
  constexpr size_t kPlanes = Prism::kMostSides + 2;
  std::array<Vec3, kPlanes> normal;
  std::array<double, kPlanes> offset{};
  size_t count = 0;
  const auto add = [&](const Vec3& n, const Vec3& on) {
    normal[count] = n;
    offset[count++] = n.dot(on);
  };
  for (const Prism::Side& side : prism.sides()) {
    add(Vec3(side.normal.x(), side.normal.y(), 0.0),
        Vec3(side.corner_m.x(), side.corner_m.y(), 0.0));
  }
  add(UnitZ(), Vec3(0.0, 0.0, prism.high_m()));
  add(-UnitZ(), Vec3(0.0, 0.0, prism.low_m()));
  std::array<Vec3, kPlanes> correction;
  correction.fill(Vec3::Zero());
  Vec3 x = p;
  for (int sweep = 0; sweep < 4000; ++sweep) {
    for (size_t i = 0; i < count; ++i) {
      const Vec3 start = x + correction[i];
      x = start - std::max(0.0, normal[i].dot(start) - offset[i]) * normal[i];
      correction[i] = start - x;
    }
  }
  return x;
}

TEST(SpherePrism, AgreesWithProjectionsOntoItsHalfSpaces) {
  const std::array<Vec2, 4> box = {Vec2(-0.05, -0.02), Vec2(0.05, -0.02), Vec2(0.05, 0.02),
                                   Vec2(-0.05, 0.02)};
  CounterRandom random(5, 0);
  for (const Prism& prism : {TriangularPrism(), *Prism::Create(box, -0.01, 0.04)}) {
    for (int i = 0; i < 300; ++i) {
      const Vec3 p(random.Uniform(-0.1, 0.2), random.Uniform(-0.1, 0.15),
                   random.Uniform(-0.06, 0.12));
      const SphereContact contact = SpherePrism(p, kRadius_m, prism);
      const double bound = LeastPrismGap(p, kRadius_m, prism);
      EXPECT_LE(bound, contact.gap_m + 1e-15);
      EXPECT_NEAR(contact.normal.norm(), 1.0, 1e-14);
      EXPECT_NEAR((contact.point_m + (contact.gap_m + kRadius_m) * contact.normal - p).norm(), 0.0,
                  1e-14);
      if (contact.gap_m <= -kRadius_m) continue;  // the centre is inside
      EXPECT_NEAR((contact.point_m - NearestBruteForce(p, prism)).norm(), 0.0, 1e-9);
    }
  }
}

TEST(SpherePrism, InsideTheLeastDeepFaceCounts) {
  const Prism prism = TriangularPrism();
  ExpectContact(SpherePrism(Vec3(0.05, 0.002, 0.02), kRadius_m, prism), -0.002 - kRadius_m,
                Vec3(0.0, -1.0, 0.0));
  ExpectContact(SpherePrism(Vec3(0.05, 0.02, 0.049), kRadius_m, prism), -0.001 - kRadius_m,
                UnitZ());
}

TEST(SpherePrism, RefusesWhatIsNoConvexPolygon) {
  const std::array<Vec2, 3> clockwise = {Vec2(0.0, 0.0), Vec2(0.0, 1.0), Vec2(1.0, 0.0)};
  EXPECT_FALSE(Prism::Create(clockwise, 0.0, 1.0).ok());
  const std::array<Vec2, 4> dented = {Vec2(0.0, 0.0), Vec2(1.0, 0.0), Vec2(0.1, 0.1),
                                      Vec2(0.0, 1.0)};
  EXPECT_EQ(Prism::Create(dented, 0.0, 1.0).status().message(),
            "corners[2]: (0.1, 0.1, 0) must be a left turn of a convex polygon");
  const std::array<Vec2, 2> two = {Vec2(0.0, 0.0), Vec2(1.0, 0.0)};
  EXPECT_FALSE(Prism::Create(two, 0.0, 1.0).ok());
  const std::array<Vec2, 3> fine = {Vec2(0.0, 0.0), Vec2(1.0, 0.0), Vec2(0.0, 1.0)};
  EXPECT_FALSE(Prism::Create(fine, 1.0, 1.0).ok());
  EXPECT_TRUE(Prism::Create(fine, 0.0, 1.0).ok());
}

}  // namespace
}  // namespace carom
