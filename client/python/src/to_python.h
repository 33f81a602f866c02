#ifndef CAROM_CLIENT_PYTHON_SRC_TO_PYTHON_H_
#define CAROM_CLIENT_PYTHON_SRC_TO_PYTHON_H_

#include <google/protobuf/message.h>
#include <nanobind/nanobind.h>

namespace carom::python {

/// A message as a dict: fields by their names in the proto, whole numbers as int, enums by name,
/// lists as list. Numbers at zero and empty lists are there; messages, and numbers for which the
/// wire knows absence, only where they are set.
nanobind::dict ToPython(const google::protobuf::Message& message);

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_TO_PYTHON_H_
