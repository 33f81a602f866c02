#ifndef CAROM_CORE_LAWS_CONSTRAINT_OPTIONS_H_
#define CAROM_CORE_LAWS_CONSTRAINT_OPTIONS_H_

namespace carom {

/// How constraints enter the equations of motion, [Compliant pool table] section 2.
enum class ConstraintMethod {
  kLagrangeMultipliers,  ///< (2.20): accelerations obey Phi'' = 0; Phi and Phi' drift.
  kBaumgarte,            ///< (2.23): Phi'' + 2 alpha Phi' + beta^2 Phi = 0.
  kAugmentedLagrangian,  ///< (2.21)-(2.22): iterated penalties; redundant rows do no harm.
  kDirectCorrection,     ///< (2.24)-(2.29): (2.20), and q and v corrected after each step.
};

struct ConstraintOptions {
  ConstraintMethod method = ConstraintMethod::kBaumgarte;
  double baumgarte_alpha_1_s = 5.0;  ///< (2.23); the paper's 5.
  double baumgarte_beta_1_s = 5.0;
  double penalty = 1e7;                ///< alpha of (2.21), kg.
  double penalty_frequency = 10.0;     ///< omega of (2.21), rad/s.
  double penalty_damping_ratio = 1.0;  ///< mu of (2.21).
  /// epsilon of (2.22): m/s^2 and rad/s^2, or relative to |q''| where that is above 1.
  double tolerance = 1e-9;
  int max_iterations = 50;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("method", self.method);
    visit("baumgarte_alpha_1_s", self.baumgarte_alpha_1_s, {0.0, 1e6});
    visit("baumgarte_beta_1_s", self.baumgarte_beta_1_s, {0.0, 1e6});
    visit("penalty", self.penalty, {1.0, 1e15});
    visit("penalty_frequency", self.penalty_frequency, {0.0, 1e6});
    visit("penalty_damping_ratio", self.penalty_damping_ratio, {0.0, 1e3});
    visit("tolerance", self.tolerance, {1e-15, 1.0});
    visit("max_iterations", self.max_iterations, {1, 100});
  }
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_CONSTRAINT_OPTIONS_H_
