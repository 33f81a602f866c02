#ifndef CAROM_TESTS_TESTING_SHOTS_TRACE_H_
#define CAROM_TESTS_TESTING_SHOTS_TRACE_H_

#include <vector>

#include "core/record/record.h"
#include "core/shot/simulate.h"
#include "tests/testing/path.h"

namespace carom::testing {

/// One ball between two of its events, rebuilt from the log alone.
struct Span {
  double begin_s = 0.0;
  double end_s = 0.0;
  Path3 centre;  ///< Time counted from begin_s.
  MotionState motion = MotionState::kStationary;
};

/// The motion of all balls of one shot, rebuilt in extended precision from the states after each
/// event by an own reading of the equations of motion: nothing of the engine is used.
struct Trace {
  std::vector<std::vector<Span>> balls;  ///< Per ball, spans in order, without holes.
  /// Largest distance between a rebuilt position and the one that the log states before the next
  /// event, or at the end, m.
  double worst_seam_m = 0.0;
};

/// Requires a record with event states of a shot that began from `start`.
Trace MakeTrace(const Scene& scene, const std::vector<BallState>& start, const Record& record);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SHOTS_TRACE_H_
