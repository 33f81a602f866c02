#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/table/catalog.h"
#include "core/table/rack.h"
#include "server/convert/catalog_convert.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

// Ball `index` as the set has it. Beyond the set's last ball: as its first, without a name.
void AddBallOfSet(const BallSet& set, size_t index, Layout& layout) {
  const bool in_set = index < set.balls.size();
  layout.balls.push_back(set.balls[in_set ? index : 0]);
  layout.names.push_back(in_set ? set.ball_names[index] : std::string());
}

// The rack's errors name its own fields, or the ball set and the table beside it.
absl::Status AtRack(const absl::Status& status) {
  return WithError(status, [](FieldError& error) {
    if (error.path.BeginsWith("ball_set")) return;
    if (error.path.BeginsWith("table")) return error.Blame("rack");
    error.path = FieldPath("rack") / error.path;
  });
}

absl::StatusOr<Layout> ConvertRack(const v1::Rack& wire, const Table& table, const BallSet& set) {
  RackOptions options;
  FieldTaker take(wire);
  RackOptions::Parameters(options, take);
  absl::StatusOr<Layout> layout = MakeRack(wire.name(), table, set, options);
  if (!layout.ok()) return AtRack(layout.status());
  return layout;
}

absl::Status AddBall(const v1::LayoutBall& wire, const BallSet& set, Layout& layout) {
  AddBallOfSet(set, layout.balls.size(), layout);
  BallSpec& spec = layout.balls.back();
  if (wire.ball().has_mass_kg()) spec.mass_kg = wire.ball().mass_kg();
  if (wire.ball().has_radius_m()) spec.radius_m = wire.ball().radius_m();
  if (wire.ball().has_inertia_ratio()) spec.inertia_ratio = wire.ball().inertia_ratio();
  if (!wire.ball().name().empty()) layout.names.back() = wire.ball().name();
  if (absl::Status bad = CheckName("ball.name", wire.ball().name()); !bad.ok()) return bad;
  return UnderPath("state",
                   ConvertState(wire.state(), spec.radius_m, layout.states.emplace_back()));
}

absl::StatusOr<Layout> ConvertBalls(const v1::BallList& wire, const BallSet& set) {
  absl::Status size = CheckSize("balls.balls", wire.balls_size(), 1, kMaxBalls);
  if (!size.ok()) return size;
  Layout layout;
  const absl::Status bad = TakeEach("balls.balls", wire.balls(), [&](const auto& ball, int) {
    return AddBall(ball, set, layout);
  });
  if (!bad.ok()) return bad;
  return layout;
}

absl::StatusOr<Layout> ConvertColumns(const v1::BallStates& wire, const BallSet& set) {
  Layout layout;
  if (absl::Status bad = ConvertStates(wire, layout.states); !bad.ok()) {
    return UnderPath("states", bad);
  }
  for (size_t i = 0; i < layout.states.size(); ++i) AddBallOfSet(set, i, layout);
  return layout;
}

}  // namespace

absl::StatusOr<Layout> ConvertLayout(const v1::Layout& layout, const ConvertedTable& table) {
  const std::string& set_name = layout.ball_set().empty() ? table.ball_set : layout.ball_set();
  const BallSet* set = FindBallSet(set_name);
  if (set == nullptr) return UnknownName("ball_set", set_name, BallSetNames());
  if (layout.has_rack()) return ConvertRack(layout.rack(), *table.table, *set);
  if (layout.has_balls()) return ConvertBalls(layout.balls(), *set);
  if (layout.has_states()) return ConvertColumns(layout.states(), *set);
  return RequiredArm(*v1::Layout::descriptor(), "source");
}

int CountBalls(const v1::Layout& layout) {
  if (layout.has_rack()) return static_cast<int>(RackSize(layout.rack().name()));
  return layout.has_balls() ? layout.balls().balls_size() : layout.states().motions_size();
}

}  // namespace carom
