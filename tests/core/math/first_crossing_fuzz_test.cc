// FirstCrossing against the slow oracle over realistic pairs of balls, seeds fixed.

#include <gtest/gtest.h>

#include <cmath>
#include <ios>
#include <limits>
#include <optional>
#include <string>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/base/vec3.h"
#include "core/math/first_crossing.h"
#include "tests/core/math/crossing_oracle.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::kTouching_m;

struct Motion {
  Vec3 position = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  Vec3 half_acceleration = Vec3::Zero();
};

Quartic GapOfPair(const Motion& a, const Motion& b) {
  const Vec3 r = b.position - a.position;
  const Vec3 v = b.velocity - a.velocity;
  const Vec3 h = b.half_acceleration - a.half_acceleration;
  return Quartic{{r.dot(r) - kTouching_m * kTouching_m, 2.0 * r.dot(v), v.dot(v) + 2.0 * r.dot(h),
                  2.0 * v.dot(h), h.dot(h)}};
}

Vec3 RandomHorizontal(CounterRandom& random, double size) {
  const double angle = random.Uniform(-kPi, kPi);
  return size * Vec3(Cos(angle), Sin(angle), 0.0);
}

// At rest, rolling at 0.1 m/s^2 or sliding at 2 m/s^2.
Motion RandomMotion(CounterRandom& random) {
  Motion motion;
  motion.position = Vec3(random.Uniform(-1.5, 1.5), random.Uniform(-1.5, 1.5), 0.0);
  const uint64_t kind = random.Below(3);
  if (kind == 0) return motion;
  motion.velocity = RandomHorizontal(random, random.Uniform(0.0, 12.0));
  if (random.Below(4) == 0) motion.velocity *= 0.01;
  motion.half_acceleration =
      kind == 1 ? Vec3(-0.05 * motion.velocity.normalized()) : RandomHorizontal(random, 1.0);
  return motion;
}

struct Pair {
  Quartic gap;
  double window_s;
};

// The ways in which pairs stand to each other on a table, the awkward ones often.
Pair RandomPair(CounterRandom& random) {
  Motion a = RandomMotion(random);
  Motion b = RandomMotion(random);
  const uint64_t kind = random.Below(6);
  if (kind == 1) b.half_acceleration = a.half_acceleration;
  if (kind == 2) {  // aimed at each other, as survivors of the rejection are
    b.velocity = a.velocity + (a.position - b.position).normalized() * random.Uniform(0.1, 12.0);
  }
  if (kind == 3 || kind == 4) {  // in contact but for rounding, as after an impact
    const Vec3 line = RandomHorizontal(random, 1.0);
    b.position = a.position + kTouching_m * line;
    const double leaving_m_s = kind == 3 ? random.Uniform(0.0, 3.0) : random.Uniform(-1e-6, 1e-6);
    b.velocity += (leaving_m_s - (b.velocity - a.velocity).dot(line)) * line;
  }
  if (kind == 5) {  // nearly frozen
    b.position =
        a.position + (kTouching_m + random.Uniform(0.0, 1e-7)) * RandomHorizontal(random, 1.0);
  }
  Pair pair = {GapOfPair(a, b), random.Uniform(0.0, 4.0)};
  if (random.Below(16) == 0) pair.window_s = std::numeric_limits<double>::infinity();
  return pair;
}

// The oracle's window: infinity replaced by a time that no pair of this test needs more than.
constexpr long double kOracleEnd_s = 1e5L;

// Empty if `answer` is what the rule asks for, else what is wrong with it.
std::string Fault(const Pair& pair, OptionalTime answer) {
  const testing::Coefficients gap(pair.gap.c.begin(), pair.gap.c.end());
  const long double end = std::min<long double>(pair.window_s, kOracleEnd_s);
  const std::optional<long double> expected = testing::OracleCrossing(gap, end);

  if (answer && !(*answer >= 0.0 && *answer <= pair.window_s)) return "outside the window";
  if (answer.has_value() != expected.has_value()) {
    // Only a graze within the oracle's own rounding may be judged either way.
    const std::optional<long double> start = testing::SearchStart(gap, end);
    if (!start) return "crossing where there is none";
    const long double lowest = testing::LowestWithin(gap, *start, end);
    return std::fabs(lowest) < 1e-16L ? "" : "existence";
  }
  if (!answer) return "";

  const testing::Coefficients rate = testing::DerivativeOf(gap);
  const long double slope = std::fabs(testing::Value(rate, *expected));
  long double sizes = 0.0L;
  for (std::size_t k = gap.size(); k-- > 0;) sizes = sizes * *expected + std::fabs(gap[k]);
  const long double spacing = 1.2e-16L * std::fabs(*expected);
  const long double conditioning = 1e-18L * sizes / slope;
  if (std::fabs(*answer - *expected) <= spacing + conditioning) return "";
  // An ill-conditioned time must still be right in depth: nothing crossed before, nothing apart at
  // it or soon after.
  if (std::fabs(testing::Value(gap, *answer)) < 1e-17L * (1.0L + sizes) && slope < 1e-6L) return "";
  return "time";
}

TEST(FirstCrossingFuzz, AgreesWithTheOracleOnRealisticPairs) {
  constexpr int kCases = 200000;
  CounterRandom random(20100, 1);
  int crossings = 0;
  for (int i = 0; i < kCases; ++i) {
    const Pair pair = RandomPair(random);
    const OptionalTime answer = FirstCrossing(pair.gap, pair.window_s);
    crossings += answer.has_value() ? 1 : 0;
    const std::string fault = Fault(pair, answer);
    ASSERT_EQ(fault, "") << "case " << i << std::hexfloat << " c " << pair.gap.c[0] << " "
                         << pair.gap.c[1] << " " << pair.gap.c[2] << " " << pair.gap.c[3] << " "
                         << pair.gap.c[4] << " window " << pair.window_s << " answer "
                         << std::defaultfloat << answer.value_or(-1.0);
  }
  // Neither class may be rare, or the test would say little.
  EXPECT_GT(crossings, kCases / 10);
  EXPECT_LT(crossings, kCases * 9 / 10);
}

// Coefficients of either sign, as no squared distance has them: gaps that fall for ever, have two
// maxima, or are concave between two convex pieces.
Pair RandomQuartic(CounterRandom& random) {
  Pair pair = {Quartic{}, random.Uniform(0.0, 3.0)};
  for (double& c : pair.gap.c) c = random.Uniform(-1.0, 1.0);
  if (random.Below(2) == 0) pair.gap.c[0] = std::fabs(pair.gap.c[0]);
  if (random.Below(4) == 0) pair.gap.c[0] *= 0.01;
  if (random.Below(4) == 0) pair.gap.c[4] *= 0.01;
  return pair;
}

TEST(FirstCrossingFuzz, AgreesWithTheOracleOnQuarticsOfEitherSign) {
  constexpr int kCases = 300000;
  CounterRandom random(20100, 5);
  int crossings = 0;
  for (int i = 0; i < kCases; ++i) {
    const Pair pair = RandomQuartic(random);
    const OptionalTime answer = FirstCrossing(pair.gap, pair.window_s);
    crossings += answer.has_value() ? 1 : 0;
    ASSERT_EQ(Fault(pair, answer), "")
        << "case " << i << std::hexfloat << " c " << pair.gap.c[0] << " " << pair.gap.c[1] << " "
        << pair.gap.c[2] << " " << pair.gap.c[3] << " " << pair.gap.c[4] << " window "
        << pair.window_s << " answer " << std::defaultfloat << answer.value_or(-1.0);
  }
  EXPECT_GT(crossings, kCases / 10);
  EXPECT_LT(crossings, kCases * 9 / 10);
}

TEST(FirstCrossingFuzz, NoOverlapBeforeTheAnswerAndHardlyAnyAtIt) {
  CounterRandom random(20100, 2);
  for (int i = 0; i < 50000; ++i) {
    const Pair pair = RandomPair(random);
    const OptionalTime answer = FirstCrossing(pair.gap, pair.window_s);
    const testing::Coefficients gap(pair.gap.c.begin(), pair.gap.c.end());
    if (std::isinf(pair.window_s)) continue;  // rounding grows with the distances covered
    if (answer == 0.0) {
      ASSERT_LE(pair.gap.c[0], 0.0);
      continue;
    }
    const long double end = answer ? *answer : static_cast<long double>(pair.window_s);
    const std::optional<long double> start = testing::SearchStart(gap, end);
    if (!start || testing::Value(gap, *start) <= 0.0L)
      continue;  // leaving, or approaching inside a contact
    // gap = (distance + reach)(distance - reach): an overlap of 1e-13 m is 1.1e-14 m^2 of gap.
    ASSERT_GT(testing::LowestWithin(gap, *start, end), -2.0 * kTouching_m * 1e-13) << "case " << i;
  }
}

TEST(FirstCrossingFuzz, RejectionNeverContradictsTheSearch) {
  CounterRandom random(20100, 3);
  int rejected = 0;
  for (int i = 0; i < 200000; ++i) {
    const Pair pair = RandomPair(random);
    if (!SurelyPositive(pair.gap, pair.window_s)) continue;
    ++rejected;
    const OptionalTime later = FirstCrossing(pair.gap, std::numeric_limits<double>::infinity());
    ASSERT_TRUE(!later || *later > pair.window_s) << "case " << i;
    ASSERT_FALSE(FirstCrossing(pair.gap, 0.5 * pair.window_s)) << "case " << i;
  }
  EXPECT_GT(rejected, 20000);
}

// A gap whose only falling root is flat: it lies near two inflections that are close to each other,
// where the slope nearly vanishes. Rounding moves the roots of its tangents far.
Quartic FlatGap(CounterRandom& random) {
  const double inflection = random.Uniform(0.1, 2.0);
  const double apart = inflection * std::pow(10.0, random.Uniform(-9.0, -1.0));
  const double c4 = random.Uniform(-1.0, 1.0);
  Quartic gap{{0.0, 0.0, 6.0 * c4 * inflection * (inflection + apart),
               -2.0 * c4 * (2.0 * inflection + apart), c4}};
  const double level = inflection * (1.0 + random.Uniform(-0.3, 0.3));
  const double tilt = std::pow(10.0, random.Uniform(-12.0, -1.0));
  gap.c[1] = -gap.Derivative().Evaluate(level) * (1.0 + random.Uniform(-tilt, tilt));
  const double root = level * (1.0 + random.Uniform(-0.3, 0.3));
  gap.c[0] = -gap.Evaluate(root);
  return gap;
}

TEST(FirstCrossingFuzz, FlatCrossingsDoNotDependOnTheWindow) {
  CounterRandom random(20100, 6);
  int crossings = 0;
  for (int i = 0; i < 200000; ++i) {
    const Quartic gap = FlatGap(random);
    const OptionalTime answer = FirstCrossing(gap, 10.0);
    if (!(gap.c[0] > 0.0) || !answer) continue;
    ++crossings;
    const double later = *answer * (1.0 + std::pow(10.0, random.Uniform(-15.0, -4.0)));
    ASSERT_EQ(FirstCrossing(gap, later), answer)
        << "case " << i << std::hexfloat << " c " << gap.c[0] << " " << gap.c[1] << " " << gap.c[2]
        << " " << gap.c[3] << " " << gap.c[4] << " window " << later;
  }
  EXPECT_GT(crossings, 50000);
}

TEST(FirstCrossingFuzz, TheWindowDoesNotChangeTheBits) {
  CounterRandom random(20100, 4);
  for (int i = 0; i < 100000; ++i) {
    const Pair pair = RandomPair(random);
    const OptionalTime answer = FirstCrossing(pair.gap, pair.window_s);
    if (!answer) continue;
    for (const double factor : {1.0, 1.0 + 1e-9, 1.1, 3.0, 1e6}) {
      ASSERT_EQ(FirstCrossing(pair.gap, *answer * factor), answer) << "case " << i << " " << factor;
    }
  }
}

}  // namespace
}  // namespace carom
