#ifndef CAROM_CORE_SHOT_DRAWN_DRAWN_VALUES_H_
#define CAROM_CORE_SHOT_DRAWN_DRAWN_VALUES_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/draw/covariance.h"
#include "core/draw/quantity.h"
#include "core/shot/drawn/drawn_shots.h"

namespace carom {

/// What was drawn for one shot: a number for each column, NaN where there is none. Allocates
/// nothing once made.
class DrawnValues {
 public:
  explicit DrawnValues(std::vector<QuantityId> columns)
      : columns_(std::move(columns)), values_(columns_.size()), place_(kPlaces, kNowhere) {
    for (size_t i = 0; i < columns_.size(); ++i) {
      place_[PlaceOf(columns_[i])] = static_cast<int16_t>(i);
    }
    Clear();
  }

  void Clear() {
    std::fill(values_.begin(), values_.end(), std::numeric_limits<double>::quiet_NaN());
  }

  /// Ignored where there is no such column.
  void Set(const QuantityId& id, double value) {
    const int16_t place = place_[PlaceOf(id)];
    if (place != kNowhere) values_[static_cast<size_t>(place)] = value;
  }

  /// Null where it was not drawn.
  const double* Find(const QuantityId& id) const {
    const int16_t place = place_[PlaceOf(id)];
    if (place == kNowhere) return nullptr;
    const double& value = values_[static_cast<size_t>(place)];
    return std::isnan(value) ? nullptr : &value;
  }

  double ValueOr(const QuantityId& id, double otherwise) const {
    const double* const value = Find(id);
    return value == nullptr ? otherwise : *value;
  }

  const std::vector<QuantityId>& columns() const { return columns_; }
  std::span<const double> values() const { return values_; }

 private:
  // Ids are below 256 for each ball, and quantities of balls below 128.
  static constexpr size_t kQuantities = 128;
  static constexpr size_t kPlaces = kQuantities * kMaxBalls;
  static constexpr int16_t kNowhere = -1;

  static size_t PlaceOf(const QuantityId& id) {
    return static_cast<size_t>(id.quantity) + kQuantities * static_cast<size_t>(id.ball);
  }

  std::vector<QuantityId> columns_;
  std::vector<double> values_;
  std::vector<int16_t> place_;
};

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

#endif  // CAROM_CORE_SHOT_DRAWN_DRAWN_VALUES_H_
