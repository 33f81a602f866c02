#include "client/python/src/errors.h"

#include <nanobind/nanobind.h>

#include <string>

namespace carom::python {

namespace nb = nanobind;

void Raise(const absl::Status& status) {
  const nb::object error =
      nb::module_::import_("carom.errors")
          .attr("_from_status")(absl::StatusCodeToString(status.code()).c_str(),
                                std::string(status.message()).c_str());
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  throw nb::python_error();
}

}  // namespace carom::python
