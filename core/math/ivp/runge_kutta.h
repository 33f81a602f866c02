#ifndef CAROM_CORE_MATH_IVP_RUNGE_KUTTA_H_
#define CAROM_CORE_MATH_IVP_RUNGE_KUTTA_H_

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/kernels/integration.h"
#include "core/math/ivp/stepper.h"

namespace carom {

/// An explicit method whose first stage is the slope where the step begins. Inside a step it takes
/// a shorter one.
template <std::size_t kStages>
class RungeKutta : public Stepper {
 public:
  void StateWithin(double part, std::span<double> y) final { Advance(part, y); }

 protected:
  int error_order() const final { return 5; }
  void Resize(std::size_t n) final {
    for (std::vector<double>& slope : later_slopes_) slope.resize(n);
    stage_.resize(n);
  }
  /// The solution at t + h; leaves the slopes that it takes.
  virtual void Advance(double h, std::span<double> y) = 0;

  std::array<std::vector<double>, kStages - 1> later_slopes_;  ///< Of the stages after the first.
  std::vector<double> stage_;
};

/// The classical method of fourth order with a fixed step, IvpOptions::largest_step_s; knows no
/// error.
class RungeKutta4 final : public RungeKutta<4> {
 public:
  double FirstStep(double limit) override;
  double Try(double h) override;
  void Accept(double t, std::span<const double> y, bool changed) override;
  double NextStep(double h, double error) override;

 private:
  void Advance(double h, std::span<double> y) override;
};

/// RK5(4)7M [Dormand & Prince 1980] with local extrapolation, for systems of any size. Of fixed
/// size: core/math/ode.h.
class DormandPrince final : public RungeKutta<7> {
 public:
  double FirstStep(double limit) override;
  double Try(double h) override;
  void Accept(double t, std::span<const double> y, bool changed) override;
  double StepAfterSuccess(double h, double error, int rejections) override;
  double StepAfterRejection(double h, double error, int rejections) override;

 private:
  static constexpr std::size_t kStages = 7;

  /// By stage.
  std::array<const double*, kStages> Slopes() const;
  /// The fifth-order solution; its slope, the last stage, is left to Try().
  void Advance(double h, std::span<double> y) override;

  const internal::StepKernels& kernels_ = internal::ChosenStepKernels();
};

}  // namespace carom

#endif  // CAROM_CORE_MATH_IVP_RUNGE_KUTTA_H_
