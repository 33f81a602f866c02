#ifndef CAROM_CORE_EVENT_ROWS_COLLISIONS_H_
#define CAROM_CORE_EVENT_ROWS_COLLISIONS_H_

#include "core/event/rows/ball_columns.h"

namespace carom::rows {

/// Which balls may `ball` hit, and when at the earliest? Answers for all `partners` (one bit each,
/// below `count`) at once. Returns the bits of those that may touch it while the present phases of
/// both last, that is until the earlier of their until_s. For each of these, earliest_s is a time
/// before which the two do not touch. The other partners cannot touch it
/// (core/event/rows/collisions.inl says why). Entries of earliest_s without a bit are unspecified.
/// Requires that no partner's phase began after the ball's, and that no time is negative.
///
/// Conservative by more than its rounding. Pure, thread-safe, no allocation.
using MayCollide = unsigned (*)(const BallColumns& balls, int ball, unsigned partners, int count,
                                double* earliest_s);

/// Three implementations that agree bit for bit, for machines with and without wide registers.
unsigned MayCollidePlain(const BallColumns& balls, int ball, unsigned partners, int count,
                         double* earliest_s);
unsigned MayCollideAvx2(const BallColumns& balls, int ball, unsigned partners, int count,
                        double* earliest_s);
unsigned MayCollideAvx512(const BallColumns& balls, int ball, unsigned partners, int count,
                          double* earliest_s);

}  // namespace carom::rows

#endif  // CAROM_CORE_EVENT_ROWS_COLLISIONS_H_
