#include "tests/bench/kernel_bench.h"

#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/base/register_width.h"
#include "core/kernels/rows.h"
#include "core/math/first_crossing.h"
#include "core/solid/plane_geometry.h"
#include "core/solid/primitives.h"
#include "tests/bench/timing.h"

namespace carom::bench {
namespace {

constexpr double kRadius_m = 0.028575;
constexpr double kWindow_s = 1.0;
constexpr int kCount = 4096;
constexpr int kRounds = 200;

// Keeps what is computed from being optimised away.
volatile double sink = 0.0;

Motion1D RandomCoordinate(CounterRandom& random, double half_length_m) {
  return {random.Uniform(-half_length_m, half_length_m), random.Uniform(-3.0, 3.0),
          random.Uniform(-1.0, 1.0)};
}

Quartic RandomGap(CounterRandom& random) {
  const Motion1D x{random.Uniform(-2.5, 2.5), random.Uniform(-3.0, 3.0), random.Uniform(-1.0, 1.0)};
  const Motion1D y{random.Uniform(-1.2, 1.2), random.Uniform(-3.0, 3.0), random.Uniform(-1.0, 1.0)};
  return BallGapOnCloth(x, y, kRadius_m, kRadius_m);
}

std::vector<Quartic> Gaps(bool colliding) {
  CounterRandom random(1, colliding ? 1 : 0);
  std::vector<Quartic> gaps;
  while (gaps.size() < kCount) {
    const Quartic gap = RandomGap(random);
    if (gap.c[0] > 0.0 && (!colliding || FirstCrossing(gap, kWindow_s))) gaps.push_back(gap);
  }
  return gaps;
}

// Median over the rounds of `work(i)` for all i.
template <class Work>
double NanosecondsACall(const Work& work) {
  std::vector<double> rounds;
  for (int round = 0; round < kRounds; ++round) {
    const Clocks begin = Clocks::Now();
    for (int i = 0; i < kCount; ++i) work(static_cast<std::size_t>(i));
    rounds.push_back(1e9 * Clocks::Now().Since(begin).processor_s / kCount);
  }
  return Median(rounds);
}

void PrintCrossing(const char* input, bool colliding) {
  const std::vector<Quartic> gaps = Gaps(colliding);
  const double ns = NanosecondsACall(
      [&](std::size_t i) { sink = FirstCrossing(gaps[i], kWindow_s).value_or(-1.0); });
  std::printf("FirstCrossing,plain,%s,%.1f\n", input, ns);
}

rows::BallColumns RandomColumns(CounterRandom& random, int balls) {
  rows::BallColumns columns{};
  for (int i = 0; i < balls; ++i) {
    const Motion1D x = RandomCoordinate(random, 1.25);
    const Motion1D y = RandomCoordinate(random, 0.6);
    columns.horizon_s[i] = random.Uniform(0.0, kWindow_s);
    columns.x0[i] = x.c0;
    columns.x1[i] = x.c1;
    columns.x2[i] = x.c2;
    columns.y0[i] = y.c0;
    columns.y1[i] = y.c1;
    columns.y2[i] = y.c2;
    columns.radius_m[i] = kRadius_m;
    const Box box = BoxOfPath(x, y, columns.horizon_s[i], kRadius_m);
    columns.x_low[i] = box.x_low;
    columns.x_high[i] = box.x_high;
    columns.y_low[i] = box.y_low;
    columns.y_high[i] = box.y_high;
  }
  return columns;
}

void PrintRows(RegisterWidth width) {
  constexpr int kBalls = 16;
  CounterRandom random(1, 2);
  std::vector<rows::BallColumns> tables;
  for (int i = 0; i < 64; ++i) tables.push_back(RandomColumns(random, kBalls));
  std::array<double, rows::kRows> earliest_s{};
  const double ns = NanosecondsACall([&](std::size_t i) {
    const int ball = static_cast<int>(i % kBalls);
    const unsigned partners = 0xffffu & ~(1u << ball);
    const unsigned may = rows::KernelsOf(width).may_collide(tables[i % tables.size()], ball,
                                                            partners, kBalls, earliest_s.data());
    sink = static_cast<double>(may);
  });
  std::printf("MayCollide,%s,15 partners,%.1f\n", std::string(NameOf(width)).c_str(), ns);
}

}  // namespace

void PrintKernelTimes() {
  std::puts("kernel,variant,input,ns");
  PrintCrossing("random pairs", false);
  PrintCrossing("colliding pairs", true);
  for (const RegisterWidth width : AvailableWidths()) PrintRows(width);
}

}  // namespace carom::bench
