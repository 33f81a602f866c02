// MayTouch: all widths against each other, and against points along the path.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/base/register_width.h"
#include "core/kernels/rows.h"
#include "core/solid/plane_geometry.h"
#include "tests/testing/fuzz_share.h"

namespace carom {
namespace {

using testing::FuzzesAll;
using testing::FuzzShare;

constexpr int kBodies = 50;  // Seven blocks, the last one in part.

Vicinity RandomVicinity(CounterRandom& random) {
  const Vec2 start(random.Uniform(-1.4, 1.4), random.Uniform(-0.8, 0.8));
  const double highest_m = random.Below(2) == 0 ? 0.065 : 1.0;
  if (random.Below(2) == 0) return VicinityOfDisc(start, random.Uniform(0.0, 0.2), highest_m);
  if (random.Below(4) == 0) {
    const Vec2 size(random.Uniform(0.01, 0.5), random.Uniform(0.01, 0.5));
    return VicinityOfBox({start.x(), start.x() + size.x(), start.y(), start.y() + size.y()},
                         highest_m);
  }
  const Vec2 span(random.Uniform(-1.3, 1.3),
                  random.Below(2) == 0 ? 0.0 : random.Uniform(-0.6, 0.6));
  return {start, start + span, random.Uniform(0.0, 0.06), highest_m};
}

struct Walk {
  Motion1D x;
  Motion1D y;
  double until_s;
  double lowest_m;
};

Walk RandomWalk(CounterRandom& random) {
  Walk walk;
  walk.x = {random.Uniform(-1.2, 1.2), random.Uniform(-3.0, 3.0), random.Uniform(-1.0, 1.0)};
  walk.y = {random.Uniform(-0.6, 0.6), random.Uniform(-3.0, 3.0), random.Uniform(-1.0, 1.0)};
  if (random.Below(4) == 0) walk.x.c2 = walk.y.c2 = 0.0;
  if (random.Below(8) == 0) walk.y.c1 = walk.y.c2 = 0.0;
  walk.until_s = random.Below(16) == 0 ? 0.0 : std::pow(10.0, random.Uniform(-3.0, 0.5));
  walk.lowest_m = random.Uniform(0.0, 0.1);
  return walk;
}

uint64_t Ask(const rows::Kernels& kernels, const VicinityColumns& bodies, const Walk& walk) {
  return kernels.may_touch(bodies.Rows(), SweptBy(walk.x, walk.y, walk.until_s, walk.lowest_m), 0);
}

bool Covers(const Vicinity& body, const Vec2& point) {
  const Vec2 span = body.end_m - body.start_m;
  const double length2 = span.squaredNorm();
  const double share =
      length2 > 0.0 ? std::clamp(span.dot(point - body.start_m) / length2, 0.0, 1.0) : 0.0;
  return (point - body.start_m - share * span).norm() <= body.reach_m;
}

bool Touches(const Vicinity& body, const Walk& walk) {
  constexpr int kSteps = 200;
  if (walk.lowest_m > body.highest_m) return false;
  for (int i = 0; i <= kSteps; ++i) {
    const double tau = walk.until_s * i / kSteps;
    if (Covers(body, Vec2(walk.x.At(tau), walk.y.At(tau)))) return true;
  }
  return false;
}

TEST(MayTouch, AllWidthsAgreeAndMissNoBody) {
  CounterRandom random(16, 3);
  const uint64_t tables = FuzzesAll() ? 100000 : FuzzShare(2000, 200);
  uint64_t near = 0;
  uint64_t touched = 0;
  for (uint64_t i = 0; i < tables; ++i) {
    std::vector<Vicinity> vicinities;
    VicinityColumns bodies;
    for (int k = 0; k < kBodies; ++k) {
      vicinities.push_back(RandomVicinity(random));
      bodies.Add(vicinities.back());
    }
    const Walk walk = RandomWalk(random);
    const uint64_t plain = Ask(rows::kPlainKernels, bodies, walk);
    ASSERT_EQ(plain >> kBodies, 0u);
    for (const RegisterWidth width : AvailableWidths()) {
      ASSERT_EQ(Ask(rows::KernelsOf(width), bodies, walk), plain)
          << NameOf(width) << " table " << i;
    }
    near += static_cast<uint64_t>(std::popcount(plain));
    for (size_t k = 0; k < vicinities.size(); ++k) {
      if (!Touches(vicinities[k], walk)) continue;
      ++touched;
      ASSERT_TRUE((plain >> k & 1u) != 0) << "table " << i << " body " << k;
    }
  }
  EXPECT_GT(touched, tables);
  // Most bodies that are named are touched: the axes leave little to the exact search.
  EXPECT_LT(near, 2 * touched);
}

TEST(MayTouch, WhatIsNotANumberSeparatesNothing) {
  VicinityColumns bodies;
  bodies.Add({{0.5, 0.0}, {0.5, 1.0}, 0.03, 1.0});
  Walk walk{{0.0, -1.0, 0.0}, {0.5, 0.0, 0.0}, 1.0, 0.02};
  for (const RegisterWidth width : AvailableWidths()) {
    EXPECT_EQ(Ask(rows::KernelsOf(width), bodies, walk), 0u) << NameOf(width);
  }
  walk.x.c0 = std::nan("");
  for (const RegisterWidth width : AvailableWidths()) {
    EXPECT_EQ(Ask(rows::KernelsOf(width), bodies, walk), 1u) << NameOf(width);
  }
}

}  // namespace
}  // namespace carom
