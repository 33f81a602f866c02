// carom-papers: runs every experiment of the papers that Carom is made from, prints for each row of
// each claim what the paper prints, what was measured, the band where it has to lie and the kind of
// verdict, and writes tables and figures.
//
//   carom-papers --out=DIR [--json=FILE] [--filter=REGEX]
//   carom-papers --list [--filter=REGEX]
//   carom-papers --self-test
//
// DIR gets <id>.csv of every claim, <id>.svg of every figure and trend (drawn by gnuplot),
// printed.csv with what the papers print, and index.html with all of it for reading. Exit status:
// 0 every row holds and would fall with a wrong number, 1 not so, 2 bad usage. Progress goes to
// stderr.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/papers/frame/page.h"
#include "tests/papers/frame/report.h"
#include "tests/papers/frame/self_check.h"

namespace carom::papers {
namespace {

struct Options {
  std::string out;
  std::string json;  // Empty: none.
  std::string filter = ".*";
  bool list = false;
  bool self_test = false;
};

constexpr char kUsage[] =
    "usage: carom-papers --out=DIR [--json=FILE] [--filter=REGEX]\n"
    "       carom-papers --list [--filter=REGEX]\n"
    "       carom-papers --self-test\n"
    "Puts the claims of the papers to the test: what a paper prints, what is measured, the band "
    "of\n"
    "it, and a verdict: reproduced, misprint, artefact of the paper's method, our choice differs,\n"
    "extension, self-check, not checkable, unjudged.\n"
    "  --out=DIR       index.html with all claims, rows and figures; tables (<id>.csv), figures\n"
    "                  (<id>.svg) and the scripts that drew them\n"
    "  --json=FILE     the same report for programs\n"
    "  --filter=REGEX  only claims whose id matches, such as ^pool or smooth-1[0-3]\n"
    "  --list          prints the claims' ids, places and texts, and runs nothing\n"
    "  --self-test     puts the judge itself to the test, and runs no experiment\n"
    "All claims take some three minutes of one core; progress goes to stderr. Exit status: 0 all\n"
    "well, 1 a row that does not hold, or that would hold with a wrong number, 2 bad usage.\n";

[[noreturn]] void RefuseUsage(const std::string& why) {
  std::cerr << "carom-papers: " << why << "; --help shows how\n";
  std::exit(2);
}

bool Take(std::string_view argument, std::string_view name, std::string& value) {
  if (argument.substr(0, name.size()) != name) return false;
  value = argument.substr(name.size());
  return true;
}

// Exits with 2 on what it does not know.
Options ParseOptions(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--help" || argument == "-h") {
      std::cout << kUsage;
      std::exit(0);
    }
    if (argument == "--list") {
      options.list = true;
      continue;
    }
    if (argument == "--self-test") {
      options.self_test = true;
      continue;
    }
    if (!Take(argument, "--out=", options.out) && !Take(argument, "--json=", options.json) &&
        !Take(argument, "--filter=", options.filter)) {
      RefuseUsage("unknown argument: " + std::string(argument));
    }
  }
  if (options.out.empty() && !options.list && !options.self_test)
    RefuseUsage("--out=DIR is missing");
  return options;
}

std::vector<Claim> Select(const std::string& filter) {
  std::vector<Claim> selected;
  try {
    const std::regex regex(filter);
    for (const Claim& claim : Claims()) {
      if (std::regex_search(claim.id, regex)) selected.push_back(claim);
    }
  } catch (const std::regex_error& error) {
    RefuseUsage(std::string("--filter: ") + error.what());
  }
  if (selected.empty()) RefuseUsage("--filter: no claim matches " + filter);
  return selected;
}

const Experiment* Find(const char* id) {
  const auto& all = Experiments();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Experiment& experiment) {
    return std::string_view(experiment.id) == id;
  });
  return found == all.end() ? nullptr : &*found;
}

// The first experiment that no claim asks for.
std::optional<std::string> Stray() {
  for (const Experiment& experiment : Experiments()) {
    const auto& all = Claims();
    const bool known = std::any_of(all.begin(), all.end(), [&](const Claim& claim) {
      return std::string_view(claim.id) == experiment.id;
    });
    if (!known) return experiment.id;
  }
  return std::nullopt;
}

int Fail(const std::string& why) {
  std::cerr << "carom-papers: " << why << "\n";
  return 1;
}

int List(const std::vector<Claim>& claims) {
  for (const Claim& claim : claims) {
    std::cout << claim.id << "  [" << claim.where << "] " << claim.what << "\n";
  }
  return 0;
}

// What the papers print, and all of it as a page. Returns what went wrong.
std::optional<std::string> WriteSummaries(const std::vector<Result>& results,
                                          const std::string& folder) {
  std::ofstream printed(folder + "/printed.csv");
  PrintedTexts(results).Write(printed);
  std::ofstream page(folder + "/index.html");
  const std::vector<std::string> missing = PrintPage(results, folder, page);
  printed.close();
  page.close();
  if (!printed.good() || !page.good()) return "cannot write into " + folder;
  if (!missing.empty()) return "no figure for the page: " + missing.front();
  return std::nullopt;
}

int Run(const Options& options) {
  if (options.self_test) return TestFrame(std::cout) == 0 ? 0 : 1;
  const std::vector<Claim> claims = Select(options.filter);
  if (options.list) return List(claims);
  if (const auto stray = Stray()) return Fail("an experiment without a claim: " + *stray);
  if (!CanDraw()) return Fail("gnuplot cannot be run (Debian package gnuplot-nox)");
  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  if (error) return Fail("cannot create " + options.out + ": " + error.message());
  std::ofstream json;
  if (!options.json.empty()) {
    json.open(options.json);
    if (!json) return Fail("cannot write " + options.json);
  }

  std::vector<Result> results;
  for (const Claim& claim : claims) {
    std::cerr << claim.id << " ..." << std::flush;
    results.push_back(RunClaim(claim, Find(claim.id), options.out));
    std::cerr << " " << results.back().seconds << " s" << std::endl;
    PrintText(results.back(), std::cout);
  }
  if (!options.json.empty()) {
    PrintJson(results, json);
    json.close();
    if (!json.good()) return Fail("cannot write " + options.json);
  }
  if (const auto wrong = WriteSummaries(results, options.out)) return Fail(*wrong);
  const auto failed = std::count_if(results.begin(), results.end(),
                                    [](const Result& result) { return !result.Ok(); });
  std::cout << CountsByKind(results) << "\n"
            << results.size() << " claims, " << failed << " that do not hold" << std::endl;
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace carom::papers

int main(int argc, char** argv) {
  return carom::papers::Run(carom::papers::ParseOptions(argc, argv));
}
