// Explores the machine that runs every call (server/call and the worker pool): by choices drawn
// from seeds, and exhaustively up to a number of preemptions.
//
//   carom_explorer [--preemptions=N] [--most=N] [--seeds=N] [--first-seed=N] [--only=NAME]
//
//   --preemptions   all schedules with at most so many preemptions, of each scenario (1)
//   --most          but no more than so many schedules of each scenario (100000)
//   --seeds         random schedules of all scenarios together (20000)
//   --first-seed    the seed of the first one; seed i plays scenario i modulo their number (0)
//   --only          scenarios whose name contains this
//
// Prints a line for each kind of exploration, and exits with 1 at the first violation, whose seed
// or scenario it tells.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "tests/explorer/scenario.h"
#include "tests/explorer/scheduler.h"

namespace carom::explore {
namespace {

struct Options {
  int64_t preemptions = 1;
  int64_t most = 100'000;
  int64_t seeds = 20'000;
  int64_t first_seed = 0;
  std::string only;
};

int Report(const Scenario& scenario, const std::string& how, const Outcome& outcome) {
  std::printf("violation in %s, %s: %s\n", scenario.Name().c_str(), how.c_str(),
              outcome.violation.c_str());
  for (const std::string& line : outcome.trace) std::printf("  %s\n", line.c_str());
  return 1;
}

int ExploreAll(const std::vector<Scenario>& scenarios, const Options& options) {
  int64_t schedules = 0;
  int64_t points = 0;
  int64_t whole = 0;
  for (const Scenario& scenario : scenarios) {
    ExhaustiveChooser chooser(static_cast<int>(options.preemptions));
    int64_t played = 0;
    bool more = true;
    while (more && played < options.most) {
      const Outcome outcome = Explore(chooser, [&] { Play(scenario); });
      ++played;
      points += outcome.points;
      if (!outcome.violation.empty()) {
        return Report(scenario, "schedule " + std::to_string(played), outcome);
      }
      more = chooser.Next();
    }
    whole += more ? 0 : 1;
    schedules += played;
  }
  std::printf(
      "exhaustive: %zu scenarios, at most %lld preemptions: %lld schedules, %lld points; "
      "%lld scenarios wholly explored\n",
      scenarios.size(), static_cast<long long>(options.preemptions),
      static_cast<long long>(schedules), static_cast<long long>(points),
      static_cast<long long>(whole));
  return 0;
}

int DrawSchedules(const std::vector<Scenario>& scenarios, const Options& options) {
  int64_t points = 0;
  for (int64_t i = 0; i < options.seeds; ++i) {
    const int64_t seed = options.first_seed + i;
    const Scenario& scenario = scenarios[static_cast<size_t>(seed) % scenarios.size()];
    SeededChooser chooser(static_cast<uint64_t>(seed));
    const Outcome outcome = Explore(chooser, [&] { Play(scenario); });
    points += outcome.points;
    if (!outcome.violation.empty()) {
      return Report(scenario, "--seeds=1 --first-seed=" + std::to_string(seed), outcome);
    }
  }
  std::printf("random: seeds %lld to %lld: %lld points\n",
              static_cast<long long>(options.first_seed),
              static_cast<long long>(options.first_seed + options.seeds - 1),
              static_cast<long long>(points));
  return 0;
}

bool Read(const char* argument, Options& options) {
  const auto number = [&](const char* name, int64_t& value) {
    const size_t length = std::strlen(name);
    if (std::strncmp(argument, name, length) != 0) return false;
    char* end = nullptr;
    value = std::strtoll(argument + length, &end, 10);
    return end != argument + length && *end == '\0' && value >= 0;
  };
  if (std::strncmp(argument, "--only=", 7) == 0) {
    options.only = argument + 7;
    return true;
  }
  return number("--preemptions=", options.preemptions) || number("--most=", options.most) ||
         number("--seeds=", options.seeds) || number("--first-seed=", options.first_seed);
}

int Main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    if (Read(argv[i], options)) continue;
    std::fprintf(stderr, "carom_explorer: unknown argument: %s\n", argv[i]);
    return 2;
  }
  std::vector<Scenario> scenarios;
  for (const Scenario& scenario : AllScenarios()) {
    if (scenario.Name().find(options.only) != std::string::npos) scenarios.push_back(scenario);
  }
  if (scenarios.empty()) {
    std::fprintf(stderr, "carom_explorer: no scenario has %s in its name\n", options.only.c_str());
    return 2;
  }
  // What is wrong shows soonest in what is drawn, which goes through all scenarios in turn.
  if (const int status = DrawSchedules(scenarios, options); status != 0) return status;
  return options.most > 0 ? ExploreAll(scenarios, options) : 0;
}

}  // namespace
}  // namespace carom::explore

int main(int argc, char** argv) { return carom::explore::Main(argc, argv); }
