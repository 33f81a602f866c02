// Damped laws between balls that touch, where the ratio of rates is 0/0: smooth-25.

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/constants.h"
#include "core/laws/normal/normal_law.h"
#include "core/laws/normal/restitution.h"
#include "tests/papers/smooth/cradle_experiments.h"
#include "tests/papers/smooth/cradle_setup.h"
#include "tests/papers/smooth/system_run.h"
#include "tests/testing/degrees.h"

namespace carom::papers {
namespace {

constexpr double kRestitution = 0.9;

NormalLaw Law(const std::string& name, ZeroVelocityPolicy policy) {
  if (name == "LN") return LankaraniNikravesh{.restitution = kRestitution, .policy = policy};
  return FloresLaw{.restitution = kRestitution, .policy = policy};
}

constexpr double kGap_m = 1e-3;

NewtonsCradle CradleWith(const NormalLaw& law, double gap_m) {
  NewtonsCradle cradle = PaperCradle();
  cradle.normal = law;
  cradle.gap_m = gap_m;
  cradle.duration_s = 0.5;
  return cradle;
}

MechanismRecord Swing(const NormalLaw& law, double gap_m) {
  const NewtonsCradle cradle = CradleWith(law, gap_m);
  MechanismRecord record;
  record.stop_reason = StopReason::kNumericalFailure;
  (void)RunNewtonsCradle(cradle, {}, StopToken(), record);
  return record;
}

double Apex(const MechanismRecord& record) {
  return RadiansToDegrees(FigureNamed(record, "apex_ball_5_rad"));
}

// The angle to which ball 5 rises, deg, if each impact leaves the next ball (1 + e)/2 of the speed:
// equal balls, one after the other. A ball reaches the next one a gap past its lowest point.
double ApexOverGaps_deg(const NewtonsCradle& cradle, double restitution) {
  const double gL = cradle.gravity_m_s2 * cradle.rod_length_m;
  const auto speed_squared = [&](double height) { return 2.0 * gL * height; };
  const double slope = cradle.gap_m / cradle.rod_length_m;
  const double climb = slope * slope / (1.0 + std::sqrt(1.0 - slope * slope));  // Over the length.
  const double kept = 0.5 * (1.0 + restitution);
  double left = speed_squared(1.0 - std::cos(cradle.release_angle_rad));
  for (int impact = 1; impact < cradle.ball_count; ++impact) {
    left = (left - speed_squared(climb)) * kept * kept;
  }
  return RadiansToDegrees(std::acos(1.0 - left / (2.0 * gL)));
}

void JudgePolicies(const std::string& law, Findings& findings) {
  constexpr double kElastic_deg = 29.65554;  // catalogue D-13
  const auto run = [&](ZeroVelocityPolicy policy, const char* name) {
    MechanismRecord record = Swing(Law(law, policy), 0.0);
    const bool complete = record.stop_reason == StopReason::kTimeLimit;
    findings.sheet().Add(law, name, complete ? "runs" : "stops", record.end_time_s, Apex(record));
    return std::pair(complete, record);
  };
  const MechanismRecord stopped = run(ZeroVelocityPolicy::kStop, "stop").second;
  // A quarter of the period of 0.777 s, 1.7 % longer at 30 deg.
  findings.Reproduced(
      law + ", c = 0.9, as printed: stops at",
      {"the main issue that arose was the stall of the system when an inelastic contact (and, "
       "therefore, a contact model that considers explicitly normal relative velocity) was "
       "considered",
       "5"},
      {{stopped.end_time_s, Around(0.25 * 0.777 * 1.017, {1e-3, "s", "the period by two terms"})}},
      {Source::kClosedForm, "the first impact, where the ratio is 0/0"});
  const auto judge = [&](ZeroVelocityPolicy policy, const char* name) -> Measured {
    const auto [complete, record] = run(policy, name);
    return {complete ? Apex(record) / kElastic_deg : std::nan(""),
            Below(1.0, 1.0, "", "1 without damping"),
            std::string("apex of ball 5 over the elastic one, ") + name};
  };
  findings.Extension(law + ", no damping for that contact", {Source::kReferenceRun, "elastic"},
                     {judge(ZeroVelocityPolicy::kHertz, "no damping")});
  findings.Reproduced(
      law + ", the paper's proposal",
      {"A possible solution to this problem could be to consider a ratio of 1/1", "5"},
      {judge(ZeroVelocityPolicy::kRatioOne, "ratio 1")}, {Source::kReferenceRun, "elastic"});
  // The policies matter for balls that touch only: apart, each contact has a speed of approach.
  const NormalLaw printed = Law(law, ZeroVelocityPolicy::kStop);
  const NewtonsCradle apart = CradleWith(printed, kGap_m);
  const double apex_deg =
      ApexOverGaps_deg(apart, RestitutionOfDamping(MakeNormalForce(printed, 1.0).damping));
  findings.Reproduced(
      law + ", gaps of 1 mm, as printed: apex of ball 5 over the elastic one",
      {"If the bodies are together at that moment", "5"},
      {{Apex(Swing(printed, kGap_m)) / kElastic_deg,
        Around(
            apex_deg / kElastic_deg,
            {4e-5, "", "gravity, g 1/150, slows a ball of 0.6 m/s for the 80 us of each impact"})}},
      {Source::kClosedForm, "four impacts of equal balls, each a gap past the lowest point"});
}

// Two balls at rest that touch, and a force that presses one on the other: catalogue D-15.
std::array<double, 2> Press(const NormalLaw& law) {
  MultibodySpec spec;
  spec.gravity_m_s2.setZero();
  spec.bodies.assign(2, RigidBody{});
  spec.contacts.push_back({.sphere = 0,
                           .radius_m = 1.0,
                           .other = 1,
                           .surface = BallSurface{1.0},
                           .normal = MakeNormalForce(law, 1e6),
                           .friction = {}});
  spec.loads = [](double /*t*/, std::span<const BodyMotion>, std::span<Load> loads) {
    loads[0].force_N.x() += 10.0;
  };
  std::array<BodyMotion, 2> start;
  start[1].position_m = Vec3(2.0, 0.0, 0.0);
  MultibodySystem system(spec);
  std::array<double, 2> velocities = {NAN, NAN};
  RunSystem(system, start, 0.02, 0.02, [&](double /*t*/, std::span<const double> y) {
    for (int i = 0; i < 2; ++i) {
      velocities[static_cast<std::size_t>(i)] = ReadBody(y, i).velocity_m_s.x();
    }
  });
  return velocities;
}

void JudgePressed(const std::string& law, Findings& findings) {
  const std::array elastic = Press(HertzLaw{});
  const std::array damped = Press(Law(law, ZeroVelocityPolicy::kHertz));
  findings.SelfCheck(
      law + ", two balls pressed together from rest, no damping: velocity less Hertz's",
      {Source::kReferenceRun, "Hertz, catalogue D-15"},
      {{damped[1] - elastic[1], Exactly(0.0, "m/s")}});
}

}  // namespace

void CradlePolicies(Findings& findings) {
  findings.sheet() = Sheet({"law", "policy", "outcome", "end_s", "apex_ball_5_deg"});
  for (const std::string law : {"LN", "Flores"}) {
    JudgePolicies(law, findings);
    JudgePressed(law, findings);
  }
}

}  // namespace carom::papers
