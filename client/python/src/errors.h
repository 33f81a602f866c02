#ifndef CAROM_CLIENT_PYTHON_SRC_ERRORS_H_
#define CAROM_CLIENT_PYTHON_SRC_ERRORS_H_

#include <nanobind/nanobind.h>

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace carom::python {

/// What carom.errors._from_status() makes a carom.CaromError of: code, message, and of the field
/// that is at fault path, value and what it must be, each empty where it is not known. The GIL is
/// held.
nanobind::tuple PartsOf(const absl::Status& status);

/// The exit code of the command line for a call that ends with these parts (ExitCodeOf).
int ExitCodeOfParts(const std::string& code, const std::string& message, const std::string& path);

/// Raises the carom.CaromError of a status. The GIL is held.
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
