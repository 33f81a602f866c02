#ifndef CAROM_SERVER_CONVERT_COLUMNS_H_
#define CAROM_SERVER_CONVERT_COLUMNS_H_

#include "google/protobuf/message.h"

namespace carom {

/// Empties the message and all that it consists of. Message::Clear() deletes the messages of
/// columns; this keeps them present, and so the room of their columns.
void ClearColumns(google::protobuf::Message& message);

/// Makes `columns` of the owner present or absent: what used the owner before may have had others.
template <typename Owner, typename Columns>
void Present(Owner& owner, bool wanted, Columns* (Owner::*columns)(), void (Owner::*clear)()) {
  if (wanted) {
    (owner.*columns)();
  } else {
    (owner.*clear)();
  }
}

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_COLUMNS_H_
