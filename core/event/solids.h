#ifndef CAROM_CORE_EVENT_SOLIDS_H_
#define CAROM_CORE_EVENT_SOLIDS_H_

#include <vector>

#include "core/event/obstacles.h"
#include "core/event/predict/flight_crossing.h"
#include "core/table/ball.h"
#include "core/table/table.h"

namespace carom {

/// The table as balls in flight meet it, in space. Indices are those of the Table; every box holds
/// the centres of all balls of the world that can touch the body, seen from above.
struct Solids {
  struct NoseLine {
    SpaceSegment line;
    Box box;
  };
  struct Plate {
    std::vector<Vec2> corners_m;
    double height_m = 0.0;
    Box box;
  };

  std::vector<NoseLine> noses;
  std::vector<Box> jaws;
  std::vector<Plate> rail_tops;
  std::vector<Box> pockets;
  std::vector<double> pocket_tops_m;  ///< See PocketTop().
  std::vector<double> rim_cosines;    ///< Of the pockets, see PocketHole.
};

/// Requires a valid table and at least one ball.
Solids MakeSolids(const Table& table, const std::vector<BallSpec>& balls);

/// True when a point above the table is over this plate and not over a pocket.
bool OverPlate(const Solids::Plate& plate, const std::vector<Pocket>& pockets, const Vec2& point_m);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_SOLIDS_H_
