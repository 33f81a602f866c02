#include "core/models/pool/pool_event.h"

#include <cstddef>
#include <limits>

#include "core/solid/plane_geometry.h"

namespace carom {

Event EventOf(const Table& table, const PoolMeaning& meaning, double time_s, const Vec2& centre_m) {
  Event event{time_s, meaning.kind, static_cast<int16_t>(meaning.ball),
              static_cast<int16_t>(meaning.other)};
  double nearest = std::numeric_limits<double>::infinity();
  const auto consider = [&](double distance, EventKind kind, std::size_t index) {
    if (distance >= nearest) return;
    nearest = distance;
    event.kind = kind;
    event.other = static_cast<int16_t>(index);
  };
  if (meaning.kind == EventKind::kBallCushion && meaning.other < 0) {
    for (std::size_t n = 0; n < table.noses.size(); ++n) {
      const Vec2 at = NearestOnSegment(centre_m, table.noses[n].start_m, table.noses[n].end_m);
      consider((centre_m - at).norm(), EventKind::kBallCushion, n);
    }
    for (std::size_t j = 0; j < table.jaws.size(); ++j) {
      const double distance = (centre_m - table.jaws[j].centre_m).norm() - table.jaws[j].radius_m;
      consider(distance, EventKind::kBallJaw, j);
    }
  } else if (meaning.kind == EventKind::kPocketRim) {
    for (std::size_t p = 0; p < table.pockets.size(); ++p) {
      consider((centre_m - table.pockets[p].centre_m).norm(), EventKind::kPocketRim, p);
    }
  } else if (meaning.kind == EventKind::kLeftTable) {
    const std::vector<Vec2>& outline = table.bed_outline_m;
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Vec2 at = NearestOnSegment(centre_m, outline[i], outline[(i + 1) % outline.size()]);
      consider((centre_m - at).norm(), EventKind::kLeftTable, i);
    }
  }
  return event;
}

}  // namespace carom
