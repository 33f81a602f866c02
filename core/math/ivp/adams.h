#ifndef CAROM_CORE_MATH_IVP_ADAMS_H_
#define CAROM_CORE_MATH_IVP_ADAMS_H_

#include <array>
#include <cstddef>
#include <vector>

#include "core/math/ivp/stepper.h"

namespace carom {

/// Adams-Bashforth-Moulton formulas in the mode predict, evaluate, correct, evaluate, with variable
/// step and order: predictors of order k = 1 to 12, whose correctors of order k + 1 lead. By
/// modified divided differences of the slopes at the last points. [Shampine & Gordon 1975, chapters
/// 5, 6 and 10]
class Adams final : public Stepper {
 public:
  double Try(double h) override;
  void StateWithin(double part, std::span<double> y) override;
  void Accept(double t, std::span<const double> y, bool changed) override;
  double FirstStep(double limit) override;
  double NextStep(double h, double error) override;

  /// Of the predictor of the next step.
  int order() const { return order_; }

 protected:
  int error_order() const override { return 2; }
  void Resize(std::size_t n) override;
  void Restart() override;

 private:
  static constexpr int kMaxOrder = 12;
  /// One per order, counted from 1 as in the book, and room for those of order k + 1 and k + 2.
  using Coefficients = std::array<double, kMaxOrder + 3>;

  void FindCoefficients(double h);
  void Predict(double h, std::span<double> y);
  /// Of a step of order k and of those of orders k - 1 and k - 2 in its place; chooses whether the
  /// order goes down. Returns that of the step with its corrector.
  double EstimateErrors(double h);
  void Correct(double h);
  /// After an acceptable step: whether the order goes up.
  void ChooseOrder(double h);
  /// Size of difference phi_i of the step tried plus `part` times the discrepancy.
  double DifferenceNorm(int i, double part);

  int order_ = 1;         ///< k.
  bool starting_ = true;  ///< Order and step still grow with every step.
  int failures_ = 0;      ///< Since the last accepted step.
  int equal_steps_ = 0;   ///< Accepted one after another with length last_step_.
  double last_step_ = 0.0;

  // Of the step tried last, to hold once it is accepted.
  int next_order_ = 1;
  bool next_starting_ = true;
  double next_error_ = 0.0;  ///< That a step of the same length at the next order would have.
  int next_equal_steps_ = 0;
  double next_last_step_ = 0.0;

  Coefficients psi_{};  ///< psi_i: the sum of the last i accepted steps.
  Coefficients next_psi_{};
  Coefficients beta_{};
  Coefficients sigma_{};
  Coefficients g_{};
  double error_k_ = 0.0;
  double error_k_less_1_ = 0.0;

  /// Modified divided differences phi_1 (the slope), phi_2, ... at the point reached.
  std::array<std::vector<double>, kMaxOrder + 3> phi_;
  /// What the polynomial through them foretells at the end of the step tried; then theirs there.
  std::array<std::vector<double>, kMaxOrder + 3> next_phi_;
  std::vector<double> difference_;   ///< Of the order whose norm is taken.
  std::vector<double> discrepancy_;  ///< The slope at the predicted point less the predicted one.
};

}  // namespace carom

#endif  // CAROM_CORE_MATH_IVP_ADAMS_H_
