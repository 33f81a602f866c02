#ifndef CAROM_CORE_SHOT_DRAWN_JOINT_DRAWS_H_
#define CAROM_CORE_SHOT_DRAWN_JOINT_DRAWS_H_

#include <array>
#include <cstdint>

#include "core/base/random.h"
#include "core/draw/covariance.h"
#include "core/shot/drawn/drawn_shots.h"
#include "core/shot/drawn/drawn_values.h"

namespace carom {

/// The numbers that one shot draws for quantities that are drawn together: draw after draw from one
/// stream, until a draw is good.
class JointDraws {
 public:
  /// `together` outlives this object; `number` is that of the shot.
  JointDraws(const DrawnTogether& together, uint64_t seed, uint64_t number);

  /// Takes the next draw. Returns whether each number is in the range of its field.
  bool Next();

  /// Puts the numbers of the last draw into `values`.
  void PutInto(DrawnValues& values) const;

 private:
  const DrawnTogether& together_;
  CounterRandom random_;
  std::array<double, kMostTogether> numbers_;
};

}  // namespace carom

#endif  // CAROM_CORE_SHOT_DRAWN_JOINT_DRAWS_H_
