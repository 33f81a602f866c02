#include "tests/papers/smooth/cradle_setup.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/laws/normal/normal_law.h"
#include "core/math/ivp/integrator.h"
#include "core/multibody/multibody_system.h"
#include "tests/testing/bouncing_ball.h"

namespace carom::papers {
namespace {

constexpr double kSample_s = 5e-4;

double MassOf(const NewtonsCradle& cradle) {
  return cradle.material.density_kg_m3 * 4.0 / 3.0 * kPi * std::pow(cradle.ball_radius_m, 3.0);
}

void Add(const NewtonsCradle& cradle, double t, double height_m, double energy_J, double violation,
         Swings& swings) {
  const double weight_N = MassOf(cradle) * cradle.gravity_m_s2;
  const double hanging_J = -weight_N * cradle.ball_count * cradle.rod_length_m;
  const double swing_J =
      weight_N * cradle.rod_length_m * cradle.released * (1.0 - std::cos(cradle.release_angle_rad));
  swings.times_s.push_back(t);
  swings.heights_m.push_back(height_m);
  swings.energies.push_back((energy_J - hanging_J) / swing_J);
  swings.violations.push_back(violation);
}

// The highest sample of each stretch above a tenth of the drop, but for the first, the release.
void FindTops(const NewtonsCradle& cradle, Swings& swings) {
  const double threshold = 0.1 * cradle.rod_length_m * (1.0 - std::cos(cradle.release_angle_rad));
  bool above = true;
  bool released = true;
  double top = 0.0;
  for (const double height : swings.heights_m) {
    if (height > threshold) {
      top = above ? std::max(top, height) : height;
      above = true;
    } else if (above) {
      if (!released) swings.tops_m.push_back(top);
      released = false;
      above = false;
    }
  }
}

// Rods and planes as in the model, and Hertz's force wherever balls overlap.
class GuardlessCradle {
 public:
  explicit GuardlessCradle(const NewtonsCradle& cradle)
      : cradle_(cradle),
        pitch_m_(2.0 * cradle.ball_radius_m + cradle.gap_m),
        law_(MakeNormalForce(cradle.normal,
                             HertzStiffness(cradle.material, cradle.ball_radius_m, cradle.material,
                                            cradle.ball_radius_m))) {}

  MultibodySpec Parts() const {
    MultibodySpec spec;
    spec.gravity_m_s2 = Vec3(0.0, 0.0, -cradle_.gravity_m_s2);
    spec.constraint_options = cradle_.constraints;
    const double mass = MassOf(cradle_);
    const double inertia = 0.4 * mass * cradle_.ball_radius_m * cradle_.ball_radius_m;
    for (int i = 0; i < cradle_.ball_count; ++i) {
      spec.bodies.push_back({mass, Vec3::Constant(inertia)});
      spec.constraints.push_back(KeepDistance{
          .body_a = i, .arm_b = Vec3(i * pitch_m_, 0.0, 0.0), .length_m = cradle_.rod_length_m});
      spec.constraints.push_back(KeepInPlane{.body = i, .normal = Vec3(0.0, 1.0, 0.0)});
    }
    spec.loads = [this](double /*t*/, std::span<const BodyMotion> motions, std::span<Load> loads) {
      Push(motions, loads);
    };
    return spec;
  }

  std::vector<BodyMotion> Release() const {
    std::vector<BodyMotion> motions(static_cast<std::size_t>(cradle_.ball_count));
    for (int i = 0; i < cradle_.ball_count; ++i) {
      const double angle = i < cradle_.released ? -cradle_.release_angle_rad : 0.0;
      motions[static_cast<std::size_t>(i)].position_m =
          Vec3(i * pitch_m_ + cradle_.rod_length_m * std::sin(angle), 0.0,
               -cradle_.rod_length_m * std::cos(angle));
    }
    return motions;
  }

  double Elastic(std::span<const double> y) const {
    double energy = 0.0;
    for (int i = 0; i + 1 < cradle_.ball_count; ++i) {
      const Vec3 apart = ReadBody(y, i + 1).position_m - ReadBody(y, i).position_m;
      energy += law_.ElasticEnergy(2.0 * cradle_.ball_radius_m - apart.norm());
    }
    return energy;
  }

 private:
  void Push(std::span<const BodyMotion> motions, std::span<Load> loads) const {
    for (std::size_t i = 0; i + 1 < motions.size(); ++i) {
      const Vec3 apart = motions[i + 1].position_m - motions[i].position_m;
      const double distance = apart.norm();
      const double force = law_.Force(2.0 * cradle_.ball_radius_m - distance, 0.0, 1.0);
      loads[i].force_N -= force / distance * apart;
      loads[i + 1].force_N += force / distance * apart;
    }
  }

  const NewtonsCradle& cradle_;
  double pitch_m_;
  NormalForceLaw law_;
};

// Writes samples of a cradle without guards down.
class Onlooker final : public IvpObserver {
 public:
  Onlooker(const NewtonsCradle& cradle, const GuardlessCradle& parts, MultibodySystem& system,
           Swings& swings)
      : cradle_(cradle), parts_(parts), system_(system), swings_(swings) {}
  void Sample(double t, std::span<const double> y) override {
    Add(cradle_, t, ReadBody(y, 0).position_m.z() + cradle_.rod_length_m,
        system_.Energy(y).Total() + parts_.Elastic(y), system_.MeasureConstraints(y).position,
        swings_);
  }

 private:
  const NewtonsCradle& cradle_;
  const GuardlessCradle& parts_;
  MultibodySystem& system_;
  Swings& swings_;
};

}  // namespace

NewtonsCradle PaperCradle() {
  NewtonsCradle cradle;
  cradle.material = {"steel of D-13", 210e9, 0.3, 7850.0, "catalogue D-13"};
  cradle.integration = {.relative_tolerance = 1e-12, .absolute_tolerance = 1e-14};
  return cradle;
}

double FigureNamed(const MechanismRecord& record, const std::string& name) {
  const auto found = std::find_if(record.figures.begin(), record.figures.end(),
                                  [&](const Figure& figure) { return figure.name == name; });
  return found == record.figures.end() ? NAN : found->value;
}

Swings SwingAsSet(const NewtonsCradle& cradle) {
  Swings swings;
  MechanismRecord record;
  const MechanismDetail detail = {.sample_period_s = kSample_s};
  if (!Simulate(cradle, detail, StopToken(), record).ok()) return swings;
  const auto energy = static_cast<std::size_t>(3 * cradle.ball_count);
  for (std::size_t i = 0; i < record.samples.times_s.size(); ++i) {
    const std::span<const double> row = record.samples.Row(static_cast<int>(i));
    Add(cradle, record.samples.times_s[i], row[2], row[energy], row[energy + 2], swings);
  }
  swings.evaluations = record.evaluations;
  swings.complete = record.stop_reason == StopReason::kTimeLimit;
  FindTops(cradle, swings);
  return swings;
}

namespace {

// The paper's tool, with the tolerances of the cradle: one emulation for all experiments.
IvpOptions ToolOf(const NewtonsCradle& cradle) {
  const IntegrationSpec& integration = cradle.integration;
  IvpOptions options = testing::ToolOptions(integration.relative_tolerance,
                                            integration.absolute_tolerance, cradle.duration_s);
  options.method = integration.method;
  return options;
}

}  // namespace

Swings SwingWithoutGuards(const NewtonsCradle& cradle) {
  const GuardlessCradle parts(cradle);
  MultibodySystem system(parts.Parts());
  std::vector<double> y = system.Start(parts.Release());
  std::vector<double> times;
  for (int i = 0; kSample_s * i <= cradle.duration_s; ++i) times.push_back(kSample_s * i);
  Swings swings;
  Onlooker onlooker(cradle, parts, system, swings);
  const IvpResult result =
      Integrator().Run(system, 0.0, y, cradle.duration_s, ToolOf(cradle), times, onlooker);
  swings.evaluations = result.cost.evaluations;
  swings.complete = result.end == IvpEnd::kComplete;
  FindTops(cradle, swings);
  return swings;
}

}  // namespace carom::papers
