// The kernels against each other, bit for bit, and against the exact search.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/base/register_width.h"
#include "core/kernels/rows.h"
#include "core/math/first_crossing.h"
#include "core/solid/plane_geometry.h"
#include "core/solid/primitives.h"
#include "core/solid/resolution.h"
#include "tests/testing/fuzz_share.h"

namespace carom {
namespace {

using rows::BallColumns;
using rows::Kernels;
using rows::kRows;

constexpr uint64_t kTables = 20000;  // Of up to 32 balls, each of which asks all others.

void SetBox(BallColumns& table, int i) {
  const Box box =
      BoxOfPath({table.x0[i], table.x1[i], table.x2[i]}, {table.y0[i], table.y1[i], table.y2[i]},
                table.horizon_s[i] - table.epoch_s[i], table.radius_m[i]);
  table.x_low[i] = box.x_low;
  table.x_high[i] = box.x_high;
  table.y_low[i] = box.y_low;
  table.y_high[i] = box.y_high;
}

// A table at a moment: balls that rest, slide or roll, touch, have just separated, or fly. No phase
// began after that of ball `last`.
BallColumns RandomTable(CounterRandom& random, int balls, int last) {
  BallColumns table{};
  const bool wild = random.Below(8) == 0;
  for (int i = 0; i < balls; ++i) {
    table.radius_m[i] = random.Below(4) == 0 ? random.Uniform(0.02, 0.04) : 0.028575;
    table.epoch_s[i] = i == last || random.Below(2) == 0 ? 3.0 : random.Uniform(2.0, 3.0);
    table.horizon_s[i] = 3.0 + random.Uniform(0.0, 2.0);
    if (random.Below(8) == 0) table.horizon_s[i] = kInfinity;
    table.x0[i] = random.Uniform(-1.2, 1.2);
    table.y0[i] = random.Uniform(-0.6, 0.6);
    if (i > 0 && random.Below(4) == 0) {  // Touches the one before, to within rounding.
      const double angle = random.Uniform(-3.0, 3.0);
      const double reach_m = 2.0 * std::sqrt(table.radius_m[i] * table.radius_m[i - 1]);
      if (i != last) table.epoch_s[i] = table.epoch_s[i - 1];
      table.x0[i] = table.x0[i - 1] + reach_m * std::cos(angle);
      table.y0[i] = table.y0[i - 1] + reach_m * std::sin(angle);
    }
    if (random.Below(3) != 0) {
      table.x1[i] = random.Uniform(-4.0, 4.0);
      table.y1[i] = random.Uniform(-4.0, 4.0);
      table.x2[i] = random.Uniform(-1.0, 1.0);
      table.y2[i] = random.Uniform(-1.0, 1.0);
    }
    table.z0[i] = table.radius_m[i];
    if (random.Below(8) == 0) {
      table.off_cloth[i] = 1.0;
      table.z0[i] += random.Uniform(0.0, 0.1);
      table.z1[i] = random.Uniform(-1.0, 1.0);
      table.z2[i] = -4.9;
    }
    if (wild && random.Below(8) == 0) table.x0[i] = std::nan("");
    if (wild && random.Below(8) == 0) table.y1[i] = kInfinity;
    if (wild && random.Below(8) == 0) table.x2[i] = std::nan("");
    SetBox(table, i);
  }
  return table;
}

struct Answer {
  unsigned may = 0;
  std::array<double, kRows> earliest_s{};
};

Answer Ask(const Kernels& kernels, const BallColumns& table, int ball, int balls) {
  Answer answer;
  const unsigned all = balls == kRows ? ~0u : (1u << balls) - 1u;
  answer.may =
      kernels.may_collide(table, ball, all & ~(1u << ball), balls, answer.earliest_s.data());
  return answer;
}

// Any NaN equals any NaN.
uint64_t BitsOf(double value) {
  return std::isnan(value) ? ~uint64_t{0} : std::bit_cast<uint64_t>(value);
}

TEST(MayCollide, AllWidthsGiveTheSameBits) {
  CounterRandom random(16, 1);
  uint64_t candidates = 0;
  const uint64_t tables = testing::FuzzesAll() ? 10'000'000 : kTables;
  for (uint64_t i = 0; i < tables; ++i) {
    const int balls = 2 + static_cast<int>(random.Below(kRows - 1));
    const int ball = static_cast<int>(random.Below(static_cast<uint64_t>(balls)));
    const BallColumns table = RandomTable(random, balls, ball);
    const Answer plain = Ask(rows::kPlainKernels, table, ball, balls);
    candidates += static_cast<uint64_t>(std::popcount(plain.may));
    for (const RegisterWidth width : AvailableWidths()) {
      const Answer answer = Ask(rows::KernelsOf(width), table, ball, balls);
      ASSERT_EQ(answer.may, plain.may) << NameOf(width) << " table " << i;
      for (int partner = 0; partner < balls; ++partner) {
        if ((plain.may >> partner & 1u) == 0) continue;
        const auto k = static_cast<size_t>(partner);
        ASSERT_EQ(BitsOf(answer.earliest_s[k]), BitsOf(plain.earliest_s[k]))
            << NameOf(width) << " table " << i << " partner " << partner;
      }
    }
  }
  EXPECT_GT(candidates, tables);
}

Motion3D Since(const BallColumns& t, int i, double origin_s) {
  const Motion3D motion{
      {t.x0[i], t.x1[i], t.x2[i]}, {t.y0[i], t.y1[i], t.y2[i]}, {t.z0[i], t.z1[i], t.z2[i]}};
  return motion.From(origin_s - t.epoch_s[i]);
}

// When two balls meet, by the exact search.
OptionalTime Meeting(const BallColumns& t, int i, int j, double horizon_s, bool separated) {
  const double origin_s = std::max(t.epoch_s[i], t.epoch_s[j]);
  const Motion3D a = Since(t, i, origin_s);
  const Motion3D b = Since(t, j, origin_s);
  const double reach_m = t.radius_m[i] + t.radius_m[j];
  OptionalTime time_s;
  if (t.off_cloth[i] != 0.0 || t.off_cloth[j] != 0.0) {
    time_s = BallBallCrossing3D(a, b, reach_m, horizon_s - origin_s, separated);
  } else {
    const Motion3D apart = Between(a, b);
    const Quartic gap = BallGapOnCloth(apart.x, apart.y, t.radius_m[i], t.radius_m[j]);
    const double noise = RateNoise(Speed(a.x, a.y) + Speed(b.x, b.y));
    time_s = FirstCrossing(WithoutContactNoise(gap, 2.0 * reach_m, separated, noise),
                           horizon_s - origin_s);
  }
  if (!time_s) return std::nullopt;
  return origin_s + *time_s;
}

TEST(MayCollide, MissesNoMeetingAndIsNeverLate) {
  CounterRandom random(16, 2);
  int meetings = 0;
  int in_flight = 0;
  int bounds = 0;
  const uint64_t tables = testing::FuzzesAll() ? 50 * kTables : kTables;
  for (uint64_t i = 0; i < tables; ++i) {
    const int balls = 2 + static_cast<int>(random.Below(14));
    const BallColumns table = RandomTable(random, balls, 0);
    const Answer answer = Ask(rows::KernelsOf(ChosenWidth()), table, 0, balls);
    for (int partner = 1; partner < balls; ++partner) {
      const double horizon_s = std::min(table.horizon_s[0], table.horizon_s[partner]);
      const bool separated = random.Below(4) == 0;
      const OptionalTime time_s = Meeting(table, 0, partner, horizon_s, separated);
      if (!time_s) continue;
      ++meetings;
      in_flight += table.off_cloth[0] != 0.0 || table.off_cloth[partner] != 0.0 ? 1 : 0;
      ASSERT_TRUE((answer.may >> partner & 1u) != 0) << "table " << i << " partner " << partner;
      ASSERT_LE(answer.earliest_s[static_cast<size_t>(partner)], *time_s) << "table " << i;
      bounds += answer.earliest_s[static_cast<size_t>(partner)] > 3.0 ? 1 : 0;
    }
  }
  EXPECT_GT(meetings, 1000);
  EXPECT_GT(in_flight, 100);
  EXPECT_GT(bounds, meetings / 4);  // A bound that is always the beginning would be of no use.
}

// One ball rests and the other passes it, with or without deceleration, such that the circles just
// overlap, just touch or just miss. The gap then has two roots close together, or none by little.
BallColumns GrazingTable(CounterRandom& random) {
  BallColumns table{};
  const double angle = random.Uniform(-3.0, 3.0);
  const double speed_m_s = random.Uniform(0.1, 8.0);
  const double nearest_s = random.Uniform(0.01, 1.0);
  const double slower_m_s2 = random.Below(2) == 0 ? 0.0 : random.Uniform(0.0, 0.2);
  const double overlap = random.Uniform(-1.0, 4.0) * std::pow(10.0, random.Uniform(-16.0, -6.0));
  for (int i = 0; i < 2; ++i) {
    table.radius_m[i] = 0.028575;
    table.epoch_s[i] = 3.0;
    table.horizon_s[i] = 3.0 + 2.0 * nearest_s;
    table.z0[i] = table.radius_m[i];
  }
  const double beside_m = 2.0 * 0.028575 * (1.0 - overlap);
  const double before_m = (speed_m_s - slower_m_s2 * nearest_s) * nearest_s;
  table.x0[1] = -before_m * std::cos(angle) - beside_m * std::sin(angle);
  table.y0[1] = -before_m * std::sin(angle) + beside_m * std::cos(angle);
  table.x1[1] = speed_m_s * std::cos(angle);
  table.y1[1] = speed_m_s * std::sin(angle);
  table.x2[1] = -slower_m_s2 * std::cos(angle);
  table.y2[1] = -slower_m_s2 * std::sin(angle);
  for (int i = 0; i < 2; ++i) SetBox(table, i);
  return table;
}

TEST(MayCollide, MissesNoGrazingMeeting) {
  CounterRandom random(16, 3);
  const uint64_t tables = testing::FuzzesAll() ? 10'000'000 : 200'000;
  uint64_t meetings = 0;
  for (uint64_t i = 0; i < tables; ++i) {
    const BallColumns table = GrazingTable(random);
    const OptionalTime time_s = Meeting(table, 0, 1, table.horizon_s[0], false);
    if (!time_s) continue;
    ++meetings;
    const Answer answer = Ask(rows::KernelsOf(ChosenWidth()), table, 0, 2);
    ASSERT_EQ(answer.may, 2u) << "table " << i;
    ASSERT_LE(answer.earliest_s[1], *time_s) << "table " << i;
  }
  EXPECT_GT(meetings, tables / 2);
  EXPECT_LT(meetings, tables);
}

TEST(RegisterWidths, OneThatTheMachineHasIsChosen) {
  const std::span<const RegisterWidth> available = AvailableWidths();
  EXPECT_EQ(available[0], RegisterWidth::kPlain);
  EXPECT_NE(std::find(available.begin(), available.end(), ChosenWidth()), available.end());
  if (std::getenv("CAROM_KERNELS") == nullptr) {
    EXPECT_TRUE(available.size() == 1 || ChosenWidth() != RegisterWidth::kPlain);
  }
}

}  // namespace
}  // namespace carom
