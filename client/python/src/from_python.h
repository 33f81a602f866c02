#ifndef CAROM_CLIENT_PYTHON_SRC_FROM_PYTHON_H_
#define CAROM_CLIENT_PYTHON_SRC_FROM_PYTHON_H_

#include <google/protobuf/message.h>
#include <nanobind/nanobind.h>

#include <string>

namespace carom::python {

/// The fields of a message from a dict as ToPython() makes it: in place of JSON, which takes tens
/// of microseconds, for small messages of every step. Fields that the dict does not name stay as
/// they are. Whole numbers, truth, enums by name or number, lists and messages; raises an
/// InvalidArgument with the path, which begins with `path`, for anything else.
void FromPython(const nanobind::dict& fields, const std::string& path,
                google::protobuf::Message& message);

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_FROM_PYTHON_H_
