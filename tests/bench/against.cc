#include "tests/bench/against.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <ostream>
#include <sstream>

#include "tests/bench/timing.h"

namespace carom::bench {
namespace {

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// What a process printed, and the processor time that it took.
struct BenchRun {
  std::string output;
  double processor_s = 0.0;
};

std::string ReadAll(int file) {
  std::string text;
  std::array<char, 4096> part;
  for (ssize_t got = 0; (got = read(file, part.data(), part.size())) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  return text;
}

std::optional<BenchRun> RunBench(const std::string& binary, const std::string& filter,
                                 double seconds) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return std::nullopt;
  const std::string filter_flag = "--filter=" + filter;
  const std::string seconds_flag = "--seconds=" + std::to_string(seconds);
  const pid_t child = fork();
  if (child < 0) return std::nullopt;
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execl(binary.c_str(), binary.c_str(), filter_flag.c_str(), seconds_flag.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  BenchRun run;
  run.output = ReadAll(ends[0]);
  close(ends[0]);
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || status != 0) return std::nullopt;
  run.processor_s = Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  return run;
}

using Row = std::map<std::string, std::string>;

// The last line of a CSV under the names of its first.
Row LastRow(const std::string& csv) {
  std::istringstream lines(csv);
  std::string head;
  std::string last;
  std::getline(lines, head);
  for (std::string line; std::getline(lines, line);) last = line;
  std::istringstream names(head);
  std::istringstream cells(last);
  Row row;
  std::string name;
  std::string cell;
  while (std::getline(names, name, ',') && std::getline(cells, cell, ',')) row[name] = cell;
  return row;
}

double Number(const Row& row, const std::string& name) {
  const auto found = row.find(name);
  return found == row.end() ? 0.0 : std::strtod(found->second.c_str(), nullptr);
}

// One side of the comparison.
struct Side {
  std::string binary;
  double empty_s = 0.0;  // Processor time of a process that plays no scene.
  std::string hash;
  std::vector<double> shot_us;

  bool Time(const std::string& scene, double seconds, bool by_process) {
    const auto run = RunBench(binary, "^" + scene + "$", by_process ? 0.0 : seconds);
    if (!run) return false;
    const Row row = LastRow(run->output);
    const double shots = Number(row, "shots");
    if (!(shots > 0.0)) return false;
    const double spent_s =
        by_process ? run->processor_s - empty_s : Number(row, "processor_seconds");
    shot_us.push_back(1e6 * spent_s / shots);
    hash = row.at("hash");
    return true;
  }
};

bool MeasureEmpty(Side& side, int turns) {
  std::vector<double> spent_s;
  for (int turn = 0; turn < turns; ++turn) {
    const auto run = RunBench(side.binary, "^$", 0.0);
    if (!run) return false;
    spent_s.push_back(run->processor_s);
  }
  side.empty_s = Median(spent_s);
  return true;
}

bool TellsProcessorTime(const std::string& binary) {
  const auto run = RunBench(binary, "^$", 0.0);
  return run && run->output.find("processor_seconds") != std::string::npos;
}

void PrintRatios(const std::string& scene, const Side& before, const Side& after) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < before.shot_us.size(); ++i) {
    ratios.push_back(before.shot_us[i] / after.shot_us[i]);
  }
  const auto [least, greatest] = std::minmax_element(ratios.begin(), ratios.end());
  std::printf("%s,%.3f,%.3f,%.2f,%.2f,%.2f,%s\n", scene.c_str(), Median(before.shot_us),
              Median(after.shot_us), Median(ratios), *least, *greatest,
              before.hash == after.hash ? "yes" : "NO");
  std::fflush(stdout);
}

}  // namespace

bool CompareAgainst(const std::string& old_binary, const std::string& new_binary,
                    const std::vector<std::string>& scenes, double seconds, int turns) {
  Side before{old_binary, 0.0, "", {}};
  Side after{new_binary, 0.0, "", {}};
  const bool by_process = !TellsProcessorTime(old_binary);
  if (by_process && !(MeasureEmpty(before, turns) && MeasureEmpty(after, turns))) return false;
  std::cout << "scene,old_us,new_us,ratio,ratio_low,ratio_high,same_hash" << std::endl;
  for (const std::string& scene : scenes) {
    before.shot_us.clear();
    after.shot_us.clear();
    bool known = true;
    for (int turn = 0; turn < turns && known; ++turn) {
      known = before.Time(scene, seconds, by_process) && after.Time(scene, seconds, by_process);
    }
    if (known) {
      PrintRatios(scene, before, after);
    } else {
      std::cout << scene << ",not known to both" << std::endl;
    }
  }
  return true;
}

}  // namespace carom::bench
