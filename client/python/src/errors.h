#ifndef CAROM_CLIENT_PYTHON_SRC_ERRORS_H_
#define CAROM_CLIENT_PYTHON_SRC_ERRORS_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace carom::python {

/// Raises carom.CaromError with the code and the message of a status. The GIL is held.
[[noreturn]] void Raise(const absl::Status& status);

inline void RaiseUnlessOk(const absl::Status& status) {
  if (!status.ok()) Raise(status);
}

template <class T>
T ValueOrRaise(absl::StatusOr<T> value) {
  if (!value.ok()) Raise(value.status());
  return *std::move(value);
}

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_ERRORS_H_
