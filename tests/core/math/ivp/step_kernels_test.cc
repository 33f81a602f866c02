// The kernels of steppers: each width against the formulas, bit for bit.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/base/register_width.h"
#include "core/kernels/integration.h"

namespace carom::internal {
namespace {

constexpr int kMostSlopes = 7;

using Vector = std::vector<double>;

Vector AnyVector(size_t n, CounterRandom& random) {
  Vector vector(n);
  for (double& x : vector) x = random.Below(8) == 0 ? 0.0 : random.Uniform(-1e3, 1e3);
  return vector;
}

std::vector<uint64_t> BitsOf(const Vector& vector) {
  std::vector<uint64_t> bits;
  for (const double x : vector) bits.push_back(std::bit_cast<uint64_t>(x));
  return bits;
}

std::vector<std::pair<std::string, const StepKernels*>> Widths() {
  std::vector<std::pair<std::string, const StepKernels*>> widths = {{"plain", &kPlainStepKernels}};
#if defined(__x86_64__)
  if (AvailableWidths().size() > 1) widths.emplace_back("avx2", &kAvx2StepKernels);
#endif
  return widths;
}

class StepKernelsOf : public ::testing::TestWithParam<std::pair<std::string, const StepKernels*>> {
 protected:
  const StepKernels& kernels() const { return *GetParam().second; }
};

INSTANTIATE_TEST_SUITE_P(EveryWidth, StepKernelsOf, ::testing::ValuesIn(Widths()),
                         [](const auto& width) { return width.param.first; });

TEST_P(StepKernelsOf, SumsAreTheFormulas) {
  for (uint64_t round = 0; round < 700; ++round) {
    CounterRandom random(71, round);
    const size_t n = round % 13 + 1;
    const int count = static_cast<int>(round % kMostSlopes) + 1;
    const Vector weight = AnyVector(kMostSlopes, random);
    const Vector y = AnyVector(n, random);
    const double h = random.Uniform(1e-6, 1.0);
    std::vector<Vector> slopes;
    std::vector<const double*> columns;
    for (int j = 0; j < count; ++j) slopes.push_back(AnyVector(n, random));
    for (const Vector& slope : slopes) columns.push_back(slope.data());
    Vector step(n);
    Vector advanced(n);
    for (size_t i = 0; i < n; ++i) {
      double sum = weight[0] * slopes[0][i];
      for (size_t j = 1; j < slopes.size(); ++j) sum += weight[j] * slopes[j][i];
      step[i] = h * sum;
      advanced[i] = y[i] + h * sum;
    }
    const WeightedSlopes sum{count, weight.data(), columns.data()};
    Vector result(n, kNan);
    kernels().weigh(static_cast<long>(n), h, sum, result.data());
    EXPECT_EQ(BitsOf(result), BitsOf(step));
    kernels().advance(static_cast<long>(n), y.data(), h, sum, result.data());
    EXPECT_EQ(BitsOf(result), BitsOf(advanced));
  }
}

TEST_P(StepKernelsOf, WorstIsTheLargestErrorOverItsTolerance) {
  for (uint64_t round = 0; round < 500; ++round) {
    CounterRandom random(72, round);
    const size_t n = round % 11 + 1;
    const double absolute = round % 3 == 0 ? 0.0 : random.Uniform(1e-10, 1e-3);
    const Tolerances tolerances{absolute, random.Uniform(1e-8, 1e-2)};
    const Vector error = AnyVector(n, random);
    Vector before = AnyVector(n, random);
    for (double& x : before) x += x == 0.0 ? 1.0 : 0.0;  // No quotient of zeros.
    const Vector after = AnyVector(n, random);
    double worst = 0.0;
    for (size_t i = 0; i < n; ++i) {
      const double size = std::max(std::fabs(before[i]), std::fabs(after[i]));
      const double tolerance = std::max(tolerances.absolute, tolerances.relative * size);
      worst = std::max(worst, std::fabs(error[i]) / tolerance);
    }
    EXPECT_EQ(kernels().worst(static_cast<long>(n), error.data(), before.data(), after.data(),
                              tolerances),
              worst);
  }
}

// Wherever it stands, in a whole register or in the rest.
TEST_P(StepKernelsOf, AnErrorThatIsNoNumberIsInfinite) {
  constexpr size_t kCount = 11;
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    for (size_t at = 0; at < kCount; ++at) {
      Vector error(kCount, 1e-3);
      const Vector y(kCount, 1.0);
      error[at] = bad;
      EXPECT_EQ(kernels().worst(kCount, error.data(), y.data(), y.data(), {1e-6, 1e-6}), kInfinity)
          << bad << " at " << at;
    }
  }
}

TEST_P(StepKernelsOf, FindsTheNextGuards) {
  for (uint64_t round = 0; round < 500; ++round) {
    CounterRandom random(73, round);
    const size_t n = round % 23;
    Vector value(n);
    Vector start_rate(n);
    Vector end_rate(n);
    for (size_t i = 0; i < n; ++i) {
      value[i] = random.Below(6) == 0 ? random.Uniform(-1.0, 0.0) : random.Uniform(0.0, 1.0);
      if (random.Below(12) == 0) value[i] = random.Below(2) == 0 ? 0.0 : kNan;
      start_rate[i] = random.Below(3) == 0 ? 0.0 : random.Uniform(-1.0, 1.0);
      end_rate[i] = random.Below(3) == 0 ? 0.0 : random.Uniform(-1.0, 1.0);
    }
    for (size_t from = 0; from <= n; ++from) {
      size_t reached = from;
      while (reached < n && !(value[reached] <= 0.0)) ++reached;
      size_t turned = from;
      while (turned < n && !(start_rate[turned] < 0.0 && end_rate[turned] > 0.0)) ++turned;
      const auto length = static_cast<long>(n);
      const auto first = static_cast<long>(from);
      EXPECT_EQ(kernels().next_reached(length, value.data(), first), static_cast<long>(reached));
      EXPECT_EQ(kernels().next_turned(length, start_rate.data(), end_rate.data(), first),
                static_cast<long>(turned));
    }
  }
}

}  // namespace
}  // namespace carom::internal
