#ifndef CAROM_CORE_BASE_RANDOM_H_
#define CAROM_CORE_BASE_RANDOM_H_

#include <array>
#include <cstdint>

namespace carom {

/// One block of Philox-4x32 with 10 rounds: four 32-bit words that are a pure function of a 128-bit
/// counter and a 64-bit key. [Salmon 2011] "Parallel random numbers: as easy as 1, 2, 3", sec. 4.3.
/// The multipliers and key increments are the paper's: 0xD2511F53, 0xCD9E8D57; 0x9E3779B9,
/// 0xBB67AE85.
std::array<uint32_t, 4> Philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key);

/// A stream of random numbers in which value k is a pure function of (seed, stream, quantity, k),
/// so that shot i of a batch draws the same numbers whoever computes it. Specified to the bit:
///
///   key     = (seed mod 2^32, seed div 2^32)
///   counter = (b mod 2^32, quantity + b div 2^32, stream mod 2^32, stream div 2^32),  b = k div 2
///   (w0, w1, w2, w3) = Philox4x32(counter, key)
///   bits(k) = w0 + 2^32 w1  for even k,  w2 + 2^32 w3  for odd k
///
/// No stream is ever read up to k = 2^33, so that quantities never meet.
///
/// Not thread-safe; copy it freely. Different streams and quantities of one seed are independent.
class CounterRandom {
 public:
  /// Quantity 0 is that of streams which draw everything in turn; those with ids: draw/quantity.h.
  CounterRandom(uint64_t seed, uint64_t stream, uint32_t quantity = 0)
      : seed_(seed), stream_(stream), quantity_(quantity) {}

  /// The next 64 bits: bits(k), then k grows by one. Every other draw is made of these.
  uint64_t Bits();

  /// Uniform in [0, 1): the upper 53 bits of one Bits() times 2^-53.
  double Uniform();

  /// low + (high - low) Uniform(), never above high. Requires low <= high, both finite.
  double Uniform(double low, double high);

  /// Standard normal by Box-Muller from u = Uniform(), then v = Uniform():
  /// sqrt(-2 ln(1 - u)) cos(2 pi v), with the portable Log and Cos. The sine half is not used, so
  /// that a draw always costs two values.
  double Normal();

  /// Uniform integer in [0, n), unbiased: the upper half of the 128-bit product n Bits(), drawn
  /// again while the lower half is below 2^64 mod n [Lemire 2019]. Requires n > 0.
  uint64_t Below(uint64_t n);

 private:
  uint64_t seed_;
  uint64_t stream_;
  uint32_t quantity_;
  uint64_t next_ = 0;       // k of the next value
  uint64_t odd_value_ = 0;  // the second half of the block that k - 1 opened, when k is odd
};

}  // namespace carom

#endif  // CAROM_CORE_BASE_RANDOM_H_
