#ifndef CAROM_TESTS_TESTING_LINER_CLEARANCE_H_
#define CAROM_TESTS_TESTING_LINER_CLEARANCE_H_

#include "core/table/table.h"
#include "tests/testing/path.h"

namespace carom::testing {

/// Least distance of a path over [0, end], seen from the middle of the pocket at the cloth's
/// height, from the leaning part of its back, taken all around: at times when the foot of the
/// perpendicular lies on it, else infinite. In the plane through the axis the back is a straight
/// line, and the distance is linear in the distance from the axis and in the height.
Real LeastLinerDistance(const Path3& path, const Pocket& pocket, Real end);

/// Whether the foot of the perpendicular is above the upper rim at a time.
bool AboveLiner(const Path3& path, const Pocket& pocket, Real t);

/// When the foot comes to either end of the line, within (0, end).
std::vector<Real> LinerPassages(const Path3& path, const Pocket& pocket, Real end);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_LINER_CLEARANCE_H_
