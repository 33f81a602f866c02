// The event engine's solids and the compliant engine's surfaces are two models of one table. Random
// centres around noses, jaws and pockets of all presets are as far from the one as from the other,
// and where a centre is not, the cause is one of those that are stated here.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "core/models/pool/pool_table.h"
#include "core/solid/plane_geometry.h"
#include "core/table/catalog.h"
#include "core/table/table_solids.h"

namespace carom {
namespace {

constexpr double kSame_m = 1e-12;
constexpr uint64_t kSeed = 20261125;

Vec2 OnPlane(const Vec3& point) { return point.head<2>(); }

Vec2 RandomOffset(CounterRandom& random, double most_m) {
  const double x = random.Uniform(-most_m, most_m);
  return {x, random.Uniform(-most_m, most_m)};
}

Vec3 At(const Vec2& place, double height_m) { return {place.x(), place.y(), height_m}; }

// How many centres were near the same surface, and near different ones.
struct Count {
  int same = 0;
  int different = 0;
};

// Noses and jaws as both engines have them, for balls of one radius.
struct TwoCushions {
  TwoCushions(const Table& of, NoseContact contact, const BallSpec& ball)
      : table(of), radius_m(ball.radius_m), cushions(MakeCushions(of, contact)) {
    // A line of the compliant engine is a plate kNosePlate_m thick, whose top is as high as the
    // nose. Below it, a ball is nearest to its lower edge.
    Table lower = table;
    for (Nose& nose : lower.noses) nose.start_height_m -= kNosePlate_m;
    for (Jaw& jaw : lower.jaws) jaw.height_m -= kNosePlate_m;
    Environment environment;
    environment.nose_contact = contact;
    upper_edges = MakeSolids(table, environment, {ball});
    lower_edges = MakeSolids(contact == NoseContact::kLine ? lower : table, environment, {ball});
    height_m = table.noses.front().start_height_m;
  }

  // To the nearest line, or plane: the faces that the event engine adds below it are left out.
  static double GapOf(const TableSolids& solids, const Vec3& centre) {
    double least_m = std::numeric_limits<double>::infinity();
    for (const Placed<Solid>& solid : solids.ForBall(0).solids.items) {
      if (!IsCushion(solid.shape)) continue;
      const Parts parts = PartsNear(solid.shape, centre, false);
      least_m = std::min(least_m, (parts.end() - 1)->gap_m);
    }
    return least_m;
  }

  double OfEventEngine(const Vec3& centre) const {
    return GapOf(centre.z() < height_m ? lower_edges : upper_edges, centre);
  }

  SphereContact OfCompliantEngine(const Vec3& centre) const {
    SphereContact nearest;
    nearest.gap_m = std::numeric_limits<double>::infinity();
    for (const UnionSurface& cushion : cushions) {
      const SphereContact here = Detect(cushion, centre, radius_m);
      if (here.gap_m < nearest.gap_m) nearest = here;
    }
    return nearest;
  }

  static bool Holds(const Jaw& jaw, const Vec2& place) {
    return (place - jaw.centre_m).norm() <= jaw.radius_m;
  }

  bool IsInAJaw(const Vec2& place) const {
    return std::any_of(table.jaws.begin(), table.jaws.end(),
                       [&](const Jaw& jaw) { return Holds(jaw, place); });
  }

  // Neither behind a nose nor in a jaw or a pocket.
  bool IsInFront(const Vec2& place) const {
    const auto covers = [&](const RailTop& top) { return InsidePolygon(place, top.corners_m); };
    const auto takes = [&](const Pocket& pocket) { return CircleOf(pocket).Covers(place); };
    return InsidePolygon(place, table.bed_outline_m) && !IsInAJaw(place) &&
           std::none_of(table.rail_tops.begin(), table.rail_tops.end(), covers) &&
           std::none_of(table.pockets.begin(), table.pockets.end(), takes);
  }

  // Of a point from all that the table names, seen from above.
  double FromNosesAndJaws(const Vec2& place) const {
    double least_m = std::numeric_limits<double>::infinity();
    for (const Nose& nose : table.noses) {
      const Vec2 nearest = NearestOnSegment(place, nose.start_m, nose.end_m);
      least_m = std::min(least_m, (place - nearest).norm());
    }
    for (const Jaw& jaw : table.jaws) {
      least_m = std::min(least_m, std::fabs((place - jaw.centre_m).norm() - jaw.radius_m));
    }
    return least_m;
  }

  Vec3 RandomCentre(CounterRandom& random) const {
    const size_t noses = table.noses.size();
    const size_t i = random.Below(noses + table.jaws.size());
    Vec2 near = Vec2::Zero();
    if (i < noses) {
      const Nose& nose = table.noses[i];
      near = nose.start_m + random.Uniform(0.0, 1.0) * (nose.end_m - nose.start_m);
    } else {
      near = table.jaws[i - noses].centre_m;
    }
    const Vec2 place = near + RandomOffset(random, 0.12);
    return At(place, random.Uniform(-0.03, 0.12));
  }

  const Table& table;
  double radius_m;
  double height_m = 0.0;  // Of all noses and jaws of a preset.
  std::vector<UnionSurface> cushions;
  TableSolids upper_edges;
  TableSolids lower_edges;
};

// A plane of the event engine has no top and no bottom; that of the compliant engine ends at the
// nose and at the cloth.
double PlaneThatEnds(const TwoCushions& two, double gap_m, double z_m) {
  const double beyond_m = std::max({z_m - two.height_m, -z_m, 0.0});
  return std::hypot(gap_m + two.radius_m, beyond_m) - two.radius_m;
}

// Within a jaw's circle. As a line, a jaw of the event engine is solid all the way below its top,
// that of the compliant engine is a plate: from above both are their tops. As planes both are
// solid at the heights that both have.
void CompareInAJaw(const TwoCushions& two, NoseContact contact, const Vec3& centre, double event_m,
                   const SphereContact& compliant) {
  const double over_m = centre.z() - two.height_m;
  if (contact == NoseContact::kPlane) {
    EXPECT_LE(event_m, -two.radius_m);
    EXPECT_TRUE(over_m > 0.0 || centre.z() < 0.0 || compliant.gap_m <= -two.radius_m);
    return;
  }
  EXPECT_NEAR(event_m, over_m - two.radius_m, over_m < 0.0 ? 2.0 * kNosePlate_m : kSame_m);
  if (over_m >= 0.0) {
    EXPECT_NEAR(compliant.gap_m, event_m, kSame_m);
  } else {
    EXPECT_GT(compliant.gap_m, event_m);
  }
}

// The noses of the event engine are thin, and solid from both sides. Those of the compliant engine
// are the fronts of boxes. So a centre behind a nose is in a box, or near one of its other faces,
// which are no farther from a nose or jaw than a box is deep.
void CompareBehind(const TwoCushions& two, double event_m, const SphereContact& compliant) {
  EXPECT_LE(compliant.gap_m, event_m + kSame_m);
  const bool inside = compliant.gap_m <= -two.radius_m;
  if (inside || compliant.gap_m >= event_m - kSame_m) return;
  const double from_m = two.FromNosesAndJaws(OnPlane(compliant.point_m));
  EXPECT_GT(from_m, 0.0);
  EXPECT_LE(from_m, kCushionDepth_m + kSame_m);
}

Count CompareCushions(const TwoCushions& two, NoseContact contact, int centres) {
  CounterRandom random(kSeed, static_cast<uint64_t>(contact));
  Count count;
  for (int i = 0; i < centres && !::testing::Test::HasFailure(); ++i) {
    const Vec3 centre = two.RandomCentre(random);
    const SphereContact compliant = two.OfCompliantEngine(centre);
    double event_m = two.OfEventEngine(centre);
    SCOPED_TRACE(::testing::Message()
                 << "seed " << kSeed << " centre " << i << " at " << centre.transpose());
    if (two.IsInAJaw(OnPlane(centre))) {
      ++count.different;
      CompareInAJaw(two, contact, centre, event_m, compliant);
      continue;
    }
    if (contact == NoseContact::kPlane) event_m = PlaneThatEnds(two, event_m, centre.z());
    if (two.IsInFront(OnPlane(centre))) {
      ++count.same;
      EXPECT_NEAR(compliant.gap_m, event_m, kSame_m);
    } else {
      ++count.different;
      CompareBehind(two, event_m, compliant);
    }
  }
  return count;
}

class EveryTable : public ::testing::TestWithParam<const TablePreset*> {};

TEST_P(EveryTable, NosesAndJawsAreWhereTheOtherEngineHasThem) {
  constexpr int kCentres = 8500;  // Of 6 tables with cushions and 2 contacts: 102 000.
  const Table& table = GetParam()->table;
  if (table.noses.empty()) return;  // The open table.
  const BallSpec ball = FindBallSet(GetParam()->ball_set)->balls[0];
  for (const NoseContact contact : {NoseContact::kLine, NoseContact::kPlane}) {
    const TwoCushions two(table, contact, ball);
    for (const Nose& nose : table.noses) ASSERT_EQ(nose.start_height_m, two.height_m);
    const Count count = CompareCushions(two, contact, kCentres);
    EXPECT_GT(count.same, kCentres / 4);
    EXPECT_GT(count.different, 0);
  }
}

// Slate and liner of a pocket as both engines have them.
struct TwoHoles {
  TwoHoles(const Table& table, int index, double radius, const SolidSet& set,
           const PoolTableModel& model)
      : pocket(table.pockets[static_cast<size_t>(index)]),
        radius_m(radius),
        solid(pocket, set.Find<HoleSolid>(index).rim_cosine(), radius) {
    for (size_t i = 0; i < model.contacts.size(); ++i) {
      if (model.contacts[i].kind == EventKind::kBallSlate) cloth = &model.spec.contacts[i].surface;
      if (model.contacts[i].kind == EventKind::kPocketRim) liner = &model.spec.contacts[i].surface;
    }
  }

  Nearest OfEventEngine(const Vec3& centre) const {
    return solid.PartsNear(centre, false).Closest();
  }

  double OfCompliantEngine(const Vec3& centre) const {
    return std::min(Detect(*cloth, centre, radius_m).gap_m, Detect(*liner, centre, radius_m).gap_m);
  }

  // Over the hole, and not behind its back: there a ball is in the rail.
  bool IsInside(const Vec3& centre) const {
    const Vec2 offset = OnPlane(centre) - pocket.centre_m;
    const double share = std::clamp(centre.z() / pocket.back_height_m, 0.0, 1.0);
    const bool behind = pocket.opening.dot(offset) <= 0.0;
    return offset.norm() < pocket.radius_m - (behind ? share * pocket.overhang_m : 0.0);
  }

  const Pocket& pocket;
  double radius_m;
  HoleSolid solid;
  const Surface* cloth = nullptr;
  const Surface* liner = nullptr;
};

// The compliant engine's liner is a thin sheet. The event engine adds what lies behind it at its
// upper edge: the top between the edge and the circle, and the edges of the rails beside it.
void CompareHoles(const TwoHoles& two, CounterRandom& random, int centres, Count& count) {
  for (int i = 0; i < centres && !::testing::Test::HasFailure(); ++i) {
    const Vec2 offset = RandomOffset(random, two.pocket.radius_m);
    const Vec3 centre = At(two.pocket.centre_m + offset, random.Uniform(-0.06, 0.1));
    if (!two.IsInside(centre)) continue;
    const double compliant_m = two.OfCompliantEngine(centre);
    // What a ball of the event engine is deep in it does not touch (kBehind_m).
    if (compliant_m < 0.0) continue;
    const Nearest event = two.OfEventEngine(centre);
    SCOPED_TRACE(::testing::Message() << "seed " << kSeed << " centre " << i << " at "
                                      << centre.transpose() << " in " << two.pocket.name);
    EXPECT_LE(event.gap_m, compliant_m + kSame_m);
    if (event.gap_m >= compliant_m - kSame_m) {
      ++count.same;
      continue;
    }
    ++count.different;
    EXPECT_NEAR(event.place_m.z(), two.pocket.back_height_m, kSame_m);
    EXPECT_GT((OnPlane(event.place_m) - two.pocket.centre_m).norm(),
              two.pocket.TopRadius() - kSame_m);
  }
}

TEST_P(EveryTable, RimsAndLinersAreWhereTheOtherEngineHasThem) {
  constexpr int kCentres = 4500;  // Of 5 tables with 6 pockets, some 3000 inside: 90 000.
  const Table& table = GetParam()->table;
  if (table.pockets.empty()) return;
  const BallSpec ball = FindBallSet(GetParam()->ball_set)->balls[0];
  Environment environment;
  environment.flight = Flight::kOn;
  environment.pocket_model = PocketModel::kDrop;
  const TableSolids solids = MakeSolids(table, environment, {ball});
  const PoolTableModel model = MakePoolTable(table, environment, {}, std::vector{ball});
  CounterRandom random(kSeed, 2);
  Count count;
  for (int pocket = 0; pocket < static_cast<int>(table.pockets.size()); ++pocket) {
    for (const double radius_m : {ball.radius_m, 1e-3}) {  // Small balls get everywhere.
      const TwoHoles two(table, pocket, radius_m, solids.ForBall(0), model);
      CompareHoles(two, random, kCentres / 2, count);
    }
  }
  EXPECT_GT(count.same, 2 * kCentres);
  EXPECT_GT(count.different, 0);
}

std::vector<const TablePreset*> AllTables() {
  std::vector<const TablePreset*> tables;
  for (const TablePreset& preset : TableCatalog()) tables.push_back(&preset);
  return tables;
}

INSTANTIATE_TEST_SUITE_P(Presets, EveryTable, ::testing::ValuesIn(AllTables()),
                         [](const auto& test) { return test.param->table.name; });

}  // namespace
}  // namespace carom
