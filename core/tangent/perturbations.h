#ifndef CAROM_CORE_TANGENT_PERTURBATIONS_H_
#define CAROM_CORE_TANGENT_PERTURBATIONS_H_

#include <cmath>
#include <memory>
#include <vector>

#include "core/event/world.h"
#include "core/table/shot.h"
#include "core/tangent/column.h"

namespace carom {

/// The step of differences of what has this size (> 0): 4 to 8e-6 of it. The third root of the
/// rounding of a double is where the error of rounding (1e-16 / h) and that of the third derivative
/// (h^2) are alike [Press et al., Numerical Recipes, 5.7]. A power of two, so that a number moved
/// by it and a difference divided by it lose nothing: what is linear has exact derivatives.
inline double DifferenceStep(double size) { return std::ldexp(0x1p-17, std::ilogb(size)); }

/// A number of strike, settings, a ball or the table, perturbed by one step up and one down.
struct Perturbation {
  std::shared_ptr<const World> up;  ///< Null: the world is the same.
  std::shared_ptr<const World> down;
  CueStrike strike_up;
  CueStrike strike_down;
  double step = 0.0;               ///< 0: the column is of no such number.
  unsigned affects = kNoEvent;     ///< Column::affects.
  const double* number = nullptr;  ///< Of the settings of the world; null: of none.
  int strike_number = -1;  ///< Its place among CueStrike::Parameters; -1: not of the strike.
  int radius_of = -1;      ///< The ball whose radius it is; -1: it is no radius.
  bool of_noses = false;   ///< It is the height of noses and jaws.
};

/// The perturbations of some columns. Worlds are kept from shot to shot: they cost more than a
/// short shot.
/// Not thread-safe.
class Perturbations {
 public:
  /// Returns whether columns or world are others than before.
  bool Prepare(const World& world, const Shot& shot, const std::vector<Column>& columns);

  const std::vector<Column>& columns() const { return columns_; }

  const Perturbation& operator[](size_t column) const { return perturbations_[column]; }

  /// That of this column by a part of its step, for the world and the strike prepared for.
  Perturbation Finer(const World& world, const CueStrike& strike, size_t column, double part) const;

 private:
  void PrepareWorlds(const World& world);

  std::vector<Column> columns_;  // Those prepared for, and of which world.
  std::shared_ptr<const Table> table_;
  std::shared_ptr<const Settings> settings_;
  std::vector<BallSpec> balls_;
  std::vector<Perturbation> perturbations_;
};

}  // namespace carom

#endif  // CAROM_CORE_TANGENT_PERTURBATIONS_H_
