#ifndef CAROM_SERVER_WIRE_MESSAGE_H_
#define CAROM_SERVER_WIRE_MESSAGE_H_

#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>

#include <chrono>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "server/admission.h"
#include "server/request_limits.h"
#include "server/wire_scan.h"

namespace carom {

/// The service takes and gives bytes. So the memory of a request is known before it is parsed,
/// workers parse and serialise in place of gRPC's threads, and answers that wait for a reader have
/// their exact size.

/// A request of shots, layouts and balls takes two to eight times its bytes once it is parsed. One
/// that takes more has been made to do so.
inline constexpr int64_t kParsedCopies = 8;

/// Parses bytes that were scanned before, and then does not fail.
template <class Message>
absl::Status Deserialize(const grpc::ByteBuffer& bytes, Message& message) {
  grpc::ByteBuffer shared = bytes;
  const grpc::Status parsed = grpc::SerializationTraits<Message>::Deserialize(&shared, &message);
  if (parsed.ok()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("request: ", parsed.error_message()));
}

/// INVALID_ARGUMENT with a path for bytes that this version does not wholly understand;
/// RESOURCE_EXHAUSTED where the budget does not have the memory that the message takes.
template <class Message>
absl::Status ParseRequest(const grpc::ByteBuffer& bytes, const RequestLimits& limits,
                          Admission::Ticket& ticket, Message& message) {
  const absl::StatusOr<int64_t> memory =
      SchemaOf<Message>().MemoryOf(bytes, kParsedCopies * limits.max_message_bytes);
  if (!memory.ok()) return memory.status();
  if (absl::Status full = ticket.Grow(*memory); !full.ok()) return full;
  return Deserialize(bytes, message);
}

/// The same for a request that holds a name at most, without a ticket: a larger one is refused.
template <class Message>
absl::Status ParseSmallRequest(const grpc::ByteBuffer& bytes, Message& message) {
  constexpr size_t kMost = 4096;
  if (bytes.Length() > kMost) {
    return absl::InvalidArgumentError(
        absl::StrCat("request: ", bytes.Length(), " bytes must be at most ", kMost));
  }
  const absl::StatusOr<int64_t> memory = SchemaOf<Message>().MemoryOf(bytes);
  return memory.ok() ? Deserialize(bytes, message) : memory.status();
}

template <class Message>
grpc::ByteBuffer ToBytes(const Message& message) {
  grpc::ByteBuffer bytes;
  bool own_buffer = false;
  // Fails only for messages beyond 2 GiB.
  (void)grpc::SerializationTraits<Message>::Serialize(message, &bytes, &own_buffer);
  return bytes;
}

/// Tells the client when to come again (gRFC A6), beside RESOURCE_EXHAUSTED.
inline void AddPushback(std::chrono::milliseconds pushback, grpc::ServerContextBase& context) {
  context.AddTrailingMetadata("grpc-retry-pushback-ms", absl::StrCat(pushback.count()));
}

}  // namespace carom

#endif  // CAROM_SERVER_WIRE_MESSAGE_H_
