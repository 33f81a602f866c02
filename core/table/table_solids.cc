#include "core/table/table_solids.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/solid/resolution.h"

namespace carom {
namespace {

bool LiesIn(const Pocket& pocket, const std::vector<Vec2>& polygon) {
  if (InsidePolygon(pocket.centre_m, polygon)) return true;
  for (size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Vec2 nearest = NearestOnSegment(pocket.centre_m, polygon[j], polygon[i]);
    if ((nearest - pocket.centre_m).norm() < pocket.radius_m) return true;
  }
  return false;
}

// A pocket that is hardly wider than a ball is no hole for it.
constexpr double kLeastWidth = 1.05;

// Whether a rail as high as the pocket's back lies just outside of its circle, at `angle_rad` from
// its opening, on one side of it.
bool RailBehind(const Table& table, const Pocket& pocket, double angle_rad) {
  constexpr double kJustOutside_m = 1e-6;
  const Vec2 aside(-pocket.opening.y(), pocket.opening.x());
  const Vec2 outwards = Cos(angle_rad) * pocket.opening + Sin(angle_rad) * aside;
  const Vec2 point = pocket.centre_m + (pocket.radius_m + kJustOutside_m) * outwards;
  return std::any_of(table.rail_tops.begin(), table.rail_tops.end(), [&](const RailTop& top) {
    return top.height_m == pocket.back_height_m && InsidePolygon(point, top.corners_m);
  });
}

// See HoleSolid. Searches from the ends of the back towards the opening, as far as there are rails
// on both sides. The facings' far ends bound the rest, which is less than a step.
double RimCosine(const Table& table, const Pocket& pocket) {
  constexpr int kSteps = 360;  // Quarters of a degree.
  if (!HasBack(pocket)) return 0.0;
  double cosine = 0.0;
  for (int step = kSteps - 1; step > 0; --step) {
    const double angle_rad = 0.5 * kPi * step / kSteps;
    if (!RailBehind(table, pocket, angle_rad) || !RailBehind(table, pocket, -angle_rad)) break;
    cosine = Cos(angle_rad);
  }
  return cosine;
}

std::vector<size_t> LongestFirst(const std::vector<Nose>& noses) {
  std::vector<size_t> order(noses.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto length_m = [&](size_t i) { return (noses[i].end_m - noses[i].start_m).norm(); };
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return length_m(a) > length_m(b); });
  return order;
}

void NoteWhereEachIs(SolidSet& set) {
  for (size_t i = 0; i < set.solids.items.size(); ++i) {
    const Placed<Solid>& solid = set.solids.items[i];
    const auto index = static_cast<size_t>(solid.index);
    std::vector<size_t>& places = set.place_of[solid.shape.index()];
    places.resize(std::max(places.size(), index + 1), SolidSet::kNowhere);
    places[index] = i;
  }
}

// Where balls drop into pockets, the top of a leaning liner belongs to the rail top of its height.
std::vector<PlateHole> HolesIn(const RailTop& top, const Table& table,
                               const Environment& environment) {
  std::vector<PlateHole> holes;
  for (const Pocket& pocket : table.pockets) {
    const bool liner = environment.pocket_model == PocketModel::kDrop && HasBack(pocket) &&
                       pocket.back_height_m == top.height_m;
    holes.push_back(
        {CircleOf(pocket), liner ? pocket.opening : Vec2(Vec2::Zero()), pocket.TopRadius()});
  }
  return holes;
}

void AddPockets(const Table& table, const Environment& environment, SolidSet& set) {
  std::vector<Circle> holes;
  for (size_t i = 0; i < table.pockets.size(); ++i) {
    const Pocket& pocket = table.pockets[i];
    const Circle circle = CircleOf(pocket);
    if (HasHole(environment, pocket, set.radius_m)) {
      holes.push_back(circle);
      set.solids.Add(HoleSolid(pocket, RimCosine(table, pocket), set.radius_m), i);
      set.sensors.Add(DropEdge(circle), i);
    } else {
      set.sensors.Add(PocketMouth(circle, PocketTop(table, pocket), set.radius_m), i);
    }
  }
  set.slate = SlateSolid(holes, set.radius_m);
}

// The largest |coordinate| of any vicinity. Beyond it there is nothing, but an endless rectangle
// has no largest part.
double FarEnd(const SolidSet& set) {
  double far_m = 0.0;
  for (const VicinityColumns* const all : {&set.solids.vicinities, &set.sensors.vicinities}) {
    for (size_t i = 0; i < all->size(); ++i) {
      const Box box = all->BoxOf(i);
      far_m = std::max({far_m, -box.x_low, box.x_high, -box.y_low, box.y_high});
    }
  }
  constexpr double kEmptyTable_m = 1e6;
  return far_m > 0.0 ? far_m : kEmptyTable_m;
}

// A rectangle around `kept` that no vicinity touches, but that of `left_out`.
Box RectangleAround(const SolidSet& set, const Vec2& kept, size_t left_out) {
  const double far_m = FarEnd(set);
  Box open{-far_m, far_m, -far_m, far_m};
  for (const VicinityColumns* const all : {&set.solids.vicinities, &set.sensors.vicinities}) {
    for (size_t i = 0; i < all->size(); ++i) {
      const Box box = all->BoxOf(i);
      const bool counts = all != &set.solids.vicinities || i != left_out;
      if (counts && box.Overlaps(open)) open = LargestBeside(open, box, kResolution_m, &kept);
    }
  }
  return open;
}

// From a place just within reach of the nose's middle, on the side of the middle of the cloth.
Box RectangleBeside(const SolidSet& set, size_t solid) {
  constexpr double kWithin_m = 1e-6;
  const auto* const nose = std::get_if<NoseSolid>(&set.solids.items[solid].shape);
  if (nose == nullptr || !nose->IsEdgeOnCloth()) return Box::Nowhere();
  const StraightEdge& edge = nose->edge();
  const Vec2 middle_m = edge.start_m + 0.5 * edge.length_m * edge.along;
  const double side = edge.normal.dot(middle_m) > 0.0 ? -1.0 : 1.0;
  return RectangleAround(set, middle_m + side * (edge.reach_m - kWithin_m) * edge.normal, solid);
}

// Whoever is in the open rectangle sees the head spot, and is as far inside the outline as the
// middle of the cloth: no edge of the outline passes through.
Box FreeRectangle(const Table& table, const Box& open) {
  const bool on_bed =
      table.bed_outline_m.empty() || InsidePolygon(Vec2::Zero(), table.bed_outline_m);
  return on_bed && open.Holds(table.head_spot_m) ? open : Box::Nowhere();
}

// Noses much shorter than the longest are facings of pockets, which reach far out.
Box BetweenLongNoses(const Table& table, NoseContact contact, double radius_m) {
  constexpr double kLong = 0.25;
  constexpr double kJustBeyond_m = 1e-6;
  double longest_m = 0.0;
  for (const Nose& nose : table.noses) {
    longest_m = std::max(longest_m, (nose.end_m - nose.start_m).norm());
  }
  if (longest_m == 0.0) return Box::Everything();
  constexpr double kFar_m = std::numeric_limits<double>::infinity();
  Box box{kFar_m, -kFar_m, kFar_m, -kFar_m};
  for (const Nose& nose : table.noses) {
    if ((nose.end_m - nose.start_m).norm() < kLong * longest_m) continue;
    const double reach_m = NoseContactDistance(contact, radius_m, nose.start_height_m);
    const Box along = BoxAround(nose.start_m, nose.end_m, kJustBeyond_m - reach_m);
    box = {std::min(box.x_low, along.x_low), std::max(box.x_high, along.x_high),
           std::min(box.y_low, along.y_low), std::max(box.y_high, along.y_high)};
  }
  return box;
}

SolidSet MakeSet(const Table& table, const Environment& environment, double radius_m) {
  const NoseContact contact = environment.nose_contact;
  SolidSet set;
  set.radius_m = radius_m;
  set.solids.in_plane = set.sensors.in_plane = environment.flight == Flight::kOff;
  for (const size_t i : LongestFirst(table.noses)) {
    set.solids.Add(NoseSolid(table.noses[i], contact, radius_m), i);
  }
  for (size_t i = 0; i < table.jaws.size(); ++i) {
    set.solids.Add(JawSolid(table.jaws[i], contact, radius_m), i);
  }
  if (environment.flight == Flight::kOn) {
    for (size_t i = 0; i < table.rail_tops.size(); ++i) {
      const RailTop& top = table.rail_tops[i];
      set.solids.Add(RailSolid(top, HolesIn(top, table, environment), radius_m), i);
    }
  }
  AddPockets(table, environment, set);
  NoteWhereEachIs(set);
  const std::vector<OutlineEdge> outline = MakeOutline(table.bed_outline_m);
  for (size_t i = 0; i < outline.size(); ++i) set.sensors.Add(outline[i], i);
  set.open = RectangleAround(set, Vec2::Zero(), SolidSet::kNowhere);
  for (size_t i = 0; i < set.solids.items.size(); ++i) {
    set.beside.push_back(RectangleBeside(set, i));
  }
  set.free = FreeRectangle(table, set.open);
  set.inner = BetweenLongNoses(table, contact, radius_m);
  return set;
}

}  // namespace

double PocketTop(const Table& table, const Pocket& pocket) {
  double top_m = pocket.opening.isZero() ? 0.0 : pocket.back_height_m;
  for (const RailTop& rail : table.rail_tops) {
    if (LiesIn(pocket, rail.corners_m)) top_m = std::max(top_m, rail.height_m);
  }
  return top_m;
}

bool HasHole(const Environment& environment, const Pocket& pocket, double radius_m) {
  return environment.pocket_model == PocketModel::kDrop &&
         pocket.TopRadius() > kLeastWidth * radius_m;
}

TableSolids MakeSolids(const Table& table, const Environment& environment,
                       const std::vector<BallSpec>& balls) {
  TableSolids solids;
  for (const BallSpec& ball : balls) {
    const auto known =
        std::find_if(solids.sets.begin(), solids.sets.end(),
                     [&](const SolidSet& set) { return set.radius_m == ball.radius_m; });
    solids.set_of_ball.push_back(static_cast<int>(known - solids.sets.begin()));
    if (known == solids.sets.end()) {
      solids.sets.push_back(MakeSet(table, environment, ball.radius_m));
    }
  }
  return solids;
}

}  // namespace carom
