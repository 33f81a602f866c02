#ifndef CAROM_CORE_EVENT_PREDICT_GAP_H_
#define CAROM_CORE_EVENT_PREDICT_GAP_H_

#include "core/event/trajectory_table.h"
#include "core/math/polynomial.h"
#include "core/solid/ball.h"

namespace carom {

/// The gap of two balls on the cloth from `origin_s` (not before either epoch) on, m^2.
inline Quartic BallGap(const TrajectoryTable& table, int i, int j, double origin_s,
                       double radius_i_m, double radius_j_m) {
  const Motion1D xi = table.X(i).From(origin_s - table.Epoch(i));
  const Motion1D yi = table.Y(i).From(origin_s - table.Epoch(i));
  const Motion1D xj = table.X(j).From(origin_s - table.Epoch(j));
  const Motion1D yj = table.Y(j).From(origin_s - table.Epoch(j));
  const Motion1D dx{xj.c0 - xi.c0, xj.c1 - xi.c1, xj.c2 - xi.c2};
  const Motion1D dy{yj.c0 - yi.c0, yj.c1 - yi.c1, yj.c2 - yi.c2};
  return BallGapOnCloth(dx, dy, radius_i_m, radius_j_m);
}

}  // namespace carom

#endif  // CAROM_CORE_EVENT_PREDICT_GAP_H_
