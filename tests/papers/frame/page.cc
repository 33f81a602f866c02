#include <array>
#include <fstream>
#include <iterator>
#include <map>

#include "core/base/version.h"
#include "tests/papers/frame/html.h"
#include "tests/papers/frame/result.h"

namespace carom::papers {
namespace {

struct Paper {
  const char* prefix;  // Of the experiments' ids.
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

constexpr std::array<Verdict, 4> kVerdicts = {Verdict::kHolds, Verdict::kContradicted,
                                              Verdict::kUndecidable, Verdict::kMisprint};

std::string PaperOf(const Result& result) {
  return result.experiment.id.substr(0, result.experiment.id.find('-'));
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
         << "</style>\n</head>\n<body>\n<header>\n<h1>What the papers claim, and whether it holds"
         << "</h1>\n";
    PrintSummary();
    out_ << "</header>\n<main>\n";
    PrintFilter();
    for (const Paper& paper : kPapers) PrintPaper(paper);
    out_ << "</main>\n<script>" << kPageScript << "</script>\n</body>\n</html>\n";
    return std::move(missing_);
  }

 private:
  void PrintSummary() {
    std::map<std::string, std::map<Verdict, int>> counts;
    for (const Result& result : results_) {
      for (const Judged& judged : result.claims) {
        ++counts[PaperOf(result)][judged.verdict];
        ++counts["all"][judged.verdict];
      }
    }
    out_ << "<p class=\"soft\">Engine " << kEngineVersion << "; claims by paper and verdict:</p>\n"
         << "<div class=\"scroll\"><table class=\"summary\">\n<tr><th>paper</th>";
    for (const Verdict verdict : kVerdicts) out_ << "<th>" << Name(verdict) << "</th>";
    out_ << "</tr>\n";
    const auto print = [&](const std::string& name, const std::string& head) {
      if (!counts.contains(name)) return;
      out_ << "<tr><th>" << head << "</th>";
      for (const Verdict verdict : kVerdicts) out_ << "<td>" << counts[name][verdict] << "</td>";
      out_ << "</tr>\n";
    };
    for (const Paper& paper : kPapers) {
      const std::string name = paper.prefix;
      print(name, "<a href=\"#" + name + "\">" + name + "</a>");
    }
    print("all", "all");
    out_ << "</table></div>\n";
  }

  // Hidden until the script runs.
  void PrintFilter() {
    out_ << "<form class=\"filter\" id=\"filter\" hidden onsubmit=\"return false\">\n"
         << "<input id=\"q\" type=\"search\" placeholder=\"search claims\" "
            "aria-label=\"search\">\n<select id=\"paper\" aria-label=\"paper\">"
         << "<option value=\"\">all papers</option>";
    for (const Paper& paper : kPapers) out_ << "<option>" << paper.prefix << "</option>";
    out_ << "</select>\n<select id=\"kind\" aria-label=\"verdict\"><option value=\"\">all verdicts"
         << "</option>";
    for (const Verdict verdict : kVerdicts) out_ << "<option>" << Name(verdict) << "</option>";
    out_ << "</select>\n<output id=\"shown\"></output>\n</form>\n";
  }

  void PrintPaper(const Paper& paper) {
    std::vector<const Result*> own;
    for (const Result& result : results_) {
      if (PaperOf(result) == paper.prefix) own.push_back(&result);
    }
    if (own.empty()) return;
    out_ << "<section class=\"paper\">\n<h2 id=\"" << paper.prefix << "\">" << Html(paper.title)
         << "</h2>\n<nav class=\"ids\">";
    for (const Result* result : own) {
      out_ << "<a href=\"#" << result->experiment.id << "\""
           << (result->Ok() ? "" : " class=\"bad\"") << ">" << result->experiment.id << "</a>";
    }
    out_ << "</nav>\n";
    for (const Result* result : own) PrintExperiment(*result);
    out_ << "</section>\n";
  }

  void PrintExperiment(const Result& result) {
    const std::string& id = result.experiment.id;
    std::string kinds;
    for (const Judged& judged : result.claims) {
      kinds += (kinds.empty() ? "" : "|") + std::string(Name(judged.verdict));
    }
    const char* layout = !result.has_figure ? "" : result.plot_columns < 3 ? " drawn" : " wide";
    out_ << "<article id=\"" << id << "\"" << (result.Ok() ? "" : " class=\"bad\"")
         << " data-paper=\"" << PaperOf(result) << "\" data-kinds=\"" << kinds << "\">\n<h3>"
         << "<a href=\"#" << id << "\">" << id << "</a> " << Html(result.experiment.title)
         << "</h3>\n<div class=\"body" << layout << "\">\n";
    if (result.has_figure) PrintFigure(result.experiment);
    out_ << "<div class=\"rows\">\n";
    for (const Judged& judged : result.claims) PrintClaim(judged);
    for (const std::string& error : result.errors) PrintError(error);
    out_ << "</div>\n</div>\n</article>\n";
  }

  void PrintFigure(const Experiment& experiment) {
    std::ifstream file(folder_ + "/" + experiment.id + ".svg", std::ios::binary);
    const std::string svg(std::istreambuf_iterator<char>(file), {});
    if (svg.empty()) {
      missing_.push_back(experiment.id);
      return;
    }
    out_ << "<figure><img loading=\"lazy\" alt=\"" << experiment.id << ": "
         << Html(experiment.title) << "\" src=\"" << SvgUri(svg) << "\"></figure>\n";
  }

  void PrintError(const std::string& error) {
    out_ << "<p class=\"fails\">ERROR: " << Html(error) << "</p>\n";
  }

  void PrintSaid(const char* who, const std::string& text) {
    if (!text.empty()) out_ << "<p class=\"said\"><b>" << who << "</b>" << Html(text) << "</p>\n";
  }

  void PrintClaim(const Judged& judged) {
    const Claim& claim = judged.claim;
    out_ << "<div class=\"row\" id=\"claim-" << claim.id << "\" data-kind=\""
         << Name(judged.verdict) << "\">\n<p class=\"what\"><span class=\"kind "
         << Name(judged.verdict) << "\">" << Name(judged.verdict) << "</span>" << claim.id << " <q>"
         << Html(PlainText(claim.quote)) << "</q> <cite>" << Html(claim.where) << "</cite></p>\n";
    PrintSaid("measured", claim.measured);
    PrintSaid("read in", PlainText(claim.origin));
    PrintSaid("to be", RuleText(claim));
    const char* other = judged.beside ? Name(*judged.beside) : "";
    const std::string beside = judged.beside ? std::string(" (") + other + ")" : "";
    PrintSaid(judged.emulated.empty() ? "found" : "contacts located",
              QuantitiesText(judged.measured, claim.print.unit) +
                  (claim.of_tool && !judged.measured.empty() ? beside : ""));
    PrintSaid("authors' tool, emulated",
              QuantitiesText(judged.emulated, claim.print.unit) + (claim.of_tool ? "" : beside));
    PrintSaid("why", judged.why);
    for (const std::string& remark : judged.remarks) PrintSaid("beside", remark);
    for (const std::string& error : judged.errors) PrintError(error);
    out_ << "</div>\n";
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
