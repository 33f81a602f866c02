#ifndef CAROM_SERVER_CONVERT_OUTCOME_CONVERT_H_
#define CAROM_SERVER_CONVERT_OUTCOME_CONVERT_H_

#include "carom/v1/result.pb.h"
#include "core/record/record.h"

namespace carom {

/// Appends one shot to the columns. A default Outcome stands for a shot that failed.
void AppendOutcome(const Outcome& outcome, v1::Outcomes& wire);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_OUTCOME_CONVERT_H_
