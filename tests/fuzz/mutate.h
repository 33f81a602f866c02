#ifndef CAROM_TESTS_FUZZ_MUTATE_H_
#define CAROM_TESTS_FUZZ_MUTATE_H_

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/base/random.h"
#include "tests/testing/fuzz_share.h"

namespace carom::testing {

/// Of a seed that is a request to the engines.
inline constexpr uint64_t kMutantsPerSeed = FuzzShare(400, 100);

/// One to four changes: a byte set, a byte removed, a byte doubled, or a part copied elsewhere.
inline std::string Mutate(std::string bytes, CounterRandom& random) {
  for (uint64_t changes = 1 + random.Below(4); changes > 0 && !bytes.empty(); --changes) {
    const size_t at = random.Below(bytes.size());
    switch (random.Below(4)) {
      case 0:
        bytes[at] = static_cast<char>(random.Below(256));
        break;
      case 1:
        bytes.erase(at, 1);
        break;
      case 2:
        bytes.insert(at, 1, bytes[at]);
        break;
      default: {
        const size_t length = std::min<size_t>(bytes.size() - at, 1 + random.Below(8));
        bytes.replace(random.Below(bytes.size() - length + 1), length, bytes, at, length);
      }
    }
  }
  return bytes;
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_FUZZ_MUTATE_H_
