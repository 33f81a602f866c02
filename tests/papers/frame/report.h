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
  std::vector<std::string> errors;  ///< ErrorsOf(findings), and files that were not written.

  bool Ok() const { return findings.Ok() && errors.empty(); }
};

/// Runs the experiment of `claim` (null: there is none, which is an error) and writes its files
/// below `folder`: `<id>.csv`; for figures and trends `<id>.svg`, with the script `<id>.gnuplot`
/// that drew it.
Result RunClaim(const Claim& claim, const Experiment* experiment, const std::string& folder);

/// The claim and its rows as a few lines of text.
void PrintText(const Result& result, std::ostream& out);

/// How many rows there are of each kind, in one line.
std::string CountsByKind(const std::vector<Result>& results);

/// All results as one JSON object, with every named number and its band.
void PrintJson(const std::vector<Result>& results, std::ostream& out);

/// What the papers print, as the rows quote it: claim, place, text. Each once.
Sheet PrintedTexts(const std::vector<Result>& results);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_REPORT_H_
