#ifndef CAROM_CORE_EVENT_ROWS_KERNELS_H_
#define CAROM_CORE_EVENT_ROWS_KERNELS_H_

#include <span>

#include "core/base/register_width.h"
#include "core/event/rows/bodies.h"
#include "core/event/rows/collisions.h"

namespace carom::rows {

/// The kernels of one width of registers.
struct Kernels {
  RegisterWidth width;
  MayCollide may_collide;
  MayTouch may_touch;
};

/// The kernels that this machine can run, the widest last.
std::span<const Kernels> AvailableKernels();

/// The kernels of the ChosenWidth() (core/base/register_width.h). Thread-safe.
const Kernels& ChosenKernels();

}  // namespace carom::rows

#endif  // CAROM_CORE_EVENT_ROWS_KERNELS_H_
