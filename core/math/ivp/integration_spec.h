#ifndef CAROM_CORE_MATH_IVP_INTEGRATION_SPEC_H_
#define CAROM_CORE_MATH_IVP_INTEGRATION_SPEC_H_

#include <cstdint>
#include <limits>

#include "absl/status/status.h"
#include "core/base/interval.h"
#include "core/math/ivp/integrator.h"

namespace carom {

/// What a user chooses of IvpOptions; each model has its own defaults.
struct IntegrationSpec {
  IvpMethod method = IvpMethod::kDormandPrince54;
  double relative_tolerance = 1e-10;     ///< In [1e-14, 0.1].
  double absolute_tolerance = 1e-12;     ///< In (0, 0.1].
  double largest_step_s = 1e-2;          ///< >= 1e-9; the step of kRungeKutta4.
  bool locate_guards = true;             ///< Contacts and impacts at their own times.
  bool linear_guards = false;            ///< Located by linear interpolation: IvpOptions has it.
  int64_t max_evaluations = 50'000'000;  ///< In [1, 2e9]; a run that needs more is cut off.
  int max_tries = 0;  ///< In [0, 1e6]; above 0, of kDormandPrince54: IvpOptions has it.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("relative_tolerance", self.relative_tolerance, {1e-14, 0.1});
    visit("absolute_tolerance", self.absolute_tolerance, {0.0, 0.1, Interval::Ends::kOpenLow});
    visit("largest_step_s", self.largest_step_s,
          {1e-9, std::numeric_limits<double>::infinity(), Interval::Ends::kOpenHigh});
    visit("locate_guards", self.locate_guards);
    visit("linear_guards", self.linear_guards);
    visit("max_evaluations", self.max_evaluations, {1, 2e9});
    visit("max_tries", self.max_tries, {0, 1e6});
  }
};

/// INVALID_ARGUMENT with a path below "integration.".
absl::Status ValidateIntegration(const IntegrationSpec& spec);

/// The rest of the options at their defaults.
IvpOptions OptionsOf(const IntegrationSpec& spec);

}  // namespace carom

#endif  // CAROM_CORE_MATH_IVP_INTEGRATION_SPEC_H_
