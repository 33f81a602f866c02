#include "client/python/src/from_python.h"

#include <google/protobuf/descriptor.h>
#include <nanobind/stl/string.h>

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "client/internal/status.h"
#include "client/python/src/errors.h"

namespace carom::python {
namespace {

namespace nb = nanobind;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

[[noreturn]] void Wrong(const std::string& path, nb::handle value, const std::string& must_be) {
  const std::string shown = nb::cast<std::string>(nb::repr(value)).substr(0, 64);
  Raise(WrongField(path, shown, must_be));
}

uint32_t WholeNumber(nb::handle value, const std::string& path) {
  int64_t number = -1;
  if (nb::isinstance<nb::bool_>(value) || !nb::try_cast(value, number) || number < 0 ||
      number > UINT32_MAX) {
    Wrong(path, value, "a whole number in [0, 4294967295]");
  }
  return static_cast<uint32_t>(number);
}

bool Truth(nb::handle value, const std::string& path) {
  if (!nb::isinstance<nb::bool_>(value)) Wrong(path, value, "True or False");
  return nb::cast<bool>(value);
}

int EnumNumber(nb::handle value, const FieldDescriptor& field, const std::string& path) {
  if (!nb::isinstance<nb::str>(value)) return static_cast<int>(WholeNumber(value, path));
  const auto* const found = field.enum_type()->FindValueByName(nb::cast<std::string>(value));
  if (found == nullptr) Wrong(path, value, "one of " + field.enum_type()->name());
  return found->number();
}

nb::dict Fields(nb::handle value, const std::string& path) {
  if (!nb::isinstance<nb::dict>(value)) Wrong(path, value, "a dict");
  return nb::borrow<nb::dict>(value);
}

// Sets one value; in a list, appends it.
void SetValue(nb::handle value, const FieldDescriptor& field, const std::string& path,
              Message& message) {
  const Reflection& fields = *message.GetReflection();
  const bool next = field.is_repeated();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_UINT32: {
      const uint32_t number = WholeNumber(value, path);
      return next ? fields.AddUInt32(&message, &field, number)
                  : fields.SetUInt32(&message, &field, number);
    }
    case FieldDescriptor::CPPTYPE_BOOL: {
      const bool truth = Truth(value, path);
      return next ? fields.AddBool(&message, &field, truth)
                  : fields.SetBool(&message, &field, truth);
    }
    case FieldDescriptor::CPPTYPE_ENUM: {
      const int number = EnumNumber(value, field, path);
      return next ? fields.AddEnumValue(&message, &field, number)
                  : fields.SetEnumValue(&message, &field, number);
    }
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return FromPython(
          Fields(value, path), path,
          next ? *fields.AddMessage(&message, &field) : *fields.MutableMessage(&message, &field));
    default:
      Wrong(path, value, "absent: this field cannot be given as a dict");
  }
}

}  // namespace

void FromPython(const nb::dict& fields, const std::string& path, Message& message) {
  for (const auto& [key, value] : fields) {
    if (!nb::isinstance<nb::str>(key)) Wrong(path, key, "the name of a field");
    const auto name = nb::cast<std::string>(key);
    const std::string at = path.empty() ? name : path + "." + name;
    const auto* const field = message.GetDescriptor()->FindFieldByName(name);
    if (field == nullptr) Wrong(at, value, "a field of " + message.GetDescriptor()->name());
    if (!field->is_repeated()) {
      SetValue(value, *field, at, message);
      continue;
    }
    if (!nb::isinstance<nb::list>(value) && !nb::isinstance<nb::tuple>(value)) {
      Wrong(at, value, "a list");
    }
    size_t index = 0;
    for (const nb::handle element : value) {
      SetValue(element, *field, absl::StrCat(at, "[", index++, "]"), message);
    }
  }
}

}  // namespace carom::python
