#ifndef CAROM_SERVER_WIRE_SCAN_H_
#define CAROM_SERVER_WIRE_SCAN_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"

namespace carom {

/// The fields of a message type and of all types below it. They serve to walk over serialized
/// messages without building them. Immutable and thread-safe once made.
class WireSchema {
 public:
  explicit WireSchema(const google::protobuf::Descriptor& root);

  /// An estimate of the memory that the message takes once it is parsed, rarely too low: messages
  /// and strings with the allocator's overhead, lists with room to grow.
  ///
  /// INVALID_ARGUMENT for bytes that are no such message, for text that is not UTF-8 or longer than
  /// 4096 bytes, and for a field that this revision of the wire does not know, with the path of the
  /// message that holds it: what a newer client means by it would otherwise silently become the
  /// default. The same for two arms of one oneof, of which the parser would silently keep the last,
  /// for a message that comes in two parts, which it would silently merge, for more than
  /// `most_bytes` of memory, or for a list of more than kMostElements messages: the walk ends
  /// there. FAILED_PRECONDITION for a field of a revision that is no longer spoken.
  absl::StatusOr<int64_t> MemoryOf(const grpc::ByteBuffer& bytes,
                                   int64_t most_bytes = int64_t{1} << 40) const;

  /// The most shots of any request.
  static constexpr int kMostElements = 65536;

 private:
  class Scan;

  enum class Kind : uint8_t { kUnknown, kVarint, kFixed32, kFixed64, kText, kMessage };
  struct Field {
    Kind kind = Kind::kUnknown;
    bool repeated = false;
    int type = -1;  ///< Of a message: index into types_.
    const google::protobuf::FieldDescriptor* descriptor = nullptr;
    const google::protobuf::OneofDescriptor* oneof = nullptr;  ///< Of which it is an arm.
  };
  struct Type {
    const google::protobuf::Descriptor* descriptor = nullptr;
    int64_t bytes = 0;          ///< Of one empty message.
    std::vector<Field> fields;  ///< By number.
  };

  int Add(const google::protobuf::Descriptor& descriptor);
  static Kind KindOf(const google::protobuf::FieldDescriptor& field);

  std::vector<Type> types_;  ///< The root first.
};

/// Of a generated message.
template <class Message>
const WireSchema& SchemaOf() {
  static const auto* const schema = new WireSchema(*Message::descriptor());
  return *schema;
}

}  // namespace carom

#endif  // CAROM_SERVER_WIRE_SCAN_H_
