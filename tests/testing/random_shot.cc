#include "tests/testing/random_shot.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/shot/workspace.h"
#include "core/table/catalog.h"
#include "core/table/validate.h"

namespace carom::testing {
namespace {

// A closed box of noses without pockets.
Table Box(double length_m, double width_m) {
  Table table;
  table.name = "box";
  table.length_m = length_m;
  table.width_m = width_m;
  const Vec2 corner(0.5 * length_m, 0.5 * width_m);
  const std::vector<Vec2> corners = {-corner, Vec2(corner.x(), -corner.y()), corner,
                                     Vec2(-corner.x(), corner.y())};
  for (size_t i = 0; i < corners.size(); ++i) {
    Nose nose;
    nose.start_m = corners[i];
    nose.end_m = corners[(i + 1) % corners.size()];
    nose.height_m = 0.036;
    table.noses.push_back(nose);
    table.bed_outline_m.push_back(1.1 * corners[i]);
  }
  return table;
}

class Maker {
 public:
  Maker(uint64_t seed, uint64_t index) : random_(seed, index) {}

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
  bool Chance(double probability) { return random_.Uniform() < probability; }
  double Between(double low, double high) { return random_.Uniform(low, high); }

  // A parameter in [0, high] that is often at an end.
  double Parameter(double high) {
    const double u = random_.Uniform();
    if (u < 0.1) return 0.0;
    if (u < 0.2) return high;
    return Between(0.0, high);
  }

  Table DrawTable() {
    const auto& catalog = TableCatalog();
    const uint64_t pick = random_.Below(catalog.size() + 2);
    if (pick < catalog.size()) return catalog[pick].table;
    return pick == catalog.size() ? Box(1.6, 0.8) : Box(0.5, 0.4);
  }

  Settings DrawSettings() {
    Settings settings;
    Environment& environment = settings.environment;
    environment.nose_contact = Chance(0.8) ? NoseContact::kLine : NoseContact::kPlane;
    if (Chance(0.5)) {
      environment.cloth.sliding_friction = Between(0.05, 0.5);
      environment.cloth.rolling_friction = Between(0.003, 0.03);
      environment.cloth.spinning_friction = Between(0.003, 0.05);
    }
    if (Chance(0.02)) environment.cloth.rolling_friction = 0.0;
    environment.limits.max_time_s = 60.0;
    const uint64_t ball_ball = random_.Below(3);
    if (ball_ball == 0) settings.laws.ball_ball = ElasticBallBall{};
    if (ball_ball == 1) {
      settings.laws.ball_ball =
          FrictionalBallBall{Parameter(1.0), ConstantFriction{Parameter(0.3)}};
    }
    const uint64_t cushion = random_.Below(4);
    if (cushion == 0) settings.laws.cushion = RestitutionCushion{Parameter(1.0)};
    if (cushion == 1) settings.laws.cushion = Han2005{Parameter(1.0), Parameter(0.5)};
    if (cushion == 2) settings.laws.cushion = Mathavan2010{Parameter(1.0), Parameter(0.5), -1.0};
    what_ = "laws " + std::to_string(ball_ball) + "/" + std::to_string(cushion);
    return settings;
  }

  std::vector<BallSpec> DrawBalls() {
    std::vector<BallSpec> balls(1 + random_.Below(16));
    if (!Chance(0.2)) return balls;
    for (BallSpec& ball : balls) {
      ball.radius_m = Between(0.024, 0.034);
      ball.mass_kg = Between(0.1, 0.3);
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
    const double u = random_.Uniform();
    if (i > 0 && u < 0.25) {
      const size_t other = random_.Below(i);
      const double gap_m = Chance(0.5) ? 0.0 : Between(0.0, 2e-4);
      const double reach_m = std::sqrt(4.0 * balls[i].radius_m * balls[other].radius_m) + gap_m;
      // Multiples of 60 degrees build racks.
      const double angle =
          Chance(0.5) ? kPi / 3.0 * static_cast<double>(random_.Below(6)) : Between(0.0, kTwoPi);
      position.x() = states[other].position.x() + reach_m * std::cos(angle);
      position.y() = states[other].position.y() + reach_m * std::sin(angle);
      return;
    }
    if (!table.noses.empty() && u < 0.35) {
      const Nose& nose = table.noses[random_.Below(table.noses.size())];
      const Vec2 along = (nose.end_m - nose.start_m).normalized();
      const Vec2 inward = (Chance(0.5) ? 1.0 : -1.0) * Vec2(-along.y(), along.x());
      const Vec2 point =
          nose.start_m + random_.Uniform() * (nose.end_m - nose.start_m) +
          NoseContactDistance(environment.nose_contact, balls[i].radius_m, nose.height_m) * inward;
      position.x() = point.x();
      position.y() = point.y();
      return;
    }
    position.x() = (random_.Uniform() - 0.5) * (length_m - 2.1 * balls[i].radius_m);
    position.y() = (random_.Uniform() - 0.5) * (width_m - 2.1 * balls[i].radius_m);
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
    const double pace = Chance(0.15) ? 0.01 : 1.0;  // Some shots creep.
    const bool strike = Chance(0.75);
    if (strike) {
      CueStrike stroke;
      stroke.cue_ball = static_cast<int>(random_.Below(balls.size()));
      stroke.speed_m_s = pace * Between(0.05, 8.0);
      stroke.azimuth_rad =
          Chance(0.2) ? kPi / 6.0 * static_cast<double>(random_.Below(12)) : Between(-kPi, kPi);
      stroke.elevation_rad = Chance(0.3) ? Between(0.0, 1.4) : 0.0;
      stroke.side_offset = Between(-0.5, 0.5);
      stroke.height_offset = Between(-0.5, 0.5);
      shot.strike = stroke;
    }
    if (strike && Chance(0.7)) return;
    for (size_t i = 0; i < balls.size(); ++i) {
      if (!Chance(0.4)) continue;
      BallState& state = shot.start[i];
      state.velocity = pace * Vec3(Between(-4, 4), Between(-4, 4), 0.0);
      state.spin = pace * Vec3(Between(-100, 100), Between(-100, 100), Between(-100, 100));
      if (Chance(0.3)) state.spin = PerpendicularZ(state.velocity) / balls[i].radius_m;
      if (Chance(0.2)) state.velocity.setZero();
    }
    what_ += ", moving balls";
  }

  CounterRandom random_;
  std::string what_;
};

}  // namespace

std::optional<RandomShot> MakeRandomShot(uint64_t seed, uint64_t index) {
  return Maker(seed, index).Make();
}

}  // namespace carom::testing
