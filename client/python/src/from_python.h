#ifndef CAROM_CLIENT_PYTHON_SRC_FROM_PYTHON_H_
#define CAROM_CLIENT_PYTHON_SRC_FROM_PYTHON_H_

#include <google/protobuf/message.h>
#include <nanobind/nanobind.h>

#include <string>

namespace carom::python {

/// Sets the fields of a message from a dict as ToPython() makes it. It serves the small messages of
/// every step, for which JSON would take tens of microseconds. Fields that the dict does not name
/// stay as they are. Values are whole numbers, booleans, enums by name or number, lists and
/// messages; anything else raises an InvalidArgument whose path begins with `path`.
void FromPython(const nanobind::dict& fields, const std::string& path,
                google::protobuf::Message& message);

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_FROM_PYTHON_H_
