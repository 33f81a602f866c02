#include "client/cli/command.h"

#include "absl/strings/str_cat.h"
#include "client/embedded/embedded.h"

namespace carom {
namespace {

constexpr uint64_t kMaxThreads = 1024;

}  // namespace

void CommonFlags::Declare(FlagSet* flags) {
  flags->AddSection("Where");
  flags->AddText("server", "HOST:PORT", "a carom-server; default: the same service in this process",
                 &server);
  flags->AddCount("threads", "N", "workers of the service in this process; default: all cores",
                  &threads);
  flags->AddSwitch("help", "this text", &help);
}

absl::Status CommonFlags::Check() const {
  if (threads && (*threads < 1 || *threads > kMaxThreads)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--threads: ", *threads, " must be in [1, ", kMaxThreads, "]"));
  }
  return absl::OkStatus();
}

Client CommonFlags::MakeClient() const {
  if (server) return Client(Connect(*server));
  EmbeddedOptions options;
  options.threads = static_cast<int>(threads.value_or(0));
  return Client(Embedded(options));
}

}  // namespace carom
