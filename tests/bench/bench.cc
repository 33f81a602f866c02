// carom-bench: plays the named scenes on one core, straight through the core's door, and prints a
// CSV: time by the wall clock and of the thread's processor, medians over the rounds; the hash,
// which folds the shots' hashes in order, as a batch's does, and must not change when the speed
// does; and what an event took: see SceneResult in tests/bench/scenes.h.
//
//   carom-bench [--filter=REGEX] [--csv=FILE] [--seconds=S]
//   carom-bench --against=OLD_BINARY [--turns=N] [--filter=REGEX] [--seconds=S]
//   carom-bench --kernels
//   carom-bench --derivatives
//   carom-bench --aims
//
// A scene is repeated over the same shots until S seconds (default 1) have passed. --against runs
// another carom-bench and this one in turns (default 9) and prints how many times faster this one
// is. --kernels times the searches by themselves, for every width of registers; --derivatives what
// derivatives and probes take, and how large they are; --aims what a search for aims takes.
// CAROM_KERNELS=plain, avx2 or avx512 in the environment chooses the width for a run.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <ostream>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/against.h"
#include "tests/bench/aim_bench.h"
#include "tests/bench/derivative_bench.h"
#include "tests/bench/kernel_bench.h"
#include "tests/bench/scenes.h"

namespace carom::bench {
namespace {

constexpr char kUsage[] =
    "usage: carom-bench [--filter=REGEX] [--csv=FILE] [--seconds=S]\n"
    "       carom-bench --against=OLD_BINARY [--turns=N] [--filter=REGEX] [--seconds=S]\n"
    "       carom-bench --kernels\n"
    "       carom-bench --derivatives\n"
    "       carom-bench --aims\n";

struct Options {
  std::string filter = ".*";
  std::string csv;  // Empty: standard output only.
  std::string against;
  double seconds = 1.0;
  int turns = 9;
  bool kernels = false;
  bool derivatives = false;
  bool aims = false;
};

std::string RowOf(const std::string& scene, const SceneResult& r) {
  const auto shots = static_cast<double>(r.shots);
  const auto events = static_cast<double>(r.events);
  char row[512];
  std::snprintf(row, sizeof row,
                "%s,%llu,%llu,%.6f,%.0f,%.1f,%016llx,%llu,%.6f,%.0f,%.1f,%.3g,%.2f,%.2f,%.2f,%.2f,"
                "%.2f",
                scene.c_str(), static_cast<unsigned long long>(r.shots),
                static_cast<unsigned long long>(r.events), r.wall_s, shots / r.wall_s,
                1e9 * r.wall_s / events, static_cast<unsigned long long>(r.hash),
                static_cast<unsigned long long>(r.rounds), r.processor_s, shots / r.processor_s,
                1e9 * r.processor_s / events, r.allocations, r.rows, r.pairs, r.candidates,
                r.solved, r.table_searches);
  return row;
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
    std::string number;
    if (Take(argument, "--filter=", options.filter) || Take(argument, "--csv=", options.csv) ||
        Take(argument, "--against=", options.against)) {
      continue;
    }
    if (Take(argument, "--seconds=", number)) {
      options.seconds = std::strtod(number.c_str(), nullptr);
    } else if (Take(argument, "--turns=", number)) {
      options.turns = std::atoi(number.c_str());
    } else if (argument == "--kernels") {
      options.kernels = true;
    } else if (argument == "--derivatives") {
      options.derivatives = true;
    } else if (argument == "--aims") {
      options.aims = true;
    } else {
      const bool help = argument == "--help";
      (help ? std::cout : std::cerr) << kUsage;
      std::exit(help ? 0 : 2);
    }
  }
  return options;
}

std::regex ParseFilter(const std::string& filter) {
  try {
    return std::regex(filter);
  } catch (const std::regex_error& error) {
    std::cerr << "carom-bench: --filter: " << error.what() << "\n";
    std::exit(2);
  }
}

std::vector<BenchScene> Chosen(const std::regex& filter) {
  std::vector<BenchScene> chosen;
  for (const BenchScene& bench : BenchScenes()) {
    if (std::regex_search(bench.scene.name, filter)) chosen.push_back(bench);
  }
  return chosen;
}

int PrintTimes(const std::vector<BenchScene>& scenes, const Options& options) {
  std::ofstream file;
  if (!options.csv.empty()) file.open(options.csv);
  const auto print = [&](const std::string& line) {
    std::cout << line << std::endl;
    if (file.is_open()) file << line << "\n";
  };
  print(
      "scene,shots,events,seconds,shots_per_s,ns_per_event,hash,rounds,processor_seconds,"
      "shots_per_processor_s,processor_ns_per_event,allocations_per_shot,rows,pairs,candidates,"
      "solved,table_searches");
  for (const BenchScene& bench : scenes) {
    print(RowOf(bench.scene.name, Measure(bench, options.seconds)));
  }
  file.flush();
  if (!options.csv.empty() && !file.good()) {
    std::cerr << "carom-bench: cannot write " << options.csv << "\n";
    return 1;
  }
  return 0;
}

int Compare(const std::vector<BenchScene>& scenes, const Options& options) {
  std::vector<std::string> names;
  for (const BenchScene& bench : scenes) names.push_back(bench.scene.name);
  const bool ran =
      CompareAgainst(options.against, "/proc/self/exe", names, options.seconds, options.turns);
  if (!ran) std::cerr << "carom-bench: cannot run " << options.against << "\n";
  return ran ? 0 : 1;
}

int Run(const Options& options) {
  if (options.kernels) {
    PrintKernelTimes();
    return 0;
  }
  if (options.derivatives) {
    PrintDerivativeTimes();
    PrintGradients();
    return 0;
  }
  if (options.aims) {
    PrintAimTimes();
    return 0;
  }
  const std::vector<BenchScene> scenes = Chosen(ParseFilter(options.filter));
  return options.against.empty() ? PrintTimes(scenes, options) : Compare(scenes, options);
}

}  // namespace
}  // namespace carom::bench

int main(int argc, char** argv) {
  return carom::bench::Run(carom::bench::ParseOptions(argc, argv));
}
