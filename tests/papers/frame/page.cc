#include "tests/papers/frame/page.h"

#include <array>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "core/base/version.h"
#include "tests/papers/frame/html.h"

namespace carom::papers {
namespace {

struct Paper {
  const char* prefix;  // Of the claims' ids.
  const char* title;
};

constexpr std::array<Paper, 5> kPapers = {{
    {"event", "E. Kiefl: Creating a billiards simulator II, algorithm theory"},
    {"pendulum", "Double pendulum colliding with a rough obstacle"},
    {"pool", "A compliant multibody model of a pool table"},
    {"smooth", "The smooth contact approach and multiple contact events"},
    {"contensou",
     "G. Kudra, M. Szewc, I. Wojtunik, J. Awrejcewicz: Shaping the trajectory of the "
     "billiard ball with approximations of the resultant contact forces"},
}};

struct KindText {
  Kind kind;
  const char* css;
  const char* meaning;
};

constexpr std::array<KindText, 9> kKinds = {{
    {Kind::kReproduced, "reproduced", "What the paper prints is what is measured."},
    {Kind::kMisprint, "misprint",
     "What is printed is not right as it stands, shown from the print or by a run."},
    {Kind::kArtefact, "artefact", "The paper's method, run too, shows it; ours does not."},
    {Kind::kChoice, "choice", "A setting that agrees with the paper is run beside ours."},
    {Kind::kExtension, "extension", "Beyond the paper."},
    {Kind::kSelfCheck, "self-check", "Our machinery is right; nothing is said of the paper."},
    {Kind::kNotCheckable, "not-checkable", "The paper withholds what is needed."},
    {Kind::kUnjudged, "unjudged", "Told, not judged."},
    {Kind::kFailed, "failed", "The measurement could not be made."},
}};

const char* CssOf(Kind kind) {
  for (const KindText& text : kKinds) {
    if (text.kind == kind) return text.css;
  }
  return "";
}

std::string PaperOf(const Claim& claim) {
  const std::string id = claim.id;
  return id.substr(0, id.find('-'));
}

std::optional<std::string> ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string WithUnit(const std::string& number, const Band& band) {
  return band.unit.empty() ? number : number + " " + band.unit;
}

// What a number is to be: "1.24 m", "0.7 to 0.9", "above 1".
std::string ExpectedText(const Band& band) {
  if (!std::isnan(band.expected)) return WithUnit(Text(band.expected), band);
  if (band.HasLow() && band.HasHigh()) {
    return WithUnit(Text(band.low) + " to " + Text(band.high), band);
  }
  return WithUnit(band.HasLow() ? "above " + Text(band.low) : "below " + Text(band.high), band);
}

// From what it is to be, or how far inside the bounds.
std::string DifferenceText(const Measured& measured) {
  const Band& band = measured.band;
  char text[48];
  if (!std::isnan(band.expected)) {
    std::snprintf(text, sizeof text, "%+.3g", measured.value - band.expected);
    return WithUnit(text, band);
  }
  const double room = std::fmin(measured.value - band.low, band.high - measured.value);
  std::snprintf(text, sizeof text, "%.3g", std::fabs(room));
  return WithUnit(text, band) + (room >= 0.0 ? " inside" : " outside");
}

std::string BoundText(const Band& band) {
  if (band.low == band.high) return "exact";
  if (std::isnan(band.expected)) return "as stated";
  if (band.low == band.expected) return "at most " + WithUnit(Text(band.width), band);
  return "\u00b1 " + WithUnit(Text(band.width), band);
}

class Page {
 public:
  Page(const std::vector<Result>& results, const std::string& folder, std::ostream& out)
      : results_(results), folder_(folder), out_(out) {}

  std::vector<std::string> Print() {
    // The page says itself that it needs nothing from elsewhere; browsers hold it to that.
    out_ << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         << "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         << "img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
         << "<title>Carom: the papers' claims</title>\n<style>" << kPageStyle
         << "</style>\n</head>\n<body>\n<header>\n<h1>What the papers claim, and what is measured"
         << "</h1>\n";
    PrintSummary();
    PrintKinds();
    out_ << "</header>\n<main>\n";
    PrintFilter();
    for (const Paper& paper : kPapers) PrintPaper(paper);
    out_ << "</main>\n<script>" << kPageScript << "</script>\n</body>\n</html>\n";
    return std::move(missing_);
  }

 private:
  void PrintSummary() {
    std::map<std::string, std::map<Kind, int>> counts;
    std::map<std::string, int> claims;
    int failed = 0;
    for (const Result& result : results_) {
      failed += result.Ok() ? 0 : 1;
      for (const std::string& paper : {PaperOf(result.claim), std::string("all")}) {
        ++claims[paper];
        for (const Row& row : result.findings.rows()) ++counts[paper][row.kind];
      }
    }
    out_ << "<p class=\"soft\">Engine " << kEngineVersion << ": " << results_.size() << " claims, "
         << failed << " that do not hold; rows by paper and kind:</p>\n"
         << "<div class=\"scroll\"><table class=\"summary\">\n<tr><th>paper</th><th>claims</th>";
    for (const KindText& kind : kKinds) {
      if (counts["all"].contains(kind.kind)) out_ << "<th>" << Html(Name(kind.kind)) << "</th>";
    }
    out_ << "</tr>\n";
    const auto print = [&](const std::string& name, const std::string& head) {
      if (claims[name] == 0) return;
      out_ << "<tr><th>" << head << "</th><td>" << claims[name] << "</td>";
      for (const KindText& kind : kKinds) {
        if (counts["all"].contains(kind.kind)) out_ << "<td>" << counts[name][kind.kind] << "</td>";
      }
      out_ << "</tr>\n";
    };
    for (const Paper& paper : kPapers) {
      const std::string name = paper.prefix;
      print(name, "<a href=\"#" + name + "\">" + name + "</a>");
    }
    print("all", "all");
    out_ << "</table></div>\n";
  }

  void PrintKinds() {
    out_ << "<details><summary>What the kinds mean</summary>\n<dl class=\"kinds\">\n";
    for (const KindText& kind : kKinds) {
      out_ << "<dt>" << KindBadge(kind.kind) << "</dt><dd>" << Html(kind.meaning) << "</dd>\n";
    }
    out_ << "</dl>\n<p>A row holds when each of its numbers lies within its bound. The paper's "
            "words are quoted as printed; what is not the paper's own stands as "
            "reference.</p></details>\n";
  }

  // Hidden until the script runs.
  void PrintFilter() {
    out_ << "<form class=\"filter\" id=\"filter\" hidden onsubmit=\"return false\">\n"
         << "<input id=\"q\" type=\"search\" placeholder=\"search claims\" "
            "aria-label=\"search\">\n<select id=\"paper\" aria-label=\"paper\">"
         << "<option value=\"\">all papers</option>";
    for (const Paper& paper : kPapers) out_ << "<option>" << paper.prefix << "</option>";
    out_ << "</select>\n<select id=\"kind\" aria-label=\"kind\"><option value=\"\">all kinds"
         << "</option>";
    for (const KindText& kind : kKinds) out_ << "<option>" << Html(Name(kind.kind)) << "</option>";
    out_ << "</select>\n<output id=\"shown\"></output>\n</form>\n";
  }

  void PrintPaper(const Paper& paper) {
    std::vector<const Result*> own;
    for (const Result& result : results_) {
      if (PaperOf(result.claim) == paper.prefix) own.push_back(&result);
    }
    if (own.empty()) return;
    out_ << "<section class=\"paper\">\n<h2 id=\"" << paper.prefix << "\">" << Html(paper.title)
         << "</h2>\n<nav class=\"ids\">";
    for (const Result* result : own) {
      out_ << "<a href=\"#" << result->claim.id << "\"" << (result->Ok() ? "" : " class=\"bad\"")
           << ">" << result->claim.id << "</a>";
    }
    out_ << "</nav>\n";
    for (const Result* result : own) PrintClaim(*result);
    out_ << "</section>\n";
  }

  void PrintClaim(const Result& result) {
    const Claim& claim = result.claim;
    std::set<std::string> kinds;
    for (const Row& row : result.findings.rows()) kinds.insert(Name(row.kind));
    std::string all;
    for (const std::string& kind : kinds) all += (all.empty() ? "" : "|") + kind;
    const bool drawn = WantsPlot(claim.kind);
    const int columns = result.findings.plot_columns();  // Many panels take the whole width.
    out_ << "<article id=\"" << claim.id << "\"" << (result.Ok() ? "" : " class=\"bad\"")
         << " data-paper=\"" << PaperOf(claim) << "\" data-kinds=\"" << Html(all) << "\">\n<h3>"
         << "<a href=\"#" << claim.id << "\">" << claim.id << "</a> " << Html(claim.what)
         << "</h3>\n<p class=\"where\">" << Html(claim.where) << " \u00b7 " << Name(claim.kind)
         << " \u00b7 " << claim.id << ".csv</p>\n<div class=\"body"
         << (drawn ? columns < 3 ? " drawn" : " wide" : "") << "\">\n";
    if (drawn) PrintFigure(claim);
    out_ << "<div class=\"rows\">\n";
    for (const Row& row : result.findings.rows()) PrintRow(row);
    for (const std::string& error : result.errors) {
      out_ << "<p class=\"fails\">ERROR: " << Html(error) << "</p>\n";
    }
    out_ << "</div>\n</div>\n</article>\n";
  }

  void PrintFigure(const Claim& claim) {
    const std::string name = std::string(claim.id) + ".svg";
    const auto svg = ReadFile(folder_ + "/" + name);
    if (!svg || svg->empty()) {
      missing_.push_back(claim.id);
      return;
    }
    out_ << "<figure><img loading=\"lazy\" alt=\"" << claim.id << ": " << Html(claim.what)
         << "\" src=\"" << SvgUri(*svg) << "\"></figure>\n";
  }

  static std::string KindBadge(Kind kind) {
    return std::string("<span class=\"kind ") + CssOf(kind) + "\">" + Html(Name(kind)) + "</span>";
  }

  void PrintSaid(const char* who, const std::string& html) {
    out_ << "<p class=\"said\"><b>" << who << "</b>" << html << "</p>\n";
  }

  void PrintRow(const Row& row) {
    out_ << "<div class=\"row\" data-kind=\"" << Html(Name(row.kind)) << "\">\n<p class=\"what\">"
         << KindBadge(row.kind) << (Holds(row) ? "" : "<span class=\"fails\">DOES NOT HOLD</span> ")
         << Html(row.what) << "</p>\n";
    if (row.paper) {
      PrintSaid("paper", "<q>" + Html(PlainText(row.paper->text)) + "</q> <cite>" +
                             Html(row.paper->where) + "</cite>");
    }
    const Reference& reference = row.reference;
    if (reference.source != Source::kPaper || !reference.text.empty()) {
      PrintSaid(Name(reference.source), Html(reference.text));
    }
    if (!row.measured.empty()) PrintNumbers(row);
    if (!row.why.empty()) PrintSaid(IsJudged(row.kind) ? "why" : "told", Html(row.why));
    out_ << "</div>\n";
  }

  void PrintNumbers(const Row& row) {
    out_ << "<table class=\"numbers\">\n<thead><tr><th></th><th>ours</th><th>to be</th><th>"
            "difference</th><th>bound</th><th>where the bound comes from</th></tr></thead>\n"
            "<tbody>\n";
    for (const Measured& measured : row.measured) {
      const Band& band = measured.band;
      const bool holds = band.Holds(measured.value);
      out_ << "<tr><td data-name=\"\">" << Html(measured.name) << "</td>";
      const auto cell = [&](const char* name, const std::string& text) {
        out_ << "<td class=\"n\" data-name=\"" << name << "\">" << Html(text) << "</td>";
      };
      out_ << "<td class=\"n " << (holds ? "holds" : "fails") << "\" data-name=\"ours\">"
           << Html(WithUnit(Text(measured.value), band)) << "</td>";
      cell("to be", ExpectedText(band));
      cell("difference", DifferenceText(measured));
      cell("bound", BoundText(band));
      cell("because", band.origin);
      out_ << "</tr>\n";
    }
    out_ << "</tbody></table>\n";
  }

  const std::vector<Result>& results_;
  const std::string& folder_;
  std::ostream& out_;
  std::vector<std::string> missing_;
};

}  // namespace

std::vector<std::string> PrintPage(const std::vector<Result>& results, const std::string& folder,
                                   std::ostream& out) {
  return Page(results, folder, out).Print();
}

}  // namespace carom::papers
