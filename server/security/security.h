#ifndef CAROM_SERVER_SECURITY_SECURITY_H_
#define CAROM_SERVER_SECURITY_SECURITY_H_

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/support/string_ref.h>

#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/log/server_log.h"
#include "server/mutex.h"
#include "server/options.h"
#include "server/security/memory_file.h"
#include "server/security/tokens.h"
#include "server/security/watched_files.h"

namespace carom {

/// Certificates and tokens of a server, read from files that may be replaced while it runs. A
/// replacement that is unfit is logged, and what was in use stays in use. Thread-safe.
class Security {
 public:
  using Metadata = std::multimap<grpc::string_ref, grpc::string_ref>;

  /// Reads the files. INVALID_ARGUMENT names the flag and the path of one that is unfit. `log` may
  /// be null.
  static absl::StatusOr<std::unique_ptr<Security>> Open(const SecurityOptions& options,
                                                        std::shared_ptr<const ServerLog> log);

  ~Security();
  Security(const Security&) = delete;
  Security& operator=(const Security&) = delete;

  /// Of a port: TLS where there is a certificate, plain text otherwise. This object outlives the
  /// port.
  std::shared_ptr<grpc::ServerCredentials> MakeCredentials() const;

  /// Whether a call with these metadata may be made; UNAUTHENTICATED says what is missing.
  absl::Status CheckCaller(const Metadata& metadata) const;

  /// The name beside the caller's token; empty without one.
  std::string CallerName(const Metadata& metadata) const;

 private:
  explicit Security(const SecurityOptions& options, std::shared_ptr<const ServerLog> log);

  absl::Status UseTls(const std::vector<std::string>& texts);
  absl::Status UseTokens(const std::vector<std::string>& texts);
  std::shared_ptr<const Tokens> tokens() const;
  void Watch();

  const SecurityOptions options_;
  const std::shared_ptr<const ServerLog> log_;
  MemoryFile identity_;   // Key and certificates, for gRPC.
  MemoryFile client_ca_;  // Likewise.
  mutable Mutex mutex_;
  std::shared_ptr<const Tokens> tokens_ ABSL_GUARDED_BY(mutex_);  // Null: none are asked for.
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  Condition end_;
  std::vector<WatchedFiles> watched_;  // Of the watcher's thread, once that runs.
  std::thread watcher_;                // Last.
};

}  // namespace carom

#endif  // CAROM_SERVER_SECURITY_SECURITY_H_
