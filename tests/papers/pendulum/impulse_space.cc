// Routh's construction against a numerical integration of friction over the impulse: pendulum-18.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

#include "core/models/pendulum/double_pendulum.h"
#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/impulse_plane.h"
#include "tests/papers/pendulum/setup.h"
#include "tests/testing/impact_case.h"

namespace carom::papers {
namespace {

constexpr double kSoftSlip_m_s = 1e-11;  // d below: within it friction turns from side to side.
constexpr double kLocalError = 1e-13;    // N s.
constexpr double kRounding = 1e-3;       // Of the slope, mu.
constexpr double kLeastStep = 1e-13;     // N s.
constexpr int64_t kMostSteps = 20000;    // Beyond it the integration is given up.

struct Integrated {
  double compression_impulse = 0.0;
  double normal_impulse = 0.0;
  double friction_impulse = 0.0;
  int64_t steps = 0;
};

// dT/dF = -mu clamp(s/d, -1, 1) with s = s(0) + alpha T + epsilon F, (34): stiff, as d is small.
// Backward Euler, which is exact on straight lines, with steps that the bends control.
class SoftFriction {
 public:
  SoftFriction(const PendulumImpact& impact, double friction)
      : impact_(impact), friction_(friction) {}

  Integrated Run(double restitution) {
    result_ = {};
    while (Closing(f_, t_) < 0.0 && result_.steps < kMostSteps) Advance(1e9, /*compressing=*/true);
    result_.compression_impulse = f_;
    result_.normal_impulse = (1.0 + restitution) * f_;
    while (f_ < result_.normal_impulse && result_.steps < kMostSteps) {
      Advance(result_.normal_impulse, /*compressing=*/false);
    }
    result_.friction_impulse = result_.steps < kMostSteps ? t_ : std::nan("");
    return result_;
  }

 private:
  // (34) and (35).
  double Slip(double f, double t) const {
    return impact_.velocity_before_m_s.x() + impact_.alpha * t + impact_.epsilon * f;
  }
  double Closing(double f, double t) const {
    return impact_.velocity_before_m_s.y() + impact_.epsilon * t + impact_.gamma * f;
  }

  // T after an implicit step from (f, t): of the three straight pieces of friction the one that
  // holds at the end.
  double Implicit(double f, double t, double h) const {
    if (Slip(f + h, t - h * friction_) >= kSoftSlip_m_s) return t - h * friction_;
    if (Slip(f + h, t + h * friction_) <= -kSoftSlip_m_s) return t + h * friction_;
    const double pull = h * friction_ / kSoftSlip_m_s;
    return (t - pull * Slip(f + h, 0.0)) / (1.0 + pull * impact_.alpha);
  }

  void Advance(double end, bool compressing) {
    const double slope = -friction_ * std::clamp(Slip(f_, t_) / kSoftSlip_m_s, -1.0, 1.0);
    double h = std::min(step_, end - f_);
    double t = Implicit(f_, t_, h);
    // The slopes at both ends tell of a bend between them. While the disc sticks they differ by
    // what rounding of the slip is of d, which bends nothing.
    const auto bends = [&] {
      const double bend = 0.5 * std::fabs(t - t_ - h * slope);
      return bend > kLocalError && bend > kRounding * friction_ * h;
    };
    while (h > kLeastStep && bends()) {
      h *= 0.5;
      t = Implicit(f_, t_, h);
    }
    step_ = 2.0 * h;
    if (compressing && Closing(f_ + h, t) >= 0.0) h = EndOfCompression(h);
    t_ = Implicit(f_, t_, h);
    f_ += h;
    if (!compressing && end - f_ < kLeastStep) f_ = end;
    ++result_.steps;
  }

  // The part of a step at which c = 0, from above by a rounding.
  double EndOfCompression(double h) const {
    double low = 0.0;
    double high = h;
    for (int i = 0; i < 80; ++i) {
      const double middle = 0.5 * (low + high);
      (Closing(f_ + middle, Implicit(f_, t_, middle)) < 0.0 ? low : high) = middle;
    }
    return high;
  }

  const PendulumImpact& impact_;
  const double friction_;
  double f_ = 0.0;
  double t_ = 0.0;
  double step_ = 1.0;
  Integrated result_;
};

Integrated IntegrateImpact(const PendulumImpact& impact, const DoublePendulum& pendulum) {
  return SoftFriction(impact, pendulum.friction).Run(pendulum.restitution);
}

// Of one call of `work`; what it returns is kept, so that no compiler leaves it out.
double SecondsOf(int times, const auto& work) {
  volatile double kept = 0.0;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i) kept = work();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  static_cast<void>(kept);
  return elapsed.count() / times;
}

}  // namespace

double SlipByIntegration(const PendulumImpact& impact, const DoublePendulum& pendulum) {
  const Integrated soft = IntegrateImpact(impact, pendulum);
  return std::fabs(impact.velocity_before_m_s.x() + impact.alpha * soft.friction_impulse +
                   impact.epsilon * soft.normal_impulse);
}

void PendulumImpulseSpace(Findings& findings) {
  findings.sheet() = Sheet({"mu", "impact", "case", "T_Routh_Ns", "T_integrated_Ns",
                            "difference_Ns", "steps", "seconds_Routh", "seconds_integrated"});
  double seconds_routh = 0.0;
  double seconds_integrated = 0.0;
  double greatest = 0.0;
  int impacts = 0;
  int64_t least_steps = 1 << 30;
  for (const double friction : {0.05, 0.15, 0.8}) {
    const DoublePendulum pendulum = PaperPendulum(friction);
    const PendulumEquations equations(pendulum);
    const auto record = Swing(pendulum, {}, findings);
    if (!record) return;
    for (int i = 0; i < CountOf(*record); ++i, ++impacts) {
      const PendulumState before = StateBefore(*record, i);
      const PendulumImpact routh = ResolveDiscImpact(equations, before);
      const Integrated soft = IntegrateImpact(routh, pendulum);
      const double difference =
          std::max({std::fabs(soft.friction_impulse - routh.friction_impulse),
                    std::fabs(soft.normal_impulse - routh.normal_impulse),
                    std::fabs(soft.compression_impulse - routh.compression_impulse)});
      greatest = std::max(greatest, difference);
      if (i == 0 && friction < 0.5) {  // Above, the disc sticks.
        const Integrated rougher = IntegrateImpact(routh, PaperPendulum(1.1 * friction));
        findings.Plant("pendulum-18", "a tenth more friction in one, mu = " + Text(friction),
                       {{std::fabs(rougher.friction_impulse - routh.friction_impulse)}});
      }
      least_steps = std::min(least_steps, soft.steps);
      const double quick =
          SecondsOf(1000, [&] { return ResolveDiscImpact(equations, before).friction_impulse; });
      const double slow =
          SecondsOf(100, [&] { return IntegrateImpact(routh, pendulum).friction_impulse; });
      seconds_routh += quick;
      seconds_integrated += slow;
      findings.sheet().Add(friction, i + 1, ImpactCase(routh.path, routh.velocity_before_m_s.x()),
                           routh.friction_impulse, soft.friction_impulse, difference, soft.steps,
                           quick, slow);
    }
  }
  findings.Measure("pendulum-18", greatest);
  findings.Tell("pendulum-18", std::to_string(impacts) +
                                   " impacts; the integration takes at least " +
                                   std::to_string(least_steps) + " steps for one, and " +
                                   Text(seconds_integrated / seconds_routh) + " times as long");
}

}  // namespace carom::papers
