#include "core/laws/cluster/hertz_chain.h"

#include <cmath>

#include "core/math/ode.h"
#include "core/math/sign_changes.h"

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
  width_ = (count_ + kChainBlock - 1) / kChainBlock * kChainBlock;
  for (std::size_t c = 0; c < count_; ++c) {
    law_[c] = {contacts[c].stiffness, contacts[c].restitution};
    columns_.Set(c, law_[c]);
    penetration_m_[c] = -contacts[c].gap_m;
  }
  for (std::size_t c = count_; c < width_; ++c) {
    columns_.Set(c, HertzHysteresis());
    penetration_m_[c] = rate_m_s_[c] = 0.0;
  }
  Couple(bodies, contacts);
}

void HertzChain::Couple(std::span<const GroupBody> bodies, std::span<const GroupContact> contacts) {
  coupling_.assign(width_ * width_, 0.0);
  std::fill_n(felt_.begin(), width_ / kChainBlock, FeltRange{static_cast<int>(width_), 0});
  for (std::size_t c = 0; c < count_; ++c) {
    for (std::size_t k = 0; k < count_; ++k) {
      if (!ShareABody(contacts[c], contacts[k])) continue;
      coupling_[c * width_ + k] = Coupling(bodies, contacts[c], contacts[k]);
      FeltRange& felt = felt_[c / kChainBlock];
      const int block = static_cast<int>(k / kChainBlock * kChainBlock);
      felt.begin = std::min(felt.begin, block);
      felt.end = std::max(felt.end, block + kChainBlock);
    }
  }
}

ChainColumns HertzChain::Columns() const {
  return {static_cast<int>(width_), coupling_.data(),        felt_.data(),
          penetration_m_.data(),    rate_m_s_.data(),        columns_.virgin.data(),
          columns_.elastic.data(),  columns_.deepest.data(), columns_.onset.data()};
}

double HertzChain::Opening(std::size_t c, const double* q) const {
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
  const ChainColumns chain = Columns();
  kernels_.forces(chain, penetration_m_.data(), force_N_.data());
  Open(chain, Tableau::kA2, first_opening_);
}

WeightedForces HertzChain::Weighted(std::span<const double> weight) const {
  static_assert(kChainColumn == kMaxGroupContacts);
  return {static_cast<int>(weight.size()), weight.data(), force_N_.data()};
}

void HertzChain::Open(const ChainColumns& chain, std::span<const double> weight,
                      GroupColumn& opening) {
  kernels_.combine(chain, Weighted(weight), combined_N_.data());
  kernels_.openings(chain, combined_N_.data(), opening.data());
}

void HertzChain::Stage(const ChainColumns& chain, std::span<const double> weight, double node) {
  Open(chain, weight, opening_);
  Advance(chain, opening_, weight.size(), node);
}

void HertzChain::Advance(const ChainColumns& chain, const GroupColumn& opening, std::size_t stage,
                         double node) {
  kernels_.advance(chain, opening.data(), node, step_s_, stage_m_.data(),
                   &force_N_[stage * kChainColumn]);
}

double HertzChain::Try(double step_s, const Scales& scales) {
  step_s_ = step_s;
  const ChainColumns chain = Columns();
  Advance(chain, first_opening_, 1, Tableau::kNode[1]);
  Stage(chain, Tableau::kA3, Tableau::kNode[2]);
  Stage(chain, Tableau::kA4, Tableau::kNode[3]);
  Stage(chain, Tableau::kA5, Tableau::kNode[4]);
  Stage(chain, Tableau::kA6, Tableau::kNode[5]);
  return ErrorOfStep(chain, scales);
}

double HertzChain::ErrorOfStep(const ChainColumns& chain, const Scales& scales) {
  Open(chain, Tableau::kDifference, opening_);
  const double worst_m = kernels_.largest(chain, opening_.data());
  kernels_.combine(chain, Weighted(Tableau::kRateDifference), combined_N_.data());
  const double worst_Ns = kernels_.largest(chain, combined_N_.data());
  return std::max(step_s_ * step_s_ * worst_m / scales.penetration_m,
                  step_s_ * worst_Ns / scales.impulse_Ns);
}

void HertzChain::FindEnd() {
  const ChainColumns chain = Columns();
  kernels_.combine(chain, Weighted(Tableau::kRate), impulse_Ns_.data());
  for (std::size_t c = 0; c < width_; ++c) impulse_Ns_[c] *= step_s_;
  kernels_.openings(chain, impulse_Ns_.data(), opening_.data());
  for (std::size_t c = 0; c < width_; ++c) end_rate_m_s_[c] = rate_m_s_[c] - opening_[c];
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
    const double slope_before = -step_s_ * Opening(c, Force_N(0));
    const double slope_after = -step_s_ * Opening(c, Force_N(kStages - 1));
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
