#include "core/math/ivp/integrator.h"

#include "core/base/demand.h"
#include "core/math/ivp/adams.h"
#include "core/math/ivp/dormand_prince.h"
#include "core/math/ivp/integration.h"
#include "core/math/ivp/radau.h"
#include "core/math/ivp/runge_kutta_4.h"

namespace carom {

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

}  // namespace carom
