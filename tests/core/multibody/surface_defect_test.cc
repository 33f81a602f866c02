// A defect in a contact: its profile, its rate, and that it takes no energy.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/math/ivp/integrator.h"
#include "core/multibody/contact.h"
#include "core/multibody/multibody_system.h"

namespace carom {
namespace {

constexpr double kBall_m = 0.004;
constexpr double kHollow_m = 0.02;
constexpr double kWidth_m = 0.002;
constexpr double kDepth_m = 2e-5;

// A ball in a hollow that moves too, with a defect in one of the two.
ContactPair BallInHollow(bool on_sphere) {
  ContactPair pair;
  pair.radius_m = kBall_m;
  pair.other = 1;
  pair.surface = HollowBallSurface{kHollow_m};
  pair.normal = {.stiffness = 1e9};
  pair.friction = SlipFriction(Frictionless{});
  pair.defect = SurfaceDefect{.on_sphere = on_sphere,
                              .radius_m = on_sphere ? kBall_m : kHollow_m,
                              .direction = Vec3(1.0, 0.0, 0.0),
                              .width_m = kWidth_m,
                              .depth_m = kDepth_m};
  return pair;
}

BodyMotion At(const Vec3& place) {
  BodyMotion motion;
  motion.position_m = place;
  return motion;
}

double GapAt(const ContactPair& pair, double arc_m) {
  const double angle = arc_m / pair.defect->radius_m;
  BodyMotion ball = At(Vec3(kHollow_m - kBall_m, 0.0, 0.0));
  BodyMotion hollow;
  BodyMotion& turned = pair.defect->on_sphere ? ball : hollow;
  turned.orientation = EulerParameters(std::cos(0.5 * angle), 0.0, 0.0, std::sin(0.5 * angle));
  return GapOf(pair, ball, hollow).gap_m;
}

TEST(SurfaceDefect, ItsProfileIsHalfACosine) {
  for (const bool on_sphere : {false, true}) {
    const ContactPair pair = BallInHollow(on_sphere);
    EXPECT_NEAR(GapAt(pair, 0.0), kDepth_m, 1e-17);
    EXPECT_NEAR(GapAt(pair, 0.25 * kWidth_m), 0.5 * kDepth_m, 1e-15);
    EXPECT_NEAR(GapAt(pair, -0.25 * kWidth_m), 0.5 * kDepth_m, 1e-15);
    EXPECT_NEAR(GapAt(pair, kWidth_m / 6.0), 0.75 * kDepth_m, 1e-15);
    EXPECT_NEAR(GapAt(pair, 0.51 * kWidth_m), 0.0, 1e-17);
    EXPECT_NEAR(GapAt(pair, kPi * pair.defect->radius_m), 0.0, 1e-17);
  }
}

Vec3 Drawn(CounterRandom& random, double size) {
  return size *
         Vec3(random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0));
}

// The motion a short time on.
BodyMotion After(const BodyMotion& motion, double time_s) {
  BodyMotion moved = motion;
  moved.position_m += time_s * motion.velocity_m_s;
  moved.orientation += time_s * EulerParameterRate(motion.orientation, motion.spin_rad_s);
  moved.orientation.normalize();
  return moved;
}

struct Pair {
  BodyMotion ball;
  BodyMotion hollow;
};

// Somewhere within the defect, moving and turning at random.
Pair DrawPair(CounterRandom& random) {
  Pair pair = {At(Vec3(kHollow_m - kBall_m, 0.0, 0.0) + Drawn(random, 2e-4)), BodyMotion()};
  for (BodyMotion* const motion : {&pair.ball, &pair.hollow}) {
    motion->orientation.tail<3>() += Drawn(random, 0.01);
    motion->orientation.normalize();
    motion->velocity_m_s = Drawn(random, 1.0);
    motion->spin_rad_s = Drawn(random, 200.0);
  }
  pair.hollow.position_m = Drawn(random, 1e-4);
  return pair;
}

TEST(SurfaceDefect, ItsRateIsThatOfItsGap) {
  CounterRandom random(3, 0);
  for (const bool on_sphere : {false, true}) {
    const ContactPair contact = BallInHollow(on_sphere);
    for (int i = 0; i < 200; ++i) {
      const Pair now = DrawPair(random);
      constexpr double kStep_s = 1e-8;
      const auto gap = [&](double t) {
        return GapOf(contact, After(now.ball, t), After(now.hollow, t)).gap_m;
      };
      const double rate = (gap(kStep_s) - gap(-kStep_s)) / (2.0 * kStep_s);
      EXPECT_NEAR(GapOf(contact, now.ball, now.hollow).rate_m_s, rate, 1e-6);
      const ContactForces forces = ForcesOf(contact, {true, 1.0}, now.ball, now.hollow, false);
      EXPECT_NEAR(forces.rate_m_s, -rate, 1e-6);
    }
  }
}

// A defect has a potential, and every force on one body is answered on the other.
TEST(SurfaceDefect, KeepsEnergyAndMomenta) {
  for (const bool on_sphere : {false, true}) {
    SCOPED_TRACE(on_sphere);
    MultibodySpec spec;
    spec.bodies = {{0.002, Vec3::Constant(1.3e-8)}, {0.1, Vec3::Constant(2e-5)}};
    spec.contacts = {BallInHollow(on_sphere)};
    spec.gravity_m_s2 = Vec3::Zero();
    MultibodySystem system(spec);
    // 0.1 mm beside the defect, pressed in and turning over it.
    Pair start = {At(Vec3(kHollow_m - kBall_m + 3e-5, 1e-4, 0.0)), BodyMotion()};
    start.ball.spin_rad_s = Vec3(3.0, 0.0, 300.0);
    start.hollow.spin_rad_s = Vec3(0.0, 2.0, -40.0);
    std::vector<double> y = system.Start(std::array{start.ball, start.hollow});
    const auto momentum = [&]() -> Vec3 {
      return 0.002 * ReadBody(y, 0).velocity_m_s + 0.1 * ReadBody(y, 1).velocity_m_s;
    };
    const auto angular = [&]() -> Vec3 {
      const BodyMotion ball = ReadBody(y, 0);
      const BodyMotion hollow = ReadBody(y, 1);
      return 0.002 * ball.position_m.cross(ball.velocity_m_s) + 1.3e-8 * ball.spin_rad_s +
             0.1 * hollow.position_m.cross(hollow.velocity_m_s) + 2e-5 * hollow.spin_rad_s;
    };
    const double energy = system.Energy(y).Total();
    const Vec3 angular_before = angular();
    const double spin_before = ReadBody(y, 0).spin_rad_s.z();
    IvpObserver silent;
    const IvpOptions options = {.relative_tolerance = 1e-12, .absolute_tolerance = 1e-14};
    Integrator().Run(system, 0.0, y, 2e-3, options, {}, silent);
    EXPECT_NEAR(system.Energy(y).Total(), energy, 1e-9 * energy);
    EXPECT_LT(momentum().norm(), 1e-14);
    EXPECT_LT((angular() - angular_before).norm(), 1e-9 * angular_before.norm());
    const double turned = std::fabs(ReadBody(y, 0).spin_rad_s.z() - spin_before);
    EXPECT_EQ(turned > 1e-3, on_sphere) << "only a defect of its own turns a round ball";
  }
}

}  // namespace
}  // namespace carom
