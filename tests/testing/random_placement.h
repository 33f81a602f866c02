#ifndef CAROM_TESTS_TESTING_RANDOM_PLACEMENT_H_
#define CAROM_TESTS_TESTING_RANDOM_PLACEMENT_H_

#include <vector>

#include "core/state/trajectory.h"
#include "core/table/environment.h"
#include "core/table/shot.h"
#include "core/table/table.h"
#include "tests/testing/dice.h"

namespace carom::testing {

/// Where balls lie when a 3-D shot begins: scattered, frozen or near-frozen (gaps up to 0.2 mm) to
/// each other and to noses, above others and above rails with and without a gap, lying on rails and
/// on three others, dropped from up to half a metre. Only positions and motion (kStationary,
/// kAirborne or kSupported) are drawn.
class RandomPlacement {
 public:
  /// All arguments outlive the object.
  RandomPlacement(const Table& table, const Environment& environment,
                  const std::vector<BallSpec>& balls, Dice& dice);

  /// False when some ball found no place.
  bool Place(std::vector<BallState>& states);

 private:
  using Proposal = bool (RandomPlacement::*)(size_t ball, std::vector<BallState>& states);

  bool Propose(size_t ball, std::vector<BallState>& states);
  bool Anywhere(size_t ball, std::vector<BallState>& states);
  bool BesideAnother(size_t ball, std::vector<BallState>& states);
  bool AtNose(size_t ball, std::vector<BallState>& states);
  bool AboveAnother(size_t ball, std::vector<BallState>& states);
  bool OnThree(size_t ball, std::vector<BallState>& states);
  bool OnRail(size_t ball, std::vector<BallState>& states);
  bool InTheAir(size_t ball, std::vector<BallState>& states);

  double Gap();
  bool Fits(size_t ball, const std::vector<BallState>& states) const;

  const Table& table_;
  const Environment& environment_;
  const std::vector<BallSpec>& balls_;
  Dice& dice_;
  double length_m_;
  double width_m_;
  bool flying_;  // Whether this layout has balls off the cloth.
};

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_RANDOM_PLACEMENT_H_
