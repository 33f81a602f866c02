#ifndef CAROM_CORE_EVENT_ROWS_BODIES_H_
#define CAROM_CORE_EVENT_ROWS_BODIES_H_

#include "core/solid/vicinity_rows.h"

namespace carom::rows {

/// How many blocks one answer covers. The answer has one bit for each body of these blocks.
inline constexpr int kBlocksAsked = 64 / VicinityBlock::kRows;

/// Which fixed bodies may a ball touch whose centre moves along this path? Answers for the bodies
/// of kBlocksAsked blocks from block `first` on, one bit per body, the lowest for the first. A body
/// without a bit lies below the path, or is separated from it along one of the axes that
/// core/event/rows/bodies.inl lists.
///
/// Conservative by 1e-9 m, for paths within 1 km of the origin. Pure, thread-safe, no allocation.
using MayTouch = unsigned long long (*)(const VicinityRows& bodies, const SweptPath& path,
                                        int first);

/// Three implementations, for machines with and without wide registers.
unsigned long long MayTouchPlain(const VicinityRows& bodies, const SweptPath& path, int first);
unsigned long long MayTouchAvx2(const VicinityRows& bodies, const SweptPath& path, int first);
unsigned long long MayTouchAvx512(const VicinityRows& bodies, const SweptPath& path, int first);

}  // namespace carom::rows

#endif  // CAROM_CORE_EVENT_ROWS_BODIES_H_
