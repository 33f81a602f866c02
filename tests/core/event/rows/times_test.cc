#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/event/event_queue.h"

namespace carom {
namespace {

// The formula beside TimesAt().
uint32_t OneByOne(const std::array<double, rows::kRows>& times_s, std::size_t count,
                  double time_s) {
  uint32_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    at |= static_cast<uint32_t>(times_s[i] == time_s) << i;
  }
  return at;
}

TEST(TimesAt, IsTheScanOneByOne) {
  CounterRandom random(17, 1);
  const std::array<double, 4> some_s = {0.0, 1.0, 1.0 + 0x1p-52, kInfinity};
  for (int i = 0; i < 20000; ++i) {
    std::array<double, rows::kRows> times_s{};
    for (double& time_s : times_s) time_s = some_s[random.Below(some_s.size())];
    const std::size_t count = random.Below(rows::kRows + 1);
    const uint32_t counted = count == rows::kRows ? ~0u : (1u << count) - 1u;
    const double time_s = some_s[random.Below(some_s.size())];
    EXPECT_EQ(rows::TimesAt(times_s.data(), count, time_s) & counted,
              OneByOne(times_s, count, time_s))
        << "case " << i;
  }
}

TEST(TimesAt, EachRowHasABitOfItsOwn) {
  for (std::size_t row = 0; row < rows::kRows; ++row) {
    std::array<double, rows::kRows> times_s{};
    times_s[row] = 2.5;
    EXPECT_EQ(rows::TimesAt(times_s.data(), rows::kRows, 2.5), 1u << row);
  }
}

TEST(TimesAt, NotANumberIsAtNoTime) {
  std::array<double, rows::kRows> times_s{};
  times_s.fill(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(rows::TimesAt(times_s.data(), rows::kRows, times_s[0]), 0u);
}

}  // namespace
}  // namespace carom
