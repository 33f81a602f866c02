// Crossings in flight against the slow oracle, seeds fixed: none missed, none invented.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/math/first_crossing.h"
#include "core/solid/nose.h"
#include "core/solid/primitives.h"
#include "core/solid/solid.h"
#include "tests/core/solid/asking.h"
#include "tests/core/solid/crossing_oracle.h"
#include "tests/core/solid/random_vector.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::As;
using testing::CentreAt;
using testing::Dot;
using testing::FindContact;
using testing::kFall;
using testing::kRadius_m;
using testing::Length;
using testing::OracleAnswer;
using testing::PointOf;
using testing::Quad;
using testing::RandomVector;
using testing::Root;

constexpr double kFlightWindow_s = 0.3;

/// Cases per test; CAROM_FLIGHT_CASES asks for more than fits a quick run.
int Cases() {
  const char* asked = std::getenv("CAROM_FLIGHT_CASES");
  return asked != nullptr ? std::atoi(asked) : 1000;
}

// From somewhere around, flying so that free fall brings it close to `target_m` within the window;
// now and then on the cloth's plane instead, with a slide's deceleration.
Motion3D RandomFlight(CounterRandom& random, const Vec3& target_m) {
  Vec3 start = target_m + RandomVector(random, 0.25);
  Vec3 half_acceleration(0.0, 0.0, kFall);
  if (random.Below(5) == 0) {
    start.z() = target_m.z() - random.Uniform(-kRadius_m, kRadius_m);
    half_acceleration = Vec3(random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0), 0.0);
  }
  const double arrival_s = random.Uniform(0.02, kFlightWindow_s);
  const Vec3 aim = target_m + RandomVector(random, 1.2 * kRadius_m);
  Vec3 velocity = (aim - start) / arrival_s - half_acceleration * arrival_s;
  if (half_acceleration.z() == 0.0) velocity.z() = 0.0;
  return {{start.x(), velocity.x(), half_acceleration.x()},
          {start.y(), velocity.y(), half_acceleration.y()},
          {start.z(), velocity.z(), half_acceleration.z()}};
}

struct Tally {
  int cases = 0;
  int hits = 0;
  double worst_m = 0.0;  ///< True gap at the time returned.
};

// Compares one answer with the oracle's. Grazes shallower than the polynomials' rounding may go
// either way. Between true contact and answer lies at most what a contact may be deep.
template <class Gap>
void Check(OptionalTime time_s, const Gap& gap, double window_s, Tally& tally) {
  constexpr double kUnclear_m = 1e-11;
  if (gap(0.0) < 1e-9) return;
  const OracleAnswer truth = FindContact(gap, window_s);
  if (truth.graze_m < kUnclear_m) return;
  if (truth.time_s && std::fabs(gap(std::min(window_s, *truth.time_s + 1e-6))) < kUnclear_m) return;
  ++tally.cases;
  ASSERT_EQ(time_s.has_value(), truth.time_s.has_value())
      << "case " << tally.cases << (truth.time_s ? " missed at " : " invented, not at ")
      << truth.time_s.value_or(*time_s);
  if (!time_s) return;
  ++tally.hits;
  EXPECT_NEAR(*time_s, *truth.time_s, 1e-6);
  const double at_m = std::fabs(static_cast<double>(gap(Quad(*time_s))));
  EXPECT_LT(at_m, 1e-13) << "case " << tally.cases;
  tally.worst_m = std::max(tally.worst_m, at_m);
}

void Report(const char* what, const Tally& tally) {
  EXPECT_GT(tally.hits, tally.cases / 10);
  EXPECT_LT(tally.hits, tally.cases);
  std::printf("%s: %d cases, %d hits, worst gap at contact %.2g m\n", what, tally.cases, tally.hits,
              tally.worst_m);
}

TEST(FlightFuzz, SlopingSegments) {
  CounterRandom random(51, 0);
  Tally tally;
  for (int i = 0; i < Cases(); ++i) {
    const double angle = random.Uniform(-kPi, kPi);
    const Vec3 span(Cos(angle), Sin(angle), random.Below(2) == 0 ? 0.0 : random.Uniform(-0.5, 0.5));
    const double length_m = random.Below(3) == 0 ? random.Uniform(0.001, 0.1) : 1.1;
    const SpaceSegment edge{RandomVector(random, 1.0), span.normalized(), length_m};
    const double at =
        random.Below(2) == 0 ? random.Uniform() : static_cast<double>(random.Below(2));
    const Motion3D motion = RandomFlight(random, edge.start_m + at * length_m * edge.along);
    const auto gap = [&](auto t) {
      using T = decltype(t);
      const PointOf<T> offset = CentreAt(motion, t) - As<T>(edge.start_m);
      const PointOf<T> u = As<T>(edge.along);
      const T s = std::clamp<T>(Dot(offset, u) / Dot(u, u), T(0), T(length_m));
      return T(Length(offset - PointOf<T>{s * u.x, s * u.y, s * u.z}) - T(kRadius_m));
    };
    Check(ContactTime(motion, edge, kRadius_m, kFlightWindow_s, false), gap, kFlightWindow_s,
          tally);
    if (HasFatalFailure()) return;
  }
  Report("segments", tally);
}

// Wide and narrow rings, from inside and outside; half rings too.
TEST(FlightFuzz, Rings) {
  CounterRandom random(52, 0);
  Tally tally;
  for (int i = 0; i < Cases(); ++i) {
    const double r_m = random.Below(2) == 0 ? 0.06 : random.Uniform(0.002, 0.1);
    const double angle = random.Uniform(-kPi, kPi);
    const Vec2 at =
        random.Below(4) == 0 ? Vec2(0.0, 0.0) : Vec2(r_m * Cos(angle), r_m * Sin(angle));
    const Ring ring{Vec2(0.7, -0.3), r_m, 0.03};
    const Motion3D motion =
        RandomFlight(random, Vec3(ring.centre_m.x() + at.x(), ring.centre_m.y() + at.y(), 0.03));
    const auto gap = [&](auto t) {
      using T = decltype(t);
      const PointOf<T> d = CentreAt(motion, t) - As<T>(Vec3(0.7, -0.3, 0.03));
      const T in_plane = Root(T(d.x * d.x + d.y * d.y)) - T(r_m);
      return T(Root(T(in_plane * in_plane + d.z * d.z)) - T(kRadius_m));
    };
    Check(ContactTime(motion, ring, kRadius_m, kFlightWindow_s, false), gap, kFlightWindow_s,
          tally);
    if (HasFatalFailure()) return;
  }
  Report("rings", tally);
}

TEST(FlightFuzz, BallsInAllStates) {
  CounterRandom random(53, 0);
  Tally tally;
  for (int i = 0; i < Cases(); ++i) {
    const Motion3D b = random.Below(2) == 0 ? Motion3D{{0.3, 0, 0}, {0.2, 0, 0}, {kRadius_m, 0, 0}}
                                            : RandomFlight(random, Vec3(0.3, 0.2, kRadius_m));
    const Motion3D a = RandomFlight(random, b.At(random.Uniform(0.0, kFlightWindow_s)));
    const auto gap = [&](auto t) {
      using T = decltype(t);
      return T(Length(CentreAt(b, t) - CentreAt(a, t)) - T(2.0 * kRadius_m));
    };
    Check(BallBallCrossing3D(a, b, 2.0 * kRadius_m, kFlightWindow_s, false), gap, kFlightWindow_s,
          tally);
    if (HasFatalFailure()) return;
  }
  Report("balls", tally);
}

// Nearest part of a jaw with its flat top: a disc.
TEST(FlightFuzz, Jaws) {
  CounterRandom random(54, 0);
  Tally tally;
  for (int i = 0; i < Cases(); ++i) {
    const Jaw jaw{Vec2(0.1, 0.2), random.Uniform(0.01, 0.08), 0.036};
    const Motion3D motion = RandomFlight(random, Vec3(0.1, 0.2, 0.036) + 0.05 * Vec3::UnitX());
    const auto gap = [&](auto t) {
      using T = decltype(t);
      const PointOf<T> d = CentreAt(motion, t) - As<T>(Vec3(0.1, 0.2, 0.036));
      const T beyond = std::max<T>(T(0), Root(T(d.x * d.x + d.y * d.y)) - T(jaw.radius_m));
      return T(Root(T(beyond * beyond + d.z * d.z)) - T(kRadius_m));
    };
    if (motion.z.c0 < jaw.height_m || motion.z.At(kFlightWindow_s) < motion.z.c0 - 0.2) continue;
    const JawSolid solid(jaw, NoseContact::kLine, kRadius_m);
    const auto time_s = solid.Crossing(testing::InFlight(motion, kRadius_m, kFlightWindow_s));
    // A disc has a lower side, which a jaw has not: those cases are not for this oracle.
    if (time_s && motion.z.At(*time_s) < jaw.height_m) continue;
    const OracleAnswer truth = FindContact(gap, kFlightWindow_s);
    if (truth.time_s && motion.z.At(*truth.time_s) < jaw.height_m) continue;
    Check(time_s, gap, kFlightWindow_s, tally);
    if (HasFatalFailure()) return;
  }
  Report("jaws", tally);
}

constexpr double kBack_m = 0.04;

// The slate around the hole, and the rail top behind its back.
OptionalTime FloorCrossing(const Motion3D& motion, const Pocket& pocket) {
  const auto outside = [&](const Vec2& p) {
    return (p - pocket.centre_m).norm() >= pocket.radius_m;
  };
  const auto behind = [&](const Vec2& p) {
    return (p - pocket.centre_m).norm() >= pocket.TopRadius() &&
           pocket.opening.dot(p - pocket.centre_m) <= 0.0;
  };
  const auto slate = PlateCrossing(motion, 0.0, kRadius_m, outside, kFlightWindow_s, false);
  if (pocket.back_height_m == 0.0) return slate;
  return EarlierOf(slate,
                   PlateCrossing(motion, kBack_m, kRadius_m, behind, kFlightWindow_s, false));
}

// Before the back: the floor at its height, its upper rim, the leaning line from (r - o, h) down to
// (r, 0), or the wall under it.
template <class T>
T BackDistance(const Pocket& pocket, const T& rho, const T& z) {
  const T r = T(pocket.radius_m);
  const T o = T(pocket.overhang_m);
  const T h = T(kBack_m);
  if (z > h && rho > r - o) return z - h;
  const T slant = Root(T(h * h + o * o));
  const T along = ((r - rho) * o + z * h) / slant;
  if (along > slant) return Root(T((rho - r + o) * (rho - r + o) + (z - h) * (z - h)));
  if (z > 0) return ((r - rho) * h - z * o) / slant;
  return along < 0 ? r - rho : std::min(T(r - rho), T(((r - rho) * h - z * o) / slant));
}

// From the line between two points of the upright plane through the axis and an end of the back.
template <class T>
T EndDistance(const PointOf<T>& at, const T& from_x, const T& from_z, const T& to_x,
              const T& to_z) {
  const T ux = to_x - from_x;
  const T uz = to_z - from_z;
  const T length2 = ux * ux + uz * uz;
  T share = length2 > 0 ? T(((at.x - from_x) * ux + (at.z - from_z) * uz) / length2) : T(0);
  share = std::min<T>(T(1), std::max<T>(T(0), share));
  const T dx = at.x - from_x - share * ux;
  const T dz = at.z - from_z - share * uz;
  return Root(T(dx * dx + at.y * at.y + dz * dz));
}

// True distance from a hole with its back and the floor around it.
template <class T>
T HoleDistance(const Pocket& pocket, const PointOf<T>& d) {
  const bool has_back = pocket.back_height_m > 0.0;
  const T rho = Root(T(d.x * d.x + d.y * d.y));
  const T r = T(pocket.radius_m);
  const T along = d.x * T(pocket.opening.x()) + d.y * T(pocket.opening.y());
  T nearest = rho > r ? T(d.z) : T(r - rho);
  if (rho <= r && d.z > 0) nearest = Root(T((rho - r) * (rho - r) + d.z * d.z));
  if (!has_back) return nearest;
  if (along <= 0) nearest = BackDistance(pocket, rho, T(d.z));
  const T across = d.x * T(-pocket.opening.y()) + d.y * T(pocket.opening.x());
  const T top = r - T(pocket.overhang_m);
  for (const double side : {-1.0, 1.0}) {
    const PointOf<T> at{T(side) * across, along, d.z};
    nearest = std::min(nearest, EndDistance(at, r, T(0), top, T(kBack_m)));
    nearest = std::min(nearest, EndDistance(at, top, T(kBack_m), r, T(kBack_m)));
  }
  return nearest;
}

// The rail top's front, where a table has noses, is a step in this distance: nothing to compare.
bool AtFront(const Pocket& pocket, const Motion3D& motion, OptionalTime time_s) {
  if (!time_s || pocket.back_height_m == 0.0) return false;
  const Vec2 offset = motion.At(*time_s).head<2>() - pocket.centre_m;
  return offset.norm() > pocket.radius_m && std::fabs(pocket.opening.dot(offset)) < kRadius_m;
}

// Rim, wall, back and the floor around: one body without holes in its skin.
TEST(FlightFuzz, PocketHoles) {
  CounterRandom random(55, 0);
  Tally tally;
  for (int i = 0; i < Cases(); ++i) {
    const double angle = random.Uniform(-kPi, kPi);
    Pocket pocket{Vec2(1.0, 0.5), random.Uniform(0.045, 0.07), "", Vec2(0.0, 0.0), 0.0};
    if (random.Below(3) != 0) {
      pocket.opening = Vec2(Cos(angle), Sin(angle));
      pocket.back_height_m = kBack_m;
      if (random.Below(2) != 0) pocket.overhang_m = random.Uniform(0.001, 0.012);
    }
    const Vec2 aim = pocket.centre_m + Vec2(RandomVector(random, pocket.radius_m).head<2>());
    const Motion3D motion =
        RandomFlight(random, Vec3(aim.x(), aim.y(), random.Uniform(-0.02, 0.06)));
    const auto gap = [&](auto t) {
      using T = decltype(t);
      return T(HoleDistance(pocket, CentreAt(motion, t) - As<T>(Vec3(1.0, 0.5, 0.0))) -
               T(kRadius_m));
    };
    const HoleSolid hole(pocket, 0.0, kRadius_m);
    const auto time_s =
        EarlierOf(hole.Crossing(testing::InFlight(motion, kRadius_m, kFlightWindow_s)),
                  FloorCrossing(motion, pocket));
    if (AtFront(pocket, motion, time_s)) continue;
    if (AtFront(pocket, motion, FindContact(gap, kFlightWindow_s).time_s)) continue;
    Check(time_s, gap, kFlightWindow_s, tally);
    if (HasFailure()) return;
  }
  Report("holes", tally);
}

}  // namespace
}  // namespace carom
