#include "core/laws/cluster/complementarity.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/laws/cluster/contact_group.h"

namespace carom::internal {
namespace {

// r: the part that is added to the diagonal. Each pass multiplies the error by about r over the
// smallest eigenvalue of the problem.
constexpr double kShift = 1e-7;
constexpr int kPasses = 12;
constexpr double kSettled = 0.5 * std::numeric_limits<double>::epsilon();

// Rounding of a solution relative to the largest unknown: a few ulps for each of its terms.
constexpr double kNoise = 4.0 * std::numeric_limits<double>::epsilon() * kMaxGroupContacts;

}  // namespace

void Complementarity::Reset(std::size_t n) {
  n_ = n;
  a_.assign(n * n, 0.0);
  b_.assign(n, 0.0);
  x_.assign(n, 0.0);
  shifted_b_.assign(n, 0.0);
  factor_.assign(n * n, 0.0);
  positive_.assign(n, 1);
  wrong_.assign(n, 0);
  members_.reserve(n);
}

// The proximal point method: x_k solves A x + r D (x - x_(k-1)) >= b, and so on.
std::span<const double> Complementarity::Solve() {
  for (int pass = 0; pass < kPasses; ++pass) {
    for (std::size_t i = 0; i < n_; ++i) shifted_b_[i] = b_[i] + kShift * A(i, i) * x_[i];
    previous_ = x_;
    SolveShifted();
    double largest = 0.0;
    double change = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      largest = std::max(largest, x_[i]);
      change = std::max(change, std::abs(x_[i] - previous_[i]));
    }
    if (change <= kSettled * largest) break;
  }
  return x_;
}

void Complementarity::SolveShifted() {
  std::size_t fewest = n_ + 1;
  // Enough for Murty's worst case of up to five unknowns. Contacts take about one round each.
  const std::size_t most_rounds = (n_ + 1) * (n_ + 1);
  for (std::size_t round = 0; round < most_rounds; ++round) {
    SolveForPositive();
    const std::size_t count = MarkWrong();
    if (count == 0) break;
    const bool progress = count < fewest;
    if (progress) fewest = count;
    bool changed = false;
    for (std::size_t i = n_; i-- > 0;) {
      if (wrong_[i] == 0 || (!progress && changed)) continue;
      positive_[i] = positive_[i] == 0 ? 1 : 0;
      changed = true;
    }
  }
  for (double& x : x_) x = std::max(x, 0.0);
}

// Cholesky's factors, row by row, in the order of the unknowns.
void Complementarity::SolveForPositive() {
  members_.clear();
  for (std::size_t i = 0; i < n_; ++i) {
    x_[i] = 0.0;
    if (positive_[i] != 0) members_.push_back(i);
  }
  const std::size_t m = members_.size();
  const auto factor = [&](std::size_t row, std::size_t column) -> double& {
    return factor_[row * n_ + column];
  };
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = A(members_[i], members_[j]);
      if (i == j) sum *= 1.0 + kShift;
      for (std::size_t k = 0; k < j; ++k) sum -= factor(i, k) * factor(j, k);
      factor(i, j) = i == j ? std::sqrt(sum) : sum / factor(j, j);
    }
  }
  for (std::size_t i = 0; i < m; ++i) {
    double sum = shifted_b_[members_[i]];
    for (std::size_t k = 0; k < i; ++k) sum -= factor(i, k) * x_[members_[k]];
    x_[members_[i]] = sum / factor(i, i);
  }
  for (std::size_t i = m; i-- > 0;) {
    double sum = x_[members_[i]];
    for (std::size_t k = i + 1; k < m; ++k) sum -= factor(k, i) * x_[members_[k]];
    x_[members_[i]] = sum / factor(i, i);
  }
}

std::size_t Complementarity::MarkWrong() {
  double largest = 0.0;
  for (const double x : x_) largest = std::max(largest, std::abs(x));
  std::size_t count = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const double noise = kNoise * largest;
    const bool wrong = positive_[i] != 0 ? x_[i] < -noise : Residual(i) < -noise * A(i, i);
    wrong_[i] = wrong ? 1 : 0;
    count += wrong ? 1 : 0;
  }
  return count;
}

double Complementarity::Residual(std::size_t row) const {
  double sum = -shifted_b_[row];
  for (std::size_t i = 0; i < n_; ++i) sum += a_[row * n_ + i] * x_[i];
  return sum;
}

}  // namespace carom::internal
