// The five coefficients of [Event-based] Eq. (cushion_poly_2), and those of the other gaps, against
// the distance that they stand for, in 34 digits.

#include "core/solid/gap.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/base/random.h"
#include "tests/core/solid/crossing_oracle.h"
#include "tests/core/solid/random_vector.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::As;
using testing::CentreAt;
using testing::Dot;
using testing::kRadius_m;
using testing::PointOf;
using testing::Quad;
using testing::RandomVector;

// The coefficients of the polynomial of degree N that `value` is, from its values at N + 1 points:
// Newton's divided differences.
template <int N, class Value>
std::array<Quad, N + 1> CoefficientsOf(const Value& value) {
  std::array<Quad, N + 1> node{};
  std::array<Quad, N + 1> difference{};
  for (int i = 0; i <= N; ++i) {
    const auto k = static_cast<std::size_t>(i);
    node[k] = Quad(i - N / 2) / 4;
    difference[k] = value(node[k]);
  }
  for (std::size_t level = 1; level <= N; ++level) {
    for (std::size_t k = N; k >= level; --k) {
      difference[k] = (difference[k] - difference[k - 1]) / (node[k] - node[k - level]);
    }
  }
  std::array<Quad, N + 1> c{};
  for (std::size_t k = N + 1; k-- > 0;) {
    for (std::size_t j = N; j > 0; --j) c[j] = c[j - 1] - node[k] * c[j];
    c[0] = difference[k] - node[k] * c[0];
  }
  return c;
}

PointOf<Quad> Cross(const PointOf<Quad>& a, const PointOf<Quad>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Motion3D RandomMotion(CounterRandom& random) {
  const Vec3 p = RandomVector(random, 1.5);
  const Vec3 v = RandomVector(random, 8.0);
  const Vec3 a = RandomVector(random, 5.0);
  return {{p.x(), v.x(), a.x()}, {p.y(), v.y(), a.y()}, {p.z(), v.z(), a.z()}};
}

// Size of everything that is added up in coefficient k of a squared length.
double Scale(const Motion3D& m, std::size_t k) {
  const double p = std::hypot(m.x.c0, m.y.c0, m.z.c0);
  const double v = std::hypot(m.x.c1, m.y.c1, m.z.c1);
  const double a = std::hypot(m.x.c2, m.y.c2, m.z.c2);
  return std::array<double, 5>{p * p, 2 * p * v, v * v + 2 * p * a, 2 * v * a, a * a}[k];
}

template <int N>
void ExpectSame(const Polynomial<N>& got, const std::array<Quad, N + 1>& exact,
                const std::array<double, N + 1>& scale) {
  for (std::size_t k = 0; k <= N; ++k) {
    const double error = static_cast<double>(Quad(got.c[k]) - exact[k]);
    EXPECT_LT(std::fabs(error), 2e-15 * scale[k]) << "coefficient " << k;
  }
}

std::array<double, 5> Scales(const Motion3D& m) {
  return {Scale(m, 0), Scale(m, 1), Scale(m, 2), Scale(m, 3), Scale(m, 4)};
}

// |(r - p1) x (r - p2)|^2 / |p2 - p1|^2 - R^2 as the paper has it, for edges of any slope.
TEST(LineGap, FiveCoefficientsOfAnObliqueSlopingEdge) {
  CounterRandom random(61, 0);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 p1 = RandomVector(random, 1.0);
    const Vec3 span = RandomVector(random, 1.0);
    const Vec3 p2 = p1 + span;
    const Motion3D motion = RandomMotion(random);
    const auto exact = CoefficientsOf<4>([&](Quad t) {
      const PointOf<Quad> r = CentreAt(motion, t);
      const PointOf<Quad> cross = Cross(r - As<Quad>(p1), r - As<Quad>(p2));
      const PointOf<Quad> line = As<Quad>(p2) - As<Quad>(p1);
      return Dot(cross, cross) / Dot(line, line) - Quad(kRadius_m) * Quad(kRadius_m);
    });
    const Motion3D offset = Relative(motion, p1);
    ExpectSame(LineGap(offset, (p2 - p1).normalized(), kRadius_m), exact, Scales(offset));
  }
}

TEST(LineGap, UprightLine) {
  CounterRandom random(62, 0);
  const Motion3D offset = RandomMotion(random);
  const Quartic line = LineGap(offset, UnitZ(), kRadius_m);
  const Quartic upright = VerticalLineGap(offset, kRadius_m);
  for (std::size_t k = 0; k <= 4; ++k) EXPECT_DOUBLE_EQ(line.c[k], upright.c[k]);
}

// [Event-based] Eq. (ball_poly).
TEST(PointGap, FiveCoefficients) {
  CounterRandom random(63, 0);
  for (int i = 0; i < 2000; ++i) {
    const Motion3D offset = RandomMotion(random);
    const auto exact = CoefficientsOf<4>([&](Quad t) {
      const PointOf<Quad> d = CentreAt(offset, t);
      return Dot(d, d) - Quad(kRadius_m) * Quad(kRadius_m);
    });
    ExpectSame(PointGap(offset, kRadius_m), exact, Scales(offset));
  }
}

TEST(RingGap, NineCoefficients) {
  CounterRandom random(64, 0);
  for (int i = 0; i < 2000; ++i) {
    const Motion3D offset = RandomMotion(random);
    const double r_m = random.Uniform(0.005, 0.1);
    const auto exact = CoefficientsOf<8>([&](Quad t) {
      const PointOf<Quad> d = CentreAt(offset, t);
      const Quad r = Quad(r_m);
      const Quad rho2 = d.x * d.x + d.y * d.y;
      const Quad sum = rho2 + d.z * d.z + r * r - Quad(kRadius_m) * Quad(kRadius_m);
      return sum * sum - 4 * r * r * rho2;
    });
    const std::array<double, 5> size = Scales(offset);
    std::array<double, 9> scale{};
    for (std::size_t j = 0; j <= 4; ++j) {
      for (std::size_t k = 0; k <= 4; ++k) scale[j + k] += size[j] * size[k];
    }
    ExpectSame(RingGap(offset, r_m, kRadius_m), exact, scale);
  }
}

}  // namespace
}  // namespace carom
