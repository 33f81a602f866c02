// The kernels of GroupMotion: each width against the formulas, bit for bit.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/base/register_width.h"
#include "core/base/vec3.h"
#include "core/kernels/integration.h"

namespace carom::internal {
namespace {

std::vector<std::pair<std::string, const GroupKernels*>> MotionWidths() {
  std::vector<std::pair<std::string, const GroupKernels*>> widths = {
      {"plain", &kPlainGroupKernels}};
#if defined(__x86_64__)
  if (AvailableWidths().size() > 1) widths.emplace_back("avx2", &kAvx2GroupKernels);
#endif
  return widths;
}

constexpr int kBodies = 12;  // And one row for what is fixed.

Vec3 FromRow(const double* row) { return {row[0], row[1], row[2]}; }

void SetRow(const Vec3& value, double* row) {
  for (int i = 0; i < 3; ++i) row[i] = value[i];
  row[3] = 0.0;
}

Vec3 FromColumns(const double (&columns)[3][MotionContacts::kMost], int c) {
  return {columns[0][c], columns[1][c], columns[2][c]};
}

// Random bodies and contacts between them, some with what is fixed. Impulses: some are zero.
struct MotionGroup {
  MotionGroup(int contacts, CounterRandom& random) : count(contacts) {
    const auto vector = [&](double size) {
      return Vec3(random.Uniform(-size, size), random.Uniform(-size, size),
                  random.Uniform(-size, size));
    };
    std::vector<double> inverse_mass(kBodies + 1, 0.0);
    for (int i = 0; i < kBodies; ++i) {
      inverse_mass[Index(i)] = random.Uniform(4.0, 8.0);
      SetRow(vector(3.0), bodies.velocity[i]);
      SetRow(vector(3.0), bodies.surface[i]);
    }
    SetRow(Vec3::Zero(), bodies.velocity[kBodies]);
    SetRow(Vec3::Zero(), bodies.surface[kBodies]);
    MotionContacts& columns = friction.contacts;
    columns.width =
        (count + MotionContacts::kBlock - 1) / MotionContacts::kBlock * MotionContacts::kBlock;
    for (int c = 0; c < columns.width; ++c) {
      const bool real = c < count;
      columns.a[c] = real ? static_cast<int>(random.Below(kBodies)) : kBodies;
      columns.b[c] =
          real ? (columns.a[c] + 1 + static_cast<int>(random.Below(kBodies))) % (kBodies + 1)
               : kBodies;
      const Vec3 normal = real ? vector(1.0).normalized() : Vec3::Zero();
      for (int i = 0; i < 3; ++i) columns.normal[i][c] = normal[i];
      columns.inverse_mass_a[c] = inverse_mass[Index(columns.a[c])];
      columns.inverse_mass_b[c] = inverse_mass[Index(columns.b[c])];
      friction.limit_Ns[c] = real ? random.Uniform(0.0, 0.3) : 0.0;
      friction.bound[c] = real ? random.Uniform(40.0, 90.0) : 1.0;
      impulse_Ns.push_back(real && random.Below(2) == 0 ? random.Uniform(-0.1, 0.4) : 0.0);
    }
  }

  int a(int c) const { return friction.contacts.a[c]; }
  int b(int c) const { return friction.contacts.b[c]; }
  Vec3 Normal(int c) const { return FromColumns(friction.contacts.normal, c); }
  Vec3 Relative(int c) const {
    return FromRow(bodies.velocity[a(c)]) - FromRow(bodies.velocity[b(c)]);
  }
  Vec3 Slip(int c) const {
    const Vec3 surface = FromRow(bodies.surface[a(c)]) + FromRow(bodies.surface[b(c)]);
    return Relative(c) - Normal(c).dot(Relative(c)) * Normal(c) + surface.cross(Normal(c));
  }

  int count;
  MotionBodies bodies;
  MotionFriction friction;
  std::vector<double> impulse_Ns;
};

void ExpectSame(double got, double expected, const std::string& what) {
  ASSERT_EQ(std::bit_cast<uint64_t>(got), std::bit_cast<uint64_t>(expected))
      << what << ": " << got << " for " << expected;
}

void ExpectSame(const Vec3& got, const Vec3& expected, const std::string& what) {
  for (int i = 0; i < 3; ++i) ExpectSame(got[i], expected[i], what);
}

// What was at rest stays so, and the fourth numbers stay zero.
void ExpectSame(const MotionBodies& got, const MotionBodies& expected, const std::string& what) {
  for (int i = 0; i <= kBodies; ++i) {
    for (int j = 0; j < MotionBodies::kRow; ++j) {
      ExpectSame(got.velocity[i][j], expected.velocity[i][j], what + ", velocity");
      ExpectSame(got.surface[i][j], expected.surface[i][j], what + ", surface");
    }
  }
}

class MotionKernelsTest : public ::testing::Test {
 protected:
  template <class Check>
  void OnGroups(const Check& check) {
    for (const auto& [name, kernels] : MotionWidths()) {
      CounterRandom random(73, 0);
      for (int trial = 0; trial < 1'000; ++trial) {
        MotionGroup group(1 + static_cast<int>(random.Below(MotionContacts::kMost)), random);
        check(group, *kernels, name);
        if (HasFatalFailure()) return;
      }
    }
  }
};

TEST_F(MotionKernelsTest, ApproachesAreAlongTheNormals) {
  OnGroups([](const MotionGroup& group, const GroupKernels& kernels, const std::string& name) {
    std::vector<double> approach(MotionContacts::kMost);
    kernels.approaches(group.bodies, group.friction.contacts, approach.data());
    for (int c = 0; c < group.count; ++c) {
      ExpectSame(approach[Index(c)], group.Normal(c).dot(group.Relative(c)), name);
    }
  });
}

TEST_F(MotionKernelsTest, SlipsAreThoseOfTheSurfaces) {
  OnGroups([](const MotionGroup& group, const GroupKernels& kernels, const std::string& name) {
    std::vector<double> slip2(MotionContacts::kMost);
    kernels.slips(group.bodies, group.friction.contacts, group.impulse_Ns.data(), slip2.data());
    for (int c = 0; c < group.count; ++c) {
      if (!(group.impulse_Ns[Index(c)] > 0.0)) continue;
      ExpectSame(slip2[Index(c)], group.Slip(c).squaredNorm(), name);
    }
  });
}

TEST_F(MotionKernelsTest, PushesGoBothWays) {
  OnGroups([](MotionGroup& group, const GroupKernels& kernels, const std::string& name) {
    const MotionContacts& contacts = group.friction.contacts;
    MotionBodies expected = group.bodies;
    for (int c = 0; c < group.count; ++c) {
      const double impulse = group.impulse_Ns[Index(c)];
      if (!(impulse > 0.0)) continue;
      const Vec3 n = group.Normal(c);
      double* const a = expected.velocity[group.a(c)];
      double* const b = expected.velocity[group.b(c)];
      SetRow(FromRow(a) - (impulse * contacts.inverse_mass_a[c]) * n, a);
      SetRow(FromRow(b) + (impulse * contacts.inverse_mass_b[c]) * n, b);
    }
    kernels.push(contacts, group.impulse_Ns.data(), group.bodies);
    ExpectSame(group.bodies, expected, name);
  });
}

// One round of friction by the formulas of GroupMotion. True when it has settled.
bool Round(MotionGroup& group, std::vector<Vec3>& impulse, double tolerance) {
  const MotionContacts& contacts = group.friction.contacts;
  std::vector<Vec3> change(impulse.size());
  bool settled = true;
  for (int c = 0; c < group.count; ++c) {
    const double limit = group.friction.limit_Ns[c];
    Vec3& p = impulse[Index(c)];
    Vec3 wanted = p - group.Slip(c) / group.friction.bound[c];
    const double squared = wanted.squaredNorm();
    if (squared > limit * limit) wanted = (limit / std::sqrt(squared)) * wanted;
    change[Index(c)] = wanted - p;
    p += wanted - p;
    const double least = tolerance * limit;
    settled = settled && change[Index(c)].squaredNorm() <= least * least;
  }
  for (int c = 0; c < group.count; ++c) {
    const Vec3& p = change[Index(c)];
    const Vec3 turn = 2.5 * group.Normal(c).cross(p);
    double* const velocity_a = group.bodies.velocity[group.a(c)];
    double* const velocity_b = group.bodies.velocity[group.b(c)];
    double* const surface_a = group.bodies.surface[group.a(c)];
    double* const surface_b = group.bodies.surface[group.b(c)];
    SetRow(FromRow(velocity_a) + contacts.inverse_mass_a[c] * p, velocity_a);
    SetRow(FromRow(velocity_b) - contacts.inverse_mass_b[c] * p, velocity_b);
    SetRow(FromRow(surface_a) + contacts.inverse_mass_a[c] * turn, surface_a);
    SetRow(FromRow(surface_b) + contacts.inverse_mass_b[c] * turn, surface_b);
  }
  return settled;
}

TEST_F(MotionKernelsTest, FrictionFollowsTheFormulas) {
  constexpr int kRounds = 8;
  constexpr double kTolerance = 0.05;
  OnGroups([](MotionGroup& group, const GroupKernels& kernels, const std::string& name) {
    MotionGroup expected = group;
    std::vector<Vec3> impulse(Index(group.count), Vec3::Zero());
    for (int round = 0; round < kRounds; ++round) {
      if (Round(expected, impulse, kTolerance)) break;
    }
    kernels.rub(group.friction, kRounds, kTolerance, group.bodies);
    ExpectSame(group.bodies, expected.bodies, name);
    for (int c = 0; c < group.count; ++c) {
      ExpectSame(FromColumns(group.friction.impulse, c), impulse[Index(c)], name);
    }
  });
}

}  // namespace
}  // namespace carom::internal
