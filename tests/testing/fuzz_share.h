#ifndef CAROM_TESTS_TESTING_FUZZ_SHARE_H_
#define CAROM_TESTS_TESTING_FUZZ_SHARE_H_

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#ifndef CAROM_FUZZ_DIVISOR
#define CAROM_FUZZ_DIVISOR 1
#endif

namespace carom::testing {

/// How many of a fuzzer's runs to play: all, or in a sanitizer's build, where each takes many times
/// as long, a part of them, `least` at the least.
constexpr uint64_t FuzzShare(uint64_t runs, uint64_t least = 1) {
  return std::max(runs / CAROM_FUZZ_DIVISOR, least);
}

/// Whether the environment asks for the long proof: CAROM_FUZZ=all.
inline bool FuzzesAll() {
  const char* const fuzz = std::getenv("CAROM_FUZZ");
  return fuzz != nullptr && std::string_view(fuzz) == "all";
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_FUZZ_SHARE_H_
