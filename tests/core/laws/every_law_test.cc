#include <cmath>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <variant>

#include "core/laws/impact.h"
#include "core/laws/settings.h"
#include "tests/core/laws/random_states.h"

// What every law promises in core/laws/impact.h, for some 10^4 random impacts a law and setting:
// what it conserves, that it dissipates, that the bodies part. catalogue E-51
//
// A new law is one more row of its table.

namespace carom::testing {
namespace {

constexpr int kImpacts = 30000;
constexpr double kRounding = 1e-12;

// Of a ball at a contact `arm` from its centre: an impulse there has no moment about it.
Vec3 ContactMomentum(const BallSpec& spec, const Vec3& arm, const BallState& ball) {
  return spec.Inertia() * ball.spin - spec.mass_kg * arm.cross(ball.velocity);
}

struct BallBallRow {
  std::string name;
  bool needs_slate;  // Whether balls on the cloth are held at their height.
  std::function<BallBallLaw(CounterRandom&)> draw;
};

const BallBallRow kBallBallLaws[] = {
    {"elastic", false, [](CounterRandom&) { return ElasticBallBall{}; }},
    {"frictional", false,
     [](CounterRandom& random) {
       const double e = RandomRestitution(random);
       return FrictionalBallBall{e, RandomBallFriction(random)};
     }},
    {"mathavan_2014", true,
     [](CounterRandom& random) {
       const double e = RandomRestitution(random);
       return Mathavan2014{e, RandomBallFriction(random)};
     }},
    {"routh", false,
     [](CounterRandom& random) {
       const double e = RandomRestitution(random);
       return RouthBallBall{e, RandomBallFriction(random)};
     }},
};

struct CushionRow {
  std::string name;
  bool needs_slate;  // Whether a ball on the cloth is held at its height.
  bool level;        // Whether it leaves the rail in the plane too, once v_z is dropped.
  std::function<CushionLaw(CounterRandom&)> draw;
};

const CushionRow kCushionLaws[] = {
    {"restitution", true, true,
     [](CounterRandom& random) { return RestitutionCushion{RandomRestitution(random)}; }},
    {"han_2005", false, false,
     [](CounterRandom& random) {
       const double e = RandomRestitution(random);
       return Han2005{e, RandomFriction(random)};
     }},
    {"mathavan_2010", true, true,
     [](CounterRandom& random) {
       const double e = RandomRestitution(random);
       return Mathavan2010{e, RandomFriction(random)};
     }},
    {"stronge_compliant", false, false,
     [](CounterRandom& random) {
       const double e = RandomRestitution(random);
       const double mu = RandomFriction(random);
       return StrongeCompliant{e, mu, random.Uniform(1.0, 2.0)};
     }},
    {"routh", false, false,
     [](CounterRandom& random) {
       const double e = RandomRestitution(random);
       return RouthCushion{e, RandomFriction(random)};
     }},
};

struct SlateRow {
  std::string name;
  std::function<SlateLaw(CounterRandom&)> draw;
};

const SlateRow kSlateLaws[] = {
    {"frictional",
     [](CounterRandom& random) {
       const double e = RandomRestitution(random);
       return FrictionalSlate{e, RandomFriction(random)};
     }},
    {"routh",
     [](CounterRandom& random) {
       const double e = RandomRestitution(random);
       return RouthSlate{e, random.Below(2) == 0 ? -1.0 : RandomFriction(random)};
     }},
};

std::ostream& operator<<(std::ostream& out, const BallBallRow& row) { return out << row.name; }
std::ostream& operator<<(std::ostream& out, const CushionRow& row) { return out << row.name; }
std::ostream& operator<<(std::ostream& out, const SlateRow& row) { return out << row.name; }

class EveryBallBallLaw : public ::testing::TestWithParam<BallBallRow> {
 protected:
  // What two balls have about their contact before an impact and after it.
  struct Balance {
    Vec3 linear = Vec3::Zero();
    Vec3 about_contact_a = Vec3::Zero();
    Vec3 about_contact_b = Vec3::Zero();
    double energy = 0.0;
    double approach = 0.0;
  };

  static Balance BalanceOf(const BallBallImpact& impact, const BallState& a, const BallState& b) {
    const Vec3& n = impact.normal;
    return {impact.a.mass_kg * a.velocity + impact.b.mass_kg * b.velocity,
            ContactMomentum(impact.a, impact.a.radius_m * n, a),
            ContactMomentum(impact.b, -impact.b.radius_m * n, b),
            KineticEnergy(impact.a, a) + KineticEnergy(impact.b, b),
            n.dot(a.velocity - b.velocity)};
  }

  // Velocities in `directions` (1 or 0 a component). `held`: the slate takes what is vertical, and
  // with friction the rest as well.
  void CheckImpact(CounterRandom& random, const BallBallImpact& impact, const Vec3& directions,
                   bool held) const {
    BallBallLaw law = GetParam().draw(random);
    std::visit([&](auto& chosen) { StayWithinLimits(impact, chosen); }, law);
    const double speed = RandomSpeed(random);
    BallState a;
    BallState b;
    a.velocity = RandomVector(random, speed).cwiseProduct(directions);
    b.velocity = RandomVector(random, speed).cwiseProduct(directions);
    if (impact.normal.dot(a.velocity - b.velocity) < 0.0) std::swap(a.velocity, b.velocity);
    a.spin = RandomSpin(random, a.velocity, impact.a.radius_m);
    b.spin = RandomSpin(random, b.velocity, impact.b.radius_m);
    const Balance before = BalanceOf(impact, a, b);
    std::visit([&](const auto& chosen) { Resolve(chosen, impact, a, b); }, law);
    const Balance after = BalanceOf(impact, a, b);

    ASSERT_TRUE(IsFinite(a.velocity) && IsFinite(b.velocity));
    ASSERT_LE(after.energy, before.energy * (1.0 + kRounding));
    ASSERT_LE(after.approach, 1e-14 * (before.approach + speed));
    const Vec3 linear = after.linear - before.linear;
    const Vec3 about_a = after.about_contact_a - before.about_contact_a;
    const Vec3 about_b = after.about_contact_b - before.about_contact_b;
    if (!held) {
      ASSERT_LE(linear.norm(), kRounding);
      ASSERT_LE(about_a.norm(), kRounding);
      ASSERT_LE(about_b.norm(), kRounding);
    } else if (impact.cloth_friction == 0.0) {
      ASSERT_LE(Horizontal(linear).norm(), kRounding);
      ASSERT_LE(std::fabs(about_a.z()) + std::fabs(about_b.z()), kRounding);
    }
  }
};

TEST_P(EveryBallBallLaw, InTheAir) {
  CounterRandom random(51, 0);
  for (int i = 0; i < kImpacts && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    const BallSpec spec_a = RandomSpec(random);
    const BallSpec spec_b = RandomSpec(random);
    const BallBallImpact impact = {spec_a, spec_b, RandomUnit(random), 0.2, false};
    CheckImpact(random, impact, Vec3::Ones(), false);
  }
}

TEST_P(EveryBallBallLaw, OnTheCloth) {
  CounterRandom random(51, 1);
  for (int i = 0; i < kImpacts && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    const BallSpec spec_a = RandomSpec(random);
    const BallSpec spec_b = {RandomSpec(random).mass_kg, spec_a.radius_m};
    const double cloth_friction = random.Below(3) == 0 ? 0.0 : RandomFriction(random);
    const BallBallImpact impact = {spec_a, spec_b, RandomHorizontalUnit(random), cloth_friction};
    CheckImpact(random, impact, Vec3(1.0, 1.0, 0.0), GetParam().needs_slate);
  }
}

class EveryCushionLaw : public ::testing::TestWithParam<CushionRow> {
 protected:
  struct Setting {
    BallSpec spec;
    double height_in_radii;
    bool on_slate;
  };

  // One random impact on a nose; checks what holds for all of them.
  void CheckImpact(CounterRandom& random, const Setting& setting) const {
    CushionLaw law = GetParam().draw(random);
    const BallSpec& spec = setting.spec;
    const CushionImpact impact = {spec, RandomHorizontalUnit(random),
                                  setting.height_in_radii * spec.radius_m, RandomFriction(random),
                                  setting.on_slate};
    std::visit([&](auto& chosen) { StayWithinLimits(impact, chosen); }, law);
    const Vec3 nose_normal = NoseNormal(impact);
    const Vec3 velocity = RandomApproach(random, impact, nose_normal);
    BallState ball = Moving(velocity, RandomSpin(random, velocity, spec.radius_m));
    const double energy = KineticEnergy(spec, ball);
    const double scale = std::sqrt(2.0 * energy / spec.mass_kg);
    const Vec3 arm = -spec.radius_m * nose_normal;
    const Vec3 momentum = ContactMomentum(spec, arm, ball);
    std::visit([&](const auto& chosen) { Resolve(chosen, impact, ball); }, law);

    ASSERT_TRUE(IsFinite(ball.velocity) && IsFinite(ball.spin));
    ASSERT_LE(KineticEnergy(spec, ball), energy * (1.0 + kRounding));
    const Vec3& normal = setting.on_slate && GetParam().level ? impact.normal : nose_normal;
    ASSERT_LE(-normal.dot(ball.velocity), 1e-14 * scale);
    if (!setting.on_slate || !GetParam().needs_slate) {
      ASSERT_LE((ContactMomentum(spec, arm, ball) - momentum).norm(), kRounding);
    }
    ball.velocity.z() = 0.0;  // As the engine does while flight is off.
    ASSERT_LE(KineticEnergy(spec, ball), energy * (1.0 + kRounding));
  }

 private:
  static Vec3 RandomApproach(CounterRandom& random, const CushionImpact& impact,
                             const Vec3& nose_normal) {
    const double speed = RandomSpeed(random);
    const double along_speed = random.Below(4) == 0 ? 0.0 : random.Uniform(-10.0, 10.0);
    const Vec3 along = PerpendicularZ(impact.normal);
    const double approach = random.Uniform(1e-9, 1.0) * speed;
    if (impact.on_slate) return -approach * impact.normal + along_speed * along;
    const double across_speed = random.Below(4) == 0 ? 0.0 : random.Uniform(-10.0, 10.0);
    return -approach * nose_normal + along_speed * along + across_speed * along.cross(nose_normal);
  }
};

TEST_P(EveryCushionLaw, OnTheCloth) {
  CounterRandom random(51, 2);
  for (int i = 0; i < kImpacts && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    const double height = random.Below(4) == 0 ? 1.28 : random.Uniform(1.0, 1.6);
    CheckImpact(random, {RandomSpec(random), height, true});
  }
}

TEST_P(EveryCushionLaw, OnTheClothForNosesOfAnyHeight) {
  CounterRandom random(51, 3);
  for (int i = 0; i < kImpacts && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    CheckImpact(random, {RandomSpec(random), random.Uniform(0.001, 1.999), true});
  }
}

TEST_P(EveryCushionLaw, InTheAir) {
  CounterRandom random(51, 4);
  for (int i = 0; i < kImpacts && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    CheckImpact(random, {RandomSpec(random), random.Uniform(0.001, 1.999), false});
  }
}

class EverySlateLaw : public ::testing::TestWithParam<SlateRow> {};

TEST_P(EverySlateLaw, OnAnySurface) {
  CounterRandom random(51, 5);
  for (int i = 0; i < kImpacts; ++i) {
    const SlateLaw law = GetParam().draw(random);
    const BallSpec spec = RandomSpec(random);
    const Vec3 normal = random.Below(2) == 0 ? UnitZ() : RandomUnit(random);
    const double speed = RandomSpeed(random);
    Vec3 velocity = RandomVector(random, speed);
    if (velocity.dot(normal) > 0.0) velocity = -velocity;
    BallState ball = Moving(velocity, RandomSpin(random, velocity, spec.radius_m));
    const Vec3 arm = -spec.radius_m * normal;
    const double energy = KineticEnergy(spec, ball);
    const Vec3 momentum = ContactMomentum(spec, arm, ball);
    const SlateImpact impact = {spec, normal, RandomFriction(random)};
    std::visit([&](const auto& chosen) { Resolve(chosen, impact, ball); }, law);

    ASSERT_TRUE(IsFinite(ball.velocity) && IsFinite(ball.spin)) << i;
    ASSERT_LE(KineticEnergy(spec, ball), energy * (1.0 + kRounding)) << i;
    ASSERT_LE((ContactMomentum(spec, arm, ball) - momentum).norm(), kRounding) << i;
    ASSERT_GE(ball.velocity.dot(normal), -1e-14 * speed) << i;
  }
}

// Each table has a row for every law of the variant.
template <class Law, class Row, std::size_t Count>
void ExpectARowForEachLaw(const Row (&rows)[Count]) {
  CounterRandom random(51, 6);
  for (std::size_t i = 0; i < std::variant_size_v<Law>; ++i) {
    bool found = false;
    for (const Row& row : rows) found = found || Law(row.draw(random)).index() == i;
    EXPECT_TRUE(found) << "law " << i << " of its variant";
  }
}

TEST(EveryLaw, HasItsRow) {
  ExpectARowForEachLaw<BallBallLaw>(kBallBallLaws);
  ExpectARowForEachLaw<CushionLaw>(kCushionLaws);
  ExpectARowForEachLaw<SlateLaw>(kSlateLaws);
}

const auto kName = [](const auto& row) { return row.param.name; };

INSTANTIATE_TEST_SUITE_P(Choice, EveryBallBallLaw, ::testing::ValuesIn(kBallBallLaws), kName);
INSTANTIATE_TEST_SUITE_P(Choice, EveryCushionLaw, ::testing::ValuesIn(kCushionLaws), kName);
INSTANTIATE_TEST_SUITE_P(Choice, EverySlateLaw, ::testing::ValuesIn(kSlateLaws), kName);

}  // namespace
}  // namespace carom::testing
