#ifndef CAROM_SERVER_CONVERT_CONTACT_WRITER_H_
#define CAROM_SERVER_CONVERT_CONTACT_WRITER_H_

#include <cstdint>

#include "carom/v1/result.pb.h"
#include "core/record/record.h"

namespace carom {

/// Appends one shot's contacts to the columns. A record without any stands for a shot that failed.
void AppendContacts(const Record& record, v1::ContactColumns& columns);

/// What they take on the wire, bytes, never less.
int64_t ContactBytes(const Record& record);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_CONTACT_WRITER_H_
