// carom-server: the service as a program.

#include <signal.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/base/version.h"
#include "server/options.h"
#include "server/server.h"

namespace carom {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kBadUsage = 2;

bool Has(const std::vector<std::string>& arguments, const char* flag) {
  return std::find(arguments.begin(), arguments.end(), flag) != arguments.end();
}

std::shared_ptr<spdlog::logger> MakeLog(const std::string& level) {
  auto log =
      std::make_shared<spdlog::logger>("carom", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  log->set_level(spdlog::level::from_str(level));
  log->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
  log->flush_on(spdlog::level::info);
  return log;
}

bool IsIgnored(int signal) {
  struct sigaction action = {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Blocks the signals that end the server in this thread and in all that it starts, so that
/// sigwait() alone takes them. SIGHUP, the end of the terminal, is one unless the parent has it
/// ignored (nohup); sigwait() would take it all the same.
sigset_t BlockEndSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  if (!IsIgnored(SIGHUP)) sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

/// Not healthy, yet serving; then no new calls; then the end of all calls.
void Drain(Server& server, const ServerOptions& options, spdlog::logger& log) {
  server.SetServing(false);
  log.info("draining: lame duck {} ms, then up to {} ms for running calls",
           options.lame_duck.count(), options.shutdown_grace.count());
  std::this_thread::sleep_for(options.lame_duck);
  server.Shutdown(options.shutdown_grace);
}

int Run(const ServerOptions& options) {
  const sigset_t signals = BlockEndSignals();
  const std::shared_ptr<spdlog::logger> log = MakeLog(options.log_level);
  absl::StatusOr<std::unique_ptr<Server>> server = Server::Start(options, log);
  if (!server.ok()) {
    log->error("{}", std::string(server.status().message()));
    return kFailed;
  }
  std::printf("listening on %s\n", (*server)->address().c_str());
  std::fflush(stdout);
  log->info("carom-server {} with {} threads on {}", kEngineVersion, (*server)->threads(),
            (*server)->address());
  int signal_number = 0;
  sigwait(&signals, &signal_number);
  log->info("ends on signal {} ({})", signal_number, sigdescr_np(signal_number));
  Drain(**server, options, *log);
  log->info("done");
  return kDone;
}

int Main(const std::vector<std::string>& arguments) {
  if (Has(arguments, "--help") || Has(arguments, "-h")) {
    std::fputs(ServerUsage().c_str(), stdout);
    return kDone;
  }
  if (Has(arguments, "--version")) {
    std::printf("carom-server %s\n", kEngineVersion);
    return kDone;
  }
  const absl::StatusOr<ServerOptions> options = ParseServerOptions(arguments);
  if (!options.ok()) {
    std::fprintf(stderr, "carom-server: %s\n", std::string(options.status().message()).c_str());
    return kBadUsage;
  }
  return Run(*options);
}

}  // namespace
}  // namespace carom

int main(int argc, char** argv) {
  return carom::Main(std::vector<std::string>(argv + 1, argv + argc));
}
