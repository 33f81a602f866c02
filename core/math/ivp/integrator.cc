#include "core/math/ivp/integrator.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/demand.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/math/ivp/adams.h"
#include "core/math/ivp/radau.h"
#include "core/math/ivp/runge_kutta.h"
#include "core/math/ivp/stepper.h"

namespace carom {

/// What integrations use and leave to the next one.
struct IntegrationMemory {
  GuardWatch guards;
  std::vector<double> crossing_y;
  std::vector<double> sample_y;
};

/// One run of the Integrator: the loop of steps and the events between them. All that it is given
/// must outlive it. Requires a stepper that is bound to the system and the options.
class Integration {
 public:
  Integration(OdeSystem& system, const IvpOptions& options, IvpObserver& observer, Stepper& stepper,
              IntegrationMemory& memory);

  /// As Integrator::Run; once.
  IvpResult Run(double t, std::span<double> y, double t_end, std::span<const double> sample_times);

 private:
  void Start();
  void Step();
  void Stop();
  double StepLength();
  void Reject(double h, double error);
  void AcceptWhole(double h, double error);
  void AcceptToCrossing(double h);
  void Advance(double t, double h, double tried);
  void FireGuards();
  void Observe();
  void SampleBefore(double t_next);
  void Count() { cost_.evaluations += stepper_.TakeEvaluations(); }

  OdeSystem& system_;
  const IvpOptions& options_;
  IvpObserver& observer_;
  Stepper& stepper_;
  GuardWatch& guards_;
  std::span<double> crossing_y_;
  std::span<double> sample_y_;

  double t_ = 0.0;
  double t_end_ = 0.0;
  std::span<double> y_;
  std::span<const double> sample_times_;  // Not reported yet.
  double planned_step_ = 0.0;
  int tries_ = 0;  // That were rejected since the last accepted step.
  int dips_ = 0;   // Looked for since then.
  int events_at_one_time_ = 0;
  IvpCost cost_;
  std::optional<IvpEnd> end_;
  bool stopped_ = false;  // By the caller.
};

namespace {

// Shorter trial steps in search of one dip of a guard.
constexpr int kMaxDips = 8;

// Most events in a row, in all and per guard, between which time moves by less than a rounding;
// more of them accumulate.
constexpr int kMaxEventsAtOneTime = 16;
constexpr int kMaxEventsAtOneTimePerGuard = 4;

}  // namespace

Integration::Integration(OdeSystem& system, const IvpOptions& options, IvpObserver& observer,
                         Stepper& stepper, IntegrationMemory& memory)
    : system_(system),
      options_(options),
      observer_(observer),
      stepper_(stepper),
      guards_(memory.guards) {
  const auto n = static_cast<std::size_t>(system.size());
  system.LocatesGuards(options.locate_guards);
  memory.guards.Bind(system);
  memory.crossing_y.resize(n);
  memory.sample_y.resize(n);
  crossing_y_ = memory.crossing_y;
  sample_y_ = memory.sample_y;
}

IvpResult Integration::Run(double t, std::span<double> y, double t_end,
                           std::span<const double> sample_times) {
  t_ = t;
  t_end_ = t_end;
  y_ = y;
  sample_times_ = sample_times;
  Start();
  while (!end_ && t_ < t_end_) Step();
  while (!stopped_ && !sample_times_.empty() && sample_times_.front() <= t_) {
    observer_.Sample(sample_times_.front(), y_);
    sample_times_ = sample_times_.subspan(1);
  }
  return {.end = end_.value_or(IvpEnd::kComplete), .t = t_, .cost = cost_};
}

void Integration::Start() {
  if (!stepper_.Begin(t_, y_)) {
    Count();
    end_ = IvpEnd::kNotFinite;
    return;
  }
  const double limit = std::min(options_.largest_step_s, t_end_ - t_);
  planned_step_ = options_.first_step_s > 0.0 ? options_.first_step_s : stepper_.FirstStep(limit);
  Count();
  guards_.Start(t_, y_);
  FireGuards();
}

void Integration::Stop() {
  stopped_ = true;
  end_ = IvpEnd::kAsked;
}

// To the end when what would be left is less than a rounding of the steps before it; MATLAB's
// solvers stretch the step that they chose by up to a tenth, but not beyond the system's bounds.
double Integration::StepLength() {
  constexpr double kRounding = 1e-10;
  const double rest = t_end_ - t_;
  double h = std::min(planned_step_, options_.largest_step_s);
  if (options_.step_control == StepControl::kMatlab && h * 1.1 >= rest) h = rest;
  h = std::min(h, system_.WantedStep(t_, y_));
  if (options_.locate_guards) h = system_.LimitStep(t_, y_, h);
  return h * (1.0 + kRounding) >= rest ? rest : h;
}

void Integration::Step() {
  if (options_.stop.StopRequested()) return Stop();
  if (cost_.evaluations >= options_.max_evaluations) {
    end_ = IvpEnd::kEvaluationLimit;
    return;
  }
  const double h = StepLength();
  if (!(t_ + h > t_)) {
    end_ = IvpEnd::kStepUnderflow;
    return;
  }
  const double error = stepper_.Try(h);
  Count();
  const bool taken_anyway = options_.method == IvpMethod::kDormandPrince54 &&
                            std::isfinite(error) && tries_ + 1 >= options_.max_tries;
  if (!(error <= 1.0) && !taken_anyway) {
    Reject(h, error);
    return;
  }
  const bool crossed = guards_.TryStep(t_ + h, stepper_.End());
  if (options_.locate_guards && !options_.linear_guards && dips_ < kMaxDips) {
    const double shorter = guards_.StepToDip(t_, h);
    if (shorter < h) {
      ++dips_;
      ++cost_.rejected_steps;
      planned_step_ = shorter;
      return;
    }
  }
  if (crossed && options_.locate_guards) {
    AcceptToCrossing(h);
  } else {
    AcceptWhole(h, error);
  }
}

void Integration::Reject(double h, double error) {
  ++tries_;
  ++cost_.rejected_steps;
  planned_step_ = stepper_.StepAfterRejection(h, error, tries_);
  if (std::isfinite(error)) return;
  // The method, or time itself, cannot take a shorter step: the solution is not finite.
  if (planned_step_ >= h || !(t_ + planned_step_ > t_)) end_ = IvpEnd::kNotFinite;
}

void Integration::AcceptWhole(double h, double error) {
  const double t_seen = t_ + h;  // By TryStep().
  const double t_next = h == t_end_ - t_ ? t_end_ : t_seen;
  SampleBefore(t_next);
  std::copy(stepper_.End().begin(), stepper_.End().end(), y_.begin());
  planned_step_ = stepper_.StepAfterSuccess(h, error, tries_);
  Advance(t_next, h, h);
  const bool changed = system_.AfterStep(t_, y_);
  stepper_.Accept(t_, y_, changed);
  Count();
  if (changed || t_next != t_seen) {
    guards_.EndStep(t_, y_);
  } else {
    guards_.EndTrialStep();
  }
  Observe();
  FireGuards();
}

void Integration::AcceptToCrossing(double h) {
  const double part = options_.linear_guards
                          ? guards_.LocateLinearly(h, y_, stepper_.End(), crossing_y_)
                          : guards_.Locate(stepper_, t_, h, crossing_y_);
  Count();
  const double t_next = std::min(t_ + part, t_end_);
  SampleBefore(t_next);
  std::copy(crossing_y_.begin(), crossing_y_.end(), y_.begin());
  Advance(t_next, part, h);
  system_.AfterStep(t_, y_);
  Observe();
  FireGuards();
}

// Over h, the whole or a part of the step tried.
void Integration::Advance(double t, double h, double tried) {
  if (h > GuardWatch::Rounding(t_ + tried)) events_at_one_time_ = 0;
  t_ = t;
  tries_ = 0;
  dips_ = 0;
  ++cost_.accepted_steps;
  cost_.shortest_step_s = std::min(cost_.shortest_step_s, h);
  cost_.longest_step_s = std::max(cost_.longest_step_s, h);
}

// Guards may set off others, at the same time.
void Integration::FireGuards() {
  const bool any = !guards_.crossed().empty();
  while (!end_ && !guards_.crossed().empty()) {
    if (cost_.guard_events >= options_.max_guard_events) {
      end_ = IvpEnd::kGuardLimit;
      return;
    }
    if (++events_at_one_time_ >
        kMaxEventsAtOneTime + kMaxEventsAtOneTimePerGuard * system_.guard_count()) {
      end_ = IvpEnd::kStepUnderflow;
      return;
    }
    ++cost_.guard_events;
    if (!system_.OnGuards(t_, y_, guards_.crossed())) end_ = IvpEnd::kAsked;
    Observe();
    if (!stepper_.Begin(t_, y_)) end_ = IvpEnd::kNotFinite;
    guards_.Start(t_, y_);
  }
  // Without location nothing tells the controller of an event.
  if (any && !end_ && options_.locate_guards && t_ < t_end_) {
    planned_step_ = stepper_.FirstStep(std::min(options_.largest_step_s, t_end_ - t_));
  }
  Count();
}

void Integration::Observe() {
  if (!observer_.Step(t_, y_) && !end_) end_ = IvpEnd::kAsked;
}

// Times at the end of a step wait for its events. What samples evaluate is not counted: a request
// must not reach the limit. One long step may hold a million of them.
void Integration::SampleBefore(double t_next) {
  while (!sample_times_.empty() && sample_times_.front() < t_next) {
    if (options_.stop.StopRequested()) return Stop();
    const double t = sample_times_.front();
    if (t > t_) {
      stepper_.StateWithin(t - t_, sample_y_);
      observer_.Sample(t, sample_y_);
    } else {
      observer_.Sample(t, y_);
    }
    sample_times_ = sample_times_.subspan(1);
  }
  stepper_.TakeEvaluations();
}

struct Integrator::Memory {
  RungeKutta4 runge_kutta_4;
  Adams adams;
  Radau radau;
  DormandPrince dormand_prince;
  IntegrationMemory integration;

  Stepper& Method(IvpMethod method) {
    switch (method) {
      case IvpMethod::kRungeKutta4:
        return runge_kutta_4;
      case IvpMethod::kDormandPrince54:
        return dormand_prince;
      case IvpMethod::kAdamsPece:
        return adams;
      case IvpMethod::kRadauIia5:
        break;
    }
    return radau;
  }
};

Integrator::Integrator() : memory_(std::make_unique<Memory>()) {}
Integrator::~Integrator() = default;
Integrator::Integrator(Integrator&&) noexcept = default;
Integrator& Integrator::operator=(Integrator&&) noexcept = default;

IvpResult Integrator::Run(OdeSystem& system, double t0, std::span<double> y, double t_end,
                          const IvpOptions& options, std::span<const double> sample_times,
                          IvpObserver& observer) {
  CAROM_DEMAND(t_end > t0 && static_cast<int>(y.size()) == system.size(), "as the header requires");
  Stepper& stepper = memory_->Method(options.method);
  stepper.Bind(system, options);
  Integration integration(system, options, observer, stepper, memory_->integration);
  return integration.Run(t0, y, t_end, sample_times);
}

absl::Status ValidateIntegration(const IntegrationSpec& spec) {
  if (absl::Status bad = CheckParameters(spec); !bad.ok()) return UnderPath("integration", bad);
  if (spec.max_tries > 0 && spec.method != IvpMethod::kDormandPrince54) {
    return InvalidField("integration.max_tries", spec.max_tries,
                        "0 but with DORMAND_PRINCE_54, whose tries it counts");
  }
  if (spec.norm_control && spec.method == IvpMethod::kRungeKutta4) {
    return InvalidField("integration.norm_control", std::string("true"),
                        "false with RUNGE_KUTTA_4, which measures no errors");
  }
  const bool controlled =
      spec.method == IvpMethod::kDormandPrince54 || spec.method == IvpMethod::kAdamsPece;
  if (spec.step_control == StepControl::kMatlab && !controlled) {
    return InvalidField("integration.step_control", std::string("MATLAB"),
                        "STANDARD but with DORMAND_PRINCE_54 and ADAMS_PECE, ode45 and ode113");
  }
  return absl::OkStatus();
}

IvpOptions OptionsOf(const IntegrationSpec& spec) {
  constexpr int kAnyNumber = std::numeric_limits<int>::max();
  return {.method = spec.method,
          .relative_tolerance = spec.relative_tolerance,
          .absolute_tolerance = spec.absolute_tolerance,
          .step_control = spec.step_control,
          .norm_control = spec.norm_control,
          .largest_step_s = spec.largest_step_s,
          .locate_guards = spec.locate_guards,
          .linear_guards = spec.linear_guards,
          .max_tries = spec.max_tries > 0 ? spec.max_tries : kAnyNumber,
          .max_evaluations = spec.max_evaluations};
}

}  // namespace carom
