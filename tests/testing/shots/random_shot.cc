#include "tests/testing/shots/random_shot.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "core/base/constants.h"
#include "core/table/catalog.h"
#include "core/table/validate.h"
#include "tests/testing/dice.h"
#include "tests/testing/random_tables.h"

namespace carom::testing {
namespace {

class Maker {
 public:
  Maker(uint64_t seed, uint64_t index, const Table* table) : table_(table), dice_(seed, index) {}

  std::optional<RandomShot> Make() {
    const Table table = DrawTable();
    const Settings settings = DrawSettings();
    const std::vector<BallSpec> balls = DrawBalls();
    auto scene =
        Scene::Make(std::make_shared<Table>(table), std::make_shared<Settings>(settings), balls);
    if (!scene.ok()) return std::nullopt;
    Shot shot;
    if (!Place(table, settings.environment, balls, shot)) return std::nullopt;
    Move(balls, shot);
    if (!ValidatePlacement(table, settings.environment, balls, shot.start).ok()) {
      return std::nullopt;
    }
    what_ += " on " + table.name;
    return RandomShot{*std::move(scene), std::move(shot), what_};
  }

 private:
  Table DrawTable() {
    if (table_ != nullptr) return *table_;
    const uint64_t pick = dice_.Below(kDrawnPresets.size() + 2);
    if (pick < kDrawnPresets.size()) return FindTable(kDrawnPresets[pick])->table;
    return pick == kDrawnPresets.size() ? Box(1.6, 0.8) : Box(0.5, 0.4);
  }

  Settings DrawSettings() {
    Settings settings;
    Environment& environment = settings.environment;
    environment.nose_contact = dice_.Chance(0.8) ? NoseContact::kLine : NoseContact::kPlane;
    if (dice_.Chance(0.5)) {
      environment.cloth.sliding_friction = dice_.Between(0.05, 0.5);
      environment.cloth.rolling_friction = dice_.Between(0.003, 0.03);
      environment.cloth.spinning_friction = dice_.Between(0.003, 0.05);
    }
    if (dice_.Chance(0.02)) environment.cloth.rolling_friction = 0.0;
    environment.limits.max_time_s = 60.0;
    const uint64_t ball_ball = dice_.Below(3);
    if (ball_ball == 0) settings.laws.ball_ball = ElasticBallBall{};
    if (ball_ball == 1) {
      settings.laws.ball_ball =
          FrictionalBallBall{dice_.Parameter(1.0), ConstantFriction{dice_.Parameter(0.3)}};
    }
    const uint64_t cushion = dice_.Below(4);
    if (cushion == 0) settings.laws.cushion = RestitutionCushion{dice_.Parameter(1.0)};
    if (cushion == 1) settings.laws.cushion = Han2005{dice_.Parameter(1.0), dice_.Parameter(0.5)};
    if (cushion == 2)
      settings.laws.cushion = Mathavan2010{dice_.Parameter(1.0), dice_.Parameter(1.0), -1.0};
    what_ = "laws " + std::to_string(ball_ball) + "/" + std::to_string(cushion);
    return settings;
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

  bool Place(const Table& table, const Environment& environment, const std::vector<BallSpec>& balls,
             Shot& shot) {
    shot.start.resize(balls.size());
    const double length_m = table.length_m > 0.0 ? table.length_m : 2.0;
    const double width_m = table.width_m > 0.0 ? table.width_m : 1.0;
    for (size_t i = 0; i < balls.size(); ++i) {
      shot.start[i].position.z() = balls[i].radius_m;
      int tries = 0;
      do {
        if (++tries > 200) return false;
        Propose(table, environment, balls, i, length_m, width_m, shot.start);
      } while (!Fits(balls, shot.start, i));
    }
    return true;
  }

  // Somewhere, or frozen to an earlier ball, or frozen to a nose.
  void Propose(const Table& table, const Environment& environment,
               const std::vector<BallSpec>& balls, size_t i, double length_m, double width_m,
               std::vector<BallState>& states) {
    Vec3& position = states[i].position;
    const double u = dice_.Uniform();
    if (i > 0 && u < 0.25) {
      const size_t other = dice_.Below(i);
      const double gap_m = dice_.Chance(0.5) ? 0.0 : dice_.Between(0.0, 2e-4);
      const double reach_m = std::sqrt(4.0 * balls[i].radius_m * balls[other].radius_m) + gap_m;
      // Multiples of 60 degrees build racks.
      const double angle = dice_.Chance(0.5) ? kPi / 3.0 * static_cast<double>(dice_.Below(6))
                                             : dice_.Between(0.0, kTwoPi);
      position.x() = states[other].position.x() + reach_m * std::cos(angle);
      position.y() = states[other].position.y() + reach_m * std::sin(angle);
      return;
    }
    if (!table.noses.empty() && u < 0.35) {
      const Nose& nose = table.noses[dice_.Below(table.noses.size())];
      const Vec2 along = (nose.end_m - nose.start_m).normalized();
      const Vec2 inward = (dice_.Chance(0.5) ? 1.0 : -1.0) * Vec2(-along.y(), along.x());
      const Vec2 point =
          nose.start_m + dice_.Uniform() * (nose.end_m - nose.start_m) +
          NoseContactDistance(environment.nose_contact, balls[i].radius_m, nose.start_height_m) *
              inward;
      position.x() = point.x();
      position.y() = point.y();
      return;
    }
    position.x() = (dice_.Uniform() - 0.5) * (length_m - 2.1 * balls[i].radius_m);
    position.y() = (dice_.Uniform() - 0.5) * (width_m - 2.1 * balls[i].radius_m);
  }

  static bool Fits(const std::vector<BallSpec>& balls, const std::vector<BallState>& states,
                   size_t i) {
    for (size_t j = 0; j < i; ++j) {
      const double touch_m = balls[i].radius_m + balls[j].radius_m;
      if ((states[i].position - states[j].position).norm() < touch_m - 1e-10) return false;
    }
    return true;
  }

  void Move(const std::vector<BallSpec>& balls, Shot& shot) {
    const double pace = dice_.Chance(0.15) ? 0.01 : 1.0;  // Some shots creep.
    const bool strike = dice_.Chance(0.75);
    if (strike) {
      CueStrike stroke;
      stroke.cue_ball = static_cast<int>(dice_.Below(balls.size()));
      stroke.speed_m_s = pace * dice_.Between(0.05, 8.0);
      stroke.azimuth_rad = dice_.Chance(0.2) ? kPi / 6.0 * static_cast<double>(dice_.Below(12))
                                             : dice_.Between(-kPi, kPi);
      stroke.elevation_rad = dice_.Chance(0.3) ? dice_.Between(0.0, 1.4) : 0.0;
      stroke.side_offset = dice_.Between(-0.5, 0.5);
      stroke.height_offset = dice_.Between(-0.5, 0.5);
      shot.strike = stroke;
    }
    if (strike && dice_.Chance(0.7)) return;
    for (size_t i = 0; i < balls.size(); ++i) {
      if (!dice_.Chance(0.4)) continue;
      BallState& state = shot.start[i];
      state.velocity = pace * Vec3(dice_.Between(-4, 4), dice_.Between(-4, 4), 0.0);
      state.spin =
          pace * Vec3(dice_.Between(-100, 100), dice_.Between(-100, 100), dice_.Between(-100, 100));
      if (dice_.Chance(0.3)) state.spin = PerpendicularZ(state.velocity) / balls[i].radius_m;
      if (dice_.Chance(0.2)) state.velocity.setZero();
    }
    what_ += ", moving balls";
  }

  const Table* table_;  // Null: drawn.
  Dice dice_;
  std::string what_;
};

}  // namespace

std::optional<RandomShot> MakeRandomShot(uint64_t seed, uint64_t index) {
  return Maker(seed, index, nullptr).Make();
}

std::optional<RandomShot> MakeRandomShotOn(const Table& table, uint64_t seed, uint64_t index) {
  return Maker(seed, index, &table).Make();
}

}  // namespace carom::testing
