#ifndef CAROM_CORE_SOLID_VICINITY_H_
#define CAROM_CORE_SOLID_VICINITY_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/vec3.h"
#include "core/kernels/rows.h"
#include "core/solid/plane_geometry.h"

namespace carom {

/// Holds all centres of balls that touch a body: those within reach of a segment seen from above,
/// at heights up to `highest_m`.
struct Vicinity {
  Vec2 start_m = Vec2::Zero();
  Vec2 end_m = Vec2::Zero();  ///< The same as the start for a disc.
  double reach_m = 0.0;
  double highest_m = std::numeric_limits<double>::infinity();
};

/// The vicinity of a disc.
inline Vicinity VicinityOfDisc(const Vec2& centre_m, double reach_m,
                               double highest_m = std::numeric_limits<double>::infinity()) {
  return {centre_m, centre_m, reach_m, highest_m};
}

/// The vicinity of all places in a box.
Vicinity VicinityOfBox(const Box& box, double highest_m);

inline Box BoxAround(const Vicinity& vicinity) {
  return BoxAround(vicinity.start_m, vicinity.end_m, vicinity.reach_m);
}

/// The vicinities of many bodies in columns, so that a kernel can test them all at once.
class VicinityColumns {
 public:
  void Add(const Vicinity& vicinity);

  size_t size() const { return size_; }
  Box BoxOf(size_t i) const {
    const auto [block, row] = Place(i);
    return {block.x_low[row], block.x_high[row], block.y_low[row], block.y_high[row]};
  }
  /// Whether a body's box and this box have a point in common.
  bool Overlaps(size_t i, const Box& box) const { return BoxOf(i).Overlaps(box); }

  int64_t memory_bytes() const {
    return static_cast<int64_t>(blocks_.capacity() * sizeof(rows::VicinityBlock));
  }

  /// For the kernels; valid until the next Add().
  rows::VicinityRows Rows() const { return {blocks_.data(), static_cast<int>(blocks_.size())}; }

 private:
  static constexpr size_t kRows = rows::VicinityBlock::kRows;

  struct PlaceOf {
    const rows::VicinityBlock& block;
    size_t row;
  };
  PlaceOf Place(size_t i) const { return {blocks_[i / kRows], i % kRows}; }

  size_t size_ = 0;
  std::vector<rows::VicinityBlock> blocks_;
};

/// The path of a centre in [0, until_s]; `lowest_m` is its least height. Not a number where until_s
/// is infinite.
rows::SweptPath SweptBy(const Motion1D& x, const Motion1D& y, double until_s, double lowest_m);

}  // namespace carom

#endif  // CAROM_CORE_SOLID_VICINITY_H_
