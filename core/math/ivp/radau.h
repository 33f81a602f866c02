#ifndef CAROM_CORE_MATH_IVP_RADAU_H_
#define CAROM_CORE_MATH_IVP_RADAU_H_

#include <array>
#include <cstddef>
#include <vector>

#include "core/math/ivp/dense_lu.h"
#include "core/math/ivp/stepper.h"

namespace carom {

/// Radau IIA of fifth order with three stages, implicit and L-stable, for stiff systems: simplified
/// Newton iterations in the coordinates in which the method's matrix falls apart into a real and a
/// complex part, a Jacobian by differences that is kept while they converge fast, and an embedded
/// error of third order. [Hairer & Wanner 1996, section IV.8]
class Radau final : public Stepper {
 public:
  double Try(double h) override;
  void Inside(double part, std::span<double> y) override;
  void Accept(double t, std::span<const double> y, bool changed) override;
  double NextStep(double h, double error) override;

 protected:
  int error_order() const override { return 4; }
  void Resize(std::size_t n) override;
  void Restart() override;

 private:
  /// Increments of y at the three stages, or their transforms.
  using Stages = std::array<std::vector<double>, 3>;
  enum class Newton { kConverged, kSlow, kNotFinite };

  void EvaluateJacobian();
  bool Factor(double h);
  void GuessStages(double h);
  Newton SolveStages(double h);
  /// One iteration; returns the size of its change in units of the tolerance.
  double Iterate(double h);
  double EstimateError(double h);
  /// The polynomial through the stages of `increments`, at s in units of their step.
  static double Collocation(const Stages& increments, std::size_t i, double s);

  bool jacobian_wanted_ = true;    ///< Before the next step.
  bool jacobian_is_here_ = false;  ///< Evaluated at the point reached.
  bool doubtful_ = true;        ///< After a start or a rejected step the error is looked at twice.
  double factored_step_ = 0.0;  ///< 0: the factors are out of date.
  double tried_step_ = 0.0;
  double last_step_ = 0.0;  ///< 0: no step since the start.

  std::vector<double> jacobian_;  ///< Row by row.
  DenseLu real_;
  DenseLu complex_;  ///< Of twice the size: real and imaginary parts.
  Stages increments_;
  Stages last_increments_;
  Stages transformed_;
  Stages slopes_;
  std::vector<double> stage_;
  std::vector<double> real_change_;
  std::vector<double> complex_change_;
  std::vector<double> error_;
};

}  // namespace carom

#endif  // CAROM_CORE_MATH_IVP_RADAU_H_
