#include "server/call_shape.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <string>

namespace carom {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

uint32_t FieldNumber(const Descriptor& message, const char* field) {
  const FieldDescriptor* const found = message.FindFieldByName(field);
  return found == nullptr ? 0 : static_cast<uint32_t>(found->number());
}

}  // namespace

// The fields keep their names in all requests that have them.
ShapeScan::ShapeScan(const Descriptor& request) {
  for (int i = 0; i < request.field_count(); ++i) {
    const FieldDescriptor& field = *request.field(i);
    if (field.type() != FieldDescriptor::TYPE_MESSAGE) continue;
    const Descriptor& message = *field.message_type();
    Field known;
    if (field.name() == "settings") {
      known = {Role::kSettings, FieldNumber(message, "engine")};
    } else if (field.name() == "detail") {
      known = {Role::kDetail, FieldNumber(message, "level")};
    } else if (field.name() == "shots") {
      known = {field.is_repeated() ? Role::kShot : Role::kShotList, FieldNumber(message, "shots")};
    } else if (const uint32_t count = FieldNumber(message, "shot_count"); count > 0) {
      known = {Role::kCounted, count};
    }
    const auto number = static_cast<size_t>(field.number());
    fields_.resize(std::max(fields_.size(), number + 1));
    fields_[number] = known;
  }
}

/// One walk. It ends early where the bytes make no sense.
class ShapeScan::Walk {
 public:
  Walk(const std::vector<Field>& fields, CodedInputStream& in, CallShape& shape)
      : fields_(fields), in_(in), shape_(shape) {}

  void Request() {
    ForEachField([this](uint32_t number, uint32_t tag) {
      const bool is_message = WireFormatLite::GetTagWireType(tag) == kDelimited;
      if (!is_message || number >= fields_.size()) return WireFormatLite::SkipField(&in_, tag);
      return TopField(fields_[number]);
    });
    shape_.shots = std::max<int64_t>(shots_ + AboutTheRest(), counted_);
    shape_.shots = std::max<int64_t>(shape_.shots, 1);
  }

 private:
  static constexpr auto kDelimited = WireFormatLite::WIRETYPE_LENGTH_DELIMITED;

  template <class OnField>
  bool ForEachField(const OnField& on_field) {
    while (in_.BytesUntilLimit() > 0) {
      if (++walked_ > kMostFields) return false;
      const uint32_t tag = in_.ReadTagNoLastTag();
      if (tag == 0) return false;
      const auto number = static_cast<uint32_t>(WireFormatLite::GetTagFieldNumber(tag));
      if (!on_field(number, tag)) return false;
    }
    return true;
  }

  bool TopField(const Field& field) {
    uint32_t length = 0;
    if (!in_.ReadVarint32(&length) || length > static_cast<uint32_t>(in_.BytesUntilLimit())) {
      return false;
    }
    const auto bytes = static_cast<int>(length);
    if (field.role == Role::kShot) ++shots_;
    if (field.role == Role::kShot || field.role == Role::kNone) return in_.Skip(bytes);
    const CodedInputStream::Limit outer = in_.PushLimit(bytes);
    const bool whole = Inside(field);
    if (!whole) {
      shots_ += AboutTheRest();
      in_.Skip(in_.BytesUntilLimit());
    }
    in_.PopLimit(outer);
    return whole;
  }

  bool Inside(const Field& field) {
    return ForEachField([&](uint32_t number, uint32_t tag) {
      if (number != field.number) return WireFormatLite::SkipField(&in_, tag);
      if (field.role == Role::kShotList) {
        ++shots_;
        return WireFormatLite::SkipField(&in_, tag);
      }
      uint64_t value = 0;
      if (WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_VARINT ||
          !in_.ReadVarint64(&value)) {
        return false;
      }
      Take(field.role, value);
      return true;
    });
  }

  void Take(Role role, uint64_t value) {
    constexpr uint64_t kMost = 1 << 20;  // More shots are in no call.
    if (role == Role::kCounted) counted_ = static_cast<int64_t>(std::min(value, kMost));
    if (role == Role::kDetail) shape_.detail = static_cast<int>(std::min(value, kMost));
    const bool slow = value == v1::ENGINE_COMPLIANT || value == v1::ENGINE_DISCRETE_TIME;
    if (role == Role::kSettings && slow) shape_.compliant = true;
  }

  // Shots in what was not walked over, as dense as in what was.
  int64_t AboutTheRest() {
    const int64_t rest = std::max(in_.BytesUntilLimit(), 0);
    return rest * shots_ / std::max<int64_t>(in_.CurrentPosition(), 1);
  }

  const std::vector<Field>& fields_;
  CodedInputStream& in_;
  CallShape& shape_;
  int walked_ = 0;
  int64_t shots_ = 0;
  int64_t counted_ = 0;
};

CallShape ShapeScan::Look(CallShape known, const grpc::ByteBuffer& bytes) const {
  CallShape shape = known;
  shape.bytes = static_cast<int64_t>(bytes.Length());
  grpc::ByteBuffer shared = bytes;
  grpc::ProtoBufferReader reader(&shared);
  if (!reader.status().ok() || shape.bytes > INT32_MAX) return shape;
  CodedInputStream in(&reader);
  in.PushLimit(static_cast<int>(shape.bytes));
  Walk(fields_, in, shape).Request();
  if (shape.kind == CallKind::kShort && shape.compliant) shape.kind = CallKind::kLong;
  return shape;
}

}  // namespace carom
