#ifndef CAROM_CORE_BASE_INDEX_H_
#define CAROM_CORE_BASE_INDEX_H_

#include <cstddef>

namespace carom {

/// A number that counts from 0 (a ball, a body, a row) as the index of a container.
constexpr std::size_t Index(int number) { return static_cast<std::size_t>(number); }

}  // namespace carom

#endif  // CAROM_CORE_BASE_INDEX_H_
