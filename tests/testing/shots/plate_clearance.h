#ifndef CAROM_TESTS_TESTING_SHOTS_PLATE_CLEARANCE_H_
#define CAROM_TESTS_TESTING_SHOTS_PLATE_CLEARANCE_H_

#include <vector>

#include "core/table/table.h"
#include "tests/testing/shots/trace.h"

namespace carom::testing {

/// Follows one ball over one rail top, span by span. A plate holds what comes from above; a ball
/// that gets below its level past a bare edge (table.h: edges are met only where a nose runs along
/// them) is beside the plate until it has been above it.
class PlateWatch {
 public:
  /// `liners`: pockets are holes whose liners' tops count.
  PlateWatch(const RailTop& top, const std::vector<Pocket>& pockets, bool liners, double radius_m);

  /// How deep the ball gets into the plate in the next of its spans, m; negative: clear.
  Real Depth(const Span& span);

 private:
  Real DepthOfPiece(const Path& z, Real end);
  std::vector<Real> Cuts(const Path3& centre, Real end) const;
  bool Covers(Real x, Real y) const;

  const RailTop& top_;
  const std::vector<Pocket>& pockets_;
  std::vector<Pocket> upper_;  // As they are at the height of their liners' tops.
  Real level_m_;               // Of the centre of a ball that lies on the plate.
  bool above_ = false;
};

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SHOTS_PLATE_CLEARANCE_H_
