#ifndef CAROM_SERVER_CONVERT_SHOT_WRITER_H_
#define CAROM_SERVER_CONVERT_SHOT_WRITER_H_

#include <cstdint>

#include "carom/v1/result.pb.h"
#include "core/record/record.h"
#include "core/rules/shot_view.h"
#include "core/shot/derivatives.h"
#include "core/shot/probe.h"
#include "server/convert/request_convert.h"

// One shot at the end of each kind of columns, and an estimate of its bytes on the wire, which is
// never too low. An empty record, view, report or outcome stands for a shot that failed.

namespace carom {

/// Appends one shot's log to the columns, with the candidates that the record has. With
/// `with_states` it also appends the states, which the record must then have.
void AppendEvents(const Record& record, bool with_states, v1::EventColumns& columns);
int64_t EventBytes(const Record& record, bool with_states);

/// Appends one shot's contacts to the columns.
void AppendContacts(const Record& record, v1::ContactColumns& columns);
int64_t ContactBytes(const Record& record);

/// Appends one shot's touches to the columns.
void AppendTouches(const rules::ShotView& view, v1::TouchColumns& columns);
int64_t TouchBytes(const rules::ShotView& view);

/// Appends one shot's samples, of the quantities that the detail asks for, to the columns.
void AppendSamples(const Record& record, const ConvertedDetail& detail, v1::SampleColumns& columns);
int64_t SampleBytes(const Record& record, const ConvertedDetail& detail);

/// Appends one shot's derivatives, of the states too where the record has them, to the columns.
void AppendDerivatives(const TangentRecord& tangents, const Record& record,
                       v1::DerivativeColumns& columns);
int64_t DerivativeBytes(const TangentRecord& tangents);

/// Appends one shot's probe to the columns.
void AppendProbe(const ProbeReport& report, v1::ProbeColumns& columns);
int64_t ProbeBytes(int64_t balls);

/// Appends one shot to the columns.
void AppendOutcome(const Outcome& outcome, v1::Outcomes& wire);

/// Appends one event to the four columns that every log has.
void AppendEvent(const Event& event, v1::EventColumns& columns);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_SHOT_WRITER_H_
