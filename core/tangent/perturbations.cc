#include "core/tangent/perturbations.h"

#include <algorithm>
#include <cmath>

#include "core/laws/settings.h"

namespace carom {
namespace {

// Numbers of strikes and settings (radians, offsets, coefficients) and masses are moved by a step
// relative to their size, or to this where they are smaller.
constexpr double kSmallNumber = 0.1;

double StepOf(double value) { return DifferenceStep(std::max(std::abs(value), kSmallNumber)); }

double& PerturbedNumber(const Column& column, Settings& settings, std::vector<BallSpec>& balls) {
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
std::shared_ptr<const World> PerturbedWorld(const World& world, const Column& column, double step) {
  auto perturbed = std::make_shared<World>(world);
  auto settings = std::make_shared<Settings>(*world.settings);
  PerturbedNumber(column, *settings, perturbed->balls) += step;
  for (size_t i = 0; i < perturbed->motion.size(); ++i) {
    perturbed->motion[i] = BallOnCloth(perturbed->balls[i], settings->environment);
  }
  perturbed->settings = std::move(settings);
  return perturbed;
}

void PerturbWorlds(const World& world, const Column& column, Perturbation& perturbation) {
  perturbation.up = PerturbedWorld(world, column, perturbation.step);
  perturbation.down = PerturbedWorld(world, column, -perturbation.step);
}

void PerturbStrikes(const CueStrike& strike, Perturbation& perturbation) {
  perturbation.strike_up = perturbation.strike_down = strike;
  const int place = perturbation.strike_number;
  if (place < 0) return;
  StrikeNumber(perturbation.strike_up, place) += perturbation.step;
  StrikeNumber(perturbation.strike_down, place) -= perturbation.step;
}

}  // namespace

void Perturbations::PrepareWorlds(const World& world) {
  perturbations_.assign(columns_.size(), Perturbation());
  for (size_t k = 0; k < columns_.size(); ++k) {
    const Column& column = columns_[k];
    Perturbation& perturbation = perturbations_[k];
    perturbation.affects = column.affects;
    if (column.of == Column::Of::kStrike) perturbation.strike_number = PlaceOf(column.number);
    if (column.of == Column::Of::kNoseHeight) {
      perturbation.of_noses = true;
      perturbation.step =
          DifferenceStep(world.balls.front().radius_m);  // Which noses are as high as.
    }
    const bool of_ball = column.of == Column::Of::kMass || column.of == Column::Of::kRadius;
    if (column.of != Column::Of::kSettings && !of_ball) continue;
    Settings settings = *world.settings;
    const double number = PerturbedNumber(column, settings, balls_);
    if (!of_ball)
      perturbation.number = NumberAt(column.number, const_cast<Settings&>(*world.settings));
    perturbation.step = StepOf(number);
    if (column.of == Column::Of::kRadius) {
      perturbation.radius_of = column.ball;
      perturbation.step = DifferenceStep(number);
    }
    PerturbWorlds(world, column, perturbation);
  }
}

bool Perturbations::Prepare(const World& world, const Shot& shot,
                            const std::vector<Column>& columns) {
  const bool others = settings_ != world.settings || table_ != world.table ||
                      balls_ != world.balls || columns_ != columns;
  if (others) {
    settings_ = world.settings;
    table_ = world.table;
    balls_ = world.balls;
    columns_ = columns;
    PrepareWorlds(world);
  }
  CueStrike strike = shot.strike.value_or(CueStrike{});
  for (Perturbation& perturbation : perturbations_) {
    const int place = perturbation.strike_number;
    if (place >= 0) perturbation.step = StepOf(StrikeNumber(strike, place));
    PerturbStrikes(strike, perturbation);
  }
  return others;
}

Perturbation Perturbations::Finer(const World& world, const CueStrike& strike, size_t column,
                                  double part) const {
  Perturbation finer = perturbations_[column];
  finer.step *= part;
  if (finer.up) PerturbWorlds(world, columns_[column], finer);
  PerturbStrikes(strike, finer);
  return finer;
}

}  // namespace carom
