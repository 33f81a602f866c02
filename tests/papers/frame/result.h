#ifndef CAROM_TESTS_PAPERS_FRAME_RESULT_H_
#define CAROM_TESTS_PAPERS_FRAME_RESULT_H_

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tests/papers/frame/findings.h"

namespace carom::papers {

/// A claim with its verdict.
struct Judged {
  Claim claim;
  std::vector<Quantity> measured;  ///< With contacts located.
  std::vector<Quantity> emulated;  ///< With the authors' tool; empty where there is none.
  std::vector<Fault> planted;
  std::vector<std::string> remarks;
  Verdict verdict = Verdict::kUndecidable;
  std::optional<Verdict> beside;  ///< Of the run that does not decide, by the same rule.
  std::string why;                ///< Derivation, cause, or what would decide it.
  std::vector<std::string> errors;
};

/// An experiment with what came of it.
struct Result {
  Experiment experiment;
  std::vector<Judged> claims;
  bool has_sheet = false;
  bool has_figure = false;
  int plot_columns = 1;
  double seconds = 0.0;
  std::vector<std::string> errors;

  bool Ok() const;
};

/// Judges a claim by what was measured for it. Of one that holds, the print is contradicted and
/// faults are planted in what is measured, to see that the verdict falls (see `errors`).
Judged Judge(const Claim& claim, const Findings& findings);

/// Runs an experiment, judges its claims, and writes `<id>.csv` and `<id>.svg` below `folder` where
/// it has a table and a figure.
Result Run(const Experiment& experiment, const std::string& folder);

/// How many claims hold, and how many of these fall when their prints are contradicted; how many of
/// them have faults planted in what they measure, how many faults, and how many are noticed.
struct Planted {
  int holding = 0;
  int fallen = 0;
  int measuring = 0;
  int faults = 0;
  int noticed = 0;
};
Planted PlantContradictions(const std::vector<Result>& results);

/// "1.24 m; 3 m", with names.
std::string QuantitiesText(const std::vector<Quantity>& quantities, const std::string& unit);
/// "0.771 +- 0.0005", or the word's rule.
std::string RuleText(const Claim& claim);

void PrintText(const Result& result, std::ostream& out);
Sheet ClaimsSheet(const std::vector<Result>& results);
/// The rows of the README's table.
void PrintMarkdown(const std::vector<Result>& results, std::ostream& out);
/// How many claims of each verdict, in one line.
std::string Counts(const std::vector<Result>& results);

/// All of it as one HTML file, which loads nothing from elsewhere. Returns figures that are
/// missing.
std::vector<std::string> PrintPage(const std::vector<Result>& results, const std::string& folder,
                                   std::ostream& out);

/// Puts the judge to the test; the number of mistakes, each told in a line.
int TestJudge(std::ostream& out);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_RESULT_H_
