#ifndef CAROM_CORE_MATH_IVP_RUNGE_KUTTA_4_H_
#define CAROM_CORE_MATH_IVP_RUNGE_KUTTA_4_H_

#include <array>
#include <vector>

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

}  // namespace carom

#endif  // CAROM_CORE_MATH_IVP_RUNGE_KUTTA_4_H_
