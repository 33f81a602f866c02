#ifndef CAROM_CORE_TABLE_TABLE_SOLIDS_H_
#define CAROM_CORE_TABLE_TABLE_SOLIDS_H_

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/solid/plane_geometry.h"
#include "core/solid/solid.h"
#include "core/table/environment.h"
#include "core/table/shot.h"
#include "core/table/table.h"

namespace carom {

/// One entry of a SolidSet, with its index in its list of the Table (noses, jaws, rail_tops,
/// pockets, edges of the outline).
template <class Shape>
struct Placed {
  template <class Alternative>
  Placed(const Alternative& of, size_t i)
      : shape(std::in_place_type<Alternative>, of), index(static_cast<int16_t>(i)) {}

  Shape shape;
  int16_t index;
};

/// Shapes with the vicinity of each in columns.
template <class Shape>
struct ShapeList {
  bool in_plane = false;  ///< For balls that stay on the cloth.
  std::vector<Placed<Shape>> items;
  VicinityColumns vicinities;

  template <class Alternative>
  void Add(const Alternative& shape, size_t index) {
    items.emplace_back(shape, index);
    vicinities.Add(shape.Around(in_plane));
  }
};

/// Which alternative of a variant a type is.
template <class Shape, class... Shapes>
constexpr size_t AlternativeOf(const std::variant<Shapes...>* /*of*/) {
  size_t place = 0;
  static_cast<void>(((std::is_same_v<Shape, Shapes> ? false : (++place, true)) && ...));
  return place;
}

inline bool IsCushion(const Solid& solid) {
  return std::holds_alternative<NoseSolid>(solid) || std::holds_alternative<JawSolid>(solid);
}

/// The table for balls of one radius.
struct SolidSet {
  double radius_m = 0.0;
  /// The longest noses first, then in the order of the Table: a search soon finds a near one.
  ShapeList<Solid> solids;
  ShapeList<Sensor> sensors;
  SlateSolid slate;
  /// A rectangle around the middle of the cloth. A centre inside of it, whatever its height,
  /// touches nothing but the slate, and crosses no sensor. Empty where something stands in the
  /// middle.
  Box open = Box::Nowhere();
  /// For each of `solids`, a rectangle that reaches from the places where balls on the cloth touch
  /// its middle into the open. A centre that leaves this solid touches nothing else in there. Empty
  /// for all but noses.
  std::vector<Box> beside;
  /// The open rectangle where a layout may put balls: none where it lies outside the bed's outline,
  /// or apart from the head spot.
  Box free = Box::Nowhere();
  /// A rectangle that balls on the cloth rarely leave without touching something: between the long
  /// noses, the reach of a contact away from them. The whole plane where there are none.
  Box inner = Box::Everything();

  /// For each alternative of Solid and each index of the Table: the place in `solids`, or kNowhere.
  std::array<std::vector<size_t>, std::variant_size_v<Solid>> place_of;
  static constexpr size_t kNowhere = static_cast<size_t>(-1);

  /// The solid of this alternative with this index of the Table. Requires that there is one.
  template <class Shape>
  const Shape& Find(int index) const {
    constexpr size_t kKind = AlternativeOf<Shape>(static_cast<Solid*>(nullptr));
    return std::get<Shape>(solids.items[place_of[kKind][static_cast<size_t>(index)]].shape);
  }
};

/// One set for each distinct radius among the balls. Immutable; one serves many threads.
struct TableSolids {
  std::vector<SolidSet> sets;
  std::vector<int> set_of_ball;

  const SolidSet& ForBall(int ball) const {
    return sets[static_cast<size_t>(set_of_ball[static_cast<size_t>(ball)])];
  }
};

/// The height above the cloth, m, up to which the circle of a pocket is its mouth for balls in
/// flight: the top of its back, or of the highest rail that its circle lies in; 0 for a hole in an
/// open slate. A ball whose lowest point is below that height would hit back or rail behind the
/// circle.
double PocketTop(const Table& table, const Pocket& pocket);

/// Requires a valid table, a valid environment, and balls that fit the table.
TableSolids MakeSolids(const Table& table, const Environment& environment,
                       const std::vector<BallSpec>& balls);

/// Whether balls of this radius fall into this pocket (PocketModel::kDrop) or are pocketed at its
/// circle (PocketModel::kCircle, and holes that are too narrow).
bool HasHole(const Environment& environment, const Pocket& pocket, double radius_m);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_TABLE_SOLIDS_H_
