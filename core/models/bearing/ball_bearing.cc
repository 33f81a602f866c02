#include "core/models/bearing/ball_bearing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/field_error.h"
#include "core/base/portable_math.h"

namespace carom {
namespace {

// Angle from a to b about the axis, in (-pi, pi].
double Turn(const Vec3& a, const Vec3& b) {
  return Atan2(a.x() * b.y() - a.y() * b.x(), a.x() * b.x() + a.y() * b.y());
}

// The multibody system, and what a bearing watches from step to step.
class BearingSystem final : public MultibodySystem {
 public:
  BearingSystem(const BallBearing& bearing, const std::vector<std::string>& names,
                ContactListener& listener)
      : MultibodySystem(PartsOf(bearing), &listener),
        bearing_(bearing),
        names_(names),
        load_N_(0.0, -bearing.radial_load_N, -bearing.axial_load_N),
        half_time_s_(0.5 * bearing.duration_s),
        defect_(bearing.defect),
        outer_radius_m_(OuterRaceRadius(bearing)),
        last_(StartOf(bearing)) {}

  bool AfterStep(double t, std::span<double> y) override {
    const bool changed = MultibodySystem::AfterStep(t, y);
    Turned(t, y);
    for (int pair = 0; pair < static_cast<int>(spec().contacts.size()); ++pair) {
      if (!contact(pair).touching) continue;
      const ContactForces forces = ForcesAt(pair, y);
      double& greatest =
          std::fabs(forces.normal.z()) > 0.5 ? greatest_axial_N_ : greatest_normal_N_;
      greatest = std::max(greatest, forces.normal_N);
    }
    greatest_residual_J_ = std::max(greatest_residual_J_, std::fabs(Residual(y)));
    return changed;
  }

  // Steps are so short that none passes over a defect.
  double WantedStep(double /*t*/, std::span<const double> y) override {
    if (!defect_) return std::numeric_limits<double>::infinity();
    double fastest_m_s = std::numeric_limits<double>::min();
    for (int body = 0; body < body_count(); ++body) {
      const BodyMotion motion = ReadBody(y, body);
      const double radius_m = body == kOuterRace ? outer_radius_m_ : spec().contacts[0].radius_m;
      const double surface_m_s = motion.velocity_m_s.norm() + radius_m * motion.spin_rad_s.norm();
      fastest_m_s = std::max(fastest_m_s, surface_m_s);
    }
    return 0.0625 * defect_->width_m / fastest_m_s;  // Two that meet pass an eighth of it.
  }

  void Begin(std::span<const double> y) { start_energy_J_ = Account(y).Total(); }

  double Residual(std::span<const double> y) { return Account(y).Total() - start_energy_J_; }

  void WriteSample(double t, std::span<const double> y, ChannelWriter& to) {
    const std::span<const Acceleration> accelerations = AccelerationsAt(t, y);
    const Vec3 of_ball = accelerations[1].linear_m_s2;
    const Vec3 of_race = accelerations[kOuterRace].linear_m_s2;
    to.Add("outer_race", "angle_rad", outer_angle_rad_);
    to.Add("cage", "angle_rad", cage_angle_rad_);
    to.Add("outer_race", "position", "m", ReadBody(y, kOuterRace).position_m);
    to.Add("system", "energy_balance_J", Residual(y));
    const EnergyAccount account = Energy(y);
    to.Add("system", "energy_J", account.kinetic + account.potential + account.elastic);
    to.Add("ball_1", "force_of_inner_race_N", ForcesAt(0, y).normal_N);
    to.Add("ball_1", "force_of_outer_race_N", ForcesAt(1, y).normal_N);
    const Vec3 velocity = ReadBody(y, 1).velocity_m_s;
    to.Add("ball_1", "velocity_x_m_s", velocity.x());
    to.Add("ball_1", "acceleration_x_m_s2", of_ball.x());
    to.Add("ball_1", "velocity_y_m_s", velocity.y());
    to.Add("ball_1", "acceleration_y_m_s2", of_ball.y());
    to.Add("ball_1", "velocity_z_m_s", velocity.z());
    to.Add("ball_1", "acceleration_z_m_s2", of_ball.z());
    for (int ball = 1; ball < body_count(); ++ball) {
      to.Add(names_[Index(ball)], "position", "m", ReadBody(y, ball).position_m);
    }
    to.Add("outer_race", "acceleration_x_m_s2", of_race.x());
    to.Add("outer_race", "acceleration_y_m_s2", of_race.y());
    to.Add("outer_race", "acceleration_own_x_m_s2",
           RotationMatrix(ReadBody(y, kOuterRace).orientation).col(0).dot(of_race));
    to.Add("ball_1", "acceleration_radial_m_s2",
           of_ball.dot(ReadBody(y, 1).position_m.normalized()));
    to.Add(EnergyRowOf(Account(y), start_energy_J_));
  }

  // But for those that are samples anyway.
  void WriteAccelerations(double t, std::span<const double> y, ChannelWriter& to) {
    const std::span<const Acceleration> accelerations = AccelerationsAt(t, y);
    to.Add("outer_race", "acceleration_z_m_s2", accelerations[kOuterRace].linear_m_s2.z());
    for (std::size_t ball = 2; ball < accelerations.size(); ++ball) {
      to.AddAcceleration(names_[ball], accelerations[ball].linear_m_s2);
    }
    for (std::size_t body = 0; body < accelerations.size(); ++body) {
      to.AddAngularAcceleration(names_[body], accelerations[body].angular_rad_s2);
    }
  }

  void WriteFigures(std::span<const double> y, std::vector<Figure>& figures) const {
    const BallBearing& bearing = bearing_;
    const double cage = cage_angle_rad_ - cage_at_half_rad_;
    const double outer = outer_angle_rad_ - outer_at_half_rad_;
    figures.push_back({"cage_to_outer_speed", outer != 0.0 ? cage / outer : 0.0});
    figures.push_back(
        {"cage_to_outer_without_slip",
         OuterRaceTurns(bearing.ball_count, bearing.ball_diameter_m, bearing.pitch_diameter_m)
             .cage});
    figures.push_back({"outer_speed_rad_s", ReadBody(y, kOuterRace).spin_rad_s.z()});
    figures.push_back({"greatest_normal_force_N", greatest_normal_N_});
    figures.push_back({"greatest_axial_force_N", greatest_axial_N_});
    figures.push_back({"greatest_balance_residual_J", greatest_residual_J_});
    const BearingMultipliers turns =
        OuterRaceTurns(bearing.ball_count, bearing.ball_diameter_m, bearing.pitch_diameter_m);
    const double outer_Hz = std::fabs(ReadBody(y, kOuterRace).spin_rad_s.z()) / kTwoPi;
    figures.push_back({"outer_race_defect_Hz", turns.ball_pass_outer * outer_Hz});
    figures.push_back({"inner_race_defect_Hz", turns.ball_pass_inner * outer_Hz});
    figures.push_back({"ball_defect_Hz", 2.0 * turns.ball_spin * outer_Hz});
  }

 private:
  EnergyAccount Account(std::span<const double> y) {
    EnergyAccount account = Energy(y);
    account.given_to_loads = -WorkOfLoad(y);
    return account;
  }

  double WorkOfLoad(std::span<const double> y) const {
    return load_N_.dot(ReadBody(y, kOuterRace).position_m);
  }

  // Adds up the angles of cage (the mean ball) and outer race since the last step.
  void Turned(double t, std::span<const double> y) {
    if (t <= half_time_s_) {
      cage_at_half_rad_ = cage_angle_rad_;
      outer_at_half_rad_ = outer_angle_rad_;
    }
    double balls_rad = 0.0;
    for (int ball = 1; ball < body_count(); ++ball) {
      const BodyMotion now = ReadBody(y, ball);
      balls_rad += Turn(last_[Index(ball)].position_m, now.position_m);
      last_[Index(ball)] = now;
    }
    cage_angle_rad_ += balls_rad / (body_count() - 1);
    const BodyMotion outer = ReadBody(y, kOuterRace);
    const Vec3 marked = RotationMatrix(last_[kOuterRace].orientation).col(0);
    outer_angle_rad_ += Turn(marked, RotationMatrix(outer.orientation).col(0));
    last_[kOuterRace] = outer;
  }

  const BallBearing& bearing_;
  const std::vector<std::string>& names_;  // of bodies
  const Vec3 load_N_;
  const double half_time_s_;
  const std::optional<BearingDefect> defect_;
  const double outer_radius_m_;
  std::vector<BodyMotion> last_;
  double start_energy_J_ = 0.0;
  double cage_angle_rad_ = 0.0;
  double outer_angle_rad_ = 0.0;
  double cage_at_half_rad_ = 0.0;
  double outer_at_half_rad_ = 0.0;
  double greatest_normal_N_ = 0.0;
  double greatest_axial_N_ = 0.0;
  double greatest_residual_J_ = 0.0;
};

}  // namespace

absl::Status Simulate(const BallBearing& bearing, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record) {
  if (absl::Status bad = Validate(bearing, detail); !bad.ok()) return bad;
  record.Clear();
  record.bodies.push_back("outer_race");
  for (int ball = 1; ball <= bearing.ball_count; ++ball) {
    record.bodies.push_back("ball_" + std::to_string(ball));
  }
  record.bodies.push_back("inner_race");
  record.stop_reason = StopReason::kNumericalFailure;  // Should the system ask for an end.
  const MultibodySpec parts = PartsOf(bearing);
  ContactEvents log(parts.contacts, bearing.ball_count + 1, record.events);
  BearingSystem system(bearing, record.bodies, log);
  std::vector<double> y = system.Start(StartOf(bearing));
  system.Begin(y);
  return RunMechanism(system, y, bearing.duration_s, bearing.integration, detail, stop, record);
}

namespace {

absl::Status CheckGeometry(const BallBearing& b) {
  // Neighbours apart: the chord between their centres, from 2 sin^2 = 1 - cos. With three balls or
  // more this leaves room for the inner race too.
  const double chord = b.pitch_diameter_m * std::sqrt(0.5 * (1.0 - Cos(kTwoPi / b.ball_count)));
  if (!(chord > b.ball_diameter_m)) {
    return InvalidField("pitch_diameter_m", b.pitch_diameter_m, "large enough for the balls");
  }
  if (b.axial_load_N > 0.0 && b.races == RaceShape::kSpheres) {
    return InvalidField("axial_load_N", b.axial_load_N, "0 between spheres, which cannot carry it");
  }
  return absl::OkStatus();
}

// The circumference of the surface that has the defect.
double Circumference(const BallBearing& b) {
  switch (b.defect->place) {
    case DefectPlace::kOuterRace:
      return kTwoPi * OuterRaceRadius(b);
    case DefectPlace::kInnerRace:
      return kTwoPi * InnerRaceRadius(b);
    case DefectPlace::kBall:
      break;
  }
  return kPi * b.ball_diameter_m;
}

absl::Status CheckDefect(const BallBearing& b) {
  if (!b.defect) return absl::OkStatus();
  const Interval widths{1e-6, Circumference(b)};
  if (!widths.Contains(b.defect->width_m)) {
    return InvalidField("defect.width_m", b.defect->width_m,
                        Describe(widths) + ", the way round the surface that it is in");
  }
  constexpr double kSteepest = 1.0 / 32.0;  // A slope of pi/32, for which SurfaceDefect is meant.
  const Interval depths{0.0, std::min(kSteepest * b.defect->width_m, 0.01 * b.ball_diameter_m)};
  if (!depths.Contains(b.defect->depth_m)) {
    return InvalidField("defect.depth_m", b.defect->depth_m,
                        Describe(depths) + ", a 32nd of its width and a 100th of a ball's");
  }
  return UnderPath("defect", CheckParameters(*b.defect));
}

absl::Status CheckLaws(const BallBearing& b) {
  if (absl::Status bad = ValidateMaterial(b.material); !bad.ok()) {
    return UnderPath("material", bad);
  }
  if (std::isinf(b.material.modulus_Pa)) {
    return InvalidField("material.modulus_Pa", b.material.modulus_Pa, "finite");
  }
  if (absl::Status bad = CheckChoice(b.normal); !bad.ok()) return UnderPath("normal", bad);
  return UnderPath("friction", CheckChoice(b.friction));
}

}  // namespace

absl::Status Validate(const BallBearing& bearing, const MechanismDetail& detail) {
  if (absl::Status bad = CheckParameters(bearing); !bad.ok()) return bad;
  if (absl::Status bad = CheckGeometry(bearing); !bad.ok()) return bad;
  if (absl::Status bad = CheckDefect(bearing); !bad.ok()) return bad;
  if (absl::Status bad = CheckLaws(bearing); !bad.ok()) return bad;
  return ValidateRun(bearing.duration_s, bearing.integration, detail);
}

}  // namespace carom
