#ifndef CAROM_CORE_EVENT_ROWS_KERNELS_H_
#define CAROM_CORE_EVENT_ROWS_KERNELS_H_

#include "core/event/rows/ball_columns.h"
#include "core/solid/vicinity_rows.h"

// Read by kernels: includes neither Eigen nor the standard library
// (core/math/lanes/lanes.inl says why).

namespace carom {
enum class RegisterWidth : unsigned char;
}

namespace carom::rows {

/// How many blocks one answer of may_touch covers. It has one bit for each body of these blocks.
inline constexpr int kBlocksAsked = 64 / VicinityBlock::kRows;

/// What prediction asks of many rows at once, for one width of registers. All widths give the same
/// bits. Pure, thread-safe, no allocation.
struct Kernels {
  /// Which balls may `ball` hit, and when at the earliest? Answers for all `partners` (one bit
  /// each, below `count`) at once. Returns the bits of those that may touch it while the present
  /// phases of both last, that is until the earlier of their until_s. For each of these, earliest_s
  /// is a time before which the two do not touch. The other partners cannot touch it
  /// (core/event/rows/collisions.inl says why). Entries of earliest_s without a bit are
  /// unspecified. Requires that no partner's phase began after the ball's, and that no time is
  /// negative. Conservative by more than its rounding.
  unsigned (*may_collide)(const BallColumns& balls, int ball, unsigned partners, int count,
                          double* earliest_s);
  /// Which fixed bodies may a ball touch whose centre moves along this path? Answers for the bodies
  /// of kBlocksAsked blocks from block `first` on, one bit per body, the lowest for the first. A
  /// body without a bit lies below the path, or is separated from it along one of the axes that
  /// core/event/rows/bodies.inl lists. Conservative by 1e-9 m, for paths within 1 km of the origin.
  unsigned long long (*may_touch)(const VicinityRows& bodies, const SweptPath& path, int first);
};

extern const Kernels kPlainKernels;
extern const Kernels kAvx2Kernels;    ///< On x86-64 alone.
extern const Kernels kAvx512Kernels;  ///< On x86-64 alone.

/// Those of a width that the machine can run (core/base/register_width.h). Thread-safe.
const Kernels& KernelsOf(RegisterWidth width);

}  // namespace carom::rows

#endif  // CAROM_CORE_EVENT_ROWS_KERNELS_H_
