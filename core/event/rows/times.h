#ifndef CAROM_CORE_EVENT_ROWS_TIMES_H_
#define CAROM_CORE_EVENT_ROWS_TIMES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/event/rows/ball_columns.h"

namespace carom::rows {

/// Which of the first `count` times of a column are equal to `time_s`? One bit each, as of
///
///   for (i = 0; i < count; ++i) at |= (times_s[i] == time_s) << i;
///
/// Compares every time, two at once, because a scan that ends at a match would mispredict its
/// branches. For an odd `count` it also compares the row after the last one. The bits of rows from
/// `count` on are unspecified.
inline uint32_t TimesAt(const double* times_s, std::size_t count, double time_s) {
  // A register of two numbers, which every x86-64 and ARM64 has.
  using Times = double __attribute__((vector_size(16)));
  using Bits = long long __attribute__((vector_size(16)));
  static constexpr auto kBit = [] {
    std::array<long long, kRows> bit{};
    for (int i = 0; i < kRows; ++i) bit[static_cast<std::size_t>(i)] = 1LL << i;
    return bit;
  }();
  const Times wanted{time_s, time_s};
  Bits at{0, 0};
  for (std::size_t i = 0; i < count; i += 2) {
    Times two;
    Bits bit;
    std::memcpy(&two, times_s + i, sizeof two);
    std::memcpy(&bit, kBit.data() + i, sizeof bit);
    at |= (two == wanted) & bit;
  }
  return static_cast<uint32_t>(at[0] | at[1]);
}

}  // namespace carom::rows

#endif  // CAROM_CORE_EVENT_ROWS_TIMES_H_
