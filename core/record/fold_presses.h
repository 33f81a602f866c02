#ifndef CAROM_CORE_RECORD_FOLD_PRESSES_H_
#define CAROM_CORE_RECORD_FOLD_PRESSES_H_

#include <cstddef>
#include <vector>

#include "core/record/record.h"

namespace carom {

/// Turns a log of every contact (Detail::hops) into the one that tells presses; the leads of groups
/// stay as they are. `places`: if not null, the place in the new log of each event of the old one,
/// for a contact of a press that of the press.
void FoldPresses(Record& record, std::vector<size_t>* places);

}  // namespace carom

#endif  // CAROM_CORE_RECORD_FOLD_PRESSES_H_
