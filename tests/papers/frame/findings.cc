#include "tests/papers/frame/findings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>

namespace carom::papers {

std::string Text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

namespace {

Row RowOf(Kind kind, std::string what) {
  Row row;
  row.kind = kind;
  row.what = std::move(what);
  return row;
}

}  // namespace

void Findings::Reproduced(std::string what, Printed paper, std::vector<Measured> measured,
                          Reference reference) {
  Row row = RowOf(Kind::kReproduced, std::move(what));
  row.paper = std::move(paper);
  row.measured = std::move(measured);
  row.reference = std::move(reference);
  Add(std::move(row));
}

void Findings::Misprint(std::string what, Printed paper, std::vector<Measured> measured,
                        std::string why, Reference reference) {
  Row row = RowOf(Kind::kMisprint, std::move(what));
  row.paper = std::move(paper);
  row.measured = std::move(measured);
  row.why = std::move(why);
  row.reference = std::move(reference);
  Add(std::move(row));
}

void Findings::Artefact(std::string what, Printed paper, Measured by_paper, Measured by_ours,
                        std::string why) {
  Row row = RowOf(Kind::kArtefact, std::move(what));
  row.paper = std::move(paper);
  row.measured = {std::move(by_paper), std::move(by_ours)};
  row.why = std::move(why);
  Add(std::move(row));
}

void Findings::Choice(std::string what, Printed paper, Measured as_paper, Measured as_ours,
                      std::string why) {
  Row row = RowOf(Kind::kChoice, std::move(what));
  row.paper = std::move(paper);
  row.measured = {std::move(as_paper), std::move(as_ours)};
  row.why = std::move(why);
  Add(std::move(row));
}

void Findings::Extension(std::string what, Reference reference, std::vector<Measured> measured) {
  Row row = RowOf(Kind::kExtension, std::move(what));
  row.reference = std::move(reference);
  row.measured = std::move(measured);
  Add(std::move(row));
}

void Findings::SelfCheck(std::string what, Reference reference, std::vector<Measured> measured) {
  Row row = RowOf(Kind::kSelfCheck, std::move(what));
  row.reference = std::move(reference);
  row.measured = std::move(measured);
  Add(std::move(row));
}

void Findings::NotCheckable(std::string what, Printed paper, std::string missing) {
  Row row = RowOf(Kind::kNotCheckable, std::move(what));
  row.paper = std::move(paper);
  row.why = std::move(missing);
  Add(std::move(row));
}

void Findings::Tells(std::string what, std::string text) {
  Row row = RowOf(Kind::kUnjudged, std::move(what));
  row.why = std::move(text);
  Add(std::move(row));
}

void Findings::Tells(std::string what, Printed paper, std::string text) {
  Row row = RowOf(Kind::kUnjudged, std::move(what));
  row.paper = std::move(paper);
  row.why = std::move(text);
  Add(std::move(row));
}

void Findings::Failed(std::string what, std::string why) {
  Row row = RowOf(Kind::kFailed, std::move(what));
  row.why = std::move(why);
  Add(std::move(row));
}

namespace {

bool AllHold(const std::vector<Row>& rows) {
  return !rows.empty() &&
         std::all_of(rows.begin(), rows.end(), [](const Row& row) { return Holds(row); });
}

}  // namespace

bool Findings::Ok() const { return AllHold(rows_); }

namespace {

// The tolerance of a band with two sides; the size of the bound of one with one side.
double WidthOf(const Band& band) {
  if (band.HasLow() && band.HasHigh()) return band.width;
  return std::fabs(band.HasLow() ? band.low : band.high);
}

bool AreSame(double a, double b) {
  return std::fabs(a - b) <= 1e-6 * std::max(std::fabs(a), std::fabs(b));
}

// Origins and widths by unit; bands of a formula are left out.
using Bounds = std::map<std::string, std::vector<std::pair<std::string, double>>>;

Bounds BoundsOf(const Findings& findings) {
  Bounds bounds;
  for (const Row& row : findings.rows()) {
    for (const Measured& measured : row.measured) {
      const Band& band = measured.band;
      if (band.derived || band.low == band.high) continue;
      auto& all = bounds[band.unit];
      const std::pair<std::string, double> bound = {band.origin, WidthOf(band)};
      const bool known = std::any_of(all.begin(), all.end(), [&](const auto& other) {
        return other.first == bound.first && AreSame(other.second, bound.second);
      });
      if (!known) all.push_back(bound);
    }
  }
  return bounds;
}

}  // namespace

std::vector<std::string> ErrorsOf(const Findings& findings) {
  std::vector<std::string> errors;
  for (size_t i = 0; i < findings.rows().size(); ++i) {
    const Row& row = findings.rows()[i];
    for (const std::string& error : ErrorsOf(row)) errors.push_back(row.what + ": " + error);
    for (const std::string& error : SurvivesWrongNumbers(row)) errors.push_back(error);
    if (row.measured.empty()) continue;
    std::vector<Row> wrong = findings.rows();  // The claim falls with any of its numbers.
    wrong[i].measured[0].value = std::numeric_limits<double>::quiet_NaN();
    if (AllHold(wrong)) errors.push_back(row.what + ": the claim survives a wrong number");
  }
  for (const auto& [unit, bounds] : BoundsOf(findings)) {
    for (size_t i = 0; i < bounds.size(); ++i) {
      for (size_t k = 0; k < i; ++k) {
        if (bounds[i].first != bounds[k].first) continue;
        errors.push_back("one origin, two bounds: " + bounds[i].first + ", " +
                         Text(bounds[i].second) + " and " + Text(bounds[k].second) + " " + unit);
      }
    }
  }
  return errors;
}

std::vector<std::string> DifferingBounds(const Findings& findings) {
  std::vector<std::string> notes;
  for (const auto& [unit, bounds] : BoundsOf(findings)) {
    if (bounds.size() < 2) continue;
    std::string note = (unit.empty() ? "1" : unit) + ":";
    for (const auto& [origin, width] : bounds) note += " " + Text(width) + " (" + origin + ");";
    notes.push_back(note);
  }
  return notes;
}

}  // namespace carom::papers
