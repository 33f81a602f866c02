#ifndef CAROM_CORE_BASE_HASH_H_
#define CAROM_CORE_BASE_HASH_H_

#include <bit>
#include <cstdint>

namespace carom {

/// 64-bit hash over a sequence of words, for proving that two runs agree bit for bit. Not a
/// defence against anyone who forges collisions. Specified to the bit, so that others can verify:
///
///   h0   = 0x9E3779B97F4A7C15
///   h    = (rotl(h, 29) xor word) * 0xD1342543DE82EF95          for each word, in order
///   hash = fmix(h xor count), count being the number of words;
///          fmix(x): x ^= x >> 32; x *= 0xE9846AF9B1A615D; x ^= x >> 32;
///                   x *= 0xE9846AF9B1A615D; x ^= x >> 28
///
/// all modulo 2^64. A double enters by its IEEE 754 bits, with -0 folded to +0 and every NaN to
/// 0x7FF8000000000000. A hash of hashes (a batch over its shots) adds the Value() of each.
class BitHash {
 public:
  constexpr void Add(uint64_t word) {
    state_ = (std::rotl(state_, 29) ^ word) * 0xD1342543DE82EF95u;
    ++count_;
  }

  constexpr void Add(double value) { Add(CanonicalBits(value)); }

  /// The hash of all words so far; more may follow.
  constexpr uint64_t Value() const { return Mix(state_ ^ count_); }

 private:
  static constexpr uint64_t CanonicalBits(double value) {
    if (value != value) return 0x7FF8000000000000u;
    return std::bit_cast<uint64_t>(value == 0.0 ? 0.0 : value);
  }

  static constexpr uint64_t Mix(uint64_t x) {
    constexpr uint64_t kMultiplier = 0xE9846AF9B1A615Du;
    x ^= x >> 32;
    x *= kMultiplier;
    x ^= x >> 32;
    x *= kMultiplier;
    x ^= x >> 28;
    return x;
  }

  uint64_t state_ = 0x9E3779B97F4A7C15u;
  uint64_t count_ = 0;
};

}  // namespace carom

#endif  // CAROM_CORE_BASE_HASH_H_
