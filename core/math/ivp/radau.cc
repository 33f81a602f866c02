#include "core/math/ivp/radau.h"

#include <algorithm>
#include <limits>

namespace carom {
namespace {

constexpr double kSqrt6 = 2.449489742783178;
constexpr std::array<double, 3> kNode = {(4.0 - kSqrt6) / 10.0, (4.0 + kSqrt6) / 10.0, 1.0};

// Eigenvalues of the inverse of the method's matrix: one real, a pair of complex ones.
constexpr double kReal = 3.6378342527444957;             // 3 + 3^(2/3) - 3^(1/3)
constexpr double kComplexReal = 2.6810828736277521;      // 3 + (3^(1/3) - 3^(2/3)) / 2
constexpr double kComplexImaginary = 3.050430199247411;  // (3^(5/6) + 3^(7/6)) / 2

// From the coordinates of the eigenvalues to stages, and back.
constexpr double kToStages[3][3] = {
    {0.09443876248897524, -0.14125529502095421, 0.03002919410514742},
    {0.25021312296533332, 0.20412935229379994, -0.38294211275726192},
    {1.0, 1.0, 0.0}};
constexpr double kFromStages[3][3] = {
    {4.17871859155190428, 0.32768282076106237, 0.52337644549944951},
    {-4.17871859155190428, -0.32768282076106237, 0.47662355450055044},
    {0.50287263494578682, -2.57192694985560522, 0.59603920482822492}};

constexpr std::array<double, 3> kErrorWeight = {(-13.0 - 7.0 * kSqrt6) / 3.0,
                                                (-13.0 + 7.0 * kSqrt6) / 3.0, -1.0 / 3.0};

constexpr int kMaxIterations = 7;
constexpr double kNewtonTolerance = 0.01;  // In units of the tolerance of a step.
constexpr double kFastRate = 1e-3;         // Of convergence, for which the Jacobian may grow old.
// The error that is reported for a step that Newton's iterations do not solve: the next step is
// about half as long.
constexpr double kUnsolved = 16.0;

}  // namespace

void Radau::Resize(std::size_t n) {
  jacobian_.resize(n * n);
  real_.Resize(n);
  complex_.Resize(2 * n);
  for (Stages* stages : {&increments_, &last_increments_, &transformed_, &slopes_}) {
    for (std::vector<double>& stage : *stages) stage.resize(n);
  }
  for (std::vector<double>* vector : {&stage_, &real_change_, &error_}) vector->resize(n);
  complex_change_.resize(2 * n);
}

void Radau::Restart() {
  jacobian_wanted_ = true;
  jacobian_is_here_ = false;
  doubtful_ = true;
  factored_step_ = 0.0;
  last_step_ = 0.0;
}

void Radau::EvaluateJacobian() {
  const std::size_t n = y_.size();
  stage_ = y_;
  for (std::size_t j = 0; j < n && !stop_.StopRequested(); ++j) {
    const double roughly =
        std::sqrt(std::numeric_limits<double>::epsilon() * std::max(1e-5, std::fabs(y_[j])));
    stage_[j] = y_[j] + roughly;
    const double step = stage_[j] - y_[j];
    Slope(t_, stage_, real_change_);
    for (std::size_t i = 0; i < n; ++i) {
      jacobian_[i * n + j] = (real_change_[i] - slope_[i]) / step;
    }
    stage_[j] = y_[j];
  }
  jacobian_is_here_ = true;
  jacobian_wanted_ = false;
  factored_step_ = 0.0;
}

bool Radau::Factor(double h) {
  if (factored_step_ == h) return true;
  const std::size_t n = y_.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double minus_jacobian = -jacobian_[i * n + j];
      const double diagonal = i == j ? 1.0 / h : 0.0;
      real_.At(i, j) = kReal * diagonal + minus_jacobian;
      complex_.At(i, j) = kComplexReal * diagonal + minus_jacobian;
      complex_.At(n + i, n + j) = complex_.At(i, j);
      complex_.At(i, n + j) = kComplexImaginary * diagonal;
      complex_.At(n + i, j) = -kComplexImaginary * diagonal;
    }
  }
  CountWork(static_cast<int64_t>(n * n / 25));
  if (!real_.Factor(stop_) || !complex_.Factor(stop_)) return false;
  factored_step_ = h;
  return true;
}

double Radau::Collocation(const Stages& increments, std::size_t i, double s) {
  // Lagrange's polynomial through 0 at 0 and the stages at their nodes.
  double sum = 0.0;
  for (std::size_t a = 0; a < 3; ++a) {
    const double b = kNode[(a + 1) % 3];
    const double c = kNode[(a + 2) % 3];
    const double basis = s * (s - b) * (s - c) / (kNode[a] * (kNode[a] - b) * (kNode[a] - c));
    sum += basis * increments[a][i];
  }
  return sum;
}

// The last step's polynomial goes on.
void Radau::GuessStages(double h) {
  for (std::size_t i = 0; i < y_.size(); ++i) {
    for (std::size_t a = 0; a < 3; ++a) {
      increments_[a][i] = last_step_ > 0.0
                              ? Collocation(last_increments_, i, 1.0 + h * kNode[a] / last_step_) -
                                    last_increments_[2][i]
                              : 0.0;
    }
    for (std::size_t a = 0; a < 3; ++a) {
      transformed_[a][i] = kFromStages[a][0] * increments_[0][i] +
                           kFromStages[a][1] * increments_[1][i] +
                           kFromStages[a][2] * increments_[2][i];
    }
  }
}

double Radau::Iterate(double h) {
  const std::size_t n = y_.size();
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t i = 0; i < n; ++i) stage_[i] = y_[i] + increments_[a][i];
    Slope(t_ + h * kNode[a], stage_, slopes_[a]);
  }
  const auto transformed_slope = [&](std::size_t a, std::size_t i) {
    return kFromStages[a][0] * slopes_[0][i] + kFromStages[a][1] * slopes_[1][i] +
           kFromStages[a][2] * slopes_[2][i];
  };
  for (std::size_t i = 0; i < n; ++i) {
    const double u = transformed_[1][i];
    const double v = transformed_[2][i];
    real_change_[i] = transformed_slope(0, i) - kReal / h * transformed_[0][i];
    complex_change_[i] = transformed_slope(1, i) - (kComplexReal * u + kComplexImaginary * v) / h;
    complex_change_[n + i] =
        transformed_slope(2, i) - (kComplexReal * v - kComplexImaginary * u) / h;
  }
  real_.Solve(real_change_);
  complex_.Solve(complex_change_);
  double size = measure_.At(y_, real_change_);
  size = std::max(size, measure_.At(y_, std::span(complex_change_).first(n)));
  size = std::max(size, measure_.At(y_, std::span(complex_change_).last(n)));
  for (std::size_t i = 0; i < n; ++i) {
    transformed_[0][i] += real_change_[i];
    transformed_[1][i] += complex_change_[i];
    transformed_[2][i] += complex_change_[n + i];
    for (std::size_t a = 0; a < 3; ++a) {
      increments_[a][i] = kToStages[a][0] * transformed_[0][i] +
                          kToStages[a][1] * transformed_[1][i] +
                          kToStages[a][2] * transformed_[2][i];
    }
  }
  return size;
}

Radau::Newton Radau::SolveStages(double h) {
  GuessStages(h);
  double before = 0.0;
  double rate = 0.0;
  for (int i = 0; i < kMaxIterations; ++i) {
    const double size = Iterate(h);
    if (!std::isfinite(size) || stop_.StopRequested()) return Newton::kNotFinite;
    if (i > 0) {
      rate = size / before;
      if (rate >= 1.0 && size > kNewtonTolerance) return Newton::kSlow;
    }
    const bool done = i > 0 ? rate < 1.0 && rate / (1.0 - rate) * size < kNewtonTolerance
                            : size < 1e-3 * kNewtonTolerance;
    if (done || size == 0.0 || (rate >= 1.0 && size <= kNewtonTolerance)) {
      jacobian_wanted_ = rate > kFastRate;
      return Newton::kConverged;
    }
    before = size;
  }
  return Newton::kSlow;
}

double Radau::EstimateError(double h) {
  const auto weighted = [&](std::size_t i) {
    return (kErrorWeight[0] * increments_[0][i] + kErrorWeight[1] * increments_[1][i] +
            kErrorWeight[2] * increments_[2][i]) /
           h;
  };
  for (std::size_t i = 0; i < y_.size(); ++i) error_[i] = slope_[i] + weighted(i);
  real_.Solve(error_);
  const double error = measure_.OfStep(error_, y_, end_);
  if (!doubtful_ || !(error > 1.0) || !std::isfinite(error)) return error;
  // Smoother where the system is stiff. [Hairer & Wanner 1996] Eq. (IV.8.20)
  for (std::size_t i = 0; i < y_.size(); ++i) stage_[i] = y_[i] + error_[i];
  Slope(t_, stage_, error_);
  for (std::size_t i = 0; i < y_.size(); ++i) error_[i] += weighted(i);
  real_.Solve(error_);
  return measure_.OfStep(error_, y_, end_);
}

double Radau::Try(double h) {
  tried_step_ = h;
  if (jacobian_wanted_) EvaluateJacobian();
  if (!Factor(h)) return std::numeric_limits<double>::infinity();
  Newton newton = SolveStages(h);
  if (newton != Newton::kConverged && !jacobian_is_here_) {
    EvaluateJacobian();
    if (!Factor(h)) return std::numeric_limits<double>::infinity();
    newton = SolveStages(h);
  }
  if (newton == Newton::kNotFinite) return std::numeric_limits<double>::infinity();
  if (newton == Newton::kSlow) return kUnsolved;
  for (std::size_t i = 0; i < y_.size(); ++i) end_[i] = y_[i] + increments_[2][i];
  return EstimateError(h);
}

double Radau::NextStep(double h, double error) {
  if (!(error <= 1.0)) {
    doubtful_ = true;
    jacobian_wanted_ = jacobian_wanted_ && !jacobian_is_here_;
  }
  return Stepper::NextStep(h, error);
}

void Radau::StateWithin(double part, std::span<double> y) {
  const double s = part / tried_step_;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = y_[i] + Collocation(increments_, i, s);
}

void Radau::Accept(double t, std::span<const double> y, bool changed) {
  t_ = t;
  std::copy(y.begin(), y.end(), y_.begin());
  Slope(t_, y_, slope_);
  std::swap(last_increments_, increments_);
  last_step_ = changed ? 0.0 : tried_step_;
  doubtful_ = false;
  jacobian_is_here_ = false;
}

}  // namespace carom
