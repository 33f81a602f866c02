#ifndef CAROM_CORE_MATH_IVP_RUNGE_KUTTA_H_
#define CAROM_CORE_MATH_IVP_RUNGE_KUTTA_H_

#include <array>
#include <vector>

#include "core/kernels/integration.h"
#include "core/math/ivp/stepper.h"

namespace carom {

/// The classical method of fourth order with a fixed step, IvpOptions::largest_step_s; knows no
/// error.
class RungeKutta4 final : public Stepper {
 public:
  double FirstStep(double limit) override;
  double Try(double h) override;
  void Inside(double part, std::span<double> y) override;
  void Accept(double t, std::span<const double> y, bool changed) override;
  double NextStep(double h, double error) override;

 protected:
  int error_order() const override { return 5; }
  void Resize(std::size_t n) override;

 private:
  void Advance(double h, std::span<double> y);

  std::array<std::vector<double>, 3> later_slopes_;  ///< Of the stages after the first.
  std::vector<double> stage_;
};

/// RK5(4)7M [Dormand & Prince 1980] with local extrapolation, for systems of any size. Of fixed
/// size: core/math/ode.h.
class DormandPrince final : public Stepper {
 public:
  double FirstStep(double limit) override;
  double Try(double h) override;
  void Inside(double part, std::span<double> y) override;
  void Accept(double t, std::span<const double> y, bool changed) override;
  double StepAfterSuccess(double h, double error, int rejections) override;
  double StepAfterRejection(double h, double error, int rejections) override;

 protected:
  int error_order() const override { return 5; }
  void Resize(std::size_t n) override;

 private:
  static constexpr std::size_t kStages = 7;

  /// By stage.
  std::array<const double*, kStages> Slopes() const;
  /// The fifth-order solution at t + h; leaves the slopes of stages 2 to 6.
  void Advance(double h, std::span<double> y);

  std::array<std::vector<double>, kStages - 1> later_slopes_;  ///< Of stages 2 to 7.
  std::vector<double> stage_;
  const internal::StepKernels& kernels_ = internal::ChosenStepKernels();
};

}  // namespace carom

#endif  // CAROM_CORE_MATH_IVP_RUNGE_KUTTA_H_
