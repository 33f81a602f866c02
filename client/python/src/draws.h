#ifndef CAROM_CLIENT_PYTHON_SRC_DRAWS_H_
#define CAROM_CLIENT_PYTHON_SRC_DRAWS_H_

#include <cstdint>

namespace carom::python {

/// Random numbers of the environments: number k is a pure function of (seed, stream, k). SplitMix64
/// [Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators", Fig. 14]: in the
/// state s, number k is mix(s + (k + 1) gamma) modulo 2^64. A stream's state is
/// s = mix(mix(seed) xor stream).
class Draws {
 public:
  Draws(uint64_t seed, uint64_t stream) : state_(Mix(Mix(seed) ^ stream)) {}

  uint64_t Bits(uint64_t k) const { return Mix(state_ + (k + 1) * kGamma); }

 private:
  static constexpr uint64_t kGamma = 0x9E3779B97F4A7C15u;

  static uint64_t Mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  uint64_t state_;
};

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_DRAWS_H_
