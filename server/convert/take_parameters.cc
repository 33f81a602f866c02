#include "server/convert/take_parameters.h"

#include "absl/strings/ascii.h"
#include "core/base/demand.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// The core's names keep the capitals of units, the wire's have none.
const FieldDescriptor& FieldOf(const Message& wire, std::string_view name) {
  const std::string lower = absl::AsciiStrToLower(std::string(name));
  const FieldDescriptor* const field = wire.GetDescriptor()->FindFieldByName(lower);
  CAROM_DEMAND(field != nullptr, "a parameter of the core is no field of the wire");
  return *field;
}

// The field, or null where the wire does not give it.
const FieldDescriptor* GivenField(const Message& wire, std::string_view name) {
  const FieldDescriptor& field = FieldOf(wire, name);
  return wire.GetReflection()->HasField(wire, &field) ? &field : nullptr;
}

double Component(const Message& vector, int axis) {
  return vector.GetReflection()->GetDouble(vector, vector.GetDescriptor()->field(axis));
}

}  // namespace

const Message* GivenMessage(const Message& wire, std::string_view name) {
  const FieldDescriptor* const field = GivenField(wire, name);
  return field == nullptr ? nullptr : &wire.GetReflection()->GetMessage(wire, field);
}

const FieldDescriptor* GivenArm(const Message& wire, const std::string& oneof) {
  const auto* const choice = wire.GetDescriptor()->FindOneofByName(oneof);
  CAROM_DEMAND(choice != nullptr, "a choice of the core is no oneof of the wire");
  return wire.GetReflection()->GetOneofFieldDescriptor(wire, choice);
}

void FieldTaker::Take(const char* name, double& value) const {
  const FieldDescriptor* const field = GivenField(wire_, name);
  if (field != nullptr) value = wire_.GetReflection()->GetDouble(wire_, field);
}

void FieldTaker::Take(const char* name, int& value) const {
  const FieldDescriptor* const field = GivenField(wire_, name);
  if (field != nullptr) value = ToIndex(wire_.GetReflection()->GetUInt32(wire_, field));
}

void FieldTaker::Take(const char* name, int64_t& value) const {
  const FieldDescriptor* const field = GivenField(wire_, name);
  if (field != nullptr) value = wire_.GetReflection()->GetUInt32(wire_, field);
}

void FieldTaker::Take(const char* name, bool& value) const {
  const FieldDescriptor* const field = GivenField(wire_, name);
  if (field != nullptr) value = wire_.GetReflection()->GetBool(wire_, field);
}

void FieldTaker::Take(const char* name, Vec2& value) const {
  const Message* const vector = GivenMessage(wire_, name);
  if (vector != nullptr) value = Vec2(Component(*vector, 0), Component(*vector, 1));
}

void FieldTaker::Take(const char* name, Vec3& value) const {
  const Message* const vector = GivenMessage(wire_, name);
  if (vector == nullptr) return;
  value = Vec3(Component(*vector, 0), Component(*vector, 1), Component(*vector, 2));
}

}  // namespace carom
