#ifndef CAROM_SERVER_SPLIT_H_
#define CAROM_SERVER_SPLIT_H_

#include <cstdint>

#include "absl/status/status.h"
#include "server/convert/request_convert.h"
#include "server/request_limits.h"

namespace carom {

/// How many consecutive shots one part of a call holds: small enough that all threads end at about
/// the same time, large enough that a part outweighs its own cost.
uint32_t ShotsPerPart(uint32_t shot_count, int threads);

ConvertLimits ToConvertLimits(const RequestLimits& limits);

/// The most memory that the record of a shot takes in its worker. 0 where it is small: no log.
int64_t RecordBytes(const ConvertedDetail& detail);

/// What RequestLimits.max_log_bytes is in a server: as long as what is sent of it may be, but all
/// workers together leave seven eighths of the budget to the rest.
int64_t LogBytes(const RequestLimits& limits, int64_t memory_budget_bytes, int threads);

/// What StreamLimits.outbox_bytes is where it is not given.
int64_t DefaultOutboxBytes(const StreamLimits& limits, int threads);

/// OUT_OF_RANGE: a unary answer does not fit into one message.
absl::Status TooLarge(int64_t max_bytes);

}  // namespace carom

#endif  // CAROM_SERVER_SPLIT_H_
