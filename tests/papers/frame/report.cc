#include "tests/papers/frame/report.h"

#include <array>
#include <chrono>
#include <fstream>
#include <iomanip>
#include <map>
#include <set>

namespace carom::papers {
namespace {

std::string BandText(const Band& band) {
  const std::string unit = band.unit.empty() ? "" : " " + band.unit;
  std::string range;
  if (band.HasLow() && band.HasHigh()) {
    range = band.low == band.high ? Text(band.low) : Text(band.low) + " to " + Text(band.high);
  } else {
    range = band.HasLow() ? "at least " + Text(band.low) : "at most " + Text(band.high);
  }
  return range + unit + "; " + band.origin;
}

// "0.7710 (0.7705 to 0.7715; ...)", one for each number.
std::string MeasuredText(const Row& row) {
  std::string text;
  for (const Measured& measured : row.measured) {
    if (!text.empty()) text += "; ";
    if (!measured.name.empty()) text += measured.name + ": ";
    text += Text(measured.value) + " (" + BandText(measured.band) + ")";
  }
  return text;
}

std::string ReferenceText(const Row& row) {
  const Reference& reference = row.reference;
  if (reference.source == Source::kPaper && reference.text.empty()) return "";
  return std::string(Name(reference.source)) +
         (reference.text.empty() ? "" : ": " + reference.text);
}

std::string PaperText(const Row& row) {
  return row.paper ? "\"" + row.paper->text + "\" [" + row.paper->where + "]" : "";
}

std::string Verdict(const Row& row) {
  return Holds(row) ? Name(row.kind) : std::string("DOES NOT HOLD, as ") + Name(row.kind);
}

Sheet SheetOf(const std::vector<Row>& rows) {
  Sheet sheet({"what", "paper", "where", "reference", "measured", "verdict", "why"});
  for (const Row& row : rows) {
    sheet.Add(row.what, row.paper ? row.paper->text : "", row.paper ? row.paper->where : "",
              ReferenceText(row), MeasuredText(row), Verdict(row), row.why);
  }
  return sheet;
}

void WriteFiles(const std::string& folder, Result& result) {
  const std::string stem = folder + "/" + result.claim.id;
  std::ofstream csv(stem + ".csv");
  const Findings& findings = result.findings;
  (findings.sheet().HasColumns() ? findings.sheet() : SheetOf(findings.rows())).Write(csv);
  csv.close();
  if (!csv.good()) result.errors.push_back("not written: " + stem + ".csv");
  if (!WantsPlot(result.claim.kind)) return;
  const bool drawn = !findings.plots().empty() &&
                     Draw(findings.plots(), findings.plot_columns(), folder, result.claim.id);
  if (!drawn) result.errors.push_back("not written: " + stem + ".svg");
}

}  // namespace

Result RunClaim(const Claim& claim, const Experiment* experiment, const std::string& folder) {
  Result result{claim, {}, 0.0, {}};
  const auto begin = std::chrono::steady_clock::now();
  if (experiment != nullptr) experiment->run(result.findings);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  result.seconds = elapsed.count();
  if (result.findings.rows().empty()) result.findings.Failed("experiment", "there is none");
  result.errors = ErrorsOf(result.findings);
  WriteFiles(folder, result);
  return result;
}

void PrintText(const Result& result, std::ostream& out) {
  const Claim& claim = result.claim;
  out << std::left << std::setw(14) << claim.id << claim.what << " [" << claim.where << "]\n";
  for (const Row& row : result.findings.rows()) {
    out << "    " << row.what << "\n";
    if (row.paper) out << "        paper:     " << PaperText(row) << "\n";
    const std::string reference = ReferenceText(row);
    if (!reference.empty()) out << "        reference: " << reference << "\n";
    if (!row.measured.empty()) out << "        measured:  " << MeasuredText(row) << "\n";
    out << "        " << Verdict(row) << (row.why.empty() ? "" : ": " + row.why) << "\n";
  }
  for (const std::string& error : result.errors) out << "    ERROR: " << error << "\n";
}

std::string CountsByKind(const std::vector<Result>& results) {
  std::map<Kind, int> counts;
  for (const Result& result : results) {
    for (const Row& row : result.findings.rows()) {
      if (Holds(row)) ++counts[row.kind];
    }
  }
  std::string line;
  for (const auto& [kind, count] : counts) {
    line += (line.empty() ? "" : ", ") + std::to_string(count) + " " + Name(kind);
  }
  return line;
}

Sheet PrintedTexts(const std::vector<Result>& results) {
  Sheet sheet({"claim", "where", "printed"});
  std::set<std::array<std::string, 3>> seen;
  for (const Result& result : results) {
    for (const Row& row : result.findings.rows()) {
      if (!row.paper) continue;
      if (!seen.insert({result.claim.id, row.paper->where, row.paper->text}).second) continue;
      sheet.Add(result.claim.id, row.paper->where, row.paper->text);
    }
  }
  return sheet;
}

}  // namespace carom::papers
