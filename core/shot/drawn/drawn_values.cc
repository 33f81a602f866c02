#include "core/shot/drawn/drawn_values.h"

#include <span>

namespace carom {

JointDraws::JointDraws(const DrawnTogether& together, uint64_t seed, uint64_t number)
    : together_(together),
      random_(DrawKey{seed, number, {Quantity::kCovariance, together.number}}.Stream()) {}

bool JointDraws::Next() {
  const std::span<double> drawn(numbers_.data(), together_.quantities.size());
  together_.joint.Draw(random_, drawn);
  for (size_t i = 0; i < drawn.size(); ++i) {
    if (!RangeOf(together_.quantities[i].quantity).Contains(drawn[i])) return false;
  }
  return true;
}

void JointDraws::PutInto(DrawnValues& values) const {
  for (size_t i = 0; i < together_.quantities.size(); ++i) {
    values.Set(together_.quantities[i], numbers_[i]);
  }
}

}  // namespace carom
