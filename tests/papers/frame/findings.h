#ifndef CAROM_TESTS_PAPERS_FRAME_FINDINGS_H_
#define CAROM_TESTS_PAPERS_FRAME_FINDINGS_H_

#include <string>
#include <utility>
#include <vector>

#include "tests/papers/frame/plot.h"
#include "tests/papers/frame/row.h"
#include "tests/papers/frame/sheet.h"

namespace carom::papers {

/// What one experiment measured, as rows. An experiment states numbers and the bands in which they
/// have to lie; Holds(Row) judges.
class Findings {
 public:
  /// What the paper prints is what we measure. Without a reference the band comes from the printed
  /// number itself; with one the paper says it in words, and the number follows from elsewhere.
  void Reproduced(std::string what, Printed paper, std::vector<Measured> measured,
                  Reference reference = {});

  /// What is printed is not right: shown from the print or by a run.
  void Misprint(std::string what, Printed paper, std::vector<Measured> measured, std::string why,
                Reference reference = {Source::kClosedForm, ""});

  /// The paper's method shows what the paper says, ours does not.
  void Artefact(std::string what, Printed paper, Measured by_paper, Measured by_ours,
                std::string why);

  /// The setting that agrees with the paper, and ours.
  void Choice(std::string what, Printed paper, Measured as_paper, Measured as_ours,
              std::string why);

  /// Beyond the paper.
  void Extension(std::string what, Reference reference, std::vector<Measured> measured);

  /// That our machinery is right.
  void SelfCheck(std::string what, Reference reference, std::vector<Measured> measured);

  /// The paper prints it, and something is missing that cannot be had.
  void NotCheckable(std::string what, Printed paper, std::string missing);

  /// Told, not judged.
  void Tells(std::string what, std::string text);
  void Tells(std::string what, Printed paper, std::string text);

  /// The measurement could not be made: an error.
  void Failed(std::string what, std::string why);

  void Add(Row row) { rows_.push_back(std::move(row)); }

  /// The table of the experiment. Without columns the rows above are written instead.
  Sheet& sheet() { return sheet_; }
  const Sheet& sheet() const { return sheet_; }

  /// The figure of the experiment, drawn from the sheet.
  void SetPlot(Plot plot) { plots_.assign(1, std::move(plot)); }
  /// Row by row.
  void SetPanels(std::vector<Plot> panels, int columns = 1) {
    plots_ = std::move(panels);
    columns_ = columns;
  }
  const std::vector<Plot>& plots() const { return plots_; }
  int plot_columns() const { return columns_; }

  const std::vector<Row>& rows() const { return rows_; }

  /// There are rows, and each holds.
  bool Ok() const;

 private:
  std::vector<Row> rows_;
  Sheet sheet_;
  std::vector<Plot> plots_;  // The panels of one figure; none: no figure.
  int columns_ = 1;
};

/// Everything that is wrong with the rows as rows (ErrorsOf), with how they are judged
/// (SurvivesWrongNumbers, also for the claim as a whole), and with bounds of one origin and unit
/// that differ in width inside the claim.
std::vector<std::string> ErrorsOf(const Findings& findings);

/// For review: the bounds of a claim that differ in width for one unit, and are no formula's.
std::vector<std::string> DifferingBounds(const Findings& findings);

/// A number as it is printed in tables: nine significant digits.
std::string Text(double value);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_FINDINGS_H_
