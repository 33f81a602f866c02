#ifndef CAROM_CLIENT_INTERNAL_HEDGE_BUDGET_H_
#define CAROM_CLIENT_INTERNAL_HEDGE_BUDGET_H_

#include <algorithm>
#include <atomic>

namespace carom {

/// Bounds the hedges of a connection to a tenth of the calls that may be hedged: a fleet that is
/// slow because it has too much to do gets at most a tenth more. Thread-safe.
class HedgeBudget {
 public:
  /// A call begins that may be hedged.
  void NoteCall() {
    int tokens = tokens_.load();
    while (!tokens_.compare_exchange_weak(tokens, std::min(tokens + 1, kMostTokens))) {
    }
  }

  /// Whether a hedge may be sent.
  bool Take() {
    int tokens = tokens_.load();
    while (tokens >= kTokensPerHedge) {
      if (tokens_.compare_exchange_weak(tokens, tokens - kTokensPerHedge)) return true;
    }
    return false;
  }

  static constexpr int kTokensPerHedge = 10;  ///< A call brings one.
  /// What calls without a hedge save up at most, and what there is at first: 10 hedges, those of a
  /// burst of 100 calls.
  static constexpr int kMostTokens = 10 * kTokensPerHedge;

 private:
  std::atomic<int> tokens_ = kMostTokens;
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_HEDGE_BUDGET_H_
