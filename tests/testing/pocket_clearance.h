#ifndef CAROM_TESTS_TESTING_POCKET_CLEARANCE_H_
#define CAROM_TESTS_TESTING_POCKET_CLEARANCE_H_

#include <vector>

#include "core/table/environment.h"
#include "core/table/table.h"
#include "tests/testing/path.h"

namespace carom::testing {

/// Whether a ball of this radius falls into the pocket's hole. One that hardly fits is taken at the
/// circle, as by PocketModel::kCircle.
bool IsHole(const Environment& environment, const Pocket& pocket, double radius_m);

/// Where the centre passes the circles of these pockets, within (0, end).
std::vector<Real> CirclePassages(const Path3& path, const std::vector<Pocket>& pockets, Real end);

/// Whether a plate at this height has no hole here above the pocket: the top of a leaning back is
/// part of the plate as high as it.
bool OverLinersTop(const Pocket& pocket, double height_m, Real x, Real y);

/// Index of the pocket whose circle holds this point, or -1.
int PocketAbove(const std::vector<Pocket>& pockets, Real x, Real y);

/// How deep a ball whose centre stays within the pocket's circle gets into rim, wall and back over
/// [0, end], m; negative: clear by as much or more.
Real DepthInHole(const Path3& path, const Pocket& pocket, Real radius_m, Real end);

/// The same of the two ends of the back, for a ball anywhere: where it leans, an end goes on at its
/// top from the upper rim to the circle.
Real DepthInPosts(const Path3& path, const Pocket& pocket, Real radius_m, Real end);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_POCKET_CLEARANCE_H_
