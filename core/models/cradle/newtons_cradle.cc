#include "core/models/cradle/newtons_cradle.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/base/field_error.h"
#include "core/base/portable_math.h"
#include "core/multibody/multibody_system.h"

namespace carom {

absl::Status Validate(const NewtonsCradle& cradle, const MechanismDetail& detail) {
  for (const absl::Status& status :
       {CheckParameters(cradle), UnderPath("material", ValidateMaterial(cradle.material)),
        UnderPath("normal", CheckChoice(cradle.normal)),
        UnderPath("constraints", CheckParameters(cradle.constraints)),
        ValidateRun(cradle.duration_s, cradle.integration, detail)}) {
    if (!status.ok()) return status;
  }
  if (Softness(cradle.material) > 0.0) return absl::OkStatus();
  return InvalidField("material.modulus_Pa", cradle.material.modulus_Pa, "finite");
}

namespace {

double Pitch(const NewtonsCradle& cradle) { return 2.0 * cradle.ball_radius_m + cradle.gap_m; }

double BallMass(const NewtonsCradle& cradle) {
  const double r = cradle.ball_radius_m;
  return cradle.material.density_kg_m3 * 4.0 / 3.0 * kPi * r * r * r;
}

// Rods come first: constraint 2 i is the rod of ball i, 2 i + 1 its plane.
MultibodySpec PartsOf(const NewtonsCradle& cradle) {
  MultibodySpec spec;
  spec.gravity_m_s2 = Vec3(0.0, 0.0, -cradle.gravity_m_s2);
  spec.constraint_options = cradle.constraints;
  spec.penetration_step_m = cradle.penetration_step_m;
  const double mass = BallMass(cradle);
  const double r = cradle.ball_radius_m;
  for (int i = 0; i < cradle.ball_count; ++i) {
    spec.bodies.push_back({mass, Vec3::Constant(0.4 * mass * r * r)});
    spec.constraints.push_back(KeepDistance{
        .body_a = i, .arm_b = Vec3(i * Pitch(cradle), 0.0, 0.0), .length_m = cradle.rod_length_m});
    spec.constraints.push_back(KeepInPlane{.body = i, .normal = Vec3(0.0, 1.0, 0.0)});
    if (i == 0) continue;
    ContactPair pair;
    pair.sphere = i - 1;
    pair.radius_m = r;
    pair.other = i;
    pair.surface = BallSurface{r};
    pair.normal =
        MakeNormalForce(cradle.normal, HertzStiffness(cradle.material, r, cradle.material, r));
    spec.contacts.push_back(pair);
  }
  return spec;
}

// The cradle, and what it watches from step to step.
class CradleSystem final : public MultibodySystem, public ContactEvents {
 public:
  CradleSystem(const NewtonsCradle& cradle, MechanismRecord& record)
      : MultibodySystem(PartsOf(cradle), this),
        ContactEvents(spec().contacts, kGround, record.events),
        cradle_(cradle),
        record_(record),
        apex_rad_(Index(cradle.ball_count), 0.0) {}

  std::vector<double> Release() {
    std::vector<BodyMotion> motions(Index(cradle_.ball_count));
    const double l = cradle_.rod_length_m;
    for (int i = 0; i < cradle_.ball_count; ++i) {
      const double angle = i < cradle_.released ? -cradle_.release_angle_rad : 0.0;
      motions[Index(i)].position_m =
          Vec3(i * Pitch(cradle_) + l * Sin(angle), 0.0, -l * Cos(angle));
    }
    std::vector<double> y = Start(motions);
    start_energy_J_ = Energy(y).Total();
    return y;
  }

  bool AfterStep(double t, std::span<double> y) override {
    const bool changed = MultibodySystem::AfterStep(t, y);
    const Violation violation = MeasureConstraints(y);
    greatest_violation_ = std::max(greatest_violation_, violation.position);
    greatest_rate_ = std::max(greatest_rate_, violation.velocity);
    greatest_residual_J_ =
        std::max(greatest_residual_J_, std::fabs(Energy(y).Total() - start_energy_J_));
    for (int i = 0; i < cradle_.ball_count; ++i) {
      // lambda of (2.18)-(2.19): the rod pulls with -lambda L.
      const double tension = -constraints()->Multipliers(2 * i)[0] * cradle_.rod_length_m;
      least_tension_N_ = std::min(least_tension_N_, tension);
      const double angle = std::fabs(Angle(i, y));
      if (!record_.events.empty()) apex_rad_[Index(i)] = std::max(apex_rad_[Index(i)], angle);
    }
    return changed;
  }

  double Angle(int ball, std::span<const double> y) const {
    const Vec3 at = ReadBody(y, ball).position_m;
    return Atan2(at.x() - ball * Pitch(cradle_), -at.z());
  }

  void WriteSample(double /*t*/, std::span<const double> y, ChannelWriter& to) {
    for (int i = 0; i < cradle_.ball_count; ++i) {
      const BodyMotion ball = ReadBody(y, i);
      const Vec3 arm = ball.position_m - Vec3(i * Pitch(cradle_), 0.0, 0.0);
      const double turning =
          (arm.x() * ball.velocity_m_s.z() - arm.z() * ball.velocity_m_s.x()) / arm.squaredNorm();
      const std::string& name = record_.bodies[Index(i)];
      to.Add(name, "angle_rad", Angle(i, y));
      to.Add(name, "angular_velocity_rad_s", turning);
      to.Add(name, "height_m", ball.position_m.z() + cradle_.rod_length_m);
    }
    const EnergyAccount account = Energy(y);
    const Violation violation = MeasureConstraints(y);
    to.Add("system", "energy_J", account.kinetic + account.potential + account.elastic);
    to.Add("system", "lost_in_contacts_J", account.lost_in_contacts);
    to.Add("constraints", "violation", violation.position);
    to.Add("constraints", "velocity_violation", violation.velocity);
    to.Add(EnergyRowOf(account, start_energy_J_));
  }

  void WriteFigures(std::span<const double> /*y*/, std::vector<Figure>& figures) const {
    const double l = cradle_.rod_length_m;
    for (int i = 0; i < cradle_.ball_count; ++i) {
      const std::string& name = record_.bodies[Index(i)];
      const double apex_rad = apex_rad_[Index(i)];
      figures.push_back({"apex_" + name + "_rad", apex_rad});
      figures.push_back({"apex_height_" + name + "_m", l * (1.0 - Cos(apex_rad))});
    }
    figures.push_back({"greatest_violation", greatest_violation_});
    figures.push_back({"greatest_velocity_violation", greatest_rate_});
    figures.push_back({"greatest_balance_residual_J", greatest_residual_J_});
    // A step was taken.
    if (std::isfinite(least_tension_N_))
      figures.push_back({"least_rod_tension_N", least_tension_N_});
  }

 private:
  const NewtonsCradle& cradle_;
  MechanismRecord& record_;
  std::vector<double> apex_rad_;
  double start_energy_J_ = 0.0;
  double greatest_violation_ = 0.0;
  double greatest_rate_ = 0.0;
  double greatest_residual_J_ = 0.0;
  double least_tension_N_ = std::numeric_limits<double>::infinity();
};

}  // namespace

absl::Status Simulate(const NewtonsCradle& cradle, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record) {
  if (absl::Status bad = Validate(cradle, detail); !bad.ok()) return bad;
  record.Clear();
  for (int i = 1; i <= cradle.ball_count; ++i) record.bodies.push_back("ball_" + std::to_string(i));
  record.stop_reason = StopReason::kNumericalFailure;  // Should the system ask for an end.
  CradleSystem system(cradle, record);
  std::vector<double> y = system.Release();
  return RunMechanism(system, y, cradle.duration_s, cradle.integration, detail, stop, record);
}

}  // namespace carom
