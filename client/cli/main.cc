// The command line of Carom: see `carom help`.

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "client/cli/cli.h"

int main(int argc, char** argv) {
  // As the server's program does: gRPC's locks need not keep a graph of their order.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  std::ios::sync_with_stdio(false);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const carom::Console console = {std::cin, std::cout, std::cerr, isatty(STDERR_FILENO) == 1};
  const carom::ExitCode code = carom::RunCli(arguments, console, carom::FromProcessEnvironment);
  if (std::cout.flush()) return code;
  std::cerr << "carom: standard output cannot be written: " << std::strerror(errno) << '\n';
  return carom::kFailed;
}
