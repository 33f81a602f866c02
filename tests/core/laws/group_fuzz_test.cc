#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.h"
#include "core/laws/ball_ball/single_contact.h"
#include "tests/core/laws/group_rig.h"
#include "tests/core/laws/random_states.h"
#include "tests/core/laws/states.h"
#include "tests/testing/fuzz_share.h"

namespace carom::testing {
namespace {

BallSpec RandomBall(CounterRandom& random) {
  const double mass = random.Uniform(0.1, 0.3);
  return {mass, random.Uniform(0.025, 0.032)};
}

double ContactRestitution(CounterRandom& random) {
  const double u = random.Uniform();
  return u < 0.1 ? 1.0 : u < 0.2 ? 0.0 : random.Uniform();
}

BallBallFriction ContactFriction(CounterRandom& random) {
  const double u = random.Uniform();
  if (u < 0.2) return ConstantFriction{0.0};
  if (u < 0.4) return AlciatoreFriction{};
  return ConstantFriction{random.Uniform(0.0, 1.0)};
}

// Balls that each touch, or nearly touch, an earlier one, on a plane or heaped, some of them
// against something fixed, most of them at rest.
GroupRig RandomGroup(uint64_t index, uint64_t most) {
  CounterRandom random(41, index);
  GroupRig rig;
  rig.friction = ContactFriction(random);
  const bool heaped = random.Uniform() < 0.3;
  const size_t count = 2 + random.Below(most - 1);
  for (size_t i = 0; i < count; ++i) {
    const BallSpec ball = RandomBall(random);
    Vec3 place_m = Vec3::Zero();
    if (i > 0) {
      const size_t beside = random.Below(i);
      Vec3 direction = RandomVector(random, 1.0);
      if (!heaped) direction.z() = 0.0;
      const double gap_m = random.Uniform() < 0.5 ? 0.0 : random.Uniform(0.0, 1e-4);
      place_m = rig.places_m[beside] +
                (ball.radius_m + rig.Radius(beside) + gap_m) * direction.normalized();
    }
    const bool moves = i == 0 || random.Uniform() < 0.3;
    rig.Add(place_m, moves ? RandomVector(random, 5.0) : Vec3::Zero(), ball);
    if (moves) rig.bodies[i].spin = RandomVector(random, 100.0);
  }
  rig.JoinAll(1e-4);
  for (size_t i = 0; i < count; ++i) {
    if (random.Uniform() < 0.3) rig.JoinFixed(i, -Vec3::UnitZ(), SlateStiffness(rig.Radius(i)));
    if (random.Uniform() < 0.2) {
      rig.JoinFixed(i, RandomVector(random, 1.0).normalized(), CushionStiffness(rig.Radius(i)));
    }
  }
  rig.contacts.resize(std::min(rig.contacts.size(), kMaxGroupContacts));
  for (GroupContact& contact : rig.contacts) contact.restitution = ContactRestitution(random);
  return rig;
}

void ExpectSound(const GroupRig& before, const GroupRig& after, uint64_t index) {
  const double energy = KineticEnergy(before.bodies);
  EXPECT_LE(KineticEnergy(after.bodies), energy * (1.0 + 1e-12)) << "group " << index;
  for (const GroupBody& body : after.bodies) {
    EXPECT_TRUE(IsFinite(body.velocity) && IsFinite(body.spin)) << "group " << index;
  }
  const bool free = std::none_of(before.contacts.begin(), before.contacts.end(),
                                 [](const GroupContact& c) { return c.b == kFixedBody; });
  if (free) ExpectNear(after.Momentum(), before.Momentum(), 1e-12, "momentum");
  std::vector<GroupBody> bodies = after.bodies;
  for (const GroupContact& contact : after.contacts) {
    if (contact.gap_m > 1e-9) continue;
    EXPECT_LE(ContactSides(bodies, contact).Approach(), 1e-11) << "group " << index;
  }
}

TEST(GroupFuzz, ClustersNeverGainEnergyAndPart) {
  for (uint64_t index = 0; index < FuzzShare(2000); ++index) {
    const GroupRig before = RandomGroup(index, 8);
    GroupRig after = before;
    after.Cluster();
    ExpectSound(before, after, index);
  }
}

TEST(GroupFuzz, LargeClustersNeverGainEnergyAndPart) {
  for (uint64_t index = 10000; index < 10000 + FuzzShare(40); ++index) {
    const GroupRig before = RandomGroup(index, 22);
    GroupRig after = before;
    after.Cluster();
    ExpectSound(before, after, index);
  }
}

TEST(GroupFuzz, TiesNeverGainEnergy) {
  for (uint64_t index = 20000; index < 20000 + FuzzShare(5000); ++index) {
    const GroupRig before = RandomGroup(index, 22);
    GroupRig after = before;
    after.Tied();
    EXPECT_LE(KineticEnergy(after.bodies), KineticEnergy(before.bodies) * (1.0 + 1e-12));
    for (const GroupBody& body : after.bodies) {
      EXPECT_TRUE(IsFinite(body.velocity) && IsFinite(body.spin)) << "group " << index;
    }
    for (const GroupContact& contact : before.contacts) {
      std::vector<GroupBody> bodies = before.bodies;
      if (!(ContactSides(bodies, contact).Approach() > 0.0)) continue;
      bodies = after.bodies;
      EXPECT_LE(ContactSides(bodies, contact).Approach(), 1e-11) << "group " << index;
    }
  }
}

TEST(GroupFuzz, TwoBallsAreThePairLaw) {
  for (uint64_t index = 0; index < FuzzShare(1000); ++index) {
    CounterRandom random(42, index);
    GroupRig rig;
    const double e = random.Uniform(0.02, 1.0);
    const FrictionalBallBall law = {e, ContactFriction(random)};
    rig.restitution = law.restitution;
    rig.friction = law.friction;
    rig.Add(Vec3::Zero(), RandomVector(random, 5.0), RandomBall(random));
    const BallSpec other = RandomBall(random);
    const Vec3 direction = RandomVector(random, 1.0).normalized();
    rig.Add((rig.Radius(0) + other.radius_m) * direction, RandomVector(random, 5.0), other);
    for (GroupBody& body : rig.bodies) body.spin = RandomVector(random, 100.0);
    rig.Join(0, 1);
    if (ContactSides(rig.bodies, rig.contacts[0]).Approach() <= 0.0) {
      std::swap(rig.bodies[0].velocity, rig.bodies[1].velocity);
    }
    BallState a = Moving(rig.bodies[0].velocity, rig.bodies[0].spin);
    BallState b = Moving(rig.bodies[1].velocity, rig.bodies[1].spin);
    const BallBallImpact impact = {rig.bodies[0].ball, rig.bodies[1].ball, rig.contacts[0].normal};
    Resolve(law, impact, a, b);
    rig.Cluster();
    SCOPED_TRACE(::testing::Message() << "pair " << index << ", e = " << e);
    ExpectNear(rig.bodies[0].velocity, a.velocity, 1e-6, "v_a");
    ExpectNear(rig.bodies[1].velocity, b.velocity, 1e-6, "v_b");
    ExpectNear(rig.Radius(0) * rig.bodies[0].spin, rig.Radius(0) * a.spin, 1e-6, "R w_a");
    ExpectNear(rig.Radius(1) * rig.bodies[1].spin, rig.Radius(1) * b.spin, 1e-6, "R w_b");
  }
}

}  // namespace
}  // namespace carom::testing
