#include <cmath>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <variant>

#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/laws/menu.h"
#include "tests/core/laws/states.h"

// What every law promises in core/laws/impact.h, for 10^5 random impacts a law. catalogue E-51

namespace carom::testing {
namespace {

constexpr int kImpacts = 100000;
constexpr int kImpactsOfAnyHeight = 20000;

Vec3 RandomVector(CounterRandom& random, double size) {
  const double x = random.Uniform(-size, size);
  const double y = random.Uniform(-size, size);
  return {x, y, random.Uniform(-size, size)};
}

Vec3 RandomHorizontalUnit(CounterRandom& random) {
  const double angle = random.Uniform(0.0, 360.0) * kDegree;
  return {Cos(angle), Sin(angle), 0.0};
}

BallSpec RandomSpec(CounterRandom& random) {
  return {random.Uniform(0.05, 0.5), random.Uniform(0.02, 0.04)};
}

// Rolling, at rest on its axis, or with up to 500 rad/s about any axis.
Vec3 RandomSpin(CounterRandom& random, const Vec3& velocity, double radius_m) {
  const uint64_t kind = random.Below(3);
  if (kind == 0) return RollingSpin(velocity, radius_m);
  if (kind == 1) return Vec3::Zero();
  return RandomVector(random, 500.0);
}

// Speeds from 10 m/s down to almost none.
double RandomSpeed(CounterRandom& random) {
  const double exponent = random.Below(4) == 0 ? random.Uniform(-14.0, 1.0) : 1.0;
  return Pow(10.0, exponent);
}

struct BallBallRow {
  std::string name;
  std::function<BallBallLaw(CounterRandom&)> draw;
};

std::ostream& operator<<(std::ostream& out, const BallBallRow& row) { return out << row.name; }

class EveryBallBallLaw : public ::testing::TestWithParam<BallBallRow> {};

TEST_P(EveryBallBallLaw, KeepsMomentumAndGainsNoEnergy) {
  CounterRandom random(51, 0);
  for (int i = 0; i < kImpacts; ++i) {
    const BallBallLaw law = GetParam().draw(random);
    const BallSpec spec_a = RandomSpec(random);
    const BallSpec spec_b = RandomSpec(random);
    const Vec3 normal = RandomVector(random, 1.0).normalized();
    const double speed = RandomSpeed(random);
    BallState a;
    BallState b;
    a.velocity = RandomVector(random, speed);
    b.velocity = RandomVector(random, speed);
    if (normal.dot(a.velocity - b.velocity) < 0.0) std::swap(a.velocity, b.velocity);
    a.spin = RandomSpin(random, a.velocity, spec_a.radius_m);
    b.spin = RandomSpin(random, b.velocity, spec_b.radius_m);

    const double approach = normal.dot(a.velocity - b.velocity);
    const double energy = KineticEnergy(spec_a, a) + KineticEnergy(spec_b, b);
    const auto linear = [&] {
      return Vec3(spec_a.mass_kg * a.velocity + spec_b.mass_kg * b.velocity);
    };
    // About the point of contact, of each ball: its impulse has no arm there.
    const auto angular_a = [&] {
      return Vec3(spec_a.Inertia() * a.spin -
                  spec_a.radius_m * spec_a.mass_kg * normal.cross(a.velocity));
    };
    const auto angular_b = [&] {
      return Vec3(spec_b.Inertia() * b.spin +
                  spec_b.radius_m * spec_b.mass_kg * normal.cross(b.velocity));
    };
    const Vec3 linear_before = linear();
    const Vec3 angular_a_before = angular_a();
    const Vec3 angular_b_before = angular_b();
    std::visit(
        [&](const auto& chosen) {
          Resolve(chosen, BallBallImpact{spec_a, spec_b, normal}, a, b);
        },
        law);
    ASSERT_LE((linear() - linear_before).norm(), 1e-12) << i;
    ASSERT_LE((angular_a() - angular_a_before).norm(), 1e-12) << i;
    ASSERT_LE((angular_b() - angular_b_before).norm(), 1e-12) << i;
    ASSERT_LE(KineticEnergy(spec_a, a) + KineticEnergy(spec_b, b), energy * (1.0 + 1e-12)) << i;
    ASSERT_LE(normal.dot(a.velocity - b.velocity), 1e-14 * (approach + speed)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Menu, EveryBallBallLaw,
    ::testing::Values(
        BallBallRow{"elastic", [](CounterRandom&) { return ElasticBallBall{}; }},
        BallBallRow{"frictional_constant",
                    [](CounterRandom& random) {
                      const double e = random.Uniform();
                      return FrictionalBallBall{e, ConstantFriction{random.Uniform(0.0, 2.0)}};
                    }},
        BallBallRow{"frictional_alciatore",
                    [](CounterRandom& random) { return FrictionalBallBall{random.Uniform()}; }}),
    [](const auto& row) { return row.param.name; });

struct CushionRow {
  std::string name;
  // Whether the ball leaves the rail in the plane too, once the vertical velocity is dropped.
  bool leaves_horizontally;
  std::function<CushionLaw(CounterRandom&)> draw;
};

std::ostream& operator<<(std::ostream& out, const CushionRow& row) { return out << row.name; }

// Coefficients with their ends, which are the hard cases.
double RandomRestitution(CounterRandom& random) {
  const uint64_t kind = random.Below(4);
  return kind == 0 ? 0.0 : kind == 1 ? 1.0 : random.Uniform();
}

double RandomFriction(CounterRandom& random) {
  const uint64_t kind = random.Below(32);
  return kind < 4 ? 0.0 : kind == 4 ? random.Uniform(0.0, 10.0) : random.Uniform();
}

class EveryCushionLaw : public ::testing::TestWithParam<CushionRow> {
 protected:
  // One random impact on a nose at this height in radii; checks what holds for all of them.
  void CheckImpact(CounterRandom& random, double height_in_radii) const {
    const CushionLaw law = GetParam().draw(random);
    const BallSpec spec = RandomSpec(random);
    const Vec3 normal = RandomHorizontalUnit(random);
    const Vec3 along(-normal.y(), normal.x(), 0.0);
    const double speed = RandomSpeed(random);
    const double approach = random.Uniform(1e-9, 1.0) * speed;
    const double along_speed = random.Below(4) == 0 ? 0.0 : random.Uniform(-10.0, 10.0);
    const Vec3 velocity = -approach * normal + along_speed * along;
    BallState ball = Moving(velocity, RandomSpin(random, velocity, spec.radius_m));
    const double energy = KineticEnergy(spec, ball);
    const double scale = std::sqrt(2.0 * energy / spec.mass_kg);
    const CushionImpact impact = {spec, normal, height_in_radii * spec.radius_m,
                                  RandomFriction(random)};
    std::visit([&](const auto& chosen) { Resolve(chosen, impact, ball); }, law);

    ASSERT_TRUE(IsFinite(ball.velocity) && IsFinite(ball.spin));
    ASSERT_LE(KineticEnergy(spec, ball), energy * (1.0 + 1e-12));
    const double sine = height_in_radii - 1.0;
    const double cosine = std::sqrt(1.0 - sine * sine);
    const Vec3 to_nose = sine * UnitZ() - cosine * normal;
    const double approach_after =
        GetParam().leaves_horizontally ? -normal.dot(ball.velocity) : to_nose.dot(ball.velocity);
    ASSERT_LE(approach_after, 1e-14 * scale);
    ball.velocity.z() = 0.0;  // As the engine does while flight is off.
    ASSERT_LE(KineticEnergy(spec, ball), energy * (1.0 + 1e-12));
  }
};

TEST_P(EveryCushionLaw, GainsNoEnergyAndDoesNotApproachAgain) {
  CounterRandom random(51, 1);
  for (int i = 0; i < kImpacts && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    CheckImpact(random, random.Below(4) == 0 ? 1.28 : random.Uniform(1.0, 1.6));
  }
}

TEST_P(EveryCushionLaw, HoldsForNosesOfAnyHeight) {
  CounterRandom random(51, 2);
  for (int i = 0; i < kImpactsOfAnyHeight && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    CheckImpact(random, random.Uniform(0.001, 1.999));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Menu, EveryCushionLaw,
    ::testing::Values(
        CushionRow{
            "restitution", true,
            [](CounterRandom& random) { return RestitutionCushion{RandomRestitution(random)}; }},
        CushionRow{"han_2005", false,
                   [](CounterRandom& random) {
                     const double e = RandomRestitution(random);
                     return Han2005{e, RandomFriction(random)};
                   }},
        CushionRow{
            "mathavan_2010", true,
            [](CounterRandom& random) {
              const double e = RandomRestitution(random);
              const double mu = RandomFriction(random);
              return Mathavan2010{e, mu, random.Below(2) == 0 ? -1.0 : RandomFriction(random)};
            }}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace carom::testing
