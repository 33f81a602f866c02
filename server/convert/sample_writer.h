#ifndef CAROM_SERVER_CONVERT_SAMPLE_WRITER_H_
#define CAROM_SERVER_CONVERT_SAMPLE_WRITER_H_

#include <cstdint>

#include "carom/v1/result.pb.h"
#include "core/record/record.h"
#include "server/convert/request_convert.h"

namespace carom {

/// Appends one shot's samples, of the quantities that the detail asks for, to the columns.
void AppendSamples(const Record& record, const ConvertedDetail& detail, v1::SampleColumns& columns);

/// An estimate of the samples' bytes on the wire, never too low.
int64_t SampleBytes(const Record& record, const ConvertedDetail& detail);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_SAMPLE_WRITER_H_
