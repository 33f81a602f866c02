#include "client/cli/command.h"

#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "carom/client/local/local.h"
#include "client/cli/away_notice.h"

namespace carom {
namespace {

constexpr uint64_t kMaxThreads = 1024;
constexpr double kMaxSeconds = 1e6;

// Demands HOST:PORT, so that a forgotten port is an error at once and not a long search for a
// server. Targets with a scheme of gRPC's, such as unix:PATH or dns:///HOST:PORT, are left to it; a
// web page's address is no target.
bool IsServerAddress(const std::string& text) {
  if (absl::StartsWith(text, "http://") || absl::StartsWith(text, "https://")) return false;
  if (absl::StartsWith(text, "unix:") || absl::StrContains(text, "://")) return true;
  const size_t colon = text.rfind(':');
  uint64_t port = 0;
  return colon != std::string::npos && colon > 0 &&
         ParseCount(text.substr(colon + 1), &port).ok() && port >= 1 && port <= 65535;
}

}  // namespace

void CommonFlags::Declare(FlagSet* flags) {
  flags->AddSection("Where");
  flags->AddText("server", "HOST:PORT", "a carom-server; default: the same service in this process",
                 &server);
  flags->AddCount("threads", "N", "workers of the engine in this process; default: all cores",
                  &threads);
  flags->AddNumber("timeout", "SECONDS", "of the whole command; default: none", &timeout_s);
  flags->AddNumber("retry-for", "SECONDS",
                   "how long a server that is away or busy is asked again; default: 5, a\n"
                   "batch 60",
                   &retry_for_s);
  secure.Declare(flags);
}

absl::Status CommonFlags::Check() {
  if (threads && (*threads < 1 || *threads > kMaxThreads)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--threads: ", *threads, " must be in [1, ", kMaxThreads, "]"));
  }
  if (timeout_s && !(*timeout_s > 0.0 && *timeout_s <= kMaxSeconds)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--timeout: ", *timeout_s, " must be in (0, ", kMaxSeconds, "] s"));
  }
  if (retry_for_s && !(*retry_for_s >= 0.0 && *retry_for_s <= kMaxSeconds)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--retry-for: ", *retry_for_s, " must be in [0, ", kMaxSeconds, "] s"));
  }
  if (server && !IsServerAddress(*server)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--server: \"", *server, "\" must be HOST:PORT, as in 127.0.0.1:50051"));
  }
  if (!server && secure.Any()) {
    return absl::InvalidArgumentError(
        "--server: flags of TLS and tokens are for the way to a server: name one");
  }
  absl::StatusOr<ConnectOptions> options = secure.Read();
  if (!options.ok()) return options.status();
  connect = *std::move(options);
  return absl::OkStatus();
}

CallOptions CommonFlags::Call() const {
  CallOptions call;
  if (timeout_s) call.timeout = absl::Seconds(*timeout_s);
  if (retry_for_s) call.retry_for = absl::Seconds(*retry_for_s);
  return call;
}

Client CommonFlags::MakeClient(const Console& console) const {
  if (server) {
    ConnectOptions options = connect;
    const auto notice = std::make_shared<AwayNotice>(console.err, *server);
    options.retry.on_wait = [notice](const absl::Status& failure, absl::Duration failing_for) {
      notice->Report(failure, failing_for, SteadyNow());
    };
    return Client(Connect(*server, std::move(options)));
  }
  return Client(Local({.threads = static_cast<int>(threads.value_or(0))}));
}

}  // namespace carom
