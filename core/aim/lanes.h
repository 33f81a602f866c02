#ifndef CAROM_CORE_AIM_LANES_H_
#define CAROM_CORE_AIM_LANES_H_

#include <cstdint>

/// Four numbers in single precision at once, for filters before what is exact.
namespace carom::aim {

using Floats4 = float __attribute__((vector_size(16)));
using Bits4 = int32_t __attribute__((vector_size(16)));

/// How far a number in single precision may be off, as a part of the sum of the sizes of what it is
/// reckoned from: sixteen roundings of 2^-24, more than any filter makes.
inline constexpr float kRough = 1e-6f;

/// The bits of all four.
inline uint32_t AnyOf(const Bits4& bits) {
  return static_cast<uint32_t>(bits[0] | bits[1] | bits[2] | bits[3]);
}

}  // namespace carom::aim

#endif  // CAROM_CORE_AIM_LANES_H_
