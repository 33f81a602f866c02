#include "server/program.h"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/version.h"
#include "core/shot/self_test.h"
#include "server/flags/server_flags.h"
#include "server/http/http_port.h"
#include "server/http/pages.h"
#include "server/options.h"
#include "server/server.h"

namespace carom {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kBadUsage = 2;
// How long the last lines of the log may take if their reader is slow.
constexpr std::chrono::milliseconds kLogPatience(200);

/// The log of this process. Lives as long as it, for gRPC may write at any time.
std::shared_ptr<ServerLog> StartLog(const ServerOptions& options) {
  static const auto* const log = new std::shared_ptr<ServerLog>(
      ServerLog::ToFile(STDERR_FILENO, options.log_format, options.log_level));
  // Messages of the libraries go through the log too: the thread that makes one must not wait for
  // the reader.
  gpr_set_log_function([](gpr_log_func_args* line) {
    (*log)->Warn("gRPC", {{"severity", std::string(gpr_log_severity_string(line->severity))},
                          {"text", std::string(line->message)}});
  });
  google::protobuf::SetLogHandler(
      [](google::protobuf::LogLevel, const char*, int, const std::string& text) {
        (*log)->Warn("protobuf", {{"text", text}});
      });
  return *log;
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

/// At a second signal the process ends without waiting for calls.
void EndAtOnceOnSignal(const sigset_t& signals) {
  std::thread([signals] {
    int signal_number = 0;
    sigwait(&signals, &signal_number);
    _exit(128 + signal_number);
  }).detach();
}

/// Clients of the port of probes may be slow; nothing waits for them.
bool CloseSoon(std::unique_ptr<HttpPort> http) {
  constexpr std::chrono::milliseconds kPatience(300);
  const auto closed = std::make_shared<std::promise<void>>();
  std::future<void> done = closed->get_future();
  std::thread([closed, port = std::move(http)]() mutable {
    port.reset();
    closed->set_value();
  }).detach();
  return done.wait_for(kPatience) == std::future_status::ready;
}

/// Somebody between a client and this port could read the tokens. A proxy on the same trusted
/// network is the one good reason.
bool TokensComeInPlainText(const ServerOptions& options) {
  const std::string& listen = options.listen;
  const bool own_machine = IsUnixAddress(listen) || listen.rfind("127.", 0) == 0 ||
                           listen.rfind("localhost:", 0) == 0 || listen.rfind("[::1]:", 0) == 0;
  return !options.security.token_file.empty() && options.security.tls_cert.empty() && !own_machine;
}

int RefuseUsage(const absl::Status& status) {
  std::fprintf(stderr, "carom-server: %s\n", std::string(status.message()).c_str());
  return kBadUsage;
}

int Run(const ServerOptions& options) {
  signal(SIGPIPE, SIG_IGN);  // A reader of the log that goes away must not end the server.
  const sigset_t signals = BlockEndSignals();
  const std::shared_ptr<ServerLog> log = StartLog(options);
  const auto fail = [&log](const absl::Status& status) {
    log->Error(std::string(status.message()));
    log->Close(kLogPatience);
    return kFailed;
  };
  if (const absl::Status wrong = SelfTest(); !wrong.ok()) return fail(wrong);
  absl::StatusOr<std::unique_ptr<Server>> server = Server::Start(options, log);
  if (!server.ok()) {
    const bool bad_file = absl::IsInvalidArgument(server.status());
    return bad_file ? RefuseUsage(server.status()) : fail(server.status());
  }
  std::unique_ptr<HttpPort> http;
  if (!options.http_listen.empty()) {
    auto opened =
        HttpPort::Open(options.http_listen, MakePages(**server, (*server)->options(), *log));
    if (!opened.ok()) return fail(opened.status());
    http = *std::move(opened);
    log->Info("http", {{"port", int64_t{http->port()}}});
  }
  std::printf("listening on %s\n", (*server)->address().c_str());
  std::fflush(stdout);
  log->Info("started", {{"version", std::string(kEngineVersion)},
                        {"threads", int64_t{(*server)->threads()}},
                        {"address", (*server)->address()}});
  if (TokensComeInPlainText(options)) {
    log->Warn("tokens come in plain text: only a proxy that ends TLS may reach this port");
  }
  int signal_number = 0;
  sigwait(&signals, &signal_number);
  log->Info("draining", {{"signal", std::string(sigdescr_np(signal_number))},
                         {"lame_duck_ms", int64_t{options.lame_duck.count()}},
                         {"grace_ms", int64_t{options.shutdown_grace.count()}}});
  EndAtOnceOnSignal(signals);
  (*server)->Drain();
  log->Info("done");
  log->Close(kLogPatience);
  if (!CloseSoon(std::move(http))) _exit(kDone);
  return kDone;
}

}  // namespace

int RunServerProgram(const std::vector<std::string>& arguments) {
  const auto told = ParseServerArguments(arguments, FromProcessEnvironment);
  if (!told.ok()) return RefuseUsage(told.status());
  if (told->answer.empty()) return Run(told->options);
  std::fputs(told->answer.c_str(), stdout);
  return kDone;
}

}  // namespace carom
