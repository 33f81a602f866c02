// carom-chaos-load: what clients do while the scenarios of chaos.py disturb them. Prints one line
// of NAME=VALUE when it is done. Exit code 0, or 2 on bad usage: chaos.py judges the numbers.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/chaos/load/modes.h"

namespace {

constexpr char kUsage[] =
    "usage: carom-chaos-load singles HOST:PORT THREADS\n"
    "       carom-chaos-load raw HOST:PORT THREADS\n"
    "       carom-chaos-load overload HOST:PORT SHOTS_PER_CALL CALLS_PER_S SECONDS DEADLINE_S\n"
    "       carom-chaos-load cancels HOST:PORT CALLS SEED\n"
    "tests/chaos/load/modes.h tells what they do and print.\n";

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 2 ? argv[1] : "";
  if (mode == "singles" && argc == 4) return carom::chaos::RunSingles(argv[2], std::atoi(argv[3]));
  if (mode == "raw" && argc == 4) return carom::chaos::RunRaw(argv[2], std::atoi(argv[3]));
  if (mode == "overload" && argc == 7) {
    return carom::chaos::RunOverload(argv[2], {.shots_per_call = std::atoi(argv[3]),
                                               .calls_per_s = std::atof(argv[4]),
                                               .seconds = std::atof(argv[5]),
                                               .deadline_s = std::atof(argv[6])});
  }
  if (mode == "cancels" && argc == 5) {
    return carom::chaos::RunCancels(argv[2], std::atoi(argv[3]),
                                    static_cast<unsigned>(std::atoi(argv[4])));
  }
  std::fputs(kUsage, stderr);
  return 2;
}
