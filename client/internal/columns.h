#ifndef CAROM_CLIENT_INTERNAL_COLUMNS_H_
#define CAROM_CLIENT_INTERNAL_COLUMNS_H_

#include <cstdint>
#include <numeric>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace carom {

/// The sum of a column of counts.
template <typename Column>
uint64_t SumOf(const Column& counts) {
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0});
}

/// Checks that columns have the lengths that the counts promise, so that readers may walk through
/// them without checks. Keeps the first violation as an INTERNAL status.
class ColumnCheck {
 public:
  template <typename Column>
  ColumnCheck& Expect(const std::string& name, const Column& column, uint64_t size) {
    const auto found = static_cast<uint64_t>(column.size());
    if (status_.ok() && found != size) {
      status_ = absl::InternalError(
          absl::StrCat("the server sent ", found, " values of ", name, " instead of ", size));
    }
    return *this;
  }

  const absl::Status& status() const { return status_; }

 private:
  absl::Status status_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_COLUMNS_H_
