#ifndef CAROM_TESTS_SERVER_CONVERT_EVERY_FIELD_H_
#define CAROM_TESTS_SERVER_CONVERT_EVERY_FIELD_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

namespace carom::testing {

/// A field of a message that stands somewhere within another.
struct FieldPlace {
  google::protobuf::Message& holder;
  const google::protobuf::FieldDescriptor& field;
  std::string path;  ///< From the outermost message on: "double_pendulum.friction".
};

/// Calls `visit` for every field of `message` that is neither a list nor a message, and for those
/// of the messages within it, each oneof arm in turn; what was set before and while visiting is
/// cleared after.
inline void ForEveryField(google::protobuf::Message& message, const std::string& path,
                          const std::function<void(const FieldPlace&)>& visit) {
  const auto& reflection = *message.GetReflection();
  for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
    const auto& field = *message.GetDescriptor()->field(i);
    if (field.is_repeated()) continue;
    const std::string place = path.empty() ? field.name() : path + "." + field.name();
    if (field.cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) {
      ForEveryField(*reflection.MutableMessage(&message, &field), place, visit);
    } else {
      visit({message, field, place});
    }
    reflection.ClearField(&message, &field);
  }
}

/// Sets the field to what no caller may ask for: a number that is none, a count beyond all, an enum
/// of a later version, a name of nothing. False for a switch, which is right either way.
inline bool Spoil(const FieldPlace& place) {
  using google::protobuf::FieldDescriptor;
  const auto& reflection = *place.holder.GetReflection();
  switch (place.field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_DOUBLE:
      reflection.SetDouble(&place.holder, &place.field, std::numeric_limits<double>::quiet_NaN());
      return true;
    case FieldDescriptor::CPPTYPE_UINT32:
      reflection.SetUInt32(&place.holder, &place.field, std::numeric_limits<uint32_t>::max());
      return true;
    case FieldDescriptor::CPPTYPE_ENUM:
      reflection.SetEnumValue(&place.holder, &place.field, 99);
      return true;
    case FieldDescriptor::CPPTYPE_STRING:
      reflection.SetString(&place.holder, &place.field, "nothing");
      return true;
    default:
      return false;
  }
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_SERVER_CONVERT_EVERY_FIELD_H_
