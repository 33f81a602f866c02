// Spheres outside and inside each other: smooth-01.

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/portable_math.h"
#include "core/laws/normal/normal_law.h"
#include "core/material/material.h"
#include "core/multibody/detect/sphere_round.h"
#include "tests/papers/smooth/contact_experiments.h"
#include "tests/papers/smooth/resin_ball.h"
#include "tests/papers/smooth/system_run.h"

namespace carom::papers {
namespace {

constexpr double kBowl_m = 0.25;
constexpr double kGravity_m_s2 = 9.81;
constexpr double kStart_rad = 0.5;  // From the lowest point.

double BowlStiffness() {
  return HertzStiffness(*FindMaterial("phenolic_resin"), kBall_m, *FindMaterial("rigid"), -kBowl_m);
}

// delta under the force that a ball needs which rolls down from rest at kStart: with
// v^2 = (10/7) g r (cos a - cos a0) it is m g (17 cos a - 10 cos a0)/7.
double RollingPenetration(double cosine) {
  const double force = kMass_kg * kGravity_m_s2 * (17.0 * cosine - 10.0 * Cos(kStart_rad)) / 7.0;
  return Pow(force / BowlStiffness(), 2.0 / 3.0);
}

Vec3 PlaceAt(double angle, double from_centre) {
  return from_centre * Vec3(Sin(angle), 0.0, -Cos(angle));
}

MultibodySpec Bowl() {
  MultibodySpec spec;
  spec.bodies = {{kMass_kg, Vec3::Constant(0.4 * kMass_kg * kBall_m * kBall_m)}};
  spec.contacts.push_back({.radius_m = kBall_m,
                           .surface = HollowBallSurface{kBowl_m},
                           .normal = MakeNormalForce(HertzLaw{}, BowlStiffness()),
                           .friction = SlipFriction(RegularCoulomb{.friction = 0.3})});
  return spec;
}

// A ball that rolls from side to side.
void RollInBowl(Findings& findings) {
  MultibodySystem system(Bowl());
  BodyMotion ball;
  // At rest its penetration carries m g cos a.
  const double seat = Pow(kMass_kg * kGravity_m_s2 * Cos(kStart_rad) / BowlStiffness(), 2.0 / 3.0);
  ball.position_m = PlaceAt(kStart_rad, kBowl_m - kBall_m + seat);
  double worst = 0.0;
  const IvpResult result =
      RunSystem(system, {&ball, 1}, 1.0, 2e-3, [&](double t, std::span<const double> y) {
        const Vec3 place = ReadBody(y, 0).position_m;
        const double distance = place.norm();
        const double paper = -kBowl_m + kBall_m + distance;  // (2), the larger radius negative
        const double expected = RollingPenetration(-place.z() / distance);
        worst = std::max(worst, std::fabs(paper / expected - 1.0));
        findings.sheet().Add(t, Atan2(place.x(), -place.z()), paper, expected,
                             system.ForcesAt(0, y).penetration_m);
      });
  const Printed internal = {"delta = Ru + Rv + |d|", "(2)"};
  findings.Reproduced(
      "a ball rolls in a bowl for 1 s", internal,
      {{static_cast<double>(result.cost.guard_events), Exactly(0.0), "losses of contact"},
       {result.t, Exactly(1.0, "s"), "end"},
       {worst,
        SizeWithin({0.01, "",
                    "rolling is quasi-static to the square of the contact's period over the "
                    "swing's"}),
        "greatest relative difference of delta(t)"}},
      {Source::kClosedForm, "m g (17 cos a - 10 cos a0)/7 = K delta^(3/2)"});
}

}  // namespace

// catalogue D-07
void SmoothSpheres(Findings& findings) {
  findings.sheet() =
      Sheet({"t_s", "angle_rad", "delta_by_eq_2_m", "delta_quasi_static_m", "delta_engine_m"});
  const SphereContact inside =
      SphereInSphere(Vec3(0.0191, 0.0, 0.0), 0.003969, Vec3::Zero(), 0.023);
  const Tolerance rounding = {1e-15, "m", "rounding"};
  findings.Reproduced("Ru = -0.023, Rv = 0.003969, |d| = 0.0191: delta",
                      {"delta = Ru + Rv + |d|", "(2)"}, {{-inside.gap_m, Around(6.9e-5, rounding)}},
                      {Source::kClosedForm, "(2), the larger radius negative"});
  const SphereContact outside = SphereSphere(Vec3(0.03, 0.04, 0.0), 0.028, Vec3::Zero(), 0.023);
  findings.Reproduced("radii 0.028, 0.023, |d| = 0.05: delta", {"delta = Ru + Rv - |d|", "(1)"},
                      {{-outside.gap_m, Around(0.001, rounding)}}, {Source::kClosedForm, "(1)"});
  RollInBowl(findings);
}

}  // namespace carom::papers
