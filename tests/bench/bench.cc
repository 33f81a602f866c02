// carom-bench: plays the named scenes on one core, straight through the core's door, and prints a
// CSV: scene,shots,events,seconds,shots_per_s,ns_per_event,hash. The hash folds the shots' hashes
// in order, as a batch's does; it must not change when the speed does.
//
//   carom-bench [--filter=REGEX] [--csv=FILE] [--seconds=S]
//
// A scene is repeated over the same shots until S seconds (default 1) have passed, and the fastest
// repetition counts: the one that the machine disturbed least.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <ostream>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/hash.h"
#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"

namespace carom {
namespace {

constexpr uint64_t kSeed = 1;
constexpr uint64_t kShots = 500;

struct Options {
  std::string filter = ".*";
  std::string csv;  // Empty: standard output only.
  double seconds = 1.0;
};

struct Result {
  uint64_t shots = 0;
  uint64_t events = 0;
  double seconds = 0.0;
  uint64_t hash = 0;
};

// Shots are generated ahead, so that only the simulation is timed.
std::vector<Shot> Generate(const NamedScene& scene) {
  std::vector<Shot> shots(kShots);
  for (uint64_t i = 0; i < kShots; ++i) scene.Generate(kSeed, i, shots[i]);
  return shots;
}

Result PlayOnce(const Scene& scene, const std::vector<Shot>& shots, Workspace& workspace,
                Record& record) {
  const Detail final_only;
  Result result;
  BitHash hash;
  const auto begin = std::chrono::steady_clock::now();
  for (const Shot& shot : shots) {
    const auto status = Simulate(scene, shot, final_only, StopToken(), workspace, record);
    if (!status.ok()) {
      std::cerr << "carom-bench: " << status.message() << "\n";
      std::exit(1);
    }
    result.events += static_cast<uint64_t>(record.event_count);
    hash.Add(record.hash);
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  result.shots = shots.size();
  result.seconds = elapsed.count();
  result.hash = hash.Value();
  return result;
}

Result Measure(const NamedScene& named, double seconds) {
  const Scene scene = named.MakeScene();
  const std::vector<Shot> shots = Generate(named);
  Workspace workspace;
  Record record;
  Result best = PlayOnce(scene, shots, workspace, record);
  for (double spent = best.seconds; spent < seconds;) {
    const Result next = PlayOnce(scene, shots, workspace, record);
    spent += next.seconds;
    if (next.seconds < best.seconds) best = next;
  }
  return best;
}

std::string Row(const std::string& scene, const Result& result) {
  char row[256];
  std::snprintf(row, sizeof row, "%s,%llu,%llu,%.6f,%.0f,%.1f,%016llx", scene.c_str(),
                static_cast<unsigned long long>(result.shots),
                static_cast<unsigned long long>(result.events), result.seconds,
                static_cast<double>(result.shots) / result.seconds,
                1e9 * result.seconds / static_cast<double>(result.events),
                static_cast<unsigned long long>(result.hash));
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
    std::string seconds;
    if (Take(argument, "--filter=", options.filter) || Take(argument, "--csv=", options.csv)) {
      continue;
    }
    if (Take(argument, "--seconds=", seconds)) {
      options.seconds = std::strtod(seconds.c_str(), nullptr);
      continue;
    }
    const bool help = argument == "--help";
    (help ? std::cout : std::cerr)
        << "usage: carom-bench [--filter=REGEX] [--csv=FILE] [--seconds=S]\n";
    std::exit(help ? 0 : 2);
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

int Run(const Options& options) {
  const std::regex filter = ParseFilter(options.filter);
  std::ofstream file;
  if (!options.csv.empty()) file.open(options.csv);
  const auto print = [&](const std::string& line) {
    std::cout << line << std::endl;
    if (file.is_open()) file << line << "\n";
  };
  print("scene,shots,events,seconds,shots_per_s,ns_per_event,hash");
  for (const NamedScene& scene : NamedScenes()) {
    if (!std::regex_search(scene.name, filter)) continue;
    print(Row(scene.name, Measure(scene, options.seconds)));
  }
  file.flush();
  if (!options.csv.empty() && !file.good()) {
    std::cerr << "carom-bench: cannot write " << options.csv << "\n";
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace carom

int main(int argc, char** argv) { return carom::Run(carom::ParseOptions(argc, argv)); }
