// Baumgarte's two constants at a fixed step: pool-06.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/constants.h"
#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/constraint_experiments.h"

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

// A pendulum that starts on a rod 1 % too long.
ConstrainedSystem LongPendulum() {
  ConstrainedSystem pendulum = PendulumOnRod(ConstraintMethod::kBaumgarte, DegreesToRadians(60.0));
  pendulum.start[0].position_m *= 1.01;
  return pendulum;
}

struct Decay {
  std::vector<double> ratio;           // Phi/Phi(0), at each step.
  std::vector<double> sign_changes_s;  // When the sign changes.
  double greatest = 0.0;               // Of |Phi/Phi(0)|, of those that are numbers.
  double settled_s = 0.0;              // The last time at which |Phi| is above 1 % of what it was.
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
  double first = 0.0;
  RunConstrained(system, parts.start, duration_s, options,
                 [&](double t, std::span<const double> y) {
                   const std::array motions = {ReadBody(y, 0)};
                   const double phi = Evaluate(spec.constraints[0], motions).value[0];
                   if (t == 0.0) first = phi;
                   decay.ratio.push_back(phi / first);
                 });
  // The integrator's own error is no oscillation: it is 1e-6 of Phi(0).
  constexpr double kSeen = 1e-5;
  double last = 1.0;
  for (std::size_t i = 0; i < decay.ratio.size(); ++i) {
    const double ratio = decay.ratio[i];
    if (std::isfinite(ratio)) decay.greatest = std::max(decay.greatest, std::fabs(ratio));
    if (std::fabs(ratio) > 0.01) decay.settled_s = step_s * static_cast<double>(i);
    if (std::fabs(ratio) < kSeen) continue;
    if (ratio * last < 0.0) decay.sign_changes_s.push_back(step_s * static_cast<double>(i));
    last = ratio;
  }
  return decay;
}

void Write(const std::string& system, const Pair& pair, const Decay& decay, Findings& findings) {
  for (std::size_t i = 0; i < decay.ratio.size(); ++i) {
    if (std::fabs(decay.ratio[i]) > 2.0) break;  // Of no more use on a plot.
    findings.sheet().Add(system + " " + NameOfPair(pair), kStep_s * static_cast<double>(i),
                         decay.ratio[i]);
  }
}

// catalogue D-17, and its like for 20.
void JudgeCritical(double constant, const Decay& decay, Findings& findings) {
  for (const int step : {20, 50, 100}) {
    const double x = constant * kStep_s * step;
    const double z = constant * kStep_s;
    const double left = step * std::pow(z, 5.0) * ((1.0 + x) / 120.0 + 1.0 / 24.0) * std::exp(z);
    findings.Reproduced(
        "point, " + NameOfPair({constant, constant}) + ": Phi/Phi(0) at " + Text(kStep_s * step) +
            " s",
        {"If both values are equal, the critical damping is reached.", "2.3"},
        {{decay.ratio[static_cast<std::size_t>(step)],
          Around(
              (1.0 + x) * std::exp(-x),
              {left * std::exp(-x), "",
               "n z^5 ((1 + a t)/120 + 1/24) e^z of e^(-a t), z = h a: what the method of fourth "
               "order leaves of a double root in n steps",
               /*derived=*/true})}},
        {Source::kClosedForm, "(1 + a t) e^(-a t), catalogue D-17"});
  }
}

// a t at which (1 + a t) e^(-a t) has fallen to 1 %.
double SettlingOfCritical() {
  double low = 0.0;
  double high = 20.0;
  while (true) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) return middle;
    ((1.0 + middle) * std::exp(-middle) > 0.01 ? low : high) = middle;
  }
}

// How long the envelope e^(-alpha t) of a solution of (2.23) is above the 1 % by which a run counts
// as settled, of its 2 s.
double TimeAbovePercent(const Pair& pair) { return std::fmin(2.0, std::log(100.0) / pair.alpha); }

// The half periods until then, for beta > alpha.
double ChangesOfSign(const Pair& pair) {
  const double frequency = std::sqrt(pair.beta * pair.beta - pair.alpha * pair.alpha);
  return TimeAbovePercent(pair) * frequency / kPi;
}

void JudgeBehaviour(const std::string& system, const std::array<Decay, 5>& decays,
                    Findings& findings) {
  const Reference exact = {Source::kClosedForm, "(2.23)"};
  const auto changes = [](const Decay& decay, double until_s) {
    return static_cast<double>(
        std::count_if(decay.sign_changes_s.begin(), decay.sign_changes_s.end(),
                      [until_s](double time_s) { return time_s <= until_s; }));
  };
  const std::string at = system + ", ";
  const double settling = SettlingOfCritical();
  const Tolerance step = {kStep_s, "s", "a step: the last one above 1 %"};
  findings.Reproduced(
      at + "5 and 5",
      {"for a fixed time step, the values alpha = beta = 5 lead to a convergence of the "
       "integration process without oscillation",
       "2.3"},
      {{changes(decays[0], 2.0), Exactly(0.0), "changes of sign"},
       {decays[0].settled_s, Around(settling / 5.0, step), "settled to 1 % at"}},
      exact);
  findings.Reproduced(at + "20 and 20",
                      {"being this process even faster if alpha = beta = 20", "2.3"},
                      {{changes(decays[1], 2.0), Exactly(0.0), "changes of sign"},
                       {decays[1].settled_s, Around(settling / 20.0, step), "settled to 1 % at"}},
                      exact);
  const Printed oscillates = {
      "A bigger increase in beta compared to one of alpha produces oscillations of the results "
      "and, ultimately, the divergence of the integration process.",
      "2.3"};
  for (const int i : {2, 3}) {
    const Decay& decay = decays[static_cast<std::size_t>(i)];
    const Pair& pair = kPairs[static_cast<std::size_t>(i)];
    findings.Reproduced(
        at + NameOfPair(pair) + ": changes of sign in " + Text(TimeAbovePercent(pair)) + " s",
        oscillates,
        {{changes(decay, TimeAbovePercent(pair)),
          Around(ChangesOfSign(pair), {1.0, "",
                                       "an interval of x half periods holds x changes of "
                                       "sign, and fewer than one more or less"})}},
        exact);
  }
  findings.Reproduced(
      at + "5 and 500, step 0.01 s: greatest |Phi/Phi(0)|", oscillates,
      {{decays[4].greatest, Above(1.0, 1.0, "", "1: it does not grow beyond its start")}},
      {Source::kClosedForm, "h beta = 5 is beyond the method's stability"});
}

// What "stiffer" costs: the longest step of Runge and Kutta's method is 2.785/alpha.
void JudgeStiffness(Findings& findings) {
  for (const double constant : {5.0, 20.0}) {
    const double longest = 2.785 / constant;
    const auto left = [&](double step_s) {
      const Decay decay = Follow(PointOffPlane(), {constant, constant}, step_s, 400.0 * step_s);
      return std::fabs(decay.ratio.back());
    };
    const char* origin = "1: neither decay nor growth";
    findings.Reproduced(NameOfPair({constant, constant}) +
                            ": |Phi/Phi(0)| after 400 steps of around " + Text(longest) + " s",
                        {"However, this implied a stiffer system.", "2.3"},
                        {{left(0.97 * longest), Below(1.0, 1.0, "", origin), "3 % shorter"},
                         {left(1.03 * longest), Above(1.0, 1.0, "", origin), "3 % longer"}},
                        {Source::kClosedForm, "2.785/alpha, Runge and Kutta's limit of stability"});
  }
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
  const std::array systems = {std::pair("point", PointOffPlane()),
                              std::pair("pendulum", LongPendulum())};
  for (const auto& [name, parts] : systems) {
    std::array<Decay, 5> decays;
    for (std::size_t i = 0; i < kPairs.size(); ++i) {
      decays[i] = Follow(parts, kPairs[i], kStep_s, 2.0);
      Write(name, kPairs[i], decays[i], findings);
    }
    if (parts.spec.constraints.size() == 1) {
      JudgeCritical(5.0, decays[0], findings);
      JudgeCritical(20.0, decays[1], findings);
    }
    JudgeBehaviour(name, decays, findings);
  }
  JudgeStiffness(findings);
  findings.SetPanels({DecayPlot("point"), DecayPlot("pendulum")});
}

}  // namespace carom::papers
