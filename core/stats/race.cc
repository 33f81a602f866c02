#include "core/stats/race.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "core/base/demand.h"
#include "core/stats/proportion.h"

namespace carom::stats {
namespace {

// Draws of every candidate before any is preferred. Two tell a lucky one from a good one better
// than one, and cost little.
constexpr int64_t kFirstDraws = 2;
// A round spends this share of the budget, so that bounds are looked at often.
constexpr int64_t kRounds = 64;
// The least that a candidate gets in a round.
constexpr int64_t kLeastDraws = 2;
// Each step that widens the bounds multiplies 1 - confidence by this factor: 1.28, 1.96, 2.5, 2.96
// and 3.29 standard deviations from a confidence of 0.8 on. At the least risk, bad luck alone puts
// at most one of 2000 candidates with the leader's chance below the leader.
constexpr double kRiskStep = 0.25;
constexpr double kLeastRisk = 0.001;
// Draws by which values are taken to vary as truth values of their mean, beside their own.
constexpr double kPriorDraws = 0.25;

}  // namespace

Race::Race(const RaceOptions& options)
    : options_(options),
      risk_(1.0 - options.confidence),
      z_(TwoSidedNormalQuantile(options.confidence)),
      entries_(static_cast<size_t>(options.candidates)),
      left_(options.candidates) {
  CAROM_DEMAND(options.candidates >= 1 && options.budget >= options.candidates,
               "a race has candidates and at least a draw for each");
  CAROM_DEMAND(options.most_each >= 1, "candidates play");
  alive_.resize(entries_.size());
  std::iota(alive_.begin(), alive_.end(), 0);
}

std::span<const Heat> Race::NextRound() {
  heats_.clear();
  ++round_;
  if (options_.method == RaceMethod::kSuccessiveHalving) {
    PlanHalving();
  } else if (round_ == 1) {
    PlanFirst();
  } else {
    PlanElimination();
  }
  std::sort(heats_.begin(), heats_.end(),
            [](const Heat& a, const Heat& b) { return a.candidate < b.candidate; });
  return heats_;
}

void Race::Add(std::span<const HeatResult> results) {
  CAROM_DEMAND(results.size() == heats_.size(), "every heat has a result");
  for (size_t i = 0; i < heats_.size(); ++i) {
    Entry& entry = entries_[Index(heats_[i].candidate)];
    entry.counted += results[i].counted;
    entry.sum += results[i].sum;
    entry.within += results[i].within;
    SetBounds(entry);
  }
}

void Race::SetBounds(Entry& entry) const {
  const double sum = std::clamp(entry.sum, 0.0, static_cast<double>(entry.counted));
  // n m (1 - m) less this sum is n times the variance of the values. Few draws do not tell it.
  const double mean = entry.Mean();
  const double most = (static_cast<double>(entry.counted) + kPriorDraws) * mean * (1.0 - mean);
  const double share = most > 0.0 ? std::min(entry.within / most, 1.0) : 0.0;
  const ProportionInterval bounds = WilsonScore(sum, entry.counted, z_ * std::sqrt(1.0 - share));
  entry.low = bounds.low;
  // Without a draw that could be played, there is no evidence for the candidate.
  entry.high = entry.counted > 0 ? bounds.high : 0.0;
}

bool Race::Widen() {
  if (risk_ <= kLeastRisk) return false;
  risk_ = std::max(kLeastRisk, kRiskStep * risk_);
  z_ = TwoSidedNormalQuantile(1.0 - risk_);
  for (Entry& entry : entries_) SetBounds(entry);
  return true;
}

void Race::Give(int candidate, int64_t draws) {
  Entry& entry = entries_[Index(candidate)];
  draws = std::min({draws, options_.most_each - entry.draws, options_.budget - total_});
  if (draws <= 0) return;
  heats_.push_back({candidate, entry.draws, entry.draws + draws});
  entry.draws += draws;
  total_ += draws;
}

void Race::PlanFirst() {
  const int64_t each = std::min(kFirstDraws, options_.budget / options_.candidates);
  for (int candidate = 0; candidate < options_.candidates; ++candidate) Give(candidate, each);
}

int Race::Leader() const {
  const auto better = [](const Entry& a, const Entry& b) { return a.low > b.low; };
  return static_cast<int>(std::min_element(entries_.begin(), entries_.end(), better) -
                          entries_.begin());
}

// The race is over when no other candidate that may still play is above the leader's widest lower
// bound.
void Race::PlanElimination() {
  do {
    PlanOpen();
  } while (heats_.empty() && total_ < options_.budget && Widen());
}

// The leader goes first when it has succeeded and playing it as often again costs less than playing
// all others on. Many of the others may then leave.
bool Race::LeaderGoesFirst(int others) const {
  const Entry& leader = entries_[Index(Leader())];
  return leader.low > 0.0 && leader.draws < std::min(options_.most_each, kLeastDraws * others);
}

void Race::PlanOpen() {
  const int leader = Leader();
  const double leaders_low = entries_[Index(leader)].low;
  std::vector<int> open;
  left_ = 0;
  for (int candidate = 0; candidate < options_.candidates; ++candidate) {
    const Entry& entry = entries_[Index(candidate)];
    if (entry.high <= leaders_low) continue;
    ++left_;
    if (entry.draws < options_.most_each) open.push_back(candidate);
  }
  if (left_ <= 1) return;
  if (LeaderGoesFirst(left_ - 1)) return Give(leader, entries_[Index(leader)].draws);
  std::sort(open.begin(), open.end(), [this](int a, int b) {
    const double high_a = entries_[Index(a)].high;
    const double high_b = entries_[Index(b)].high;
    return high_a != high_b ? high_a > high_b : a < b;
  });
  const int64_t until = total_ + std::max<int64_t>(1, options_.budget / kRounds);
  for (const int candidate : open) {
    if (total_ >= until) return;
    Give(candidate, std::max(kLeastDraws, entries_[Index(candidate)].draws / 2));
  }
}

// Karnin's Algorithm 3 with the draws of earlier rounds kept: in each of the log2(n) rounds those
// alive share an equal part of the budget, then the worse half leaves.
void Race::PlanHalving() {
  const int64_t rounds =
      std::max<int64_t>(1, std::bit_width(static_cast<uint32_t>(options_.candidates - 1)));
  if (round_ > 1) {
    alive_ = Ranking();
    alive_.resize(static_cast<size_t>((left_ + 1) / 2));
    for (Entry& entry : entries_) {
      if (entry.left_in_round == 0) entry.left_in_round = round_;
    }
    for (const int candidate : alive_) entries_[Index(candidate)].left_in_round = 0;
  }
  left_ = static_cast<int>(alive_.size());
  if (round_ > rounds || (left_ == 1 && round_ > 1)) return;
  const int64_t each = std::max<int64_t>(1, options_.budget / rounds / left_);
  for (const int candidate : alive_) Give(candidate, each);
}

std::vector<int> Race::Ranking() const {
  std::vector<int> ranking(entries_.size());
  std::iota(ranking.begin(), ranking.end(), 0);
  const bool halving = options_.method == RaceMethod::kSuccessiveHalving;
  const auto merit = [this, halving](int candidate) {
    const Entry& entry = entries_[Index(candidate)];
    return halving ? entry.Mean() : entry.low;
  };
  const auto left_late = [this](int candidate) {
    const int round = entries_[Index(candidate)].left_in_round;
    return round == 0 ? round_ + 1 : round;
  };
  std::sort(ranking.begin(), ranking.end(), [&](int a, int b) {
    if (left_late(a) != left_late(b)) return left_late(a) > left_late(b);
    return merit(a) != merit(b) ? merit(a) > merit(b) : a < b;
  });
  return ranking;
}

}  // namespace carom::stats
