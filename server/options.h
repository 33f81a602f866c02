#ifndef CAROM_SERVER_OPTIONS_H_
#define CAROM_SERVER_OPTIONS_H_

#include <chrono>
#include <cstdint>
#include <string>

#include "server/log/server_log.h"
#include "server/request_limits.h"

namespace carom {

/// What the server accepts at a time. It refuses more with RESOURCE_EXHAUSTED.
struct AdmissionLimits {
  /// Requests, answers in the making and answers that wait for readers, of all calls. 0: half of
  /// what the process may use.
  int64_t memory_budget_bytes = 0;
  int max_calls = 4096;                      ///< Unary calls, those that wait included.
  int max_long_calls = 256;                  ///< Of mechanisms, likewise.
  int max_batches = 256;                     ///< Batches, likewise.
  std::chrono::milliseconds max_wait{2000};  ///< Until a unary call would be answered.
};

/// How connections are kept.
struct ConnectionLimits {
  /// Further ones are refused. 0: as many as the process has descriptors for, and at most one for
  /// each 32 KiB of `memory_quota_bytes`.
  int64_t max_connections = 0;
  int max_concurrent_streams = 128;  ///< Calls at a time on one connection.
  /// gRPC's own buffers, of all connections. 0: an eighth of what the process may use, at most 512
  /// MiB.
  int64_t memory_quota_bytes = 0;
  /// Clients may ping this often; must lie strictly below every client's keepalive.
  std::chrono::milliseconds min_ping_interval{5'000};
  std::chrono::milliseconds keepalive{60'000};  ///< The server's own pings find dead clients.
  /// A call whose client neither sends its request nor takes its answer for so long is ended.
  std::chrono::milliseconds max_stall{30'000};
  /// A connection is closed gracefully after this age (gRPC adds 10 % of jitter), so that clients
  /// find new replicas; 0: never.
  std::chrono::milliseconds max_connection_age{300'000};
};

/// Who may call, and how connections are protected. All files are read again when they change.
struct SecurityOptions {
  /// PEM files of the certificate, its intermediates after it, and of its private key; both or
  /// none. None: plain text.
  std::string tls_cert;
  std::string tls_key;
  /// PEM file of the authorities one of which must have signed a client's certificate. None:
  /// clients need no certificate.
  std::string tls_client_ca;
  /// Bearer tokens [RFC 6750], one of which every call of the simulation service must carry. None:
  /// calls need no token.
  std::string token_file;
  bool reflection = true;  ///< Whether the port describes its services.
};

/// All that can be set about the server.
struct ServerOptions {
  /// HOST:PORT, port 0 for a free one, or unix:PATH. Empty: no port, only the in-process channel.
  std::string listen = "127.0.0.1:50051";
  /// HOST:PORT of /livez, /readyz, /configz and /metrics. Empty: none.
  std::string http_listen;
  int threads = 0;  ///< Workers; 0: one per processor that the process may use.
  RequestLimits requests;
  AdmissionLimits admission;
  /// Tables, settings and scenes that are kept from call to call, together.
  int64_t scene_cache_bytes = 16 << 20;
  StreamLimits streams;
  ConnectionLimits connections;
  /// At SIGTERM: time during which health says NOT_SERVING while calls are still taken, so that
  /// load balancers look away first.
  std::chrono::milliseconds lame_duck{500};
  /// Then: time that running calls get before they are cancelled.
  std::chrono::milliseconds shutdown_grace{7'000};
  SecurityOptions security;
  std::string log_level = "info";
  LogFormat log_format = LogFormat::kText;
};

/// Whether an address of `listen` is a socket in the file system.
bool IsUnixAddress(const std::string& address);

/// How many connections the process has descriptors for: those that remain below its soft limit.
int64_t DescriptorsForConnections();

/// The options with the numbers that 0 stands for: threads, budgets, outbox_bytes and
/// max_connections are positive. The longest log of a shot follows from them.
ServerOptions Resolved(ServerOptions options);

}  // namespace carom

#endif  // CAROM_SERVER_OPTIONS_H_
