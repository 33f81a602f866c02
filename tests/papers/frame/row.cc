#include "tests/papers/frame/row.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>

#include "tests/papers/frame/findings.h"

namespace carom::papers {

const char* Name(Kind kind) {
  switch (kind) {
    case Kind::kReproduced:
      return "reproduced";
    case Kind::kMisprint:
      return "misprint";
    case Kind::kArtefact:
      return "artefact of the paper's method";
    case Kind::kChoice:
      return "our choice differs";
    case Kind::kExtension:
      return "extension";
    case Kind::kSelfCheck:
      return "self-check";
    case Kind::kNotCheckable:
      return "not checkable";
    case Kind::kUnjudged:
      return "unjudged";
    case Kind::kFailed:
      return "failed";
  }
  return "failed";
}

const char* Name(Source source) {
  switch (source) {
    case Source::kPaper:
      return "paper";
    case Source::kCatalogue:
      return "catalogue";
    case Source::kPeer:
      return "peer";
    case Source::kClosedForm:
      return "closed form";
    case Source::kReferenceRun:
      return "reference run";
  }
  return "paper";
}

bool IsJudged(Kind kind) {
  return kind != Kind::kNotCheckable && kind != Kind::kUnjudged && kind != Kind::kFailed;
}

namespace {

bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool HasDigit(const std::string& text) { return std::any_of(text.begin(), text.end(), IsDigit); }

// A minus or the typographer's, U+2212, right before `at`.
bool IsNegative(const std::string& text, size_t at) {
  return (at >= 1 && text[at - 1] == '-') || (at >= 3 && text.compare(at - 3, 3, "\u2212") == 0);
}

// Whether `word` stands in `text` with no letter beside it; both in lower case.
bool HasWord(const std::string& text, const std::string& word) {
  const auto letter = [&](size_t i) {
    return i < text.size() && std::isalpha(static_cast<unsigned char>(text[i])) != 0;
  };
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !letter(at - 1)) && !letter(at + word.size())) return true;
  }
  return false;
}

void CheckPrinted(const Row& row, std::vector<std::string>& errors) {
  if (row.paper->text.empty() || row.paper->where.empty()) {
    errors.push_back("the paper's text needs words and a place");
  }
  std::string lower = row.paper->text;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* word : {"ours", "not said", "no number", "not printed", "not stated"}) {
    if (HasWord(lower, word)) errors.push_back("what the paper prints says \"" + lower + "\"");
  }
  const bool by_paper = row.kind == Kind::kReproduced && row.reference.source == Source::kPaper &&
                        row.reference.text.empty();
  if (by_paper && !HasDigit(lower)) {
    errors.push_back("reproduced by the paper's own number, which has no digit");
  }
}

void CheckBand(const Measured& measured, std::vector<std::string>& errors) {
  const Band& band = measured.band;
  if (std::isnan(band.low) || std::isnan(band.high) || band.low > band.high) {
    errors.push_back("a band that holds nothing");
  }
  if (!band.HasLow() && !band.HasHigh()) errors.push_back("a band without a finite side");
  if ((band.HasOneSide() || band.IsAroundZero()) && std::isnan(band.wrong)) {
    errors.push_back("a band with one side, or around zero, needs what a wrong measurement gives");
  }
  if (band.origin.empty()) errors.push_back("a bound without an origin");
}

// Two bands of one side around one number are one band of two sides, which its wrong numbers would
// have to leave.
void CheckHalves(const Row& row, std::vector<std::string>& errors) {
  for (const Measured& above : row.measured) {
    if (above.band.HasHigh() || !above.band.HasLow()) continue;
    for (const Measured& below : row.measured) {
      if (below.band.HasLow() || !below.band.HasHigh() || below.value != above.value) continue;
      errors.push_back("one number twice, in a band above and a band below");
    }
  }
}

size_t LeastNumbers(Kind kind) {
  if (!IsJudged(kind)) return 0;
  return kind == Kind::kArtefact || kind == Kind::kChoice ? 2 : 1;
}

}  // namespace

PrintedNumber NumberIn(const Printed& printed) {
  const std::string& text = printed.text;
  size_t end = text.size();
  while (end > 0 && !IsDigit(text[end - 1])) --end;
  size_t begin = end;
  while (begin > 0 && (IsDigit(text[begin - 1]) || text[begin - 1] == '.')) --begin;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (begin == end) return {nan, nan};
  const std::string digits = text.substr(begin, end - begin);
  const size_t point = digits.find('.');
  const double decimals =
      point == std::string::npos ? 0.0 : static_cast<double>(digits.size() - point - 1);
  const double size = std::strtod(digits.c_str(), nullptr);
  return {IsNegative(text, begin) ? -size : size, 0.5 * std::pow(10.0, -decimals)};
}

Band AsPrinted(const Printed& printed, const std::string& unit, double half_units) {
  const PrintedNumber number = NumberIn(printed);
  // A rounding for what lies on the edge itself.
  const double width = half_units * number.half_unit * (1.0 + 1e-9);
  const std::string origin = half_units == 1.0
                                 ? "half a unit of the paper's last digit"
                                 : "the paper's last digit, " +
                                       std::to_string(static_cast<int>(half_units)) + " half units";
  return Around(number.value, {width, unit, origin, /*derived=*/true});
}

bool Holds(const Row& row) {
  if (row.kind == Kind::kFailed) return false;
  return std::all_of(row.measured.begin(), row.measured.end(),
                     [](const Measured& measured) { return measured.band.Holds(measured.value); });
}

std::vector<std::string> ErrorsOf(const Row& row) {
  std::vector<std::string> errors;
  const bool of_paper =
      row.kind != Kind::kExtension && row.kind != Kind::kSelfCheck && IsJudged(row.kind);
  if (row.paper) CheckPrinted(row, errors);
  if (of_paper && !row.paper) errors.push_back("a verdict on the paper needs what it prints");
  if (row.kind == Kind::kSelfCheck && row.paper) errors.push_back("a self-check has no paper");
  if (row.measured.size() < LeastNumbers(row.kind)) {
    errors.push_back("a verdict needs its measured numbers");
  }
  if (!IsJudged(row.kind) && !row.measured.empty()) {
    errors.push_back("bands where nothing is judged");
  }
  for (const Measured& measured : row.measured) CheckBand(measured, errors);
  CheckHalves(row, errors);
  const bool needs_why = row.kind == Kind::kMisprint || row.kind == Kind::kArtefact ||
                         row.kind == Kind::kChoice || row.kind == Kind::kNotCheckable;
  if (needs_why && row.why.empty()) errors.push_back("it does not say why");
  return errors;
}

std::vector<double> WrongMeasurements(const Measured& measured) {
  const Band& band = measured.band;
  const double value = measured.value;
  if (band.HasOneSide()) return {band.wrong, 2.0 * band.wrong - value};
  if (band.IsAroundZero()) return {band.wrong, -band.wrong};
  // Counts of zero have no double: the next one.
  if (value == 0.0) return {1.0, -1.0};
  return {2.0 * value, 0.5 * value, -value};
}

namespace {

// Just beyond each finite side; the bound of a band with one side is out itself.
void TestBounds(const Band& band, const std::string& name, const std::function<bool(double)>& holds,
                std::vector<std::string>& errors) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto test = [&](double bound, double outwards, const char* side) {
    const double out = band.HasOneSide() ? bound : std::nextafter(bound, outwards);
    if (holds(out)) errors.push_back(name + ": holds beyond its " + side + " side");
    if (!holds(std::nextafter(out, -outwards))) {
      errors.push_back(name + ": its " + side + " side is shut");
    }
  };
  if (band.HasLow()) test(band.low, -infinity, "low");
  if (band.HasHigh()) test(band.high, infinity, "high");
}

}  // namespace

std::vector<std::string> SurvivesWrongNumbers(const Row& row) {
  std::vector<std::string> errors;
  if (!IsJudged(row.kind) || !Holds(row)) return errors;
  for (size_t i = 0; i < row.measured.size(); ++i) {
    const auto holds = [&](double value) {
      Row moved = row;
      moved.measured[i].value = value;
      return Holds(moved);
    };
    const std::string name = row.measured[i].name + " of \"" + row.what + "\"";
    if (holds(std::numeric_limits<double>::quiet_NaN())) errors.push_back(name + ": NaN holds");
    TestBounds(row.measured[i].band, name, holds, errors);
    for (const double wrong : WrongMeasurements(row.measured[i])) {
      if (holds(wrong))
        errors.push_back(name + ": a wrong measurement of " + Text(wrong) + " holds");
    }
  }
  return errors;
}

}  // namespace carom::papers
