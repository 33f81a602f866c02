#include "core/tangent/shifts.h"

#include <algorithm>
#include <cmath>

#include "core/laws/settings.h"

namespace carom {
namespace {

// Numbers of strikes and settings (radians, offsets, coefficients) and masses are moved by a step
// relative to their size, or to this where they are smaller.
constexpr double kSmallNumber = 0.1;

double StepOf(double value) { return DifferenceStep(std::max(std::abs(value), kSmallNumber)); }

double& NumberOf(const Column& column, Settings& settings, std::vector<BallSpec>& balls) {
  if (column.of == Column::Of::kMass) return balls[static_cast<size_t>(column.ball)].mass_kg;
  if (column.of == Column::Of::kRadius) return balls[static_cast<size_t>(column.ball)].radius_m;
  return *NumberAt(column.number, settings);
}

// The numbers of a strike by their place, which costs less than to look for their names.
double& StrikeNumber(CueStrike& strike, int place) {
  double* found = nullptr;
  int here = 0;
  auto take = [&](const char* /*name*/, double& number, const Interval& /*range*/) {
    if (here++ == place) found = &number;
  };
  CueStrike::Parameters(strike, take);
  return *found;
}

int PlaceOf(const FieldPath& number) {
  CueStrike strike;
  const double* const sought = NumberAt(number, strike);
  int place = 0;
  while (&StrikeNumber(strike, place) != sought) ++place;
  return place;
}

// The table as the balls touch it depends on no such number.
std::shared_ptr<const World> ShiftedWorld(const World& world, const Column& column, double step) {
  auto shifted = std::make_shared<World>(world);
  auto settings = std::make_shared<Settings>(*world.settings);
  NumberOf(column, *settings, shifted->balls) += step;
  for (size_t i = 0; i < shifted->motion.size(); ++i) {
    shifted->motion[i] = BallOnCloth(shifted->balls[i], settings->environment);
  }
  shifted->settings = std::move(settings);
  return shifted;
}

}  // namespace

void Shifts::PrepareWorlds(const World& world) {
  shifts_.assign(columns_.size(), Shift());
  for (size_t k = 0; k < columns_.size(); ++k) {
    const Column& column = columns_[k];
    Shift& shift = shifts_[k];
    shift.changes = column.changes;
    if (column.of == Column::Of::kStrike) shift.strike_number = PlaceOf(column.number);
    if (column.of == Column::Of::kNoseHeight) {
      shift.of_noses = true;
      shift.step = DifferenceStep(world.balls.front().radius_m);  // Which noses are as high as.
    }
    const bool of_ball = column.of == Column::Of::kMass || column.of == Column::Of::kRadius;
    if (column.of != Column::Of::kSettings && !of_ball) continue;
    Settings settings = *world.settings;
    const double number = NumberOf(column, settings, balls_);
    if (!of_ball) shift.number = NumberAt(column.number, const_cast<Settings&>(*world.settings));
    shift.step = StepOf(number);
    if (column.of == Column::Of::kRadius) {
      shift.radius_of = column.ball;
      shift.step = DifferenceStep(number);
    }
    shift.up = ShiftedWorld(world, column, shift.step);
    shift.down = ShiftedWorld(world, column, -shift.step);
  }
}

bool Shifts::Prepare(const World& world, const Shot& shot, const std::vector<Column>& columns) {
  const bool others = settings_ != world.settings || table_ != world.table ||
                      balls_ != world.balls || columns_ != columns;
  if (others) {
    settings_ = world.settings;
    table_ = world.table;
    balls_ = world.balls;
    columns_ = columns;
    PrepareWorlds(world);
  }
  const CueStrike strike = shot.strike.value_or(CueStrike{});
  for (size_t k = 0; k < columns.size(); ++k) {
    Shift& shift = shifts_[k];
    shift.strike_up = shift.strike_down = strike;
    if (shift.strike_number < 0) continue;
    double& up = StrikeNumber(shift.strike_up, shift.strike_number);
    shift.step = StepOf(up);
    up += shift.step;
    StrikeNumber(shift.strike_down, shift.strike_number) -= shift.step;
  }
  return others;
}

}  // namespace carom
