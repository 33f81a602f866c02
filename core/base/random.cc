#include "core/base/random.h"

#include <cmath>

#include "core/base/constants.h"
#include "core/base/demand.h"
#include "core/base/portable_math.h"

namespace carom {
namespace {

uint32_t LowHalf(uint64_t word) { return static_cast<uint32_t>(word); }
uint32_t HighHalf(uint64_t word) { return static_cast<uint32_t>(word >> 32); }
uint64_t Join(uint32_t low, uint32_t high) { return low | (uint64_t{high} << 32); }

// The full product of two 64-bit words, by halves: ISO C++ has no 128-bit integer.
struct WideProduct {
  uint64_t high;
  uint64_t low;
};

WideProduct Multiply(uint64_t a, uint64_t b) {
  const uint64_t low_low = uint64_t{LowHalf(a)} * LowHalf(b);
  const uint64_t high_low = uint64_t{HighHalf(a)} * LowHalf(b);
  const uint64_t low_high = uint64_t{LowHalf(a)} * HighHalf(b);
  const uint64_t high_high = uint64_t{HighHalf(a)} * HighHalf(b);
  const uint64_t middle = uint64_t{HighHalf(low_low)} + LowHalf(high_low) + low_high;
  return {high_high + HighHalf(high_low) + HighHalf(middle),
          Join(LowHalf(low_low), LowHalf(middle))};
}

}  // namespace

std::array<uint32_t, 4> Philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) {
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    const uint64_t product0 = uint64_t{0xD2511F53u} * counter[0];
    const uint64_t product1 = uint64_t{0xCD9E8D57u} * counter[2];
    counter = {HighHalf(product1) ^ counter[1] ^ key[0], LowHalf(product1),
               HighHalf(product0) ^ counter[3] ^ key[1], LowHalf(product0)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

uint64_t CounterRandom::Bits() {
  const uint64_t k = next_++;
  if (k % 2 == 1) return odd_value_;
  const uint64_t block = k / 2;
  const std::array<uint32_t, 4> words =
      Philox4x32({LowHalf(block), quantity_ + HighHalf(block), LowHalf(stream_), HighHalf(stream_)},
                 {LowHalf(seed_), HighHalf(seed_)});
  odd_value_ = Join(words[2], words[3]);
  return Join(words[0], words[1]);
}

double CounterRandom::Uniform() { return static_cast<double>(Bits() >> 11) * 0x1p-53; }

double CounterRandom::Uniform(double low, double high) {
  CAROM_ASSERT(low <= high);
  const double value = low + (high - low) * Uniform();
  return value < high ? value : high;
}

double CounterRandom::Normal() {
  const double radius = std::sqrt(-2.0 * Log(1.0 - Uniform()));
  return radius * Cos(kTwoPi * Uniform());
}

uint64_t CounterRandom::Below(uint64_t n) {
  CAROM_DEMAND(n > 0, "Below needs a positive bound");
  const uint64_t threshold = (0 - n) % n;  // 2^64 mod n
  WideProduct product = Multiply(Bits(), n);
  while (product.low < threshold) product = Multiply(Bits(), n);
  return product.high;
}

}  // namespace carom
