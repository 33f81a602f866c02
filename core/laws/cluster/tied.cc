#include "core/laws/cluster/tied.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

namespace carom {

namespace {

constexpr int kFrictionRounds = 400;
constexpr double kFrictionTolerance = 32.0 * std::numeric_limits<double>::epsilon();

// Indices into the contacts of a group.
struct Selection {
  std::array<std::size_t, kMaxGroupContacts> index;
  std::size_t count = 0;

  void Add(std::size_t contact) { index[count++] = contact; }
};

// Applies normal impulses after which each selected contact opens at `share(contact)` times the
// speed of its approach, or faster.
template <class Share>
void PushApart(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
               const Selection& selected, Share&& share, internal::Complementarity& problem,
               GroupImpulses& impulses) {
  problem.Reset(selected.count);
  for (std::size_t i = 0; i < selected.count; ++i) {
    const GroupContact& at = contacts[selected.index[i]];
    problem.B(i) = (1.0 + share(at)) * ContactSides(bodies, at).Approach();
    for (std::size_t k = 0; k < selected.count; ++k) {
      problem.A(i, k) = Coupling(bodies, at, contacts[selected.index[k]]);
    }
  }
  const std::span<const double> solution = problem.Solve();
  for (std::size_t i = 0; i < selected.count; ++i) {
    const std::size_t c = selected.index[i];
    ContactSides(bodies, contacts[c]).Push(solution[i]);
    impulses.normal_Ns[c] += solution[i];
  }
}

}  // namespace

void StopApproach(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                  internal::Complementarity& problem, GroupImpulses& impulses) {
  Selection all;
  bool approaching = false;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    all.Add(c);
    approaching = approaching || ContactSides(bodies, contacts[c]).Approach() > 0.0;
  }
  if (!approaching) return;
  const auto nothing = [](const GroupContact&) { return 0.0; };
  PushApart(bodies, contacts, all, nothing, problem, impulses);
}

GroupImpulses ResolveTied(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                          TiedWorkspace& workspace) {
  std::copy(bodies.begin(), bodies.end(), workspace.before.begin());
  const std::span<const GroupBody> before(workspace.before.data(), bodies.size());

  GroupImpulses impulses;
  Selection approaching;
  std::array<double, kMaxGroupContacts> friction{};
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactSides sides(bodies, contacts[c]);
    if (!(sides.Approach() > 0.0)) continue;
    approaching.Add(c);
    friction[c] = FrictionCoefficientAt(contacts[c].friction, sides.Slip().norm());
  }
  const auto restitution = [](const GroupContact& contact) { return contact.restitution; };
  PushApart(bodies, contacts, approaching, restitution, workspace.problem, impulses);

  std::array<double, kMaxGroupContacts> limit{};
  bool rubs = false;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    limit[c] = friction[c] * impulses.normal_Ns[c];
    rubs = rubs || limit[c] > 0.0;
  }
  if (rubs) {
    internal::ApplyFriction(bodies, contacts, limit, kFrictionRounds, kFrictionTolerance);
    StopApproach(bodies, contacts, workspace.problem, impulses);
  }
  LimitEnergy(before, bodies);
  return impulses;
}

}  // namespace carom
