// Damped laws between balls that touch, where the ratio of rates is 0/0: smooth-25.

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/constants.h"
#include "core/laws/normal/menu.h"
#include "tests/papers/smooth/cradle_experiments.h"
#include "tests/papers/smooth/cradle_setup.h"
#include "tests/papers/smooth/system_run.h"

namespace carom::papers {
namespace {

constexpr double kRestitution = 0.9;

NormalLaw Law(const std::string& name, ZeroVelocityPolicy policy) {
  if (name == "LN") return LankaraniNikravesh{.restitution = kRestitution, .policy = policy};
  return FloresLaw{.restitution = kRestitution, .policy = policy};
}

MechanismRecord Swing(const NormalLaw& law, double gap_m) {
  NewtonsCradle cradle = PaperCradle();
  cradle.normal = law;
  cradle.gap_m = gap_m;
  cradle.duration_s = 0.5;
  MechanismRecord record;
  record.stop_reason = StopReason::kNumericalFailure;
  (void)RunNewtonsCradle(cradle, {}, StopToken(), record);
  return record;
}

double Apex(const MechanismRecord& record) {
  return RadiansToDegrees(FigureNamed(record, "apex_ball_5_rad"));
}

void JudgePolicies(const std::string& law, Findings& findings) {
  constexpr double kElastic_deg = 29.65554;  // catalogue D-13
  const auto run = [&](ZeroVelocityPolicy policy, const char* name) {
    MechanismRecord record = Swing(Law(law, policy), 0.0);
    const bool complete = record.stop_reason == StopReason::kTimeLimit;
    findings.sheet().Add(law, name, complete ? "runs" : "stops", record.end_time_s, Apex(record));
    return std::pair(complete, record);
  };
  const auto [through, stopped] = run(ZeroVelocityPolicy::kStop, "stop");
  findings.Reproduces(law + ", c = 0.9, as printed", "the system stalls",
                      through ? "runs" : "stops at " + Text(stopped.end_time_s) + " s, 0/0",
                      !through && stopped.end_time_s < 0.3);
  const auto judge = [&](ZeroVelocityPolicy policy, const char* name, const char* paper) {
    const auto [complete, record] = run(policy, name);
    const double apex = Apex(record);
    findings.Reproduces(law + ", " + name + ": outcome, apex of ball 5 (elastic: 29.6555 deg)",
                        paper, complete ? "runs, " + Text(apex) + " deg" : "stops",
                        complete && apex < kElastic_deg && apex > 0.8 * kElastic_deg);
  };
  judge(ZeroVelocityPolicy::kHertz, "no damping for that contact", "not said");
  judge(ZeroVelocityPolicy::kRatioOne, "ratio 1", "a possible solution");
  // The policies matter for balls that touch only: apart, each contact has a speed of approach.
  const double apart = Apex(Swing(Law(law, ZeroVelocityPolicy::kStop), 1e-3));
  findings.Reproduces(law + ", gaps of 1 mm, as printed: apex of ball 5, deg",
                      "bodies that are together", Text(apart),
                      apart > 0.5 * kElastic_deg && apart < 0.9 * kElastic_deg);
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
  findings.Reproduces(
      law + ", two balls pressed together from rest, no damping: velocity over Hertz's", "0/0", 0.0,
      damped[1] - elastic[1], 0.0);
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
