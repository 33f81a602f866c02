#include "client/python/src/errors.h"

#include <nanobind/stl/string.h>

#include <string>

#include "carom/client/field_error.h"

namespace carom::python {

namespace nb = nanobind;

nb::tuple PartsOf(const absl::Status& status) {
  const v1::FieldError field = ErrorField(status).value_or(v1::FieldError());
  return nb::make_tuple(absl::StatusCodeToString(status.code()), std::string(status.message()),
                        field.path(), field.value(), field.must());
}

void Raise(const absl::Status& status) {
  const nb::object error =
      nb::module_::import_("carom.errors").attr("_from_status")(*PartsOf(status));
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  throw nb::python_error();
}

}  // namespace carom::python
