#ifndef CAROM_SERVER_CALL_SHAPE_H_
#define CAROM_SERVER_CALL_SHAPE_H_

#include <google/protobuf/descriptor.h>
#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "carom/v1/mechanism.pb.h"
#include "carom/v1/simulation.pb.h"
#include "server/worker_pool.h"

namespace carom {

/// How a call shares the server with others.
enum class CallKind : uint8_t {
  kShort,  ///< Somebody waits for the answer.
  kLong,   ///< Mechanisms, placings, aims, plans, and shots of an engine that may take minutes for
           ///< one.
  kBulk,   ///< Batches and estimates.
};

/// What admission knows of a call before anybody parses its request. Requests of one shape take
/// about the same work, as far as a glance can tell.
struct CallShape {
  CallKind kind = CallKind::kShort;
  bool rules = false;      ///< The shots of a short call are ruled, not played.
  int64_t bytes = 0;       ///< Of the request.
  int64_t shots = 1;       ///< About, where a list is long.
  int detail = 0;          ///< v1::Detail::Level.
  bool compliant = false;  ///< Some settings choose an engine that integrates in time.
};

/// Where a call is parsed and planned, which cannot be cut as shots can: what may take longer than
/// a slice does so in the long lane, where it keeps nobody waiting. 64 KB hold some 2900 strikes,
/// and parsing them takes less than a slice.
constexpr Lane LaneToOpen(const CallShape& shape) {
  if (shape.kind == CallKind::kLong || shape.bytes > 64 << 10) return Lane::kLong;
  return shape.kind == CallKind::kBulk ? Lane::kBulk : Lane::kInteractive;
}

/// Finds the shape of a request's bytes: a walk over its top level which ends after so many fields,
/// so that gRPC's own threads may do it. What comes later is found when the call is parsed. Bytes
/// that are no such request have some shape too. Immutable and thread-safe.
class ShapeScan {
 public:
  static constexpr int kMostFields = 1024;

  explicit ShapeScan(const google::protobuf::Descriptor& request);

  /// `known` is what the kind of request says.
  CallShape Look(CallShape known, const grpc::ByteBuffer& bytes) const;

 private:
  class Walk;
  enum class Role : uint8_t { kNone, kShot, kShotList, kCounted, kSettings, kDetail };
  struct Field {
    Role role = Role::kNone;
    uint32_t number = 0;  ///< Of the field within that has the answer.
  };

  std::vector<Field> fields_;  ///< By number.
};

/// Of calls whose requests are Messages.
template <class Message>
inline constexpr CallKind kKindOf = CallKind::kShort;
template <>
inline constexpr CallKind kKindOf<v1::SimulateMechanismRequest> = CallKind::kLong;
template <>
inline constexpr CallKind kKindOf<v1::PlaceBallsRequest> = CallKind::kLong;
template <>
inline constexpr CallKind kKindOf<v1::FindAimsRequest> = CallKind::kLong;
template <>
inline constexpr CallKind kKindOf<v1::PlanShotRequest> = CallKind::kLong;
template <>
inline constexpr CallKind kKindOf<v1::PlayMatchRequest> = CallKind::kLong;
template <>
inline constexpr CallKind kKindOf<v1::SimulateBatchRequest> = CallKind::kBulk;
template <>
inline constexpr CallKind kKindOf<v1::EstimateOutcomesRequest> = CallKind::kBulk;

template <class Message>
CallShape ShapeOf(const grpc::ByteBuffer& bytes) {
  static const auto* const scan = new ShapeScan(*Message::descriptor());
  CallShape known;
  known.kind = kKindOf<Message>;
  known.rules = std::is_same_v<Message, v1::RuleShotsRequest>;
  return scan->Look(known, bytes);
}

}  // namespace carom

#endif  // CAROM_SERVER_CALL_SHAPE_H_
