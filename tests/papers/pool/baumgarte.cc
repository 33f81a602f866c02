// Baumgarte's two constants at a fixed step: pool-06.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/constants.h"
#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/experiments.h"

namespace carom::papers {
namespace {

struct Pair {
  double alpha = 0.0;  // 1/s
  double beta = 0.0;   // 1/s
};

constexpr std::array kPairs = {Pair{5, 5}, Pair{20, 20}, Pair{1, 20}, Pair{5, 50}, Pair{5, 500}};
constexpr double kStep_s = 0.01;

std::string NameOfPair(const Pair& pair) { return Text(pair.alpha) + " and " + Text(pair.beta); }

// A point that starts 1 cm off its plane: Phi is linear in q, so (2.23) is the whole motion.
ConstrainedSystem PointOffPlane() {
  ConstrainedSystem point;
  point.spec.bodies = {RigidBody{}};
  point.spec.constraints = {KeepInPlane{.normal = Vec3(0.0, 1.0, 0.0)}};
  BodyMotion motion;
  motion.position_m = Vec3(0.0, 0.01, 0.0);
  point.start = {motion};
  return point;
}

// A pendulum on a rod that is by a part too long.
ConstrainedSystem LongPendulum(double part) {
  ConstrainedSystem pendulum = PendulumOnRod(ConstraintMethod::kBaumgarte, DegreesToRadians(60.0));
  pendulum.start[0].position_m *= 1.0 + part;
  return pendulum;
}

struct Decay {
  std::vector<double> times_s;
  std::vector<double> phi;  // At each step.
  int sign_changes = 0;
  double greatest = 0.0;   // Of |Phi/Phi(0)|, of those that are numbers.
  double settled_s = 0.0;  // The last time at which |Phi| is above 1 % of what it was.

  double Ratio(std::size_t i) const { return phi[i] / phi[0]; }
  double Rms() const {
    double sum = 0.0;
    for (const double value : phi) sum += value * value;
    return std::sqrt(sum / static_cast<double>(phi.size()));
  }
};

Decay Follow(const ConstrainedSystem& parts, const Pair& pair, double step_s, double duration_s) {
  MultibodySpec spec = parts.spec;
  spec.constraint_options.baumgarte_alpha_1_s = pair.alpha;
  spec.constraint_options.baumgarte_beta_1_s = pair.beta;
  MultibodySystem system(spec);
  IvpOptions options;
  options.method = IvpMethod::kRungeKutta4;
  options.largest_step_s = step_s;
  Decay decay;
  RunConstrained(system, parts.start, duration_s, options,
                 [&](double t, std::span<const double> y) {
                   decay.times_s.push_back(t);
                   const std::array motions = {ReadBody(y, 0)};
                   decay.phi.push_back(Evaluate(spec.constraints[0], motions).value[0]);
                 });
  // The integrator's own error is no oscillation: it is 1e-6 of Phi(0).
  constexpr double kSeen = 1e-5;
  double last = 1.0;
  for (std::size_t i = 0; i < decay.phi.size(); ++i) {
    const double ratio = decay.Ratio(i);
    if (std::isfinite(ratio)) decay.greatest = std::max(decay.greatest, std::fabs(ratio));
    if (std::fabs(ratio) > 0.01) decay.settled_s = decay.times_s[i];
    if (std::fabs(ratio) < kSeen) continue;
    decay.sign_changes += ratio * last < 0.0 ? 1 : 0;
    last = ratio;
  }
  return decay;
}

void FollowSystem(const std::string& system, const ConstrainedSystem& parts, Findings& findings) {
  std::array<Decay, kPairs.size()> decays;
  for (std::size_t k = 0; k < kPairs.size(); ++k) {
    decays[k] = Follow(parts, kPairs[k], kStep_s, 2.0);
    for (std::size_t i = 0; i < decays[k].phi.size(); ++i) {
      if (std::fabs(decays[k].Ratio(i)) > 2.0) break;  // Of no more use on a plot.
      findings.sheet().Add(system + " " + NameOfPair(kPairs[k]), kStep_s * static_cast<double>(i),
                           decays[k].Ratio(i));
    }
  }
  const auto changes = [&](std::size_t k) -> Quantity {
    return {static_cast<double>(decays[k].sign_changes), system + ", " + NameOfPair(kPairs[k])};
  };
  findings.Measure("pool-06a", {changes(0)});
  findings.Measure("pool-06b", {{decays[1].settled_s / decays[0].settled_s, system}});
  findings.Measure("pool-06d", {changes(2), changes(3)});
  findings.Measure("pool-06e", {{decays[4].greatest, system}});
  findings.Plant("pool-06a", system + " with 5 and 50", {changes(3)});
  findings.Plant("pool-06b", system + " with 20 and 5 exchanged",
                 {{decays[0].settled_s / decays[1].settled_s}});
  findings.Plant("pool-06d", system + " with 5 and 5", {changes(0)});
  findings.Plant("pool-06e", system + " with 5 and 5", {{decays[0].greatest}});
}

// By bisection: |Phi| after 400 steps is what it was.
double LongestStableStep(double constant) {
  double low = 0.1 / constant;
  double high = 10.0 / constant;
  for (int i = 0; i < 40; ++i) {
    const double step_s = 0.5 * (low + high);
    const Decay decay = Follow(PointOffPlane(), {constant, constant}, step_s, 400.0 * step_s);
    (std::fabs(decay.Ratio(decay.phi.size() - 1)) < 1.0 ? low : high) = step_s;
  }
  return low;
}

// Phi/Phi(0) less (1 + a t) e^(-a t), greatest over 2 s.
double OffCriticalDamping(const Pair& pair) {
  const Decay decay = Follow(PointOffPlane(), pair, 1e-3, 2.0);
  double off = 0.0;
  for (std::size_t i = 0; i < decay.phi.size(); ++i) {
    const double at = pair.alpha * decay.times_s[i];
    off = std::max(off, std::fabs(decay.Ratio(i) - (1.0 + at) * std::exp(-at)));
  }
  return off;
}

// alpha = beta with the least violation of a pendulum that starts without any.
double BestConstant(double step_s) {
  double best = 0.0;
  double least = 1e300;
  for (const double constant : {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0}) {
    const double rms = Follow(LongPendulum(0.0), {constant, constant}, step_s, 10.0).Rms();
    if (!(rms < least)) continue;
    least = rms;
    best = constant;
  }
  return best;
}

Plot DecayPlot(const std::string& system) {
  Plot plot{system + ": decay of a constraint's violation, step 0.01 s", "t, s", "Phi/Phi(0)", {}};
  for (const Pair& pair : kPairs) {
    plot.curves.push_back(
        {NameOfPair(pair), "t_s", "ratio", "run", system + " " + NameOfPair(pair), "lines"});
  }
  return plot;
}

}  // namespace

void PoolBaumgarte(Findings& findings) {
  findings.sheet() = Sheet({"run", "t_s", "ratio"});
  FollowSystem("point", PointOffPlane(), findings);
  FollowSystem("pendulum", LongPendulum(0.01), findings);
  findings.Measure("pool-06c", LongestStableStep(20.0) / LongestStableStep(5.0));
  for (const double a : {5.0, 20.0}) {
    findings.Measure("pool-06f", {{OffCriticalDamping({a, a}), Text(a)}});
    findings.Plant("pool-06f", "a second constant of 1.1 " + Text(a),
                   {{OffCriticalDamping({a, 1.1 * a})}});
  }
  for (const double step_s : {0.01, 0.001}) {
    findings.Measure("pool-06h", {{BestConstant(step_s), "steps of " + Text(step_s) + " s"}});
  }
  findings.SetPanels({DecayPlot("point"), DecayPlot("pendulum")});
}

}  // namespace carom::papers
