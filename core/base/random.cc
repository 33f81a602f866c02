#include "core/base/random.h"

#include <cmath>

#include "core/base/constants.h"
#include "core/base/demand.h"
#include "core/base/portable_math.h"

namespace carom {
namespace {

uint32_t Low(uint64_t word) { return static_cast<uint32_t>(word); }
uint32_t High(uint64_t word) { return static_cast<uint32_t>(word >> 32); }
uint64_t Join(uint32_t low, uint32_t high) { return low | (uint64_t{high} << 32); }

// The full product of two 64-bit words, by halves: ISO C++ has no 128-bit integer.
struct WideProduct {
  uint64_t high;
  uint64_t low;
};

WideProduct Multiply(uint64_t a, uint64_t b) {
  const uint64_t low_low = uint64_t{Low(a)} * Low(b);
  const uint64_t high_low = uint64_t{High(a)} * Low(b);
  const uint64_t low_high = uint64_t{Low(a)} * High(b);
  const uint64_t high_high = uint64_t{High(a)} * High(b);
  const uint64_t middle = uint64_t{High(low_low)} + Low(high_low) + low_high;
  return {high_high + High(high_low) + High(middle), Join(Low(low_low), Low(middle))};
}

}  // namespace

std::array<uint32_t, 4> Philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) {
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    const uint64_t product0 = uint64_t{0xD2511F53u} * counter[0];
    const uint64_t product1 = uint64_t{0xCD9E8D57u} * counter[2];
    counter = {High(product1) ^ counter[1] ^ key[0], Low(product1),
               High(product0) ^ counter[3] ^ key[1], Low(product0)};
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
      Philox4x32({Low(block), quantity_ + High(block), Low(stream_), High(stream_)},
                 {Low(seed_), High(seed_)});
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
