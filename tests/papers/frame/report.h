#ifndef CAROM_TESTS_PAPERS_FRAME_REPORT_H_
#define CAROM_TESTS_PAPERS_FRAME_REPORT_H_

#include <ostream>
#include <string>
#include <vector>

#include "tests/papers/frame/claim.h"

namespace carom::papers {

/// One claim with what its experiment found.
struct Result {
  Claim claim;
  Findings findings;
  double seconds = 0.0;
  std::vector<std::string> missing_files;  ///< That should have been written and were not.

  bool Ok() const { return findings.Ok() && missing_files.empty(); }
};

/// Runs the experiment of `claim` (null: there is none, which is an error) and writes its files
/// below `folder`: `<id>.csv`; for figures and trends `<id>.svg`, with the script `<id>.gnuplot`
/// that drew it.
Result RunClaim(const Claim& claim, const Experiment* experiment, const std::string& folder);

/// The claim and its rows as a few lines of text.
void PrintText(const Result& result, std::ostream& out);

/// All results as one JSON object.
void PrintJson(const std::vector<Result>& results, std::ostream& out);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_REPORT_H_
