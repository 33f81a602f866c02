#ifndef CAROM_TESTS_PAPERS_FRAME_CLAIM_H_
#define CAROM_TESTS_PAPERS_FRAME_CLAIM_H_

#include <vector>

#include "tests/papers/frame/findings.h"

namespace carom::papers {

enum class ClaimKind { kValue, kFeature, kTrend, kFigure, kMisprint };

const char* Name(ClaimKind kind);

/// Whether a claim of this kind is shown as a plot too.
constexpr bool WantsPlot(ClaimKind kind) {
  return kind == ClaimKind::kTrend || kind == ClaimKind::kFigure;
}

/// Something that a paper shows or says. Ids are fixed.
struct Claim {
  const char* id;
  const char* where;  ///< Section, figure or equation of the paper.
  const char* what;
  ClaimKind kind;
};

/// Every claim that must get a verdict, paper by paper.
const std::vector<Claim>& Claims();

/// What shows or refutes one claim. Does not throw; leaves what it could not do as
/// Findings::Failed.
struct Experiment {
  const char* id;
  void (*run)(Findings& findings);
};

/// One experiment for each claim, in any order.
const std::vector<Experiment>& Experiments();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_CLAIM_H_
