#ifndef CAROM_TESTS_PAPERS_FRAME_FINDINGS_H_
#define CAROM_TESTS_PAPERS_FRAME_FINDINGS_H_

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/papers/frame/claim.h"
#include "tests/papers/frame/plot.h"
#include "tests/papers/frame/sheet.h"

namespace carom::papers {

/// What is measured where a claim cannot hold.
struct Fault {
  std::string what;
  std::vector<Quantity> measured;
};

/// What one experiment measured, claim by claim. It knows nothing of what the papers print.
class Findings {
 public:
  /// What the experiment found for a claim, contacts located where there are any.
  void Measure(const std::string& claim, std::vector<Quantity> measured) {
    Append(std::move(measured), measured_[claim]);
  }
  void Measure(const std::string& claim, double value) { Measure(claim, {{value}}); }

  /// The same with the authors' tool emulated: contacts not located.
  void Emulate(const std::string& claim, std::vector<Quantity> measured) {
    Append(std::move(measured), emulated_[claim]);
  }
  void Emulate(const std::string& claim, double value) { Emulate(claim, {{value}}); }

  /// Measures by a printed formula, of whose numbers and signs each is planted a tenth too great;
  /// in place of 0 a tenth.
  using Formula = std::function<std::vector<Quantity>(const std::vector<double>& numbers)>;
  void MeasureFormula(const std::string& claim, const std::vector<double>& numbers,
                      const Formula& measure);

  /// The same measured where the claim cannot hold, such as without what it speaks of.
  void Plant(const std::string& claim, std::string what, std::vector<Quantity> measured) {
    planted_[claim].push_back({std::move(what), std::move(measured)});
  }

  /// A remark beside a claim, which decides nothing.
  void Tell(const std::string& claim, std::string text) {
    remarks_[claim].push_back(std::move(text));
  }

  /// The measurement could not be made: an error.
  void Failed(const std::string& what, const std::string& why) {
    errors_.push_back(what + ": " + why);
  }

  /// The table of the experiment, and the figure that is drawn from it. Either may be missing.
  Sheet& sheet() { return sheet_; }
  const Sheet& sheet() const { return sheet_; }
  void SetPlot(Plot plot) { plots_.assign(1, std::move(plot)); }
  void SetPanels(std::vector<Plot> panels, int columns = 1) {
    plots_ = std::move(panels);
    columns_ = columns;
  }
  const std::vector<Plot>& plots() const { return plots_; }
  int plot_columns() const { return columns_; }

  std::vector<Quantity> measured(const std::string& claim) const { return In(measured_, claim); }
  std::vector<Quantity> emulated(const std::string& claim) const { return In(emulated_, claim); }
  std::vector<Fault> planted(const std::string& claim) const { return In(planted_, claim); }
  std::vector<std::string> remarks(const std::string& claim) const { return In(remarks_, claim); }
  const std::vector<std::string>& errors() const { return errors_; }

  /// All claims that something was measured or told for.
  std::vector<std::string> claims() const;

 private:
  template <class Values>
  using ByClaim = std::map<std::string, std::vector<Values>>;

  static void Append(std::vector<Quantity> more, std::vector<Quantity>& all) {
    all.insert(all.end(), more.begin(), more.end());
  }
  template <class Values>
  static std::vector<Values> In(const ByClaim<Values>& all, const std::string& claim) {
    const auto found = all.find(claim);
    return found == all.end() ? std::vector<Values>() : found->second;
  }

  ByClaim<Quantity> measured_;
  ByClaim<Quantity> emulated_;
  ByClaim<Fault> planted_;
  ByClaim<std::string> remarks_;
  std::vector<std::string> errors_;
  Sheet sheet_;
  std::vector<Plot> plots_;
  int columns_ = 1;
};

/// A number as it is printed in tables: six significant digits.
std::string Text(double value);

/// What measures the claims of one id, and the claims.
struct Experiment {
  std::string id;
  std::string title;
  void (*run)(Findings& findings);  ///< Null: no claim of it can be measured.
  std::vector<Claim> claims;
};

const std::vector<Experiment>& ContensouExperiments();
const std::vector<Experiment>& EventExperiments();
const std::vector<Experiment>& PendulumExperiments();
const std::vector<Experiment>& PoolExperiments();
const std::vector<Experiment>& SmoothExperiments();

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_FINDINGS_H_
