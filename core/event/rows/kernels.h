#ifndef CAROM_CORE_EVENT_ROWS_KERNELS_H_
#define CAROM_CORE_EVENT_ROWS_KERNELS_H_

#include <span>
#include <string_view>

#include "core/event/rows/bodies.h"
#include "core/event/rows/meetings.h"

namespace carom::rows {

/// The kernels of one width of registers. All widths give the same bits.
struct Kernels {
  std::string_view name;  ///< "plain", "avx2" or "avx512".
  MayMeet may_meet;
  MayTouch may_touch;
};

/// The kernels that this machine can run, the widest last.
std::span<const Kernels> AvailableKernels();

/// Those of them that are fastest here, or those that the environment variable CAROM_KERNELS names,
/// if they are available. Chosen once. Thread-safe.
const Kernels& ChosenKernels();

}  // namespace carom::rows

#endif  // CAROM_CORE_EVENT_ROWS_KERNELS_H_
