// carom-papers: puts the claims of the papers that Carom is made from to the test. One claim, one
// verdict: it holds, it is contradicted, it cannot be decided, or it is a misprint.
//
//   carom-papers --out=DIR [--filter=REGEX]
//   carom-papers --list [--filter=REGEX]
//   carom-papers --self-test
//
// DIR gets claims.csv and claims.md with all verdicts, index.html with all of it for reading, and
// for each experiment <id>.csv and <id>.svg where it has a table and a figure (drawn by gnuplot).
// Exit status: 0 every claim has its verdict, and each that holds falls when its print is
// contradicted; 1 not so; 2 bad usage. Progress goes to stderr.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/papers/frame/result.h"

namespace carom::papers {
namespace {

struct Options {
  std::string out;
  std::string filter = ".*";
  bool list = false;
  bool self_test = false;
};

constexpr char kUsage[] =
    "usage: carom-papers --out=DIR [--filter=REGEX]\n"
    "       carom-papers --list [--filter=REGEX]\n"
    "       carom-papers --self-test\n"
    "Puts the claims of the papers to the test. A claim holds, is contradicted, cannot be "
    "decided,\n"
    "or is a misprint; one that holds has to fall when its print is contradicted.\n"
    "  --out=DIR       claims.csv and claims.md, index.html, tables and figures of the "
    "experiments\n"
    "  --filter=REGEX  only experiments whose id matches, such as ^pool or smooth-1[0-3]\n"
    "  --list          prints the claims' ids, places and quotations, and runs nothing\n"
    "  --self-test     puts the judge itself to the test, and runs no experiment\n"
    "All claims take a minute and a half of one core; progress goes to stderr. Exit status: 0 all\n"
    "well, 1 a claim without a verdict, or one that nothing could contradict, 2 bad usage.\n";

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
    } else if (argument == "--self-test") {
      options.self_test = true;
    } else if (!Take(argument, "--out=", options.out) &&
               !Take(argument, "--filter=", options.filter)) {
      RefuseUsage("unknown argument: " + std::string(argument));
    }
  }
  if (options.out.empty() && !options.list && !options.self_test)
    RefuseUsage("--out=DIR is missing");
  return options;
}

std::vector<Experiment> Select(const std::string& filter) {
  std::vector<Experiment> selected;
  try {
    const std::regex regex(filter);
    for (const auto* paper : {&EventExperiments(), &PendulumExperiments(), &PoolExperiments(),
                              &SmoothExperiments(), &ContensouExperiments()}) {
      for (const Experiment& experiment : *paper) {
        if (std::regex_search(experiment.id, regex)) selected.push_back(experiment);
      }
    }
  } catch (const std::regex_error& error) {
    RefuseUsage(std::string("--filter: ") + error.what());
  }
  if (selected.empty()) RefuseUsage("--filter: no experiment matches " + filter);
  return selected;
}

int Fail(const std::string& why) {
  std::cerr << "carom-papers: " << why << "\n";
  return 1;
}

int List(const std::vector<Experiment>& experiments) {
  for (const Experiment& experiment : experiments) {
    for (const Claim& claim : experiment.claims) {
      for (const std::string& passage : {claim.quote, claim.origin}) {
        if (!passage.empty()) {
          std::cout << claim.id << "\t" << claim.where << "\t"
                    << (claim.derivation.empty() ? "letters" : "marks") << "\t" << passage << "\n";
        }
      }
    }
  }
  return 0;
}

// Returns what went wrong; empty: nothing.
std::string WriteSummaries(const std::vector<Result>& results, const std::string& folder) {
  std::ofstream table(folder + "/claims.csv");
  ClaimsSheet(results).Write(table);
  std::ofstream markdown(folder + "/claims.md");
  PrintMarkdown(results, markdown);
  std::ofstream page(folder + "/index.html");
  const std::vector<std::string> missing = PrintPage(results, folder, page);
  table.close();
  markdown.close();
  page.close();
  if (!table.good() || !markdown.good() || !page.good()) return "cannot write into " + folder;
  return missing.empty() ? "" : "no figure for the page: " + missing.front();
}

int RunAll(const Options& options) {
  if (options.self_test) return TestJudge(std::cout) == 0 ? 0 : 1;
  const std::vector<Experiment> experiments = Select(options.filter);
  if (options.list) return List(experiments);
  if (!CanDraw()) return Fail("gnuplot cannot be run (Debian package gnuplot-nox)");
  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  if (error) return Fail("cannot create " + options.out + ": " + error.message());

  std::vector<Result> results;
  for (const Experiment& experiment : experiments) {
    std::cerr << experiment.id << " ..." << std::flush;
    results.push_back(Run(experiment, options.out));
    std::cerr << " " << results.back().seconds << " s" << std::endl;
    PrintText(results.back(), std::cout);
  }
  if (const std::string wrong = WriteSummaries(results, options.out); !wrong.empty())
    return Fail(wrong);
  const auto failed = std::count_if(results.begin(), results.end(),
                                    [](const Result& result) { return !result.Ok(); });
  const Planted planted = PlantContradictions(results);
  std::cout << "planted contradictions: " << planted.fallen << " of " << planted.holding
            << " claims that hold fall";
  if (planted.measuring > 0) {
    std::cout << "; of faults in what " << planted.measuring << " of them measure "
              << planted.noticed << " of " << planted.faults << " are noticed";
  }
  std::cout << '\n' << Counts(results) << "; " << failed << " experiments with errors" << std::endl;
  return failed == 0 && planted.fallen == planted.holding && planted.noticed == planted.faults ? 0
                                                                                               : 1;
}

}  // namespace
}  // namespace carom::papers

int main(int argc, char** argv) {
  return carom::papers::RunAll(carom::papers::ParseOptions(argc, argv));
}
