#ifndef CAROM_CORE_TANGENT_TIE_H_
#define CAROM_CORE_TANGENT_TIE_H_

#include "core/event/impact.h"
#include "core/record/record.h"

namespace carom {

/// What an impact has to do with earlier ones of its balls at the same instant.
struct Tie {
  bool found = false;  ///< There are such.
  /// Index in Record::events of the first of these that this impact might have preceded, since its
  /// bodies approached each other before it already; -1 if it can only follow from them.
  int rival = -1;
};

/// Of the impact `contact`, as it is before a law resolves it, which is event `index` of a record
/// with states.
Tie FindTie(const Record& record, int index, const Impact& contact);

}  // namespace carom

#endif  // CAROM_CORE_TANGENT_TIE_H_
