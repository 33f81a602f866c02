// The kernels of HertzChain: each width against the formulas, bit for bit.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/base/register_width.h"
#include "core/kernels/integration.h"
#include "core/laws/cluster/hertz_chain.h"
#include "tests/core/laws/hysteresis_force.h"

namespace carom::internal {
namespace {

constexpr int kStages = 6;
constexpr double kStep_s = 3e-6;
constexpr double kNode = 0.7;

using Column = std::vector<double>;

std::vector<std::pair<std::string, const GroupKernels*>> ChainWidths() {
  std::vector<std::pair<std::string, const GroupKernels*>> widths = {
      {"plain", &kPlainGroupKernels}};
#if defined(__x86_64__)
  if (AvailableWidths().size() > 1) widths.emplace_back("avx2", &kAvx2GroupKernels);
#endif
  return widths;
}

// A group of random contacts, some compressed for the first time, some unloading, some apart. Those
// that feel each other are near in the order of contacts: some of A's blocks are zero, some rows of
// others.
struct ChainGroup {
  ChainGroup(int contacts, CounterRandom& random) : count(contacts) {
    width = (contacts + kChainBlock - 1) / kChainBlock * kChainBlock;
    coupling.assign(static_cast<size_t>(width * width), 0.0);
    penetration_m.assign(kChainColumn, 0.0);
    rate_m_s.assign(kChainColumn, 0.0);
    force_N.assign(kStages * kChainColumn, 0.0);
    felt.assign(kChainColumn / kChainBlock, FeltRange{width, 0});
    const int reach = 1 + static_cast<int>(random.Below(kChainColumn));
    for (int c = 0; c < width; ++c) {
      const auto i = static_cast<size_t>(c);
      HertzHysteresis law;
      if (c < contacts) {
        law = HertzHysteresis(random.Uniform(1e6, 1e9), random.Uniform());
        if (random.Below(3) != 0) law.Settle(random.Uniform(0.0, 2e-4));
        penetration_m[i] = random.Below(5) == 0 ? law.deepest() : random.Uniform(-1e-4, 3e-4);
        rate_m_s[i] = random.Uniform(-5.0, 5.0);
        for (int j = 0; j < kStages; ++j) {
          if (random.Below(2) == 0) Force(j, c) = random.Uniform(0.0, 1e4);
        }
        for (int k = 0; k < contacts; ++k) {
          if (std::abs(c - k) < reach && random.Below(3) == 0) Couple(c, k, random);
        }
      }
      laws.push_back(law);
      columns.Set(i, law);
    }
  }

  void Couple(int c, int k, CounterRandom& random) {
    coupling[Index(c) * Width() + Index(k)] = random.Uniform(-8.0, 12.0);
    FeltRange& range = felt[Index(c / kChainBlock)];
    range.begin = std::min(range.begin, k / kChainBlock * kChainBlock);
    range.end = std::max(range.end, (k / kChainBlock + 1) * kChainBlock);
  }

  size_t Width() const { return Index(width); }
  double& Force(int stage, int c) { return force_N[Index(stage * kChainColumn + c)]; }
  double Force(int stage, int c) const { return force_N[Index(stage * kChainColumn + c)]; }

  ChainColumns Columns() const {
    return {width,
            coupling.data(),
            felt.data(),
            penetration_m.data(),
            rate_m_s.data(),
            columns.virgin.data(),
            columns.elastic.data(),
            columns.deepest.data(),
            columns.onset.data()};
  }

  int count;
  int width = 0;
  Column coupling, penetration_m, rate_m_s, force_N;
  std::vector<FeltRange> felt;
  std::vector<HertzHysteresis> laws;
  HysteresisColumns columns;
};

Column Combined(const ChainGroup& group, const std::vector<double>& weight) {
  Column sum(kChainColumn, 0.0);
  for (int c = 0; c < group.width; ++c) {
    sum[Index(c)] = weight[0] * group.Force(0, c);
    for (int j = 1; j < static_cast<int>(weight.size()); ++j) {
      sum[Index(c)] += weight[Index(j)] * group.Force(j, c);
    }
  }
  return sum;
}

// A q, a block of four contacts at a time, as the kernels' comment says.
Column Opened(const ChainGroup& group, const Column& q) {
  Column opening(kChainColumn, 0.0);
  for (size_t c = 0; c < group.Width(); ++c) {
    for (size_t k = 0; k < group.Width(); k += 4) {
      const double* const row = group.coupling.data() + k * group.Width() + c;
      const size_t next = group.Width();
      opening[c] += (q[k] * row[0] + q[k + 1] * row[next]) +
                    (q[k + 2] * row[2 * next] + q[k + 3] * row[3 * next]);
    }
  }
  return opening;
}

// What a kernel must not write beyond the width.
constexpr double kUntouched = -77.0;

void ExpectEqual(const ChainGroup& group, const Column& got, const Column& expected,
                 const std::string& what) {
  for (int c = 0; c < kChainColumn; ++c) {
    const double wanted = c < group.width ? expected[Index(c)] : kUntouched;
    ASSERT_EQ(std::bit_cast<uint64_t>(got[Index(c)]), std::bit_cast<uint64_t>(wanted))
        << what << ", contact " << c << ": " << got[Index(c)] << " for " << wanted;
  }
}

class ChainKernelsTest : public ::testing::Test {
 protected:
  template <class Check>
  void OnGroups(const Check& check) {
    for (const auto& [name, kernels] : ChainWidths()) {
      CounterRandom random(72, 0);
      for (int trial = 0; trial < 2'000; ++trial) {
        ChainGroup group(1 + static_cast<int>(random.Below(kChainColumn)), random);
        std::vector<double> weight(1 + random.Below(kStages));
        for (double& w : weight) w = random.Uniform(-1.0, 1.0);
        check(group, *kernels, weight, name);
        if (HasFatalFailure()) return;
      }
    }
  }
};

TEST_F(ChainKernelsTest, ForcesAreTheLaw) {
  OnGroups([](const ChainGroup& group, const GroupKernels& kernels, const std::vector<double>&,
              const std::string& name) {
    Column force(kChainColumn, kUntouched), expected(kChainColumn);
    for (int c = 0; c < group.width; ++c) {
      const size_t i = Index(c);
      expected[i] = ForceOf(group.laws[i], group.penetration_m[i]);
    }
    kernels.forces(group.Columns(), group.penetration_m.data(), force.data());
    ExpectEqual(group, force, expected, name);
  });
}

TEST_F(ChainKernelsTest, OpeningsAreTheProductWithTheCoupling) {
  OnGroups([](const ChainGroup& group, const GroupKernels& kernels, const std::vector<double>&,
              const std::string& name) {
    Column opening(kChainColumn, kUntouched);
    kernels.openings(group.Columns(), group.force_N.data(), opening.data());
    ExpectEqual(group, opening, Opened(group, group.force_N), name);
  });
}

TEST_F(ChainKernelsTest, SumsAreWeighted) {
  OnGroups([](const ChainGroup& group, const GroupKernels& kernels,
              const std::vector<double>& weight, const std::string& name) {
    const WeightedForces forces{static_cast<int>(weight.size()), weight.data(),
                                group.force_N.data()};
    Column sum(kChainColumn, kUntouched);
    kernels.combine(group.Columns(), forces, sum.data());
    ExpectEqual(group, sum, Combined(group, weight), name);
  });
}

TEST_F(ChainKernelsTest, StagesFollowTheFormula) {
  OnGroups([](const ChainGroup& group, const GroupKernels& kernels,
              const std::vector<double>& weight, const std::string& name) {
    const Column opening = Opened(group, Combined(group, weight));
    Column stage(kChainColumn, kUntouched), force(stage);
    kernels.advance(group.Columns(), opening.data(), kNode, kStep_s, stage.data(), force.data());
    Column expected(kChainColumn), expected_force(kChainColumn);
    for (int c = 0; c < group.width; ++c) {
      const size_t i = Index(c);
      expected[i] =
          group.penetration_m[i] + kStep_s * (kNode * group.rate_m_s[i] - kStep_s * opening[i]);
      expected_force[i] = ForceOf(group.laws[i], expected[i]);
    }
    ExpectEqual(group, stage, expected, name + ", stage");
    ExpectEqual(group, force, expected_force, name + ", force");
  });
}

TEST_F(ChainKernelsTest, LargestIsThatOfTheSizes) {
  OnGroups([](const ChainGroup& group, const GroupKernels& kernels, const std::vector<double>&,
              const std::string& name) {
    double expected = 0.0;
    for (int c = 0; c < group.width; ++c) {
      expected = std::max(expected, std::fabs(group.rate_m_s[Index(c)]));
    }
    EXPECT_EQ(kernels.largest(group.Columns(), group.rate_m_s.data()), expected) << name;
    Column with_nan = group.rate_m_s;
    with_nan[Index(group.count / 2)] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(kernels.largest(group.Columns(), with_nan.data()))) << name;
  });
}

}  // namespace
}  // namespace carom::internal
