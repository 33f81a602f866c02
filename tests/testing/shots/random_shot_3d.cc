#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "core/table/catalog.h"
#include "core/table/rack.h"
#include "core/table/validate.h"
#include "tests/testing/dice.h"
#include "tests/testing/random_placement.h"
#include "tests/testing/random_tables.h"
#include "tests/testing/shots/random_laws.h"
#include "tests/testing/shots/random_shot.h"

namespace carom::testing {
namespace {

class Maker3D {
 public:
  Maker3D(uint64_t seed, uint64_t index, const Table* table) : table_(table), dice_(seed, index) {}

  // Rough cushions, drawn from a stream of their own: all else stays as it was.
  void RoughenBy(const Dice& dice) { rough_ = dice; }

  std::optional<RandomShot> Make() {
    const Table table = table_ != nullptr ? *table_ : DrawTable3D(dice_);
    const Settings settings = DrawSettings();
    std::vector<BallSpec> balls;
    Shot shot;
    if (!(dice_.Chance(0.15) && Rack(table, balls, shot.start))) {
      balls = DrawBalls();
      RandomPlacement placement(table, settings.environment, balls, dice_);
      if (!placement.Place(shot.start)) return std::nullopt;
    }
    DrawMotion(balls, shot);
    if (!ValidatePlacement(table, settings.environment, balls, shot.start).ok()) {
      return std::nullopt;
    }
    auto scene =
        Scene::Make(std::make_shared<Table>(table), std::make_shared<Settings>(settings), balls);
    if (!scene.ok()) return std::nullopt;
    what_ += " on " + table.name;
    return RandomShot{*std::move(scene), std::move(shot), what_};
  }

 private:
  Settings DrawSettings() {
    Settings settings;
    settings.laws = DrawLaws(dice_, &what_);
    if (rough_) Roughen(*rough_, settings.laws);
    Environment& environment = settings.environment;
    environment.flight = Flight::kOn;
    environment.limits.max_time_s = 1e4;  // Slow cloths and weak gravity let balls roll long.
    environment.pocket_model = dice_.Chance(0.6) ? PocketModel::kDrop : PocketModel::kCircle;
    environment.nose_contact = dice_.Chance(0.9) ? NoseContact::kLine : NoseContact::kPlane;
    DrawSimultaneous(environment);
    if (dice_.Chance(0.5)) {
      environment.cloth.sliding_friction = dice_.Between(0.05, 0.5);
      environment.cloth.rolling_friction = dice_.Between(0.003, 0.03);
      environment.cloth.spinning_friction = dice_.Between(0.003, 0.05);
    }
    if (dice_.Chance(0.05)) environment.gravity_m_s2 = dice_.Between(1.0, 25.0);
    if (dice_.Chance(0.1)) environment.rest_hop_s = dice_.Between(1e-3, 0.03);
    if (dice_.Chance(0.2)) environment.settle_speed_m_s = dice_.Between(1e-3, 0.1);
    return settings;
  }

  void DrawSimultaneous(Environment& environment) {
    const double u = dice_.Uniform();
    environment.simultaneous = u < 0.6   ? SimultaneousImpacts::kSequential
                               : u < 0.8 ? SimultaneousImpacts::kTied
                                         : SimultaneousImpacts::kCluster;
    if (dice_.Chance(0.3)) environment.cluster_gap_m = dice_.Between(0.0, 5e-4);
    if (u >= 0.6) what_ += u < 0.8 ? ", tied" : ", clusters";
  }

  std::vector<BallSpec> DrawBalls() {
    std::vector<BallSpec> balls(1 + dice_.Below(16));
    if (!dice_.Chance(0.2)) return balls;
    for (BallSpec& ball : balls) {
      ball.radius_m = dice_.Between(0.024, 0.034);
      ball.mass_kg = dice_.Between(0.1, 0.3);
    }
    what_ += ", mixed balls";
    return balls;
  }

  // A rack of the table's, more or less tight; false for tables without.
  bool Rack(const Table& table, std::vector<BallSpec>& balls, std::vector<BallState>& states) {
    const TablePreset* const preset = FindTable(table.name);
    if (preset == nullptr || preset->racks.empty()) return false;
    RackOptions options;
    options.gap_m = dice_.Chance(0.4) ? 0.0 : dice_.Between(0.0, 2e-4);
    options.seed = dice_.Below(1000);
    options.jitter_m = dice_.Chance(0.5) ? 0.0 : 0.5 * options.gap_m;
    const auto rack = MakeRack(preset->racks[dice_.Below(preset->racks.size())], table,
                               *FindBallSet(preset->ball_set), options);
    if (!rack.ok()) return false;
    balls = rack->balls;
    states = rack->states;
    what_ += ", rack";
    return true;
  }

  void DrawMotion(const std::vector<BallSpec>& balls, Shot& shot) {
    const double u = dice_.Uniform();
    const double pace = u < 0.8 ? 1.0 : u < 0.95 ? 0.01 : 1e-4;  // Some shots creep.
    const bool strike = dice_.Chance(0.75);
    if (strike) shot.strike = DrawStrike(balls, pace);
    if (strike && dice_.Chance(0.7)) return;
    for (size_t i = 0; i < balls.size(); ++i) {
      if (dice_.Chance(0.4)) MoveBall(pace, balls[i], shot.start[i]);
    }
    what_ += ", moving balls";
  }

  CueStrike DrawStrike(const std::vector<BallSpec>& balls, double pace) {
    CueStrike strike;
    strike.cue_ball = static_cast<int>(dice_.Below(balls.size()));
    strike.speed_m_s = pace * dice_.Between(0.05, 12.0);
    strike.azimuth_rad = dice_.Chance(0.2) ? kPi / 6.0 * static_cast<double>(dice_.Below(12))
                                           : dice_.Between(-kPi, kPi);
    strike.elevation_rad = dice_.Chance(0.6) ? dice_.Between(0.0, DegreesToRadians(85.0)) : 0.0;
    strike.side_offset = dice_.Between(-0.5, 0.5);
    strike.height_offset = dice_.Between(-0.5, 0.5);
    return strike;
  }

  // A ball on the cloth may start upwards, as if struck; one that lies still is let go.
  void MoveBall(double pace, const BallSpec& ball, BallState& state) {
    const bool upwards = dice_.Chance(0.3);
    if (upwards || state.motion == MotionState::kSupported) state.motion = MotionState::kAirborne;
    state.velocity = pace * Vec3(dice_.Between(-4, 4), dice_.Between(-4, 4), 0.0);
    if (state.motion == MotionState::kAirborne) {
      state.velocity.z() = pace * dice_.Between(upwards ? 0.0 : -4.0, 4.0);
    }
    state.spin =
        pace * Vec3(dice_.Between(-100, 100), dice_.Between(-100, 100), dice_.Between(-100, 100));
    if (dice_.Chance(0.3)) state.spin = PerpendicularZ(state.velocity) / ball.radius_m;
    if (dice_.Chance(0.2)) state.velocity.setZero();
  }

  const Table* table_;  // Null: drawn.
  Dice dice_;
  std::optional<Dice> rough_;
  std::string what_;
};

}  // namespace

std::optional<RandomShot> MakeRandomShot3D(uint64_t seed, uint64_t index) {
  return Maker3D(seed, index, nullptr).Make();
}

std::optional<RandomShot> MakeRoughShot3D(uint64_t seed, uint64_t index) {
  Maker3D maker(seed, index, nullptr);
  maker.RoughenBy(Dice(seed ^ 0x726f756768, index));
  return maker.Make();
}

std::optional<RandomShot> MakeRandomShot3DOn(const Table& table, uint64_t seed, uint64_t index) {
  return Maker3D(seed, index, &table).Make();
}

}  // namespace carom::testing
