#ifndef CAROM_CORE_SHOT_GENERATOR_H_
#define CAROM_CORE_SHOT_GENERATOR_H_

#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/state/ball_state.h"
#include "core/table/shot.h"

namespace carom {

/// A closed interval from which a generator draws uniformly; lo == hi is a constant.
struct Range {
  double lo = 0.0;
  double hi = 0.0;
};

/// Distribution of cue strikes, each parameter drawn independently.
struct UniformStrikes {
  int cue_ball = 0;
  Range speed_m_s;
  Range azimuth_rad;
  Range elevation_rad;
  Range side_offset;
  Range height_offset;
};

/// One strike; five draws, in the order of the fields above.
CueStrike DrawStrike(const UniformStrikes& strikes, CounterRandom& random);

/// Shot `index` of the sequence with this `seed`, into `shot` (its memory is reused): the balls
/// start as given, the strike is the first draw of CounterRandom(seed, index). A pure function of
/// its arguments.
void GenerateShot(const std::vector<BallState>& start, const UniformStrikes& strikes, uint64_t seed,
                  uint64_t index, Shot& shot);

}  // namespace carom

#endif  // CAROM_CORE_SHOT_GENERATOR_H_
