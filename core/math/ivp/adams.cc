#include "core/math/ivp/adams.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/constants.h"
#include "core/base/portable_math.h"

namespace carom {
namespace {

// |gamma*_k|, the coefficients of the Adams-Moulton formulas' errors, to three digits as in
// [Shampine & Gordon 1975]; from k = 1.
constexpr std::array<double, 14> kErrorCoefficient = {0.0,     0.5,     0.0833,  0.0417,  0.0264,
                                                      0.0188,  0.0143,  0.0114,  0.00936, 0.00789,
                                                      0.00679, 0.00592, 0.00524, 0.00468};

// A step is chosen for half the tolerance.
constexpr double kAim = 0.5;

}  // namespace

void Adams::Resize(std::size_t n) {
  for (int i = 0; i < kMaxOrder + 3; ++i) {
    phi_[Index(i)].resize(n);
    next_phi_[Index(i)].resize(n);
  }
  difference_.resize(n);
  discrepancy_.resize(n);
}

void Adams::Restart() {
  order_ = 1;
  starting_ = true;
  failures_ = 0;
  equal_steps_ = 0;
  last_step_ = 0.0;
  for (std::vector<double>& phi : phi_) std::fill(phi.begin(), phi.end(), 0.0);
  phi_[1] = slope_;
}

// psi, beta, sigma and g of [Shampine & Gordon 1975] for a step of length h at order k; alpha_i is
// h / psi_i.
void Adams::FindCoefficients(double h) {
  next_psi_[1] = h;
  beta_[1] = 1.0;
  sigma_[1] = 1.0;
  sigma_[2] = 1.0;
  for (std::size_t i = 2; i <= Index(order_); ++i) {
    next_psi_[i] = psi_[i - 1] + h;
    beta_[i] = beta_[i - 1] * (next_psi_[i - 1] / psi_[i - 1]);
    sigma_[i + 1] = static_cast<double>(i) * (h / next_psi_[i]) * sigma_[i];
  }
  Coefficients w{};
  for (std::size_t q = 1; q <= Index(order_) + 1; ++q) w[q] = 1.0 / static_cast<double>(q);
  g_[1] = 1.0;
  for (std::size_t i = 2; i <= Index(order_) + 1; ++i) {
    const double alpha = h / next_psi_[i - 1];
    for (std::size_t q = 1; q + i <= Index(order_) + 2; ++q) w[q] -= alpha * w[q + 1];
    g_[i] = w[1];
  }
}

void Adams::Predict(double h, std::span<double> y) {
  const std::size_t k = Index(order_);
  for (std::size_t l = 0; l < y.size(); ++l) {
    double sum = 0.0;
    double predicted = 0.0;
    next_phi_[k + 1][l] = 0.0;
    for (std::size_t i = k; i >= 1; --i) {
      const double difference = beta_[i] * phi_[i][l];
      sum += g_[i] * difference;
      predicted += difference;
      next_phi_[i][l] = predicted;
    }
    y[l] = y_[l] + h * sum;
  }
}

double Adams::DifferenceNorm(int i, double part) {
  const std::vector<double>& phi = next_phi_[Index(i)];
  for (std::size_t l = 0; l < y_.size(); ++l) difference_[l] = phi[l] + part * discrepancy_[l];
  return measure_.OfStep(difference_, y_, end_);
}

double Adams::EstimateErrors(double h) {
  const std::size_t k = Index(order_);
  const double discrepancy = DifferenceNorm(order_ + 1, 1.0);  // phi_{k+1} predicted is 0.
  error_k_ = h * sigma_[k + 1] * kErrorCoefficient[k] * discrepancy;
  next_order_ = order_;
  if (order_ > 1) {
    error_k_less_1_ = h * sigma_[k] * kErrorCoefficient[k - 1] * DifferenceNorm(order_, 1.0);
    double lower = 2.0 * error_k_less_1_;
    if (order_ > 2) {
      lower = std::max(error_k_less_1_, h * sigma_[k - 1] * kErrorCoefficient[k - 2] *
                                            DifferenceNorm(order_ - 1, 1.0));
    }
    if (lower <= error_k_) next_order_ = order_ - 1;
  }
  return h * (g_[k] - g_[k + 1]) * discrepancy;
}

void Adams::Correct(double h) {
  const std::size_t k = Index(order_);
  for (std::size_t l = 0; l < end_.size(); ++l) end_[l] += h * g_[k + 1] * discrepancy_[l];
  std::vector<double>& highest = next_phi_[k + 1];
  Slope(t_ + h, end_, highest);
  for (std::size_t l = 0; l < end_.size(); ++l) {
    highest[l] -= next_phi_[1][l];
    next_phi_[k + 2][l] = highest[l] - phi_[k + 1][l];
    for (std::size_t i = 1; i <= k; ++i) next_phi_[i][l] += highest[l];
  }
}

void Adams::ChooseOrder(double h) {
  const bool lower = next_order_ < order_;
  next_starting_ = starting_ && !lower && order_ < kMaxOrder;
  next_error_ = lower ? error_k_less_1_ : error_k_;
  if (next_starting_) {
    next_order_ = order_ + 1;
    return;
  }
  // The error of the higher order is known after equal steps only.
  if (lower || order_ + 1 > next_equal_steps_) return;
  const double error_more =
      h * kErrorCoefficient[Index(order_) + 1] * DifferenceNorm(order_ + 2, 0.0);
  if (order_ > 1 && error_k_less_1_ <= std::min(error_k_, error_more)) {
    next_order_ = order_ - 1;
    next_error_ = error_k_less_1_;
  } else if (order_ < kMaxOrder && error_more < (order_ > 1 ? 1.0 : 0.5) * error_k_) {
    next_order_ = order_ + 1;
    next_error_ = error_more;
  }
}

double Adams::FirstStep(double limit) {
  if (!as_matlab_) return Stepper::FirstStep(limit);
  return StepByChange(0.25 * std::sqrt(relative_tolerance_), limit);
}

double Adams::Try(double h) {
  next_last_step_ = h;
  next_equal_steps_ = h == last_step_ ? equal_steps_ + 1 : 1;
  FindCoefficients(h);
  Predict(h, end_);
  Slope(t_ + h, end_, discrepancy_);
  for (std::size_t l = 0; l < end_.size(); ++l) discrepancy_[l] -= next_phi_[1][l];
  const double error = EstimateErrors(h);
  if (error <= 1.0) {
    Correct(h);
    ChooseOrder(h);
  }
  return error;
}

double Adams::NextStep(double h, double error) {
  if (!(error <= 1.0)) {
    starting_ = false;
    order_ = next_order_;
    if (++failures_ < 3) return 0.5 * h;
    order_ = 1;  // The past does not foretell what comes.
    return h * std::clamp(std::sqrt(kAim / error_k_), 0.1, 0.5);
  }
  const double power = next_order_ + 1.0;
  if (next_starting_ || next_error_ * Pow(2.0, power) <= kAim) return 2.0 * h;
  if (next_error_ <= kAim) return h;
  return h * std::clamp(Pow(kAim / next_error_, 1.0 / power), 0.5, 0.9);
}

// The integral of the polynomial through the slopes, backwards from the end of the step.
// [Shampine & Gordon 1975, section 5.4]
void Adams::StateWithin(double part, std::span<double> y) {
  const double back = part - next_last_step_;
  const std::size_t count = Index(order_) + 1;
  Coefficients w{};
  Coefficients g{};
  for (std::size_t i = 1; i <= count; ++i) w[i] = 1.0 / static_cast<double>(i);
  g[1] = 1.0;
  double reach = back;
  for (std::size_t j = 2; j <= count; ++j) {
    const double psi = next_psi_[j - 1];
    for (std::size_t i = 1; i + j <= count + 1; ++i) {
      w[i] = reach / psi * w[i] - back / psi * w[i + 1];
    }
    g[j] = w[1];
    reach = back + psi;
  }
  for (std::size_t l = 0; l < y.size(); ++l) {
    double sum = 0.0;
    for (std::size_t i = count; i >= 1; --i) sum += g[i] * next_phi_[i][l];
    y[l] = end_[l] + back * sum;
  }
}

void Adams::Accept(double t, std::span<const double> y, bool changed) {
  t_ = t;
  std::copy(y.begin(), y.end(), y_.begin());
  order_ = next_order_;
  starting_ = next_starting_;
  failures_ = 0;
  equal_steps_ = next_equal_steps_;
  last_step_ = next_last_step_;
  std::swap(psi_, next_psi_);
  std::swap(phi_, next_phi_);
  if (!changed) return;
  // A change of the last slope enters all differences alike.
  Slope(t_, y_, slope_);
  for (std::size_t l = 0; l < y_.size(); ++l) {
    const double change = slope_[l] - phi_[1][l];
    for (std::size_t i = 1; i < phi_.size(); ++i) phi_[i][l] += change;
  }
}

}  // namespace carom
