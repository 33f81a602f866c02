#ifndef CAROM_TESTS_PAPERS_FRAME_ROW_H_
#define CAROM_TESTS_PAPERS_FRAME_ROW_H_

#include <optional>
#include <string>
#include <vector>

#include "tests/papers/frame/band.h"

namespace carom::papers {

/// What a row says about the paper.
enum class Kind {
  kReproduced,  ///< What the paper prints is what we measure.
  kMisprint,    ///< What is printed is not right as it stands, shown from the print or by a run.
  kArtefact,   ///< It comes from the paper's method: that method, run too, shows it; ours does not.
  kChoice,     ///< We chose otherwise; the paper's choice, run beside ours, agrees with it.
  kExtension,  ///< Beyond the paper.
  kSelfCheck,  ///< That our own machinery is right; nothing is said of the paper.
  kNotCheckable,  ///< The paper withholds what is needed.
  kUnjudged,      ///< Told, not judged.
  kFailed,        ///< The measurement could not be made: an error.
};

const char* Name(Kind kind);

/// Whether rows of this kind stand or fall with their numbers.
bool IsJudged(Kind kind);

/// What the paper prints, word for word, and where: section, equation or figure. Nothing of ours.
struct Printed {
  std::string text;
  std::string where;
};

/// The last number of a printed text, "m_M = 3.073", and half a unit of its last digit. NaN: none.
struct PrintedNumber {
  double value;
  double half_unit;
};
PrintedNumber NumberIn(const Printed& printed);

/// The band of what rounds to the printed number. A digit more may be uncertain: `units` counts
/// half units.
Band AsPrinted(const Printed& printed, const std::string& unit, double half_units = 1.0);

/// What a measured number is compared with, when it is not the paper's own.
enum class Source { kPaper, kCatalogue, kPeer, kClosedForm, kReferenceRun };

const char* Name(Source source);

struct Reference {
  Source source = Source::kPaper;
  std::string text;  ///< Which case, program, formula or run; may be empty for the paper.
};

/// A number with the place where it has to lie.
struct Measured {
  double value;
  Band band;
  std::string name = "";  ///< Where a row has several.
};

struct Row {
  Kind kind = Kind::kFailed;
  std::string what;
  std::optional<Printed> paper;
  Reference reference;
  std::vector<Measured> measured;
  std::string why;  ///< Of misprint, artefact, choice; what is missing; what is told.
};

/// The judge: every number lies in its band. True for rows that are not judged; false for failed
/// ones.
bool Holds(const Row& row);

/// What is wrong with the row as a row: a band without a side, a printed text without a place, one
/// that is not the paper's, a verdict without the number that it needs.
std::vector<std::string> ErrorsOf(const Row& row);

/// The numbers that a wrong measurement gives: the double, the half and the negative of what was
/// measured; where its size does not tell (Band::wrong), that number, and for one side what lies as
/// far beyond it as the measured number before it: the effect turned round.
std::vector<double> WrongMeasurements(const Measured& measured);

/// Puts wrong measurements in place of each number of a judged row, and numbers just beyond each
/// finite side of its band: the verdict must fall. And just inside: it must hold. Says where that
/// is not so.
std::vector<std::string> SurvivesWrongNumbers(const Row& row);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_ROW_H_
