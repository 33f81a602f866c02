#include "client/python/src/errors.h"

#include <nanobind/stl/string.h>

#include <string>

#include "carom/client/field_error.h"
#include "client/cli/exit_code.h"

namespace carom::python {

namespace nb = nanobind;

nb::tuple PartsOf(const absl::Status& status) {
  const v1::FieldError field = ErrorField(status).value_or(v1::FieldError());
  return nb::make_tuple(absl::StatusCodeToString(status.code()), std::string(status.message()),
                        field.path(), field.value(), field.must());
}

int ExitCodeOfParts(const std::string& code, const std::string& message, const std::string& path) {
  v1::ShotFailure failure;
  google::rpc::Code number = google::rpc::UNKNOWN;
  google::rpc::Code_Parse(code, &number);
  failure.set_code(number);
  failure.set_message(message);
  if (!path.empty()) failure.mutable_field()->set_path(path);
  return ExitCodeOf(ToStatus(failure));
}

void Raise(const absl::Status& status) {
  const nb::object error =
      nb::module_::import_("carom.errors").attr("_from_status")(*PartsOf(status));
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  throw nb::python_error();
}

}  // namespace carom::python
