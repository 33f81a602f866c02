#include "tests/papers/frame/result.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>

#include "tests/papers/frame/html.h"

namespace carom::papers {

std::string Text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::vector<std::string> Findings::claims() const {
  std::set<std::string> all;
  for (const auto& [claim, measured] : measured_) all.insert(claim);
  for (const auto& [claim, emulated] : emulated_) all.insert(claim);
  for (const auto& [claim, remarks] : remarks_) all.insert(claim);
  return {all.begin(), all.end()};
}

void Findings::MeasureFormula(const std::string& claim, const std::vector<double>& numbers,
                              const Formula& measure) {
  Measure(claim, measure(numbers));
  for (size_t i = 0; i < numbers.size(); ++i) {
    std::vector<double> wrong = numbers;
    wrong[i] = wrong[i] == 0.0 ? 0.1 : 1.1 * wrong[i];
    Plant(claim, "number " + std::to_string(i + 1) + ", which is " + Text(numbers[i]),
          measure(wrong));
  }
}

namespace {

// What is wrong with a claim as a claim, whatever was measured.
void CheckClaim(const Claim& claim, std::vector<std::string>& errors) {
  const auto refuse = [&](bool wrong, const char* why) {
    if (wrong) errors.push_back(why);
  };
  refuse(claim.quote.empty() || claim.where.empty(), "a claim without a quotation or a place");
  refuse(claim.rule.decide && claim.print.is_number != claim.rule.takes_a_number,
         "a number is to be rounded to, a word is not");
  refuse(!claim.rule.decide && claim.missing.empty(),
         "neither a rule nor what would decide the claim");
  refuse(!claim.derivation.empty() && !claim.cause.empty(), "a misprint has no other cause");
}

// The print of a claim that does not hold, corrected: then it must hold, or no measurement could
// ever have made it so.
bool HoldsWhenCorrected(const Claim& claim, const std::vector<Quantity>& measured) {
  Claim corrected = claim;
  if (!claim.print.is_number) {
    corrected.print.says = -1.0;
    return std::any_of(measured.begin(), measured.end(), [&](const Quantity& m) {
      return Decide(corrected.rule, corrected.print, {m}) != Verdict::kContradicted;
    });
  }
  corrected.print.value = measured.front().value;
  return Decide(corrected.rule, corrected.print, {measured.front()}) == Verdict::kHolds;
}

const std::vector<Quantity>& Deciding(const Judged& judged) {
  return judged.claim.of_tool ? judged.emulated : judged.measured;
}

Verdict Decided(const Judged& judged) {
  return Decide(judged.claim.rule, judged.claim.print, Deciding(judged));
}

// A fault in what is measured changes the verdict.
bool Notices(const Judged& judged, const Fault& fault) {
  return Decide(judged.claim.rule, judged.claim.print, fault.measured) != Verdict::kHolds;
}

// Each print that contradicts the claim's is put in its place and decided upon as that was.
// And no rule holds whatever was measured.
bool Falls(const Judged& judged) {
  const Claim& claim = judged.claim;
  if (Decide(claim.rule, claim.print, {{-1e300}, {1e300}}) == Verdict::kHolds) return false;
  const std::vector<Print> prints = Contradictions(claim.print);
  return std::all_of(prints.begin(), prints.end(), [&](const Print& print) {
    Judged planted = judged;
    planted.claim.print = print;
    return Decided(planted) != Verdict::kHolds;
  });
}

void Explain(Judged& judged) {
  const Claim& claim = judged.claim;
  switch (judged.verdict) {
    case Verdict::kMisprint:
      judged.why = claim.derivation;
      break;
    case Verdict::kUndecidable:
      judged.why = claim.missing.empty() ? "more runs would decide it" : claim.missing;
      break;
    case Verdict::kContradicted:
      judged.why = claim.cause;
      if (!claim.of_tool && judged.beside == Verdict::kHolds) {
        judged.why = "an artefact of the authors' tool, whose emulation shows it" +
                     (claim.cause.empty() ? "" : "; " + claim.cause);
      }
      break;
    case Verdict::kHolds:
      break;
  }
}

}  // namespace

Judged Judge(const Claim& claim, const Findings& findings) {
  Judged judged;
  judged.claim = claim;
  judged.measured = findings.measured(claim.id);
  judged.emulated = findings.emulated(claim.id);
  judged.planted = findings.planted(claim.id);
  judged.remarks = findings.remarks(claim.id);
  if (claim.read != nullptr) {
    judged.measured.push_back({claim.read(claim.origin.empty() ? claim.quote : claim.origin)});
  }
  CheckClaim(claim, judged.errors);
  const std::vector<Quantity>& deciding = Deciding(judged);
  const std::vector<Quantity>& other = claim.of_tool ? judged.measured : judged.emulated;
  judged.verdict = Decided(judged);
  if (!other.empty()) judged.beside = Decide(claim.rule, claim.print, other);
  if (!claim.rule.decide) {
    if (!deciding.empty()) judged.errors.push_back("measured, and yet without a rule");
  } else if (deciding.empty()) {
    judged.errors.push_back("nothing was measured");
  }
  for (const Quantity& m : deciding) {
    if (std::isnan(m.value)) judged.errors.push_back("not a number: " + m.name);
  }
  if (judged.verdict == Verdict::kContradicted && !claim.derivation.empty()) {
    judged.verdict = Verdict::kMisprint;
  }
  const bool refuted =
      judged.verdict == Verdict::kContradicted || judged.verdict == Verdict::kMisprint;
  if (refuted && judged.errors.empty() && !HoldsWhenCorrected(claim, deciding)) {
    judged.errors.push_back("it could not hold, whatever the paper printed");
  }
  if (judged.verdict == Verdict::kHolds && !Falls(judged)) {
    judged.errors.push_back(
        "it would hold as well if the paper printed the contrary, or whatever "
        "was measured");
  }
  for (const Fault& fault : judged.planted) {
    if (judged.verdict == Verdict::kHolds && !Notices(judged, fault)) {
      judged.errors.push_back("it would hold as well with a fault: " + fault.what);
    }
  }
  if (judged.verdict == Verdict::kHolds && !(claim.derivation + claim.cause).empty()) {
    judged.errors.push_back("it holds, and yet a misprint or a cause is told");
  }
  Explain(judged);
  return judged;
}

bool Result::Ok() const {
  return errors.empty() && std::all_of(claims.begin(), claims.end(),
                                       [](const Judged& judged) { return judged.errors.empty(); });
}

namespace {

void WriteFiles(const Findings& findings, const std::string& folder, Result& result) {
  const std::string stem = folder + "/" + result.experiment.id;
  result.has_sheet = findings.sheet().HasColumns();
  result.has_figure = !findings.plots().empty();
  result.plot_columns = findings.plot_columns();
  if (!result.has_sheet) return;
  std::ofstream csv(stem + ".csv");
  findings.sheet().Write(csv);
  csv.close();
  if (!csv.good()) result.errors.push_back("not written: " + stem + ".csv");
  if (!result.has_figure) return;
  if (!Draw(findings.plots(), findings.plot_columns(), folder, result.experiment.id)) {
    result.errors.push_back("not written: " + stem + ".svg");
  }
}

}  // namespace

Result Run(const Experiment& experiment, const std::string& folder) {
  Result result;
  result.experiment = experiment;
  Findings findings;
  const auto begin = std::chrono::steady_clock::now();
  if (experiment.run != nullptr) experiment.run(findings);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  result.seconds = elapsed.count();
  result.errors = findings.errors();
  for (const Claim& claim : experiment.claims) result.claims.push_back(Judge(claim, findings));
  for (const std::string& id : findings.claims()) {
    const bool known = std::any_of(experiment.claims.begin(), experiment.claims.end(),
                                   [&](const Claim& claim) { return claim.id == id; });
    if (!known) result.errors.push_back("measured for no claim: " + id);
  }
  WriteFiles(findings, folder, result);
  return result;
}

Planted PlantContradictions(const std::vector<Result>& results) {
  Planted planted;
  for (const Result& result : results) {
    for (const Judged& judged : result.claims) {
      if (judged.verdict != Verdict::kHolds) continue;
      ++planted.holding;
      planted.fallen += Falls(judged) ? 1 : 0;
      planted.measuring += judged.planted.empty() ? 0 : 1;
      planted.faults += static_cast<int>(judged.planted.size());
      planted.noticed += static_cast<int>(
          std::count_if(judged.planted.begin(), judged.planted.end(),
                        [&](const Fault& fault) { return Notices(judged, fault); }));
    }
  }
  return planted;
}

std::string QuantitiesText(const std::vector<Quantity>& quantities, const std::string& unit) {
  std::string text;
  for (const Quantity& q : quantities) {
    text += (text.empty() ? "" : "; ") + (q.name.empty() ? "" : q.name + ": ") + Text(q.value) +
            (q.error > 0.0 ? " \u00b1 " + Text(q.error) : "") + (unit.empty() ? "" : " " + unit);
  }
  return text;
}

std::string RuleText(const Claim& claim) {
  if (!claim.rule.takes_a_number) return claim.rule.text;
  return Text(claim.print.value) + " \u00b1 " + Text(claim.print.precision) +
         (claim.print.unit.empty() ? "" : " " + claim.print.unit);
}

void PrintText(const Result& result, std::ostream& out) {
  for (const Judged& judged : result.claims) {
    const Claim& claim = judged.claim;
    out << claim.id << "  \"" << PlainText(claim.quote) << "\" [" << claim.where << "]\n";
    if (!claim.measured.empty()) out << "    measured: " << claim.measured << "\n";
    if (!claim.origin.empty()) out << "    read in:  \"" << PlainText(claim.origin) << "\"\n";
    const std::string& unit = claim.print.unit;
    if (!judged.measured.empty())
      out << (judged.emulated.empty() ? "    found:    " : "    located:  ")
          << QuantitiesText(judged.measured, unit) << "\n";
    if (!judged.emulated.empty())
      out << "    emulated: " << QuantitiesText(judged.emulated, unit) << "\n";
    if (claim.rule.decide) out << "    to be:    " << RuleText(claim) << "\n";
    out << "    " << Name(judged.verdict);
    if (judged.beside)
      out << (claim.of_tool ? " (located: " : " (emulated: ") << Name(*judged.beside) << ")";
    out << (judged.why.empty() ? "" : ": " + judged.why) << "\n";
    for (const std::string& remark : judged.remarks) out << "    beside:   " << remark << "\n";
    for (const std::string& error : judged.errors) out << "    ERROR: " << error << "\n";
  }
  for (const std::string& error : result.errors) {
    out << result.experiment.id << "  ERROR: " << error << "\n";
  }
}

Sheet ClaimsSheet(const std::vector<Result>& results) {
  Sheet sheet({"claim", "where", "quotation", "measured", "read_in", "to_be", "located", "emulated",
               "verdict", "beside", "why", "remarks"});
  for (const Result& result : results) {
    for (const Judged& judged : result.claims) {
      const Claim& claim = judged.claim;
      std::string remarks;
      for (const std::string& remark : judged.remarks) {
        remarks += (remarks.empty() ? "" : "; ") + remark;
      }
      sheet.Add(claim.id, claim.where, claim.quote, claim.measured, claim.origin, RuleText(claim),
                QuantitiesText(judged.measured, claim.print.unit),
                QuantitiesText(judged.emulated, claim.print.unit), Name(judged.verdict),
                judged.beside ? Name(*judged.beside) : "", judged.why, remarks);
    }
  }
  return sheet;
}

void PrintMarkdown(const std::vector<Result>& results, std::ostream& out) {
  for (const Result& result : results) {
    for (const Judged& judged : result.claims) {
      std::string quote = PlainText(judged.claim.quote);
      for (size_t at = quote.find('|'); at != std::string::npos; at = quote.find('|', at + 2)) {
        quote.insert(at, "\\");
      }
      out << "| " << judged.claim.id << " | " << quote << " | " << Name(judged.verdict)
          << (judged.why.empty() ? "" : ": " + judged.why) << " |\n";
    }
  }
}

std::string Counts(const std::vector<Result>& results) {
  std::map<Verdict, int> counts;
  for (const Result& result : results) {
    for (const Judged& judged : result.claims) ++counts[judged.verdict];
  }
  std::string line;
  for (const auto& [verdict, count] : counts) {
    line += (line.empty() ? "" : ", ") + std::to_string(count) + " " + Name(verdict);
  }
  return line;
}

}  // namespace carom::papers
