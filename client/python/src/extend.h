#ifndef CAROM_CLIENT_PYTHON_SRC_EXTEND_H_
#define CAROM_CLIENT_PYTHON_SRC_EXTEND_H_

#include <cstdint>
#include <vector>

namespace carom::python {

/// Appends a column of an answer.
template <class From, class To>
void Extend(const From& from, std::vector<To>& to) {
  for (const auto value : from) to.push_back(static_cast<To>(value));
}

/// Appends the ends of entries, of which a column tells the counts.
template <class Counts>
void ExtendOffsets(const Counts& counts, std::vector<int64_t>& offsets) {
  for (const uint32_t count : counts) offsets.push_back(offsets.back() + count);
}

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_EXTEND_H_
