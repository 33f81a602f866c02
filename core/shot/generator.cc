#include "core/shot/generator.h"

namespace carom {
namespace {

double Draw(const Range& range, CounterRandom& random) {
  return random.Uniform(range.lo, range.hi);
}

}  // namespace

CueStrike DrawStrike(const UniformStrikes& strikes, CounterRandom& random) {
  CueStrike strike;
  strike.cue_ball = strikes.cue_ball;
  strike.speed_m_s = Draw(strikes.speed_m_s, random);
  strike.azimuth_rad = Draw(strikes.azimuth_rad, random);
  strike.elevation_rad = Draw(strikes.elevation_rad, random);
  strike.side_offset = Draw(strikes.side_offset, random);
  strike.height_offset = Draw(strikes.height_offset, random);
  return strike;
}

void GenerateShot(const std::vector<BallState>& start, const UniformStrikes& strikes, uint64_t seed,
                  uint64_t index, Shot& shot) {
  CounterRandom random(seed, index);
  shot.start = start;
  shot.strike = DrawStrike(strikes, random);
}

}  // namespace carom
