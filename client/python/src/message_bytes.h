#ifndef CAROM_CLIENT_PYTHON_SRC_MESSAGE_BYTES_H_
#define CAROM_CLIENT_PYTHON_SRC_MESSAGE_BYTES_H_

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "client/internal/status.h"
#include "client/python/src/errors.h"

namespace carom::python {

/// Messages as a list of bytes, for pickles.
template <class Message>
nanobind::list ToBytes(const std::vector<Message>& messages) {
  nanobind::list all;
  for (const Message& message : messages) {
    const std::string bytes = message.SerializeAsString();
    all.append(nanobind::bytes(bytes.data(), bytes.size()));
  }
  return all;
}

/// Converts back; `name` stands in the error where the bytes are not those of ToBytes().
template <class Message>
std::vector<Message> FromBytes(const nanobind::list& all, const char* name) {
  std::vector<Message> messages;
  for (const nanobind::handle one : all) {
    const auto bytes = nanobind::cast<nanobind::bytes>(one);
    if (!messages.emplace_back().ParseFromArray(bytes.c_str(), static_cast<int>(bytes.size()))) {
      Raise(WrongField(name, "bytes", "those of to_bytes()"));
    }
  }
  return messages;
}

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_MESSAGE_BYTES_H_
