#ifndef CAROM_TESTS_CORE_SOLID_RANDOM_VECTOR_H_
#define CAROM_TESTS_CORE_SOLID_RANDOM_VECTOR_H_

#include "core/base/random.h"
#include "core/base/vec3.h"

namespace carom::testing {

/// Anywhere in the cube of half edge `size`.
inline Vec3 RandomVector(CounterRandom& random, double size) {
  return Vec3(random.Uniform(-size, size), random.Uniform(-size, size),
              random.Uniform(-size, size));
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_SOLID_RANDOM_VECTOR_H_
