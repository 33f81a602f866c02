#ifndef CAROM_TESTS_PAPERS_FRAME_CLAIM_H_
#define CAROM_TESTS_PAPERS_FRAME_CLAIM_H_

#include <functional>
#include <string>
#include <vector>

namespace carom::papers {

/// What a paper prints, as a decision takes it: a number with the precision of its digits, or a
/// word, which says that something is so (+1) and in its opposite that it is not (-1).
struct Print {
  bool is_number = false;
  double value = 0.0;
  double precision = 0.0;  ///< Half a unit of the last digit that is printed.
  std::string unit;
  double says = 1.0;
};

/// "0.771", "30,000", "-40.007" as digits stand on the page; "1e2" where a zero is no digit: "a
/// hundred" is known to half a hundred.
Print Number(const std::string& digits, const std::string& unit = "");
Print Word();

/// A measured number.
struct Quantity {
  double value;
  std::string name = "";  ///< Where a claim has several.
  double error = 0.0;  ///< To each side, such as what the digits of the paper's inputs leave open.
};

enum class Verdict { kHolds, kContradicted, kUndecidable, kMisprint };

const char* Name(Verdict verdict);

/// When a claim holds. Written with no look at what was measured.
struct Rule {
  /// The verdict, of a print and of what was measured alone. None: nothing can be measured.
  std::function<Verdict(const Print&, const std::vector<Quantity>&)> decide;
  std::string text;             ///< "above 1: as fast"; of a number the print says it.
  bool takes_a_number = false;  ///< Or else a word.
};

/// Rules by which a claim holds when all of its measured numbers m are so; it is contradicted when
/// one is not, and undecidable when a number's error does not let tell. m is the print, to the
/// print's precision; m > bound; m < bound. A bound stands with where it comes from.
Rule Rounds();
Rule Above(double bound, const std::string& because);
Rule Below(double bound, const std::string& because);
/// Of all m, more are positive than chance has it (sign test, one-sided 5 %).
Rule Mostly();

/// One sentence of a paper, and how it is put to the test.
struct Claim {
  std::string id;     ///< That of its experiment, and a letter where there are several.
  std::string where;  ///< Section, figure or equation.
  std::string quote;  ///< As the paper's source has it; " ... " where words are left out.
  Print print;
  Rule rule;
  std::string measured;  ///< What is measured.
  /// Of a misprint: why the print cannot be right as it stands, from the paper alone.
  std::string derivation = "";
  /// What would decide the claim: where there is no rule, and where numbers are too inexact for it.
  std::string missing = "";
  /// Beside a contradiction, where it is known: another choice, or what the paper's words mean.
  std::string cause = "";
  /// What the sentence tells of is a run of the authors' tool: the run that emulates it decides,
  /// and the run with located contacts stands beside it.
  bool of_tool = false;
  /// Where the measured number is read in the paper itself: the passage that has it, as `quote`.
  std::string origin = "";
  /// Reads the number there, or in `quote` without `origin`; else the experiment measures it.
  double (*read)(const std::string& passage) = nullptr;
};

/// A claim that nothing here can measure.
Claim Undecidable(const std::string& id, const std::string& where, const std::string& quote,
                  const std::string& missing);

/// What `rule` makes of a print and of what was measured.
Verdict Decide(const Rule& rule, const Print& print, const std::vector<Quantity>& measured);

// What can be read in a passage.
double OpenBrackets(const std::string& passage);    ///< Those that open less those that close.
double EquationNumber(const std::string& passage);  ///< The last "(12)".
double FirstNumber(const std::string& passage);     ///< Of digits alone.

/// The prints that contradict this one: the number moved by thrice its precision to each side, or
/// the opposite of the word.
std::vector<Print> Contradictions(const Print& print);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_CLAIM_H_
