#include "tests/papers/frame/report.h"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iomanip>

namespace carom::papers {
namespace {

Sheet SheetOf(const std::vector<Row>& rows) {
  Sheet sheet({"what", "paper", "ours", "difference", "verdict", "why"});
  for (const Row& row : rows) {
    sheet.Add(row.what, row.paper, row.ours, row.difference, Name(row.verdict), row.why);
  }
  return sheet;
}

void WriteFiles(const std::string& folder, Result& result) {
  const std::string stem = folder + "/" + result.claim.id;
  std::ofstream csv(stem + ".csv");
  const Findings& findings = result.findings;
  (findings.sheet().HasColumns() ? findings.sheet() : SheetOf(findings.rows())).Write(csv);
  csv.close();
  if (!csv.good()) result.missing_files.push_back(stem + ".csv");
  if (!WantsPlot(result.claim.kind)) return;
  const bool drawn = !findings.plots().empty() && Draw(findings.plots(), folder, result.claim.id);
  if (!drawn) result.missing_files.push_back(stem + ".svg");
}

const char* Judgement(const Row& row) {
  return row.verdict != Verdict::kNone && !row.within_tolerance ? "OUT OF TOLERANCE"
                                                                : Name(row.verdict);
}

// A JSON string. [RFC 8259] section 7.
std::string Json(const std::string& text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
      json += escaped;
    } else {
      json += c;
    }
  }
  return json + "\"";
}

void PrintJson(const Row& row, std::ostream& out) {
  out << "{\"what\":" << Json(row.what) << ",\"paper\":" << Json(row.paper)
      << ",\"ours\":" << Json(row.ours) << ",\"difference\":" << Json(row.difference)
      << ",\"within_tolerance\":" << (row.within_tolerance ? "true" : "false")
      << ",\"verdict\":" << Json(Name(row.verdict)) << ",\"why\":" << Json(row.why) << "}";
}

void PrintJson(const Result& result, std::ostream& out) {
  out << "{\"id\":" << Json(result.claim.id) << ",\"where\":" << Json(result.claim.where)
      << ",\"what\":" << Json(result.claim.what) << ",\"kind\":" << Json(Name(result.claim.kind))
      << ",\"verdict\":" << Json(Name(result.findings.Overall()))
      << ",\"ok\":" << (result.Ok() ? "true" : "false") << ",\"seconds\":" << result.seconds
      << ",\"rows\":[";
  const char* separator = "\n  ";
  for (const Row& row : result.findings.rows()) {
    out << separator;
    PrintJson(row, out);
    separator = ",\n  ";
  }
  out << "]}";
}

}  // namespace

Result RunClaim(const Claim& claim, const Experiment* experiment, const std::string& folder) {
  Result result{claim, {}, 0.0, {}};
  const auto begin = std::chrono::steady_clock::now();
  if (experiment != nullptr) experiment->run(result.findings);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  result.seconds = elapsed.count();
  if (result.findings.rows().empty()) result.findings.Failed("experiment", "there is none");
  WriteFiles(folder, result);
  return result;
}

void PrintText(const Result& result, std::ostream& out) {
  const Claim& claim = result.claim;
  out << std::left << std::setw(13) << claim.id << std::setw(15) << Name(result.findings.Overall())
      << claim.what << " [" << claim.where << "]\n";
  for (const Row& row : result.findings.rows()) {
    out << "    " << row.what << "\n        paper: " << row.paper
        << "\n        ours:  " << row.ours;
    if (!row.difference.empty()) out << " (difference " << row.difference << ")";
    out << "\n        " << Judgement(row);
    if (!row.why.empty()) out << ": " << row.why;
    out << "\n";
  }
  for (const std::string& file : result.missing_files) out << "    NOT WRITTEN: " << file << "\n";
}

void PrintJson(const std::vector<Result>& results, std::ostream& out) {
  out << "{\"claims\":[";
  const char* separator = "\n ";
  for (const Result& result : results) {
    out << separator;
    PrintJson(result, out);
    separator = ",\n ";
  }
  out << "]}\n";
}

}  // namespace carom::papers
