#include "client/python/src/to_python.h"

#include <google/protobuf/descriptor.h>
#include <nanobind/stl/string.h>

#include <string>

namespace carom::python {
namespace {

namespace nb = nanobind;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// The value of a field; of element `index` of a list, which is negative where it is none.
#define CAROM_VALUE_OF(Type)                                 \
  nb::cast(index < 0 ? reflection.Get##Type(message, &field) \
                     : reflection.GetRepeated##Type(message, &field, index))

nb::object ValueOf(const Message& message, const FieldDescriptor& field, int index) {
  const Reflection& reflection = *message.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return CAROM_VALUE_OF(Int32);
    case FieldDescriptor::CPPTYPE_INT64:
      return CAROM_VALUE_OF(Int64);
    case FieldDescriptor::CPPTYPE_UINT32:
      return CAROM_VALUE_OF(UInt32);
    case FieldDescriptor::CPPTYPE_UINT64:
      return CAROM_VALUE_OF(UInt64);
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return CAROM_VALUE_OF(Double);
    case FieldDescriptor::CPPTYPE_FLOAT:
      return CAROM_VALUE_OF(Float);
    case FieldDescriptor::CPPTYPE_BOOL:
      return CAROM_VALUE_OF(Bool);
    case FieldDescriptor::CPPTYPE_STRING:
      return CAROM_VALUE_OF(String);
    case FieldDescriptor::CPPTYPE_ENUM:
      return nb::cast(std::string((index < 0 ? reflection.GetEnum(message, &field)
                                             : reflection.GetRepeatedEnum(message, &field, index))
                                      ->name()));
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return ToPython(index < 0 ? reflection.GetMessage(message, &field)
                                : reflection.GetRepeatedMessage(message, &field, index));
  }
  return nb::none();
}

#undef CAROM_VALUE_OF

}  // namespace

nb::dict ToPython(const Message& message) {
  const google::protobuf::Descriptor& type = *message.GetDescriptor();
  nb::dict dict;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (field.is_repeated()) {
      nb::list list;
      const int size = message.GetReflection()->FieldSize(message, &field);
      for (int k = 0; k < size; ++k) list.append(ValueOf(message, field, k));
      dict[field.name().c_str()] = list;
    } else if (!field.has_presence() || message.GetReflection()->HasField(message, &field)) {
      dict[field.name().c_str()] = ValueOf(message, field, -1);
    }
  }
  return dict;
}

}  // namespace carom::python
