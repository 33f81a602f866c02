#include "core/laws/cluster/hertz_chain.h"

#include <algorithm>
#include <cmath>

#include "core/math/false_position.h"
#include "core/math/nystrom_tableau.h"

namespace carom::internal {
namespace {

using Tableau = NystromTableau;

// Where a rate reaches `to`, by the cubic that is `before` > 0 at 0 and `after` < 0 at 1 and has
// these slopes there.
double WhereRateIs(double to, double before, double slope_before, double after,
                   double slope_after) {
  const double c2 = 3.0 * (after - before) - 2.0 * slope_before - slope_after;
  const double c3 = 2.0 * (before - after) + slope_before + slope_after;
  const auto above = [&](double s) { return before - to + s * (slope_before + s * (c2 + s * c3)); };
  constexpr double kExact = 1e-9;  // Of the rates: finer than the tolerance of any turning point.
  return FalsePosition(above, 0.0, 1.0, kExact * (before - after));
}

}  // namespace

void HertzChain::Begin(std::span<const GroupBody> bodies, std::span<const GroupContact> contacts) {
  count_ = contacts.size();
  for (std::size_t c = 0; c < count_; ++c) {
    law_[c] = {contacts[c].stiffness, contacts[c].restitution};
    columns_.Set(c, law_[c]);
    penetration_m_[c] = -contacts[c].gap_m;
  }
  Couple(bodies, contacts);
}

void HertzChain::Couple(std::span<const GroupBody> bodies, std::span<const GroupContact> contacts) {
  width_ = (count_ + kBlock - 1) / kBlock * kBlock;
  coupling_.assign(width_ * width_, 0.0);
  for (std::size_t c = 0; c < count_; ++c) {
    for (std::size_t k = 0; k < count_; ++k) {
      if (!ShareABody(contacts[c], contacts[k])) continue;
      coupling_[c * width_ + k] = Coupling(bodies, contacts[c], contacts[k]);
    }
  }
  for (GroupColumn* column : {&combined_N_, &impulse_Ns_, &force_N_[0], &force_N_[kStages - 1]}) {
    std::fill_n(column->begin() + static_cast<std::ptrdiff_t>(count_), width_ - count_, 0.0);
  }
}

// opening_c = sum_k A_ck q_k, a block of columns at a time. Blocks without a force are skipped:
// most of a group is not compressed for most of the time.
void HertzChain::FindOpenings(const GroupColumn& q, GroupColumn& opening) const {
  const std::size_t width = width_;
  double* __restrict const to = opening.data();
  std::fill_n(to, width, 0.0);
  for (std::size_t k = 0; k < width; k += kBlock) {
    const double q0 = q[k];
    const double q1 = q[k + 1];
    const double q2 = q[k + 2];
    const double q3 = q[k + 3];
    if (q0 == 0.0 && q1 == 0.0 && q2 == 0.0 && q3 == 0.0) continue;
    const double* const a0 = coupling_.data() + k * width;
    const double* const a1 = a0 + width;
    const double* const a2 = a1 + width;
    const double* const a3 = a2 + width;
    for (std::size_t c = 0; c < width; ++c) {
      to[c] += (q0 * a0[c] + q1 * a1[c]) + (q2 * a2[c] + q3 * a3[c]);
    }
  }
}

double HertzChain::Opening(std::size_t c, const GroupColumn& q) const {
  const double* const row = coupling_.data() + c * width_;
  double sum = 0.0;
  for (std::size_t k = 0; k < count_; ++k) sum += row[k] * q[k];
  return sum;
}

bool HertzChain::Compressed() const {
  for (std::size_t c = 0; c < count_; ++c) {
    if (penetration_m_[c] > law_[c].Onset()) return true;
  }
  return false;
}

void HertzChain::Start(const GroupColumn& rate_m_s) {
  std::copy_n(rate_m_s.begin(), count_, rate_m_s_.begin());
  columns_.Forces(count_, penetration_m_.data(), force_N_[0].data());
}

template <std::size_t Count>
void HertzChain::Combine(const std::array<double, Count>& weight, GroupColumn& q) const {
  const std::size_t n = count_;
  std::array<const double*, Count> force;
  for (std::size_t j = 0; j < Count; ++j) force[j] = force_N_[j].data();
  double* __restrict const to = q.data();
  for (std::size_t c = 0; c < n; ++c) {
    double sum = weight[0] * force[0][c];
    for (std::size_t j = 1; j < Count; ++j) sum += weight[j] * force[j][c];
    to[c] = sum;
  }
}

template <std::size_t Count>
void HertzChain::Stage(const std::array<double, Count>& weight, double node) {
  Combine(weight, combined_N_);
  FindOpenings(combined_N_, opening_);
  const double h = step_s_;
  for (std::size_t c = 0; c < count_; ++c) {
    stage_m_[c] = penetration_m_[c] + h * (node * rate_m_s_[c] - h * opening_[c]);
  }
  columns_.Forces(count_, stage_m_.data(), force_N_[Count].data());
}

double HertzChain::Try(double step_s, const Scales& scales) {
  step_s_ = step_s;
  Stage(Tableau::kA2, Tableau::kNode[1]);
  Stage(Tableau::kA3, Tableau::kNode[2]);
  Stage(Tableau::kA4, Tableau::kNode[3]);
  Stage(Tableau::kA5, Tableau::kNode[4]);
  Stage(Tableau::kA6, Tableau::kNode[5]);
  Combine(Tableau::kRate, impulse_Ns_);
  for (std::size_t c = 0; c < count_; ++c) impulse_Ns_[c] *= step_s;
  FindOpenings(impulse_Ns_, opening_);
  for (std::size_t c = 0; c < count_; ++c) end_rate_m_s_[c] = rate_m_s_[c] - opening_[c];
  return ErrorOfStep(scales);
}

double HertzChain::ErrorOfStep(const Scales& scales) {
  double worst_m = 0.0;
  double worst_Ns = 0.0;
  Combine(Tableau::kDifference, combined_N_);
  FindOpenings(combined_N_, opening_);
  for (std::size_t c = 0; c < count_; ++c) worst_m = std::max(worst_m, std::abs(opening_[c]));
  Combine(Tableau::kRateDifference, combined_N_);
  for (std::size_t c = 0; c < count_; ++c) worst_Ns = std::max(worst_Ns, std::abs(combined_N_[c]));
  return std::max(step_s_ * step_s_ * worst_m / scales.penetration_m,
                  step_s_ * worst_Ns / scales.impulse_Ns);
}

double HertzChain::TurningShare(double turned_m_s) const {
  double share = 1.0;
  for (std::size_t c = 0; c < count_; ++c) {
    const double before = rate_m_s_[c];
    const double after = end_rate_m_s_[c];
    if (!(before > 0.0) || !(after < -turned_m_s)) continue;
    if (!law_[c].TurningPointMatters(penetration_m_[c]) &&
        !law_[c].TurningPointMatters(stage_m_[c])) {
      continue;
    }
    const double slope_before = -step_s_ * Opening(c, force_N_[0]);
    const double slope_after = -step_s_ * Opening(c, force_N_[kStages - 1]);
    share =
        std::min(share, WhereRateIs(-0.5 * turned_m_s, before, slope_before, after, slope_after));
  }
  return share;
}

void HertzChain::Accept(const GroupColumn& shift_m) {
  for (std::size_t c = 0; c < count_; ++c) {
    penetration_m_[c] = law_[c].Settle(stage_m_[c] + shift_m[c]);
    columns_.Set(c, law_[c]);
  }
}

}  // namespace carom::internal
