#ifndef CAROM_SERVER_CONVERT_CONTACT_WRITER_H_
#define CAROM_SERVER_CONVERT_CONTACT_WRITER_H_

#include <cstdint>

#include "carom/v1/result.pb.h"
#include "core/record/record.h"

namespace carom {

/// Appends one shot's contacts to the columns. A shot that failed has a record without contacts.
void AppendContacts(const Record& record, v1::ContactColumns& columns);

/// An estimate of their bytes on the wire, never too low.
int64_t ContactBytes(const Record& record);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_CONTACT_WRITER_H_
