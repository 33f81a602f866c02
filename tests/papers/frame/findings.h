#ifndef CAROM_TESTS_PAPERS_FRAME_FINDINGS_H_
#define CAROM_TESTS_PAPERS_FRAME_FINDINGS_H_

#include <string>
#include <vector>

#include "tests/papers/frame/plot.h"
#include "tests/papers/frame/sheet.h"

namespace carom::papers {

/// What we say of one statement of a paper.
enum class Verdict {
  kNone,          ///< Nothing was found out: an error.
  kReproduced,    ///< Ours is what the paper says.
  kDiffers,       ///< Ours is what we derive, the paper's is something else, and we know why.
  kNotCheckable,  ///< Something is missing that cannot be had.
  kUnjudged,      ///< Figures of ours, or a remark on the print: nothing that a run could refute.
};

const char* Name(Verdict verdict);

/// One statement of a paper beside ours.
struct Row {
  std::string what;
  std::string paper;  ///< As the paper says it.
  std::string ours;
  std::string difference;  ///< Of ours from what we expect; empty where there is no number.
  std::string why;         ///< Why it differs, or what is missing.
  Verdict verdict = Verdict::kNone;
  bool within_tolerance = true;
};

/// What one experiment found. A value is judged against what we expect, which is the paper's own
/// where the paper is right: so kDiffers is a success too, and a value outside its tolerance never.
class Findings {
 public:
  /// The paper's number, which we expect to meet to within `tolerance` (absolute).
  void Reproduces(const std::string& what, double paper, double ours, double tolerance);

  /// The paper says it in words, or shows it; `expected` is the number that follows.
  void Reproduces(const std::string& what, const std::string& paper, double expected, double ours,
                  double tolerance);

  /// A statement without a number: `holds` is whether we see what the paper says.
  void Reproduces(const std::string& what, const std::string& paper, const std::string& ours,
                  bool holds);

  /// The paper is wrong, or chose otherwise; `expected` is what we derive.
  void Differs(const std::string& what, const std::string& paper, double expected, double ours,
               double tolerance, const std::string& why);

  /// The same without a number: `holds` is whether we see what we expect instead.
  void Differs(const std::string& what, const std::string& paper, const std::string& ours,
               bool holds, const std::string& why);

  void NotCheckable(const std::string& what, const std::string& paper, const std::string& missing);

  /// Figures of ours to which the paper has no number, or what is seen by reading it. Such rows
  /// alone are no verdict on a claim.
  void Tells(const std::string& what, const std::string& paper, const std::string& ours);

  /// The experiment could not be made: an error.
  void Failed(const std::string& what, const std::string& why);

  /// The table of the experiment. Without columns the rows above are written instead.
  Sheet& sheet() { return sheet_; }
  const Sheet& sheet() const { return sheet_; }

  /// The figure of the experiment, drawn from the sheet.
  void SetPlot(Plot plot) { plots_.assign(1, std::move(plot)); }
  void SetPanels(std::vector<Plot> panels) { plots_ = std::move(panels); }
  const std::vector<Plot>& plots() const { return plots_; }

  const std::vector<Row>& rows() const { return rows_; }

  /// The worst of the rows': none, differs, reproduced, not checkable. None without such rows.
  Verdict Overall() const;

  /// The claim has a verdict, every row has one, and no value left its tolerance.
  bool Ok() const;

 private:
  void AddNumber(Row row, double expected, double ours, double tolerance);

  std::vector<Row> rows_;
  Sheet sheet_;
  std::vector<Plot> plots_;  // The panels of one figure; none: no figure.
};

/// A number as it is printed in tables: nine significant digits.
std::string Text(double value);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_FINDINGS_H_
