#include "server/wire_scan.h"

#include <google/protobuf/message.h>
#include <google/protobuf/stubs/common.h>
#include <google/protobuf/wire_format_lite.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/fields.h"
#include "server/server_info.h"

namespace carom {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

constexpr int kMaxDepth = 32;            // The deepest request, a goal of goals, has 20 levels.
constexpr int kMaxTextBytes = 4096;      // Requests hold no text but names.
constexpr int64_t kAllocatorBytes = 16;  // Of every allocation.
constexpr int64_t kPointerBytes = 8;
constexpr int64_t kTextBytes = 32;  // sizeof(std::string)
constexpr int64_t kRoomToGrow = 2;  // Lists double.

}  // namespace

WireSchema::WireSchema(const google::protobuf::Descriptor& root) { Add(root); }

int WireSchema::Add(const google::protobuf::Descriptor& descriptor) {
  for (size_t i = 0; i < types_.size(); ++i) {
    if (types_[i].descriptor == &descriptor) return static_cast<int>(i);
  }
  const auto index = types_.size();
  const google::protobuf::Message* const prototype =
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(&descriptor);
  types_.push_back({&descriptor, static_cast<int64_t>(prototype->SpaceUsedLong()), {}});
  for (int i = 0; i < descriptor.field_count(); ++i) {
    const FieldDescriptor& field = *descriptor.field(i);
    Field known{KindOf(field), field.is_repeated(), -1, &field, field.real_containing_oneof()};
    if (known.kind == Kind::kMessage) known.type = Add(*field.message_type());
    const auto number = static_cast<size_t>(field.number());
    std::vector<Field>& fields = types_[index].fields;
    fields.resize(std::max(fields.size(), number + 1));
    fields[number] = known;
  }
  return static_cast<int>(index);
}

WireSchema::Kind WireSchema::KindOf(const FieldDescriptor& field) {
  switch (
      WireFormatLite::WireTypeForFieldType(static_cast<WireFormatLite::FieldType>(field.type()))) {
    case WireFormatLite::WIRETYPE_VARINT:
      return Kind::kVarint;
    case WireFormatLite::WIRETYPE_FIXED32:
      return Kind::kFixed32;
    case WireFormatLite::WIRETYPE_FIXED64:
      return Kind::kFixed64;
    default:
      return field.type() == FieldDescriptor::TYPE_MESSAGE ? Kind::kMessage : Kind::kText;
  }
}

/// One walk. Every function returns false at the first problem, which status() then holds.
class WireSchema::Scan {
 public:
  Scan(const WireSchema& schema, CodedInputStream& in, int64_t most_bytes)
      : schema_(schema), in_(in), most_bytes_(most_bytes) {}

  /// By field, how often it has come: elements of a list may stand among other fields.
  using Times = absl::InlinedVector<int, 32>;

  bool Message(int type_index, int depth);
  int64_t memory_bytes() const { return memory_bytes_; }
  absl::Status status() const {
    return ToStatus({path_.empty() ? "request" : path_, "", value_, must_}, code_);
  }

 private:
  /// By the fields that have come, `times` of each.
  bool IsOnlyArm(const Field& field, const Times& times);
  bool IsBounded(const Field& field, int index);
  bool IsWhole(const Field& field, int index);
  bool Value(const Field& field, uint32_t tag, int depth);
  bool Delimited(const Field& field, int depth);
  bool Text(int bytes);
  bool PackedList(Kind kind, int bytes);
  bool Unknown(uint32_t number, const Type& type) {
    const std::string field = absl::StrCat("field ", number, " of ", type.descriptor->name());
    const bool removed = type.descriptor->IsReservedNumber(static_cast<int>(number));
    if (!removed) {
      return Fault(field, absl::StrCat("known to ", ThisRevision(),
                                       " of this server: is the client newer?"));
    }
    code_ = absl::StatusCode::kFailedPrecondition;
    return Fault(absl::StrCat(field, " of wire revision 1"),  // No later one takes any out.
                 absl::StrCat("of ", ThisRevision(), " of this server: use a newer client"));
  }
  bool Fault(std::string value, std::string must) {
    value_ = std::move(value);
    must_ = std::move(must);
    return false;
  }

  const WireSchema& schema_;
  CodedInputStream& in_;
  const int64_t most_bytes_;
  int64_t memory_bytes_ = 0;
  std::string text_;
  std::string path_;  // Put together on the way back from a problem.
  std::string value_ = "malformed bytes";
  std::string must_;
  absl::StatusCode code_ = absl::StatusCode::kInvalidArgument;
};

bool WireSchema::Scan::Message(int type_index, int depth) {
  const Type& type = schema_.types_[static_cast<size_t>(type_index)];
  memory_bytes_ += type.bytes;
  if (depth > kMaxDepth) {
    return Fault(absl::StrCat("depth ", depth), absl::StrCat("at most ", kMaxDepth));
  }
  Times times(type.fields.size(), 0);
  while (in_.BytesUntilLimit() > 0) {
    const uint32_t tag = in_.ReadTagNoLastTag();
    if (tag == 0) return false;
    const auto number = static_cast<uint32_t>(WireFormatLite::GetTagFieldNumber(tag));
    if (number >= type.fields.size() || type.fields[number].kind == Kind::kUnknown) {
      return Unknown(number, type);
    }
    const Field& field = type.fields[number];
    const int index = times[number]++;
    const bool good = IsBounded(field, index) && IsWhole(field, index) &&
                      (field.oneof == nullptr || IsOnlyArm(field, times));
    if (good && Value(field, tag, depth)) continue;
    const std::string element = field.repeated ? absl::StrCat("[", index, "]") : "";
    path_ = absl::StrCat(field.descriptor->name(), element, path_.empty() ? "" : ".", path_);
    return false;
  }
  return true;
}

bool WireSchema::Scan::IsOnlyArm(const Field& field, const Times& times) {
  for (int i = 0; i < field.oneof->field_count(); ++i) {
    const FieldDescriptor& other = *field.oneof->field(i);
    if (&other == field.descriptor || times[static_cast<size_t>(other.number())] == 0) continue;
    return Fault("given", absl::StrCat("absent beside ", other.name()));
  }
  return true;
}

bool WireSchema::Scan::IsBounded(const Field& field, int index) {
  if (memory_bytes_ > most_bytes_) {
    return Fault(absl::StrCat(memory_bytes_, " bytes of memory with all before it"),
                 absl::StrCat("at most ", most_bytes_, ": send fewer or smaller parts"));
  }
  if (field.kind != Kind::kMessage || index < kMostElements) return true;
  return Fault(absl::StrCat("index ", index), absl::StrCat("below ", kMostElements));
}

// The parser would silently merge what comes in parts.
bool WireSchema::Scan::IsWhole(const Field& field, int index) {
  if (field.kind != Kind::kMessage || field.repeated || index == 0) return true;
  return Fault("given twice", "given once");
}

bool WireSchema::Scan::Value(const Field& field, uint32_t tag, int depth) {
  const int64_t scalar_bytes = field.repeated ? kRoomToGrow * 8 : 0;
  switch (WireFormatLite::GetTagWireType(tag)) {
    case WireFormatLite::WIRETYPE_VARINT: {
      uint64_t value = 0;
      if (field.kind != Kind::kVarint || !in_.ReadVarint64(&value)) return false;
      memory_bytes_ += scalar_bytes;
      return true;
    }
    case WireFormatLite::WIRETYPE_FIXED32: {
      uint32_t value = 0;
      if (field.kind != Kind::kFixed32 || !in_.ReadLittleEndian32(&value)) return false;
      memory_bytes_ += scalar_bytes;
      return true;
    }
    case WireFormatLite::WIRETYPE_FIXED64: {
      uint64_t value = 0;
      if (field.kind != Kind::kFixed64 || !in_.ReadLittleEndian64(&value)) return false;
      memory_bytes_ += scalar_bytes;
      return true;
    }
    case WireFormatLite::WIRETYPE_LENGTH_DELIMITED:
      return Delimited(field, depth);
    default:
      return false;
  }
}

bool WireSchema::Scan::Delimited(const Field& field, int depth) {
  uint32_t length = 0;
  if (!in_.ReadVarint32(&length) || length > INT32_MAX) return false;
  const int bytes = static_cast<int>(length);
  if (bytes > in_.BytesUntilLimit()) return false;
  if (field.kind == Kind::kMessage) {
    memory_bytes_ += kAllocatorBytes + (field.repeated ? kRoomToGrow * kPointerBytes : 0);
    const CodedInputStream::Limit outer = in_.PushLimit(bytes);
    const bool good = Message(field.type, depth + 1);
    in_.PopLimit(outer);
    return good;
  }
  if (field.kind == Kind::kText) {
    memory_bytes_ += kAllocatorBytes + kTextBytes + bytes;
    return Text(bytes);
  }
  return field.repeated && PackedList(field.kind, bytes);
}

bool WireSchema::Scan::PackedList(Kind kind, int bytes) {
  const int fixed_bytes = kind == Kind::kFixed32 ? 4 : kind == Kind::kFixed64 ? 8 : 0;
  memory_bytes_ += kAllocatorBytes + kRoomToGrow * (fixed_bytes == 0 ? 8 : 1) * bytes;
  if (fixed_bytes > 0) return bytes % fixed_bytes == 0 && in_.Skip(bytes);
  const CodedInputStream::Limit outer = in_.PushLimit(bytes);
  uint64_t value = 0;
  bool good = true;
  while (good && in_.BytesUntilLimit() > 0) good = in_.ReadVarint64(&value);
  in_.PopLimit(outer);
  return good;
}

// protobuf itself would say no more than that the message cannot be parsed.
bool WireSchema::Scan::Text(int bytes) {
  if (bytes > kMaxTextBytes) {
    return Fault(absl::StrCat(bytes, " bytes"), absl::StrCat("at most ", kMaxTextBytes));
  }
  if (!in_.ReadString(&text_, bytes)) return false;
  if (google::protobuf::internal::IsStructurallyValidUTF8(text_.data(), bytes)) return true;
  return Fault(Quoted(text_), "UTF-8");
}

absl::StatusOr<int64_t> WireSchema::MemoryOf(const grpc::ByteBuffer& bytes,
                                             int64_t most_bytes) const {
  grpc::ByteBuffer shared = bytes;
  grpc::ProtoBufferReader reader(&shared);
  if (!reader.status().ok()) return UnusableField("request", "no readable bytes");
  CodedInputStream in(&reader);
  if (bytes.Length() > INT32_MAX)
    return InvalidField("request", absl::StrCat(bytes.Length(), " bytes"), "below 2 GiB");
  in.PushLimit(static_cast<int>(bytes.Length()));
  Scan scan(*this, in, most_bytes);
  if (!scan.Message(0, 0)) return scan.status();
  return scan.memory_bytes();
}

}  // namespace carom
