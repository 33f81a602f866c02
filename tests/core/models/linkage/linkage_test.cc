// Links in joints against closed forms and against the double pendulum's Lagrange equations.

#include "core/models/linkage/linkage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/models/pendulum/double_pendulum.h"
#include "tests/testing/channels.h"
#include "tests/testing/constraint_methods.h"

namespace carom::testing {
namespace {

constexpr double kGravity = 9.81;

MechanismRecord Played(const Linkage& linkage, std::vector<double> times_s) {
  MechanismRecord record;
  MechanismDetail detail = {.sample_times_s = std::move(times_s)};
  detail.accelerations = !detail.sample_times_s.empty();
  const absl::Status status = Simulate(linkage, detail, StopToken(), record);
  EXPECT_TRUE(status.ok()) << status.message();
  return record;
}

double Value(const MechanismRecord& record, int row, const std::string& body,
             const std::string& quantity) {
  return At(record.samples, row, {body, quantity});
}

Vec3 Vector(const MechanismRecord& record, int row, const std::string& body,
            const std::string& quantity, const std::string& unit) {
  Vec3 v;
  for (int axis = 0; axis < 3; ++axis) {
    v[axis] = Value(record, row, body, quantity + "_" + "xyz"[axis] + "_" + unit);
  }
  return v;
}

Vec3 Place(const MechanismRecord& record, int row, const std::string& body) {
  return Vector(record, row, body, "position", "m");
}

// T = 4 sqrt(I/(m g d)) K(sin(amplitude/2)) of a physical pendulum, by I/(m d) = the length of the
// simple one of the same period.
double PeriodOf(double reduced_length_m, double amplitude_rad) {
  return 4.0 * std::sqrt(reduced_length_m / kGravity) *
         std::comp_ellint_1(std::sin(0.5 * amplitude_rad));
}

Linkage Sharp(ConstraintMethod method = ConstraintMethod::kBaumgarte) {
  Linkage linkage;
  linkage.constraints.method = method;
  // Iterated to the end.
  linkage.constraints.penalty = 1e3;
  linkage.constraints.tolerance = 1e-13;
  linkage.integration.relative_tolerance = 1e-12;
  linkage.integration.absolute_tolerance = 1e-13;
  return linkage;
}

// A rod of 1 kg and 1 m, released from the level, is at its lowest after a quarter of its period,
// where I w^2 = 2 m g d, and the joint bears m (g + w^2 d). At the start it bears m (g - g d^2
// m/I).
TEST(Linkage, ARodSwingsWithItsPeriodAndLoadsItsJoint) {
  for (const ConstraintMethod method : kConstraintMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    const Linkage linkage = Sharp(method);
    const double about_joint = linkage.links[0].inertia_kg_m2.y() + 0.25;
    const double period_s = PeriodOf(about_joint / 0.5, kHalfPi);
    const MechanismRecord record =
        Played(linkage, {0.0, 0.25 * period_s, 0.5 * period_s, 0.75 * period_s, period_s});
    EXPECT_EQ(record.stop_reason, StopReason::kTimeLimit);
    const Vec3 places[] = {
        {0.5, 0.0, 0.0}, {0.0, 0.0, -0.5}, {-0.5, 0.0, 0.0}, {0.0, 0.0, -0.5}, {0.5, 0.0, 0.0}};
    for (int row = 0; row < 5; ++row) {
      EXPECT_LT((Place(record, row, "link_1") - places[row]).norm(), 1e-8) << row;
    }
    EXPECT_NEAR(Value(record, 1, "joint_1", "angle_rad"), kHalfPi, 1e-8);
    EXPECT_NEAR(Value(record, 3, "joint_1", "angle_rad"), kHalfPi, 1e-8);
    EXPECT_NEAR(Value(record, 4, "joint_1", "angle_rad"), 0.0, 1e-8);
    const double turning = kGravity / about_joint;  // w^2
    const double spin = Value(record, 1, "link_1", "spin_y_rad_s");
    EXPECT_NEAR(spin * spin, turning, 1e-7);
    const Vec3 lowest(0.0, 0.0, kGravity + 0.5 * turning);
    EXPECT_LT((Vector(record, 1, "joint_1", "force", "N") - lowest).norm(), 1e-6);
    const Vec3 level(0.0, 0.0, kGravity * (1.0 - 0.25 / about_joint));
    EXPECT_LT((Vector(record, 0, "joint_1", "force", "N") - level).norm(), 1e-9);
    EXPECT_LT(Vector(record, 1, "joint_1", "moment", "N_m").norm(), 1e-9);
    const Vec3 falling(0.0, 0.0, -kGravity * 0.25 / about_joint);  // g d^2 m/I
    EXPECT_LT((Vector(record, 0, "link_1", "acceleration", "m_s2") - falling).norm(), 1e-9);
    EXPECT_NEAR(Value(record, 0, "link_1", "angular_acceleration_y_rad_s2"),
                0.5 * kGravity / about_joint, 1e-9);
    EXPECT_LT(FigureOf(record, "greatest_balance_residual_J"), 1e-8);
    EXPECT_LT(FigureOf(record, "greatest_violation"), 1e-8);
  }
}

// A rod whose upper end is at `top`, at an angle from the downward vertical towards negative x.
Link Rod(const Vec3& top, double angle_rad, double length_m = 1.0) {
  Link link;
  link.rotation_rad = Vec3(0.0, angle_rad, 0.0);
  link.position_m = top - 0.5 * length_m * Vec3(Sin(angle_rad), 0.0, Cos(angle_rad));
  return link;
}

Vec3 EndOf(const Vec3& top, double angle_rad, double length_m = 1.0) {
  return top - length_m * Vec3(Sin(angle_rad), 0.0, Cos(angle_rad));
}

// Two equal slender rods have the modes w^2 = (3 -+ 6/sqrt 7) g/l, in which the angles are as
// 1 : (3 g/l - 8/3 w^2)/w^2. Half a period later both are on the other side.
TEST(Linkage, TwoRodsHaveTheirModes) {
  for (const double sign : {-1.0, 1.0}) {
    SCOPED_TRACE(sign);
    const double square = (3.0 + sign * 6.0 / std::sqrt(7.0)) * kGravity;
    const double first = 1e-4;
    const double second = first * (3.0 * kGravity - 8.0 / 3.0 * square) / square;
    Linkage linkage = Sharp();
    const Vec3 knee = EndOf(Vec3::Zero(), first);
    linkage.links = {Rod(Vec3::Zero(), first), Rod(knee, second)};
    for (Link& link : linkage.links) link.inertia_kg_m2 = Vec3(1.0 / 12.0, 1.0 / 12.0, 1e-4);
    linkage.joints = {Joint{}, Joint{.link = 1, .other = 0, .point_m = knee}};
    const MechanismRecord record = Played(linkage, {kPi / std::sqrt(square)});
    // Amplitudes of 1e-4 shift a period by some 1e-8 of it.
    EXPECT_NEAR(Value(record, 0, "joint_1", "angle_rad"), -2.0 * first, 1e-10);
    EXPECT_NEAR(Value(record, 0, "joint_2", "angle_rad"), -2.0 * (second - first), 1e-10);
  }
}

// Four equal masses on massless rods of length l: from the free end on, the modes are y_k = L_k(x),
// w^2 = x g/l with the zeros x of the Laguerre polynomial L_4 [Abramowitz & Stegun, Table 25.9].
TEST(Linkage, AHangingChainHasTheZerosOfLaguerreForModes) {
  constexpr int kMasses = 4;
  for (const double x : {0.322547689619, 1.745761101158, 4.536620296921, 9.395070912301}) {
    SCOPED_TRACE(x);
    double y[kMasses + 1] = {1.0, 1.0 - x};
    for (int k = 1; k < kMasses; ++k) {
      y[k + 1] = ((2 * k + 1 - x) * y[k] - k * y[k - 1]) / (k + 1);
    }
    ASSERT_NEAR(y[kMasses], 0.0, 1e-9);
    double greatest = 0.0;
    for (int k = 0; k < kMasses; ++k) greatest = std::max(greatest, std::fabs(y[k]));
    constexpr double kLength_m = 0.5;
    constexpr double kAmplitude_m = 1e-5;
    Linkage linkage = Sharp();
    linkage.links.clear();
    linkage.joints.clear();
    Vec3 above = Vec3::Zero();
    for (int i = 0; i < kMasses; ++i) {
      const double across = kAmplitude_m / greatest * y[kMasses - 1 - i];
      const double step = across - above.x();
      const Vec3 at(across, 0.0, above.z() - std::sqrt(kLength_m * kLength_m - step * step));
      linkage.links.push_back({.position_m = at});
      linkage.joints.push_back({.kind = JointKind::kRod,
                                .link = i,
                                .other = i - 1,  // Of the first the ground.
                                .point_m = at,
                                .other_point_m = above});
      above = at;
    }
    const MechanismRecord record = Played(linkage, {kPi / std::sqrt(x * kGravity / kLength_m)});
    for (int i = 0; i < kMasses; ++i) {
      const Vec3 at = Place(record, 0, "link_" + std::to_string(i + 1));
      EXPECT_NEAR(at.x(), -linkage.links[static_cast<std::size_t>(i)].position_m.x(),
                  1e-6 * kAmplitude_m);
      EXPECT_EQ(at.y(), 0.0);
    }
  }
}

// [Double pendulum]'s own equations and reactions, (2) and (13)-(16), until its disc strikes.
TEST(Linkage, TwoLinksAreTheDoublePendulum) {
  const DoublePendulum pendulum;
  MechanismRecord lagrange;
  ASSERT_TRUE(Simulate(pendulum, {}, StopToken(), lagrange).ok());
  ASSERT_FALSE(lagrange.events.empty());
  const double until_s = lagrange.events[0].time_s;
  const std::vector<double> times_s = {0.0, 0.3 * until_s, 0.6 * until_s, 0.99 * until_s};
  ASSERT_TRUE(Simulate(pendulum, {.sample_times_s = times_s}, StopToken(), lagrange).ok());

  const double l1 = pendulum.rod_1_length_m;
  const double lc = pendulum.rod_2_centre_m;
  const Vec3 knee = EndOf(Vec3::Zero(), pendulum.angle_1_rad, l1);
  Linkage linkage = Sharp(ConstraintMethod::kDirectCorrection);
  linkage.links = {Rod(Vec3::Zero(), pendulum.angle_1_rad, l1),
                   Rod(knee, pendulum.angle_2_rad, 2.0 * lc)};
  linkage.links[0].mass_kg = pendulum.rod_1_mass_kg;
  linkage.links[0].inertia_kg_m2.head<2>().setConstant(pendulum.rod_1_inertia_kg_m2);
  linkage.links[1].mass_kg = pendulum.rod_2_mass_kg;
  linkage.links[1].inertia_kg_m2.head<2>().setConstant(pendulum.rod_2_inertia_kg_m2);
  linkage.joints = {Joint{}, Joint{.link = 1, .other = 0, .point_m = knee}};
  const Vec3 spins[] = {Vec3(0.0, pendulum.angular_velocity_1_rad_s, 0.0),
                        Vec3(0.0, pendulum.angular_velocity_2_rad_s, 0.0)};
  linkage.links[0].spin_rad_s = spins[0];
  linkage.links[0].velocity_m_s = spins[0].cross(linkage.links[0].position_m);
  linkage.links[1].spin_rad_s = spins[1];
  linkage.links[1].velocity_m_s =
      spins[0].cross(knee) + spins[1].cross(linkage.links[1].position_m - knee);
  const MechanismRecord record = Played(linkage, times_s);
  for (int row = 0; row < 4; ++row) {
    SCOPED_TRACE(row);
    const double angle_1 = Value(lagrange, row, "rod_1", "angle_rad");
    const double angle_2 = Value(lagrange, row, "rod_2", "angle_rad");
    const Vec3 at_1 = EndOf(Vec3::Zero(), angle_1, 0.5 * l1);
    const Vec3 at_2 = EndOf(EndOf(Vec3::Zero(), angle_1, l1), angle_2, lc);
    EXPECT_LT((Place(record, row, "link_1") - at_1).norm(), 1e-9);
    EXPECT_LT((Place(record, row, "link_2") - at_2).norm(), 1e-9);
    EXPECT_NEAR(Value(record, row, "link_2", "spin_y_rad_s"),
                Value(lagrange, row, "rod_2", "angular_velocity_rad_s"), 1e-8);
    // R on rod 1 towards -x, P upwards; H and V on rod 1, the opposite on rod 2.
    const Vec3 at_o(-Value(lagrange, row, "joint_O", "force_R_N"), 0.0,
                    Value(lagrange, row, "joint_O", "force_P_N"));
    const Vec3 at_a(-Value(lagrange, row, "joint_A", "force_H_N"), 0.0,
                    -Value(lagrange, row, "joint_A", "force_V_N"));
    EXPECT_LT((Vector(record, row, "joint_1", "force", "N") - at_o).norm(), 1e-7);
    EXPECT_LT((Vector(record, row, "joint_2", "force", "N") - at_a).norm(), 1e-7);
  }
}

// An L of two rods, welded: one physical pendulum, whose centre is at 45 degrees between the middle
// of the first rod and that of the second.
TEST(Linkage, WeldedRodsSwingAsOne) {
  for (const ConstraintMethod method : kConstraintMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    Linkage linkage = Sharp(method);
    const Vec3 corner = EndOf(Vec3::Zero(), 0.0);
    linkage.links = {Rod(Vec3::Zero(), 0.0), Rod(corner, -kHalfPi)};
    linkage.joints = {Joint{.axis = Vec3(0.0, 3.0, 0.0)},
                      Joint{.kind = JointKind::kWeld, .link = 1, .other = 0, .point_m = corner}};
    const double inertia = 2.0 * linkage.links[0].inertia_kg_m2.y() + 0.25 + 1.0 + 0.25;
    const Vec3 centre = 0.5 * (linkage.links[0].position_m + linkage.links[1].position_m);
    const double amplitude = Atan2(centre.x(), -centre.z());
    const double period_s = PeriodOf(inertia / (2.0 * centre.norm()), amplitude);
    const MechanismRecord record = Played(linkage, {0.25 * period_s, 0.5 * period_s});
    EXPECT_NEAR(Value(record, 0, "joint_1", "angle_rad"), amplitude, 1e-8);
    EXPECT_NEAR(Value(record, 1, "joint_1", "angle_rad"), 2.0 * amplitude, 1e-8);
    EXPECT_LT((Vector(record, 0, "link_1", "spin", "rad_s") -
               Vector(record, 0, "link_2", "spin", "rad_s"))
                  .norm(),
              1e-8);
  }
}

// A rod on a spherical joint goes round at the angle A as a conical pendulum that does not turn
// about itself in the cone's frame: (I - C) W^2 cos A = m g d, I about the joint, C about its axis.
TEST(Linkage, ARodGoesRoundACone) {
  for (const ConstraintMethod method : kConstraintMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    constexpr double kAngle = 0.6;
    Linkage linkage = Sharp(method);
    Link& rod = linkage.links[0];
    rod = Rod(Vec3::Zero(), kAngle);
    const double about_joint = rod.inertia_kg_m2.y() + 0.25 - rod.inertia_kg_m2.z();
    const double round = std::sqrt(0.5 * kGravity / (about_joint * Cos(kAngle)));
    rod.spin_rad_s = Vec3(0.0, 0.0, round);
    rod.velocity_m_s = rod.spin_rad_s.cross(rod.position_m);
    linkage.joints = {Joint{.kind = JointKind::kSpherical}};
    const MechanismRecord record = Played(linkage, {1.25 * 2.0 * kPi / round});
    const Vec3 expected(-rod.position_m.y(), rod.position_m.x(), rod.position_m.z());
    EXPECT_LT((Place(record, 0, "link_1") - expected).norm(), 1e-8);
    EXPECT_LT((Vector(record, 0, "link_1", "spin", "rad_s") - rod.spin_rad_s).norm(), 1e-7);
  }
}

// Two cranks and a coupler that stays level swing as (2 I + M l^2) a'' = -(m + M) g l sin a. The
// loop's axes say three things twice, which the augmented Lagrangian alone can solve:
// [Compliant pool table] 2.3.
TEST(Linkage, AParallelogramIsForTheAugmentedLagrangianAlone) {
  constexpr double kAngle = 0.8;
  const Vec3 far(0.7, 0.0, 0.0);
  for (const ConstraintMethod method : kConstraintMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    Linkage linkage = Sharp(method);
    const Vec3 end = EndOf(Vec3::Zero(), kAngle);
    Link coupler;
    coupler.position_m = end + 0.5 * far;
    linkage.links = {Rod(Vec3::Zero(), kAngle), Rod(far, kAngle), coupler};
    linkage.joints = {Joint{}, Joint{.link = 1, .point_m = far},
                      Joint{.link = 2, .other = 0, .point_m = end},
                      Joint{.link = 2, .other = 1, .point_m = end + far}};
    const double inertia = 2.0 * (linkage.links[0].inertia_kg_m2.y() + 0.25) + 1.0;
    const double quarter_s = 0.25 * PeriodOf(inertia / 2.0, kAngle);
    const MechanismRecord record = Played(linkage, {quarter_s});
    if (method != ConstraintMethod::kAugmentedLagrangian) {
      EXPECT_EQ(record.stop_reason, StopReason::kNumericalFailure);
      continue;
    }
    EXPECT_EQ(record.stop_reason, StopReason::kTimeLimit);
    EXPECT_LT((Place(record, 0, "link_3") - Vec3(0.35, 0.0, -1.0)).norm(), 1e-8);
  }
}

// Down a plane that falls by the angle A along x: x'' = g sin A along it, and it bears m g cos A.
TEST(Linkage, ALinkSlidesDownAPlane) {
  constexpr double kAngle = 0.4;
  for (const ConstraintMethod method : kConstraintMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    Linkage linkage = Sharp(method);
    const Vec3 normal(Sin(kAngle), 0.0, Cos(kAngle));
    linkage.joints = {Joint{.kind = JointKind::kPlane, .axis = 2.0 * normal}};
    const MechanismRecord record = Played(linkage, {1.0});
    const Vec3 way = 0.5 * kGravity * Sin(kAngle) * Vec3(Cos(kAngle), 0.0, -Sin(kAngle));
    EXPECT_LT((Place(record, 0, "link_1") - linkage.links[0].position_m - way).norm(), 1e-9);
    const Vec3 borne = kGravity * Cos(kAngle) * normal;
    EXPECT_LT((Vector(record, 0, "joint_1", "force", "N") - borne).norm(), 1e-8);
  }
}

// A rod that spins about its middle when its end is caught keeps its angular momentum about there.
TEST(Linkage, JointsTakeHoldOfWhatMovesOtherwise) {
  Linkage linkage;
  linkage.links[0].spin_rad_s = Vec3(0.5, 2.0, 0.0);  // The first against the joint.
  const MechanismRecord record = Played(linkage, {0.0});
  const double inertia = linkage.links[0].inertia_kg_m2.y();
  const Vec3 shared(0.0, 2.0 * inertia / (inertia + 0.25), 0.0);
  EXPECT_LT((Vector(record, 0, "link_1", "spin", "rad_s") - shared).norm(), 1e-12);
  EXPECT_LT(Value(record, 0, "constraints", "velocity_violation"), 1e-12);
}

// A point on a rod by Runge and Kutta's method with steps of h. Each step adds some e and e' to Phi
// and Phi', which are measured with multipliers alone, where they add up. Baumgarte's (2.23) with
// alpha = beta = a lets an addition of t ago count with e (1 + a t) exp(-a t) + e' t exp(-a t) at
// most, so that all together are below (2 e/a + e'/a^2)/h + e, whatever their signs.
TEST(Linkage, BaumgarteBoundsTheDrift) {
  constexpr double kStep_s = 0.02;
  constexpr double kDuration_s = 20.0;
  Linkage linkage;
  linkage.joints = {Joint{.kind = JointKind::kRod, .point_m = Vec3(0.5, 0.0, 0.0)}};
  linkage.integration.method = IvpMethod::kRungeKutta4;
  linkage.integration.largest_step_s = kStep_s;
  linkage.duration_s = kDuration_s;
  std::vector<double> times_s;
  for (int i = 0; i <= 1000; ++i) times_s.push_back(i * kStep_s);
  times_s.back() = kDuration_s;
  linkage.constraints.method = ConstraintMethod::kLagrangeMultipliers;
  const MechanismRecord free = Played(linkage, times_s);
  double place = 0.0;
  double rate = 0.0;
  double before = 0.0;
  double rate_before = 0.0;
  for (int i = 0; i <= 1000; ++i) {
    const Vec3 at = Place(free, i, "link_1");
    const double phi = 0.5 * (at.squaredNorm() - 0.25);
    const double phi_rate = at.dot(Vector(free, i, "link_1", "velocity", "m_s"));
    if (i > 0) {
      place = std::max(place, std::fabs(phi - before - kStep_s * rate_before));
      rate = std::max(rate, std::fabs(phi_rate - rate_before));
    }
    before = phi;
    rate_before = phi_rate;
  }
  linkage.constraints.method = ConstraintMethod::kBaumgarte;
  const double a = linkage.constraints.baumgarte_alpha_1_s;
  const double bound = (2.0 * place / a + rate / (a * a)) / kStep_s + place;
  EXPECT_LT(FigureOf(Played(linkage, {}), "greatest_violation"), bound);
  EXPECT_GT(FigureOf(free, "greatest_violation"), bound);
  linkage.constraints.method = ConstraintMethod::kDirectCorrection;
  EXPECT_LT(FigureOf(Played(linkage, {}), "greatest_violation"), place);
}

TEST(Linkage, WithoutJointsLinksFall) {
  Linkage linkage;
  linkage.joints.clear();
  const MechanismRecord record = Played(linkage, {1.0});
  EXPECT_LT((Place(record, 0, "link_1") - Vec3(0.5, 0.0, -0.5 * kGravity)).norm(), 1e-9);
}

TEST(Linkage, SameBitsAgain) {
  const Linkage linkage;
  EXPECT_EQ(Played(linkage, {}).hash, Played(linkage, {0.1, 0.7}).hash);
}

TEST(Linkage, AnAxisIsOfAnyLength) {
  Linkage tiny;
  tiny.joints[0].axis = Vec3(0.0, 1e-170, 0.0);
  EXPECT_EQ(Place(Played(tiny, {0.4}), 0, "link_1"), Place(Played(Linkage(), {0.4}), 0, "link_1"));
}

// Two joints of the same kind at one place leave the reactions open: the run ends at once.
TEST(Linkage, WhatCannotBeSolvedForIsZero) {
  Linkage twice;
  twice.joints.push_back(twice.joints[0]);
  const MechanismRecord record = Played(twice, {0.0});
  EXPECT_EQ(record.stop_reason, StopReason::kNumericalFailure);
  EXPECT_EQ(Vector(record, 0, "link_1", "acceleration", "m_s2"), Vec3::Zero());
}

TEST(Linkage, BadInputNamesItsField) {
  const auto error = [](auto&& change) {
    Linkage linkage;
    linkage.links.push_back(Rod(Vec3::Zero(), 0.0));
    change(linkage);
    return std::string(Validate(linkage, {}).message());
  };
  const auto joint_error = [&](const Joint& joint) {
    return error([&](Linkage& l) { l.joints.push_back(joint); });
  };
  EXPECT_EQ(error([](Linkage&) {}), "");
  EXPECT_EQ(error([](Linkage& l) { l.links.clear(); }), "links: 0 must be 1 to 10 in number");
  EXPECT_EQ(error([](Linkage& l) { l.links.resize(11); }), "links: 11 must be 1 to 10 in number");
  EXPECT_EQ(error([](Linkage& l) { l.joints.resize(17); }),
            "joints: 17 must be at most 16 in number");
  EXPECT_EQ(error([](Linkage& l) { l.links[1].mass_kg = 0.0; }).find("links[1].mass_kg"), 0u);
  EXPECT_EQ(error([](Linkage& l) {
              l.links[0].inertia_kg_m2.z() = 0.0;
            }).find("links[0].inertia_kg_m2.z"),
            0u);
  const auto moments_error = [&](double x, double y, double z) {
    return error([&](Linkage& l) { l.links[1].inertia_kg_m2 = Vec3(x, y, z); });
  };
  EXPECT_EQ(moments_error(0.1, 0.2, 0.3), "") << "of a lamina";
  EXPECT_EQ(moments_error(0.3, 0.3, 1e-12), "") << "of a thin rod";
  const std::string impossible = " must be moments of which none is above the sum of the other two";
  for (const std::string& said : {moments_error(0.31, 0.1, 0.2), moments_error(0.1, 0.31, 0.2),
                                  moments_error(0.1, 0.2, 0.31)}) {
    EXPECT_EQ(said.find("links[1].inertia_kg_m2: "), 0u) << said;
    EXPECT_NE(said.find(impossible), std::string::npos) << said;
  }
  EXPECT_EQ(error([](Linkage& l) { l.gravity_m_s2 = -1.0; }).find("gravity_m_s2"), 0u);
  EXPECT_EQ(error([](Linkage& l) { l.constraints.penalty = 0.0; }).find("constraints.penalty"), 0u);
  EXPECT_EQ(error([](Linkage& l) { l.duration_s = 0.0; }).find("duration_s"), 0u);
  EXPECT_EQ(joint_error({.link = 2}), "joints[1].link: 2 must be below 2, the number of links");
  EXPECT_EQ(joint_error({.other = 2}), "joints[1].other: 2 must be below 2, the number of links");
  EXPECT_EQ(joint_error({.other = 0}), "joints[1].other: 0 must be another link than the first");
  EXPECT_EQ(joint_error({.kind = JointKind::kPlane, .other = 1}),
            "joints[1].other: 1 must be absent: planes are fixed to the ground");
  EXPECT_EQ(joint_error({.axis = Vec3::Zero()}).find("joints[1].axis: "), 0u);
  EXPECT_EQ(joint_error({.kind = JointKind::kRod}).find("joints[1].other_point_m: "), 0u);
  EXPECT_EQ(joint_error({.kind = JointKind::kRod, .point_m = {0.0, 0.0, 1e-12}})
                .find("joints[1].other_point_m: "),
            0u);
  EXPECT_EQ(joint_error({.axis = Vec3(0.0, 1e-170, 0.0)}), "");
  EXPECT_EQ(error([](Linkage& l) {
              l.integration.max_evaluations = 1'000'001;
            }).find("integration.max_evaluations: "),
            0u);
}

}  // namespace
}  // namespace carom::testing
