#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/draw/quantity.h"
#include "core/table/catalog.h"
#include "core/table/rack.h"
#include "core/table/validate.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

using Numbers = google::protobuf::RepeatedField<double>;

std::vector<double> ToVector(const Numbers& numbers) { return {numbers.begin(), numbers.end()}; }

absl::Status TakeKind(const v1::Distribution& wire, Distribution& distribution) {
  // The arm is the number itself.
  if (wire.has_constant()) {
    return TakeParameters(wire, distribution.emplace<ConstantDistribution>());
  }
  if (GivenArm(wire, "kind") == nullptr) return RequiredArm(*wire.GetDescriptor(), "kind");
  return TakeChoice(wire, "kind", distribution);
}

absl::Status CheckWhole(FieldPath path, double value) {
  if (value == std::floor(value)) return absl::OkStatus();
  return InvalidField(std::move(path), value, "a whole number");
}

// What the field of this name gives; null where it gives nothing.
const v1::Distribution* GivenDistribution(const google::protobuf::Message& wire,
                                          const std::string& field) {
  return static_cast<const v1::Distribution*>(GivenMessage(wire, field));
}

// A distribution of numbers in `range`. "normal.sigma: -1 must be in [0, 1e+06]", "normal: 0.1 %
// in [0, 50] must be at least 1 %".
absl::Status ConvertDistribution(const v1::Distribution& wire, const Interval& range,
                                 Distribution& distribution) {
  if (absl::Status bad = TakeKind(wire, distribution); !bad.ok()) return bad;
  return ValidateDistribution(distribution, range);
}

// A distribution of whole numbers in [0, end): constant or choice.
absl::Status ConvertWhole(const v1::Distribution& wire, int end, Distribution& distribution) {
  if (wire.kind_case() != v1::Distribution::kConstant && !wire.has_choice()) {
    return Required("kind", "constant or choice, of whole numbers");
  }
  const Interval range{0.0, static_cast<double>(end), Interval::Ends::kOpenHigh};
  if (absl::Status bad = ConvertDistribution(wire, range, distribution); !bad.ok()) return bad;
  if (!wire.has_choice()) return CheckWhole("constant", wire.constant());
  return TakeEach("choice.values", std::get<ChoiceDistribution>(distribution).values,
                  [](double value, int) { return CheckWhole({}, value); });
}

// The whole numbers that it can draw.
std::vector<int> PossibleWholes(const Distribution& distribution) {
  const auto* const choice = std::get_if<ChoiceDistribution>(&distribution);
  if (choice != nullptr) return {choice->values.begin(), choice->values.end()};
  return {static_cast<int>(std::get<ConstantDistribution>(distribution).value)};
}

using Kind = DrawnPlace::Kind;

constexpr int kMostEntries = 32;   // Of DrawnShots.balls and covariances.
constexpr int kMostCorners = 256;  // As of outlines.

// Drawn shots in the making.
struct DrawnDraft {
  const DrawnLists& lists;
  DrawnShots drawn;
  std::vector<int> tables;  // Those that may be drawn.
  std::vector<int> settings;
  std::vector<int> layouts;
  int most_balls = 0;
  int most_pockets = 0;
};

// Takes a quantity that is drawn by itself, where the wire gives this field.
absl::Status TakeAlone(const google::protobuf::Message& wire, const std::string& field,
                       const QuantityId& id, DrawnDraft& draft) {
  std::optional<Distribution> alone;
  const absl::Status status = TakeDistribution(wire, field, RangeOf(id.quantity), alone);
  if (!status.ok() || !alone) return status;
  draft.drawn.alone.push_back({id, *std::move(alone)});
  draft.drawn.draws_world = draft.drawn.draws_world || IsOfWorld(id.quantity);
  return status;
}

// OK for the index of a ball that a drawn layout may have.
absl::Status CheckBallIndex(FieldPath path, uint32_t ball, const DrawnDraft& draft) {
  if (ball < static_cast<uint32_t>(draft.most_balls)) return absl::OkStatus();
  return InvalidField(std::move(path), absl::StrCat(ball),
                      absl::StrCat("below ", draft.most_balls, ", the most balls of a layout"));
}

absl::Status TakeIndex(const v1::DrawnShots& wire, const char* field, size_t size,
                       std::optional<Distribution>& index, std::vector<int>& possible) {
  possible = {0};
  const v1::Distribution* const given = GivenDistribution(wire, field);
  if (given == nullptr) return absl::OkStatus();
  const absl::Status status = ConvertWhole(*given, static_cast<int>(size), index.emplace());
  if (status.ok()) possible = PossibleWholes(*index);
  return UnderPath(field, status);
}

absl::Status TakeIndices(const v1::DrawnShots& wire, DrawnDraft& draft) {
  const DrawnLists& lists = draft.lists;
  DrawnShots& drawn = draft.drawn;
  absl::Status status =
      TakeIndex(wire, "table_index", lists.tables.size(), drawn.table_index, draft.tables);
  status.Update(TakeIndex(wire, "settings_index", lists.settings.size(), drawn.settings_index,
                          draft.settings));
  status.Update(TakeIndex(wire, "layout_index", static_cast<size_t>(lists.layouts->size()),
                          drawn.layout_index, draft.layouts));
  if (!status.ok()) return status;
  for (const int i : draft.layouts) {
    draft.most_balls = std::clamp(CountBalls(lists.layouts->Get(i)), draft.most_balls, kMaxBalls);
  }
  for (const int i : draft.tables) {
    const Table* const table = lists.tables[Index(i)];
    if (table == nullptr) continue;
    draft.most_pockets = std::max(draft.most_pockets, static_cast<int>(table->pockets.size()));
  }
  return absl::OkStatus();
}

// A whole number with a default.
absl::Status TakeWhole(const google::protobuf::Message& wire, const char* field, int end,
                       double otherwise, Distribution& whole) {
  whole = ConstantDistribution{otherwise};
  const v1::Distribution* const given = GivenDistribution(wire, field);
  if (given != nullptr) return UnderPath(field, ConvertWhole(*given, end, whole));
  if (otherwise < end) return absl::OkStatus();
  return Required(field, absl::StrCat("given: there is no ", otherwise));
}

absl::Status TakeAim(const google::protobuf::Message& wire, Aim aim, DrawnDraft& draft) {
  DrawnShots::Strike& strike = *draft.drawn.strike;
  strike.aim = aim;
  absl::Status status = TakeWhole(wire, "ball", draft.most_balls, 1.0, strike.aim_ball);
  if (aim == Aim::kBall) {
    status.Update(TakeAlone(wire, "hit_offset", {Quantity::kHitOffset}, draft));
  } else {
    status.Update(TakeWhole(wire, "pocket", draft.most_pockets, 0.0, strike.aim_pocket));
    status.Update(TakeAlone(wire, "aim_error_rad", {Quantity::kAimError}, draft));
  }
  return status;
}

absl::Status TakeDrawnStrike(const v1::DrawnStrike& wire, DrawnDraft& draft) {
  absl::Status status = CheckBallIndex("cue_ball", wire.cue_ball(), draft);
  if (!status.ok()) return status;
  draft.drawn.strike.emplace().cue_ball = static_cast<int>(wire.cue_ball());
  status.Update(TakeAlone(wire, "speed_m_s", {Quantity::kSpeed}, draft));
  if (wire.has_at_ball() || wire.has_at_pocket()) {
    const char* const field = wire.has_at_ball() ? "at_ball" : "at_pocket";
    const Aim aim = wire.has_at_ball() ? Aim::kBall : Aim::kPocket;
    status.Update(UnderPath(field, TakeAim(*GivenMessage(wire, field), aim, draft)));
  }
  for (const Quantity quantity :
       {Quantity::kAzimuth, Quantity::kElevation, Quantity::kSideOffset, Quantity::kHeightOffset}) {
    status.Update(TakeAlone(wire, NameOf({quantity}), {quantity}, draft));
  }
  return status;
}

// Its fields are named like the quantities.
absl::Status TakeDrawnPhysics(const v1::DrawnPhysics& wire, DrawnDraft& draft) {
  absl::Status status;
  const google::protobuf::Descriptor& type = *wire.GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const std::string& name = type.field(i)->name();
    status.Update(TakeAlone(wire, name, FindQuantity(name).value(), draft));
  }
  return status;
}

absl::Status TakeRectangle(const v1::Rectangle& wire, Region& region) {
  if (absl::Status bad = CheckRanges(wire); !bad.ok()) return bad;
  const Vec2 lo = ToVec2(wire.lo());
  const Vec2 hi = ToVec2(wire.hi());
  if (!(lo.x() < hi.x())) return InvalidField("hi.x_m", hi.x(), "above lo.x_m");
  if (!(lo.y() < hi.y())) return InvalidField("hi.y_m", hi.y(), "above lo.y_m");
  region.corners_m = {lo, Vec2(hi.x(), lo.y()), hi, Vec2(lo.x(), hi.y())};
  region.is_box = true;
  return absl::OkStatus();
}

absl::Status TakePolygon(const v1::Polygon& wire, Region& region) {
  absl::Status size = CheckSize("corners", wire.corners_size(), 3, kMostCorners, "corners");
  if (!size.ok()) return size;
  FieldTaker{wire}("corners", region.corners_m);
  return ValidatePolygon("corners", region.corners_m);
}

// The playing surface of every table that may be drawn.
absl::Status TakeSurface(const DrawnDraft& draft, Region& region) {
  region.is_box = true;
  for (const int i : draft.tables) {
    const Table* const table = draft.lists.tables[Index(i)];
    if (table == nullptr || (table->length_m > 0.0 && table->width_m > 0.0)) continue;
    return Required("shape",
                    absl::StrCat("given: length and width of tables[", i, "] are not known"));
  }
  return absl::OkStatus();
}

absl::Status TakeRegion(const v1::Region& wire, DrawnDraft& draft) {
  Region& region = draft.drawn.regions.emplace_back();
  if (wire.has_rectangle()) return UnderPath("rectangle", TakeRectangle(wire.rectangle(), region));
  if (wire.has_polygon()) return UnderPath("polygon", TakePolygon(wire.polygon(), region));
  return TakeSurface(draft, region);
}

absl::Status TakeDisplacement(const v1::Displacement& wire, DrawnPlace& place) {
  absl::Status status = TakeDistribution(wire, "dx_m", RangeOf(Quantity::kBallDx), place.dx_m);
  status.Update(TakeDistribution(wire, "dy_m", RangeOf(Quantity::kBallDy), place.dy_m));
  return status;
}

// The place that all balls of an entry share, but for their streams.
absl::Status TakePlace(const v1::DrawnBalls& wire, int entry, DrawnDraft& draft,
                       DrawnPlace& place) {
  place.entry = entry;
  if (wire.has_displacement()) {
    place.kind = Kind::kDisplaced;
    return UnderPath("displacement", TakeDisplacement(wire.displacement(), place));
  }
  if (!wire.has_region()) return absl::OkStatus();
  place.kind = Kind::kInRegion;
  place.region = static_cast<int>(draft.drawn.regions.size());
  return UnderPath("region", TakeRegion(wire.region(), draft));
}

absl::Status TakeEntry(const v1::DrawnBalls& wire, int entry, uint32_t& taken, DrawnDraft& draft) {
  std::vector<int> balls;
  absl::Status status = TakeEach("balls", wire.balls(), [&](uint32_t ball, int) {
    balls.push_back(ToIndex(ball));
    return CheckBallIndex({}, ball, draft);
  });
  for (int ball = 0; ball < draft.most_balls && wire.balls().empty(); ++ball) balls.push_back(ball);
  DrawnPlace place;
  if (status.ok()) status = TakePlace(wire, entry, draft, place);
  for (size_t i = 0; i < balls.size() && status.ok(); ++i) {
    const int ball = balls[i];
    if ((taken >> ball & 1u) != 0) {
      return InvalidField("balls", absl::StrCat("ball ", ball), "there once only");
    }
    taken |= uint32_t{1} << ball;
    draft.drawn.places[Index(ball)] = place;
    status.Update(TakeAlone(wire, "mass_kg", {Quantity::kBallMass, ball}, draft));
    status.Update(TakeAlone(wire, "radius_m", {Quantity::kBallRadius, ball}, draft));
  }
  return status;
}

// What a quantity of a covariance must be and is not; else empty.
std::string LacksTogether(const QuantityId& id, const DrawnDraft& draft) {
  const DrawnShots& drawn = draft.drawn;
  if (IsOfBall(id.quantity) && id.ball >= draft.most_balls) {
    return "of a ball that a layout has";
  }
  const auto of_aim = [&](Aim aim) { return drawn.strike && drawn.strike->aim == aim; };
  switch (id.quantity) {
    case Quantity::kSpeed:
    case Quantity::kElevation:
    case Quantity::kSideOffset:
    case Quantity::kHeightOffset:
      return drawn.strike ? "" : "with a strike";
    case Quantity::kAzimuth:
      return of_aim(Aim::kAzimuth) ? "" : "with a strike that has no aim";
    case Quantity::kHitOffset:
      return of_aim(Aim::kBall) ? "" : "with a strike at_ball";
    case Quantity::kAimError:
      return of_aim(Aim::kPocket) ? "" : "with a strike at_pocket";
    case Quantity::kBallDx:
    case Quantity::kBallDy: {
      const bool in_region = drawn.places[Index(id.ball)].kind == Kind::kInRegion;
      return in_region ? "of a ball without a region" : "";
    }
    default:
      return IsOfWorld(id.quantity) ? "" : "a number, and none of a place or a rack";
  }
}

// By itself, or together with others.
bool IsDrawn(const QuantityId& id, const DrawnShots& drawn) {
  const DrawnPlace& place = drawn.places[Index(id.ball)];
  if (id.quantity == Quantity::kBallDx && place.dx_m) return true;
  if (id.quantity == Quantity::kBallDy && place.dy_m) return true;
  const auto is_it = [&](const DrawnAlone& alone) { return alone.id == id; };
  const auto has_it = [&](const DrawnTogether& t) {
    return std::find(t.quantities.begin(), t.quantities.end(), id) != t.quantities.end();
  };
  return std::any_of(drawn.alone.begin(), drawn.alone.end(), is_it) ||
         std::any_of(drawn.together.begin(), drawn.together.end(), has_it);
}

// The quantities of a covariance, each of which `lacks(id)` nothing to be drawn so.
template <class Lacks>
absl::Status TakeQuantities(const v1::Covariance& wire, const Lacks& lacks,
                            std::vector<QuantityId>& quantities) {
  absl::Status wrong_size = CheckSize("quantities", wire.quantities_size(), 1, kMostTogether);
  if (!wrong_size.ok()) return wrong_size;
  return TakeEach("quantities", wire.quantities(), [&](const std::string& name, int) {
    const std::optional<QuantityId> id = FindQuantity(name);
    std::string lack = id ? lacks(*id) : "the name of a quantity";
    if (lack.empty() && std::find(quantities.begin(), quantities.end(), *id) != quantities.end()) {
      lack = "there once only";
    }
    if (!lack.empty()) return InvalidField({}, Quoted(name), lack);
    quantities.push_back(*id);
    return absl::OkStatus();
  });
}

absl::Status TakeCovariance(const v1::Covariance& wire, int number, DrawnDraft& draft) {
  bool world = false;
  bool displaces = false;
  const auto lacks = [&](const QuantityId& id) -> std::string {
    if (std::string lack = LacksTogether(id, draft); !lack.empty()) return lack;
    if (IsDrawn(id, draft.drawn)) return "drawn here only";
    world = world || IsOfWorld(id.quantity);
    displaces = displaces || id.quantity == Quantity::kBallDx || id.quantity == Quantity::kBallDy;
    return world && displaces ? "without displacements beside parameters of the world" : "";
  };
  DrawnTogether together{number, {}, {}};
  absl::Status status = TakeQuantities(wire, lacks, together.quantities);
  if (status.ok()) {
    status = JointNormal::Make(together.quantities.size(), ToVector(wire.means()),
                               ToVector(wire.covariance()), together.joint);
  }
  if (!status.ok()) return status;
  for (const QuantityId& id : together.quantities) {
    if (!displaces || !IsOfBall(id.quantity)) continue;
    draft.drawn.places[Index(id.ball)].kind = Kind::kDisplaced;
  }
  draft.drawn.draws_world = draft.drawn.draws_world || world;
  draft.drawn.together.push_back(std::move(together));
  return absl::OkStatus();
}

absl::Status TakeDrawnBalls(const v1::DrawnShots& wire, DrawnDraft& draft) {
  absl::Status size = CheckSize("balls", wire.balls_size(), 0, kMostEntries);
  if (!size.ok()) return size;
  uint32_t taken = 0;
  return TakeEach("balls", wire.balls(), [&](const v1::DrawnBalls& balls, int entry) {
    return TakeEntry(balls, entry, taken, draft);
  });
}

absl::Status TakeSelection(const v1::DrawnSelection& wire, DrawnDraft& draft) {
  DrawnShots::Selection& selection = draft.drawn.selection.emplace();
  absl::Status status = TakeEach("balls", wire.balls(), [&](uint32_t ball, int j) {
    if (absl::Status bad = CheckBallIndex({}, ball, draft); !bad.ok()) return bad;
    if (j > 0 && ball <= wire.balls(j - 1)) {
      return InvalidField({}, absl::StrCat(ball), "above the one before");
    }
    selection.among |= uint32_t{1} << ball;
    return absl::OkStatus();
  });
  if (!wire.has_ball_count()) status.Update(Required("ball_count", "given"));
  if (!status.ok()) return status;
  const int end = (wire.balls().empty() ? draft.most_balls : wire.balls_size()) + 1;
  return UnderPath("ball_count", ConvertWhole(wire.ball_count(), end, selection.ball_count));
}

absl::Status TakeRackDraw(const v1::DrawnRack& wire, DrawnDraft& draft) {
  for (const int i : draft.layouts) {
    if (draft.lists.layouts->Get(i).has_rack()) continue;
    return InvalidField("order", std::string(wire.order() ? "true" : "false"),
                        absl::StrCat("of a rack, which layouts[", i, "] is not"));
  }
  DrawnShots::DrawnRack& rack = draft.drawn.rack.emplace();
  rack.order = wire.order();
  return TakeDistribution(wire, "rack_jitter_m", RangeOf(Quantity::kRackJitter), rack.jitter_m);
}

absl::Status TakeCovariances(const v1::DrawnShots& wire, DrawnDraft& draft) {
  absl::Status status = CheckSize("covariances", wire.covariances_size(), 0, kMostEntries);
  if (!status.ok()) return status;
  status =
      TakeEach("covariances", wire.covariances(), [&](const v1::Covariance& covariance, int j) {
        return TakeCovariance(covariance, j, draft);
      });
  if (!status.ok() || !draft.drawn.strike || IsDrawn({Quantity::kSpeed}, draft.drawn))
    return status;
  return Required("strike.speed_m_s", "given");
}

absl::Status CheckSettings(const DrawnDraft& draft) {
  for (const int i : draft.settings) {
    const Settings* const settings = draft.lists.settings[Index(i)];
    if (settings == nullptr) continue;
    const absl::Status bad = CheckDrawnLaws(draft.drawn, *settings);
    if (bad.ok()) continue;
    return WithError(bad, [i](FieldError& error) {
      absl::StrAppend(&error.must, ", unlike settings[", i, "]");
    });
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status TakeParameters(const google::protobuf::Message& wire, ChoiceDistribution& choice) {
  const auto& given = static_cast<const v1::ChoiceDistribution&>(wire);
  return ChoiceDistribution::Make(ToVector(given.values()), ToVector(given.weights()), choice);
}

absl::Status TakeDistribution(const google::protobuf::Message& wire, const std::string& field,
                              const Interval& range, std::optional<Distribution>& distribution) {
  const v1::Distribution* const given = GivenDistribution(wire, field);
  if (given == nullptr) return absl::OkStatus();
  return UnderPath(field, ConvertDistribution(*given, range, distribution.emplace()));
}

std::vector<std::string> ConvertedDraw::ColumnNames() const {
  std::vector<std::string> names;
  for (const QuantityId& id : ColumnsOf(drawn, most_balls)) names.push_back(NameOf(id));
  return names;
}

absl::StatusOr<ConvertedDraw> ConvertDrawnShots(const v1::DrawnShots& wire,
                                                const DrawnLists& lists) {
  DrawnDraft draft{lists, {}, {}, {}, {}};
  absl::Status status = TakeIndices(wire, draft);
  if (status.ok() && wire.has_strike()) {
    status = UnderPath("strike", TakeDrawnStrike(wire.strike(), draft));
  }
  if (status.ok()) status = UnderPath("physics", TakeDrawnPhysics(wire.physics(), draft));
  if (status.ok()) status = TakeDrawnBalls(wire, draft);
  if (status.ok() && wire.has_selection()) {
    status = UnderPath("selection", TakeSelection(wire.selection(), draft));
  }
  if (status.ok() && wire.has_rack()) status = UnderPath("rack", TakeRackDraw(wire.rack(), draft));
  if (status.ok()) status = TakeCovariances(wire, draft);
  if (status.ok()) status = CheckSettings(draft);
  if (!status.ok()) return status;
  return ConvertedDraw{std::move(draft.drawn), draft.most_balls};
}

std::optional<RackRecipe> ConvertRackRecipe(const v1::Layout& layout, const ConvertedTable& table) {
  if (!layout.has_rack()) return std::nullopt;
  const v1::Rack& wire = layout.rack();
  RackRecipe recipe;
  recipe.name = wire.name();
  recipe.ball_set = FindBallSet(layout.ball_set().empty() ? table.ball_set : layout.ball_set());
  FieldTaker take(wire);
  RackOptions::Parameters(recipe.options, take);
  return recipe;
}

}  // namespace carom
