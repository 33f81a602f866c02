#include "server/convert/columns.h"

#include <vector>

namespace carom {

void ClearColumns(google::protobuf::Message& message) {
  using Field = google::protobuf::FieldDescriptor;
  const google::protobuf::Reflection& fields = *message.GetReflection();
  std::vector<const Field*> present;
  fields.ListFields(message, &present);
  for (const Field* const field : present) {
    if (!field->is_repeated() && field->cpp_type() == Field::CPPTYPE_MESSAGE) {
      ClearColumns(*fields.MutableMessage(&message, field));
    } else {
      fields.ClearField(&message, field);
    }
  }
}

}  // namespace carom
