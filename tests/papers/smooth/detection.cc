// Where spheres touch planes, cylinders and prisms: smooth-02 to smooth-05.

#include <algorithm>
#include <array>
#include <string>

#include "core/multibody/detect/sphere_plane.h"
#include "core/multibody/detect/sphere_prism.h"
#include "core/multibody/detect/sphere_round.h"
#include "tests/papers/smooth/contact_experiments.h"
#include "tests/papers/smooth/resin_ball.h"
#include "tests/testing/hollow_cylinder.h"

namespace carom::papers {
namespace {

void CompareContact(const std::string& what, double gap, const Vec3& normal,
                    const SphereContact& ours, Findings& findings) {
  findings.SelfCheck(what, {Source::kCatalogue, "D-28, D-30"},
                     {{ours.gap_m, Around(gap, {1e-12, "m", "digits of the catalogue"}), "gap"},
                      {(ours.normal - normal).norm(),
                       SizeWithin({1e-11, "", "digits of the catalogue"}), "normal, off by"}});
}

}  // namespace

// catalogue D-08
void SmoothPlane(Findings& findings) {
  const Plane plane = *Plane::Create(Vec3(1.0, 0.0, 0.0), Vec3(1.0, 2.0, 2.0) / 3.0);
  const Vec3 centre(1.0, 1.0, 1.0);
  const Tolerance rounding = {1e-15, "m", "rounding"};
  const Reference by_hand = {Source::kClosedForm, "n = (1, 2, 2)/3, catalogue D-08"};
  findings.Reproduced("d", {"d = -a rx^P - b ry^P - c rz^P", "(4)"},
                      {{plane.Distance(Vec3::Zero()), Around(-1.0 / 3.0, rounding)}}, by_hand);
  findings.Reproduced("distance", {"distuv = n_v r_u^C + d", "(5)"},
                      {{plane.Distance(centre), Around(4.0 / 3.0, rounding)}}, by_hand);
  findings.Reproduced("delta", {"delta = R - distuv", "(8)"},
                      {{-SpherePlane(centre, 0.5, plane).gap_m, Around(0.5 - 4.0 / 3.0, rounding)}},
                      by_hand);
  // (3) takes any normal; by (5) as printed one of length 3 makes the distance 3 times as large.
  const Vec3 any(1.0, 2.0, 2.0);
  const double printed = any.dot(centre) - any.dot(Vec3(1.0, 0.0, 0.0));
  findings.Misprint(
      "a normal of length 3",
      {"where a, b and c denote the components of the vector normal to the plane", "2.1.2, (3)"},
      {{printed / plane.Distance(centre), Around(3.0, {1e-15, "", "rounding"}),
        "(5) as printed over the distance"}},
      "(5) is a distance for a unit normal only, and our plane takes no other");
}

// catalogue D-32
void SmoothLocalFrame(Findings& findings) {
  const BodyMotion body{.position_m = Vec3(0.1, -0.2, 0.05),
                        .orientation = EulerParameters(0.8, 0.4, 0.4, 0.2),
                        .velocity_m_s = Vec3(0.3, -0.1, 0.2),
                        .spin_rad_s = Vec3(0.5, -0.4, 1.2)};
  const BodyMotion sphere{.position_m = Vec3(0.1268, -0.1732, 0.0636),
                          .velocity_m_s = Vec3(1.1, 0.7, -0.9),
                          .spin_rad_s = Vec3(-12.0, 25.0, 8.0)};
  const Pose pose = Pose::Of(body);
  const SphereContact contact = SpherePlane(sphere.position_m, kBall_m, Plane().In(pose));
  const ContactRate rate =
      RateOf(contact.normal, ContactArms::To(contact, sphere, body), sphere, body);
  const Vec3 local = pose.ToBody(contact.point_m);
  const Tolerance digits = {1e-13, "m", "digits of the catalogue"};
  const Reference catalogue = {Source::kCatalogue, "D-32"};
  findings.Reproduced("projection of the centre, off by", {"r_v-sph^C = r_u^C - distuv n_v", "(6)"},
                      {{(contact.point_m - Vec3(0.1160224, -0.16673344, 0.05875008)).norm(),
                        SizeWithin(digits, kBall_m)}},
                      catalogue);
  findings.Reproduced(
      "the same in the plane's frame, off by", {"s_v-sph^C = A_v^-1 (r_v-sph^C - r_v^P)", "(7)"},
      {{(local - Vec3(0.026704, 0.02696, 0.0)).norm(), SizeWithin(digits, kBall_m)}}, catalogue);
  const Tolerance speed = {1e-13, "m/s", "digits of the catalogue"};
  findings.SelfCheck("relative velocity", catalogue,
                     {{rate.penetration_m_s, Around(0.1064304, speed), "rate of indentation"},
                      {rate.slip_m_s.norm(), Around(1.3098967895083, speed), "slip"}});
}

// catalogue D-28
void SmoothCylinder(Findings& findings) {
  const Cylinder cylinder{0.05, 0.08};
  Pose pose;
  pose.position_m = Vec3(0.1, 0.2, 0.3);
  const Vec3 axis = Vec3(1.0, 2.0, 2.0) / 3.0;
  const Vec3 across = Vec3(2.0, 1.0, -2.0) / 3.0;
  pose.rotation << across, axis.cross(across), axis;
  const auto outside = [&](double x, double y, double z) {
    return ToWorld(pose, SphereCylinder(pose.ToBody(Vec3(x, y, z)), 0.02, cylinder));
  };
  const auto inside = [&](double x, double y, double z) {
    return SphereInCylinder(pose.ToBody(Vec3(x, y, z)), 0.02, cylinder);
  };
  CompareContact("side", -.00049949609375323, Vec3(.328768199816, .58052976372, -.744913863628),
                 outside(.116183, .227014, .234895), findings);
  CompareContact("cap", -.0020004666666667, -axis, outside(.0393934, .138352, .244952), findings);
  CompareContact("rim", -.0058581795726675, Vec3(.899930183629, .262715562325, .348003157897),
                 outside(.186362, .242291, .349528), findings);
  CompareContact("bore", -.001000175611904, Vec3(.464038948327, .499519034074, -.731538508237),
                 ToWorld(pose, inside(.0756148, .164515, .302678).wall), findings);
  CompareContact("end of the bore", -.0050003333333333, -axis,
                 ToWorld(pose, inside(.123133, .249952, .335982).end), findings);
}

namespace {

// A cushion of the paper's: a box and a triangular prism at either end, its nose along y = 0.
std::array<Prism, 3> Cushion() {
  constexpr double kEnd_m = 0.05;
  constexpr double kHalf_m = 0.5;
  const std::array<Vec2, 3> left = {Vec2(-kHalf_m, 0.0), Vec2(-kHalf_m, kEnd_m),
                                    Vec2(-kHalf_m - kEnd_m, kEnd_m)};
  const std::array<Vec2, 4> middle = {Vec2(-kHalf_m, 0.0), Vec2(kHalf_m, 0.0),
                                      Vec2(kHalf_m, kEnd_m), Vec2(-kHalf_m, kEnd_m)};
  const std::array<Vec2, 3> right = {Vec2(kHalf_m, 0.0), Vec2(kHalf_m + kEnd_m, kEnd_m),
                                     Vec2(kHalf_m, kEnd_m)};
  return {*Prism::Create(left, 0.0, 0.05), *Prism::Create(middle, 0.0, 0.05),
          *Prism::Create(right, 0.0, 0.05)};
}

double GapToCushion(const Vec3& centre) {
  double gap = 1.0;
  for (const Prism& prism : Cushion()) {
    gap = std::min(gap, SpherePrism(centre, kBall_m, prism).gap_m);
  }
  return gap;
}

// Along the nose the joints of the three parts are not felt, and past its end the gap opens.
void CompareCushion(Findings& findings) {
  double worst = 0.0;
  for (int i = 0; i <= 1000; ++i) {
    const double x = -0.5 + i * 1e-3;
    worst = std::max(worst, std::fabs(GapToCushion(Vec3(x, -kBall_m, 0.0286))));
  }
  const Printed parts = {"Each cushion was then divided into three bodies", "4, Fig 10"};
  const Tolerance rounding = {1e-15, "m", "rounding"};
  findings.Reproduced("greatest gap of a ball that slides along a cushion's nose", parts,
                      {{worst, SizeWithin(rounding, kBall_m)}},
                      {Source::kClosedForm, "the joints of the three bodies are not felt"});
  const double past = GapToCushion(Vec3(0.52, -kBall_m, 0.0286));
  const double exact = std::sqrt(0.02 * 0.02 + kBall_m * kBall_m) - kBall_m;
  findings.Reproduced("gap 20 mm past the corner of the nose", parts,
                      {{past, Around(exact, rounding)}}, {Source::kClosedForm, "from the corner"});
}

}  // namespace

// catalogue D-30
void SmoothPrisms(Findings& findings) {
  const std::array<Vec2, 3> corners = {Vec2(0.0, 0.0), Vec2(0.12, 0.0), Vec2(0.04, 0.06)};
  const Prism prism = *Prism::Create(corners, 0.0, 0.05);
  const auto at = [&](double x, double y, double z) {
    return SpherePrism(Vec3(x, y, z), kBall_m, prism);
  };
  CompareContact("side face", -.001575, Vec3(0.0, -1.0, 0.0), at(.05, -.027, .02), findings);
  CompareContact("top", -.008575, UnitZ(), at(.05, .02, .07), findings);
  CompareContact("edge of side and top", -.003575, Vec3(0.0, -.8, .6), at(.06, -.02, .065),
                 findings);
  CompareContact("upright edge", -.0093656272877015, Vec3(-.780868809443, -.624695047554, 0.0),
                 at(-.015, -.012, .03), findings);
  CompareContact("corner", -.0088772843964078, Vec3(-.60920769908, -.507673082567, .60920769908),
                 at(-.012, -.01, .062), findings);
  const double exact = at(.14, -.024, .02).gap_m;
  const double window =
      SpherePrism(Vec3(.14, -.024, .02), kBall_m, prism, PrismRule::kFaceWindow).gap_m;
  const Tolerance digits = {1e-12, "m", "digits of the catalogue"};
  findings.SelfCheck("past an edge: gap", {Source::kCatalogue, "D-30"},
                     {{exact, Around(.0026659987036266, digits), "exact"},
                      {window, Around(-.004575, digits),
                       "by a face's bounds +-R, a contact where there is none"}});
  CompareCushion(findings);
}

}  // namespace carom::papers
