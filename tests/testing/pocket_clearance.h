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

/// Index of the pocket whose circle holds this point, or -1.
int PocketAbove(const std::vector<Pocket>& pockets, Real x, Real y);

/// How deep a ball whose centre stays within the pocket's circle gets into rim, wall and back over
/// [0, end], m; negative: clear by as much or more.
Real DepthInHole(const Path3& path, const Pocket& pocket, Real radius_m, Real end);

/// The same of the two upright ends of the back, for a ball anywhere.
Real DepthInPosts(const Path3& path, const Pocket& pocket, Real radius_m, Real end);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_POCKET_CLEARANCE_H_
