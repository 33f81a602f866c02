#ifndef CAROM_TESTS_CORE_LAWS_RANDOM_STATES_H_
#define CAROM_TESTS_CORE_LAWS_RANDOM_STATES_H_

#include <algorithm>
#include <variant>

#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/laws/ball_ball/friction.h"
#include "core/laws/ball_ball/mathavan_2014.h"
#include "core/laws/ball_cushion/mathavan_2010.h"
#include "core/laws/validate.h"
#include "tests/core/laws/states.h"

namespace carom::testing {

inline Vec3 RandomVector(CounterRandom& random, double size) {
  const double x = random.Uniform(-size, size);
  const double y = random.Uniform(-size, size);
  return {x, y, random.Uniform(-size, size)};
}

inline Vec3 RandomUnit(CounterRandom& random) { return RandomVector(random, 1.0).normalized(); }

inline Vec3 RandomHorizontalUnit(CounterRandom& random) {
  const double angle = random.Uniform(0.0, 360.0) * kDegree;
  return {Cos(angle), Sin(angle), 0.0};
}

inline BallSpec RandomSpec(CounterRandom& random) {
  return {random.Uniform(0.05, 0.5), random.Uniform(0.02, 0.04)};
}

/// Rolling, none, or up to 500 rad/s about any axis.
inline Vec3 RandomSpin(CounterRandom& random, const Vec3& velocity, double radius_m) {
  const uint64_t kind = random.Below(3);
  if (kind == 0) return RollingSpin(velocity, radius_m);
  if (kind == 1) return Vec3::Zero();
  return RandomVector(random, 500.0);
}

/// From 10 m/s down to almost none.
inline double RandomSpeed(CounterRandom& random) {
  const double exponent = random.Below(4) == 0 ? random.Uniform(-14.0, 1.0) : 1.0;
  return Pow(10.0, exponent);
}

/// Coefficients with their ends, which are the hard cases.
inline double RandomRestitution(CounterRandom& random) {
  const uint64_t kind = random.Below(4);
  return kind == 0 ? 0.0 : kind == 1 ? 1.0 : random.Uniform();
}

inline double RandomFriction(CounterRandom& random) {
  const uint64_t kind = random.Below(32);
  return kind < 4 ? 0.0 : kind == 4 ? random.Uniform(0.0, 10.0) : random.Uniform();
}

inline BallBallFriction RandomBallFriction(CounterRandom& random) {
  if (random.Below(2) == 0) return AlciatoreFriction{};
  return ConstantFriction{RandomFriction(random)};
}

/// Lowers the friction of a law to what core/laws/validate.h allows; others stay as
/// they are.
template <class Law>
void StayWithinLimits(const CushionImpact&, Law&) {}
template <class Law>
void StayWithinLimits(const BallBallImpact&, Law&) {}

inline void StayWithinLimits(const CushionImpact& impact, Mathavan2010& law) {
  const double slate = law.slate_friction < 0.0 ? impact.cloth_friction : law.slate_friction;
  const double sine = impact.nose_height_m / impact.ball.radius_m - 1.0;
  const double wedge = internal::kTrustedShare * internal::WedgeFriction(sine);
  if (law.friction >= wedge && slate >= wedge) law.friction = 0.99 * wedge;
  if (slate >= internal::kTrustedShare * internal::SoftSlateFriction(sine, 0.0)) law.friction = 0.0;
}

inline void StayWithinLimits(const BallBallImpact& impact, Mathavan2014& law) {
  const double slate = law.slate_friction < 0.0 ? impact.cloth_friction : law.slate_friction;
  const double ratio = impact.a.mass_kg / impact.b.mass_kg;
  const double most =
      internal::kTrustedShare * internal::SoftSlateFriction(0.0, std::min(ratio, 1.0 / ratio));
  auto* constant = std::get_if<ConstantFriction>(&law.friction);
  if (slate >= most) {
    law.friction = ConstantFriction{0.0};
  } else if (constant != nullptr && slate > 0.0) {
    constant->friction = std::min(constant->friction, 0.99 * most / slate);
  }
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_LAWS_RANDOM_STATES_H_
