#ifndef CAROM_TESTS_TESTING_SHOTS_CLEARANCE_H_
#define CAROM_TESTS_TESTING_SHOTS_CLEARANCE_H_

#include <string>

#include "tests/testing/shots/trace.h"

namespace carom::testing {

/// The deepest overlap found and where. Negative depths are clearances.
struct Overlap {
  double depth_m = -1.0;
  std::string where;
};

/// The independent slow checker: exact minima, in extended precision, of every gap polynomial of a
/// shot between events. A missed contact shows as an overlap: of two balls, of a ball with a nose
/// (end points included) or jaw, of a centre inside a pocket circle while in play, or beyond the
/// outline.
Overlap DeepestOverlap(const Scene& scene, const Trace& trace);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SHOTS_CLEARANCE_H_
