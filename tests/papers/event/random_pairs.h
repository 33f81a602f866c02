#ifndef CAROM_TESTS_PAPERS_EVENT_RANDOM_PAIRS_H_
#define CAROM_TESTS_PAPERS_EVENT_RANDOM_PAIRS_H_

#include <array>

#include "core/base/random.h"
#include "core/state/trajectory.h"
#include "core/table/environment.h"
#include "tests/papers/frame/quad.h"

namespace carom::papers {

/// |d|^2 - (2R)^2 of two balls in 34 digits, from the doubles that their phases hold; t from the
/// later epoch on.
QuadPolynomial ExactGap(const Trajectory& i, const Trajectory& j);

/// Random phases in all five states, a moving one aimed at or past the other ball.
class PairMaker {
 public:
  /// `environment` must outlive the maker.
  explicit PairMaker(const Environment& environment) : random_(18, 0), environment_(environment) {}

  std::array<Trajectory, 2> Make();

 private:
  double Between(double low, double high) { return random_.Uniform(low, high); }
  Vec3 AnyVector(double size);
  Trajectory Begin(const BallState& state, double epoch_s) const;
  BallState Target(MotionState motion);
  BallState Aimed(MotionState motion, const Trajectory& target);
  void SetMotion(const Vec3& velocity, BallState& state);

  CounterRandom random_;
  const Environment& environment_;
};

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_EVENT_RANDOM_PAIRS_H_
