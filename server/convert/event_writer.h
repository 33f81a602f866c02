#ifndef CAROM_SERVER_CONVERT_EVENT_WRITER_H_
#define CAROM_SERVER_CONVERT_EVENT_WRITER_H_

#include <cstdint>

#include "carom/v1/result.pb.h"
#include "core/record/record.h"

namespace carom {

/// Appends one shot's log to the columns, with the candidates that the record has. With
/// `with_states` it also appends the states, which the record must then have.
void AppendEvents(const Record& record, bool with_states, v1::EventColumns& columns);

/// An estimate of the log's bytes on the wire, never too low.
int64_t EventBytes(const Record& record, bool with_states);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_EVENT_WRITER_H_
