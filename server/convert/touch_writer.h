#ifndef CAROM_SERVER_CONVERT_TOUCH_WRITER_H_
#define CAROM_SERVER_CONVERT_TOUCH_WRITER_H_

#include <cstdint>

#include "carom/v1/result.pb.h"
#include "core/rules/shot_view.h"

namespace carom {

/// Appends one shot's touches to the columns. An empty view stands for a shot that failed.
void AppendTouches(const rules::ShotView& view, v1::TouchColumns& columns);

/// An estimate of the touches' bytes on the wire, never too low.
int64_t TouchBytes(const rules::ShotView& view);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_TOUCH_WRITER_H_
