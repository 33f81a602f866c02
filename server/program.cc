#include "server/program.h"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>
#include <malloc.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <future>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/version.h"
#include "core/shot/named_scene.h"
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
constexpr std::chrono::milliseconds kHttpPatience(300);
// What the end may take beyond the lame duck and the grace: 0.2 s for the last answers to leave,
// the patience above, and time for cancelled calls to notice.
constexpr std::chrono::milliseconds kSlack(1000);

// A block of so many bytes is mapped for itself, and goes back to the system when it is freed. By
// default glibc raises that size with each such block that is freed, up to 32 MiB, and keeps them:
// an estimate that ended and the next one took twice what is reserved for one.
constexpr int kMappedBytes = 1 << 20;

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

// SIGHUP, the end of the terminal, is one unless the parent has it ignored (nohup); sigwait() would
// take it all the same.
sigset_t SignalsOfTheEnd() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  if (!IsIgnored(SIGHUP)) sigaddset(&signals, SIGHUP);
  return signals;
}

/// The end of the process: when signals ask for it, and at the latest. It has a thread from the
/// beginning, because where the system grants no more threads, the end must not need one.
class EndOfProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Blocks the signals in this thread and in all that it starts. Until ServesFromNow() a signal
  /// ends the process at once.
  EndOfProcess() {
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    std::thread([this] { Run(); }).detach();
  }

  void ServesFromNow() { serves_ = true; }

  /// Waits for the first signal. A second one ends the process at once.
  int Await() { return first_.get_future().get(); }

  /// The process ends with `code` after this time, unless it has ended before.
  void NoLaterThan(std::chrono::milliseconds patience, int code) {
    code_ = code;
    latest_ = Clock::now() + patience;
  }

 private:
  [[noreturn]] void Run() {
    constexpr timespec kLook = {.tv_sec = 0, .tv_nsec = 20'000'000};
    int number = 0;
    sigwait(&signals_, &number);
    if (!serves_) _exit(kDone);
    first_.set_value(number);
    while (true) {
      number = sigtimedwait(&signals_, nullptr, &kLook);
      if (number > 0) _exit(128 + number);
      if (Clock::now() >= latest_.load()) _exit(code_);
    }
  }

  const sigset_t signals_ = SignalsOfTheEnd();
  std::atomic<bool> serves_{false};
  std::promise<int> first_;
  std::atomic<int> code_{kFailed};
  std::atomic<Clock::time_point> latest_{Clock::time_point::max()};
};

/// As many descriptors as the process may have: each connection takes one.
void RaiseDescriptorLimit() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
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
  static auto* const end = new EndOfProcess;  // Its thread outlives main().
  RaiseDescriptorLimit();
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
  end->ServesFromNow();
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
  const int signal_number = end->Await();
  end->NoLaterThan(options.lame_duck + options.shutdown_grace + kSlack, kFailed);
  log->Info("draining", {{"signal", std::string(sigdescr_np(signal_number))},
                         {"lame_duck_ms", int64_t{options.lame_duck.count()}},
                         {"grace_ms", int64_t{options.shutdown_grace.count()}}});
  (*server)->Drain();
  log->Info("done");
  log->Close(kLogPatience);
  // Clients of the port of probes may be slow; nothing waits for them.
  end->NoLaterThan(kHttpPatience, kDone);
  http.reset();
  return kDone;
}

}  // namespace

int RunServerProgram(const std::vector<std::string>& arguments) {
  mallopt(M_MMAP_THRESHOLD, kMappedBytes);
  const auto parsed = ParseServerArguments(arguments, FromProcessEnvironment);
  if (!parsed.ok()) return RefuseUsage(parsed.status());
  if (!parsed->answer.empty()) {
    std::fputs(parsed->answer.c_str(), stdout);
    return kDone;
  }
  try {
    return Run(parsed->options);
  } catch (const std::system_error& error) {  // A thread, of which the system grants no more.
    std::fprintf(stderr, "carom-server: cannot start: %s\n", error.what());
    return kFailed;
  }
}

}  // namespace carom
