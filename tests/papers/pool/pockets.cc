// Balls that fall into pockets, and rounded cushion ends: smooth-19, smooth-20.

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "core/base/constants.h"
#include "core/table/catalog.h"
#include "tests/papers/event/setup.h"
#include "tests/papers/pool/game.h"
#include "tests/papers/pool/table_experiments.h"
#include "tests/testing/degrees.h"

namespace carom::papers {
namespace {

// A rolling ball at the foot's right corner of a 9-foot table, aimed `aside_m` beside the middle of
// the pocket from 0.4 m away.
Record ShootAtPocket(const std::string& name, int pocket, double speed_m_s, double aside_m,
                     Findings& findings) {
  Setup setup;
  setup.table = FindTable("pool_9ft")->table;
  setup.settings.engine = Engine::kCompliant;
  setup.environment().flight = Flight::kOn;
  setup.environment().pocket_model = PocketModel::kDrop;
  setup.environment().stop.at_time_s = 1.5;
  const Pocket& target = setup.table.pockets[static_cast<std::size_t>(pocket)];
  const Vec2 way = -target.opening;
  const Vec2 left(-way.y(), way.x());
  setup.AddRolling(target.centre_m - 0.4 * way + aside_m * left, speed_m_s * way);
  setup.balls.assign(1, kPaperBall);
  setup.detail.samples = true;
  setup.detail.sample_period_s = 0.005;
  const auto record = Play(setup, findings);
  if (!record) return {};
  for (std::size_t i = 0; i < record->sample_times_s.size(); ++i) {
    const Vec3& at = record->samples[i].position;
    findings.sheet().Add(name, record->sample_times_s[i], at.x(), at.y(), at.z());
  }
  return *record;
}

// Cushions and jaws that it met.
int Walls(const Record& record) {
  return CountOf(record, EventKind::kBallCushion) + CountOf(record, EventKind::kBallJaw);
}

std::string Tell(const Record& record) {
  return std::to_string(Walls(record)) + " contacts with cushions and jaws, " +
         (record.outcome.pocketed.empty()
              ? std::string("stays up")
              : "pocketed at " + Text(record.outcome.pocketed[0].time_s) + " s");
}

constexpr double kJawRadius_m = 0.02;
constexpr double kSlow_m_s = 0.02;  // So that the cushion hardly gives way.
constexpr double kTurn_deg = 38.0;  // Between nose and facing.

// The end of a cushion at (0, 0.635), the nose towards -x, sharp or rounded.
MultibodySpec CushionEnd(bool rounded, const CompliantSettings& settings) {
  const Vec2 corner(0.0, kHalfWidth_m);
  const Vec2 facing(std::cos(DegreesToRadians(kTurn_deg)), std::sin(DegreesToRadians(kTurn_deg)));
  const double cut = rounded ? kJawRadius_m * std::tan(DegreesToRadians(0.5 * kTurn_deg)) : 0.0;
  Table table;
  table.noses.push_back({corner - Vec2(0.5, 0.0), corner - Vec2(cut, 0.0), 0.05});
  table.noses.push_back({corner + cut * facing, corner + 0.08 * facing, 0.05});
  if (rounded) {
    table.jaws.push_back({corner + Vec2(-cut, kJawRadius_m), kJawRadius_m, 0.05});
  }
  Environment environment;
  environment.nose_contact = NoseContact::kPlane;
  const std::vector<BallSpec> balls = {kPaperBall};
  return MakePoolTable(table, environment, settings, balls).spec;
}

// Direction, degrees off -y, in which a ball leaves that came along +y at x.
double LeaveEnd(bool rounded, double x_m) {
  CompliantSettings settings = PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kFrictionless);
  settings.horizontal = true;
  settings.cloth_friction = SlipFriction(Frictionless{});
  settings.cushion.normal = HertzLaw{};
  MultibodySystem system(CushionEnd(rounded, settings));
  BodyMotion ball;
  ball.position_m = Vec3(x_m, kHalfWidth_m - kPaperBall.radius_m - 0.02, kPaperBall.radius_m);
  ball.velocity_m_s = Vec3(0.0, kSlow_m_s, 0.0);
  std::vector<double> y = system.Start(std::vector<BodyMotion>{ball});
  IvpObserver silent;
  Integrator().Run(system, 0.0, y, 0.1 / kSlow_m_s, {.largest_step_s = 1e-3}, {}, silent);
  const Vec3 v = ReadBody(y, 0).velocity_m_s;
  return RadiansToDegrees(std::atan2(v.x(), -v.y()));
}

}  // namespace

void SmoothPockets(Findings& findings) {
  findings.sheet() = Sheet({"shot", "t_s", "x_m", "y_m", "z_m"});
  constexpr int kCorner = 3;
  const Printed paper = {
      "Pocket algorithm has been defined and implemented, so the balls fall when they get to them.",
      "4"};
  const Reference shots = {Source::kReferenceRun, "a corner of a 9-foot table"};
  const auto falls = [&](const char* what, const Record& record, const Band& walls) {
    findings.Reproduced(
        what, paper,
        {{static_cast<double>(record.outcome.pocketed.size()), Exactly(1.0), "balls that fall"},
         {static_cast<double>(Walls(record)), walls, "cushions and jaws met"}},
        shots);
  };
  falls("1 m/s, straight into a corner", ShootAtPocket("straight", kCorner, 1.0, 0.0, findings),
        Exactly(0.0));
  falls("1 m/s, 35 mm aside: rattles in the jaws",
        ShootAtPocket("rattle", kCorner, 1.0, 0.035, findings),
        Above(1.0, 0.0, "", "it rattles: two at least; straight in none"));
  falls("2 m/s, straight: meets the pocket's back",
        ShootAtPocket("back", kCorner, 2.0, 0.0, findings), Exactly(0.0));
  falls("3 m/s, straight: the leaning liner sends it down",
        ShootAtPocket("liner", kCorner, 3.0, 0.0, findings), Exactly(0.0));
  for (const auto& [what, speed, aside] :
       {std::tuple("1 m/s, 40 mm aside", 1.0, 0.04), std::tuple("6 m/s, straight", 6.0, 0.0)}) {
    findings.Tells(what, Tell(ShootAtPocket(what, kCorner, speed, aside, findings)) +
                             ": it has not got to the hole for good");
  }
}

void SmoothRoundedJaws(Findings& findings) {
  findings.sheet() = Sheet({"x_m", "sharp_deg", "rounded_deg"});
  const double cut = kJawRadius_m * std::tan(DegreesToRadians(0.5 * kTurn_deg));
  // Twice the lean of the normal: from the corner, or the circle's centre, to the ball's.
  const auto mirrored = [](double aside_m, double reach_m) {
    const double lean = RadiansToDegrees(std::asin(std::clamp(aside_m / reach_m, 0.0, 1.0)));
    return 2.0 * std::min(lean, kTurn_deg);
  };
  for (const double x : {-0.02, -0.005, 0.0, 0.005, 0.02}) {
    const double sharp = LeaveEnd(false, x);
    const double rounded = LeaveEnd(true, x);
    findings.sheet().Add(x, sharp, rounded);
    const std::string where = Text(1e3 * x) + " mm beside the corner";
    const auto at = [](double expected_deg) {
      Band band = Around(expected_deg, {0.5, "deg", "the cushion gives way at 0.02 m/s"});
      band.wrong = 2.0 * kTurn_deg;  // Where 0 is to be: turned by as much as the end turns.
      return band;
    };
    findings.Reproduced(
        where + ", prisms: leaves at",
        {"a sphere-triangular prism contact detection algorithm was developed for the ball-cushion "
         "interaction around the pockets",
         "4"},
        {{sharp, at(mirrored(x, kPaperBall.radius_m))}},
        {Source::kClosedForm, "twice the lean of the normal"});
    findings.Extension(
        where + ", with a cylinder, which the paper has under development: leaves at",
        {Source::kClosedForm, "twice the lean of the normal"},
        {{rounded, at(mirrored(x + cut, kPaperBall.radius_m + kJawRadius_m))}});
  }
}

}  // namespace carom::papers
