#include "server/flags/server_flags.h"

#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "carom/v1/mechanism.pb.h"
#include "carom/v1/simulation.pb.h"
#include "core/base/version.h"
#include "server/command_line/flag_set.h"
#include "server/convert/fields.h"
#include "server/flags/server_flag.h"

namespace carom {
namespace {

constexpr int64_t kMaxBytes = int64_t{1} << 40;
constexpr int kMaxMessageBytes = 1 << 30;
constexpr int kLeastKeepalive_ms = 1000;
constexpr int kMostPort = 65535;

bool IsHostAndPort(const std::string& value) {
  const size_t colon = value.rfind(':');
  int port = -1;
  return colon != std::string::npos && colon > 0 &&
         absl::SimpleAtoi(value.substr(colon + 1), &port) && port >= 0 && port <= kMostPort;
}

absl::Status MustBeHostAndPort(const char* or_else) {
  return absl::InvalidArgumentError(
      absl::StrCat("must be HOST:PORT with a port in [0, ", kMostPort, "], or ", or_else));
}

absl::Status ParseHttpListen(const std::string& value, ServerOptions& options) {
  if (!value.empty() && !IsHostAndPort(value)) return MustBeHostAndPort("empty");
  options.http_listen = value;
  return absl::OkStatus();
}

absl::Status ParseListen(const std::string& value, ServerOptions& options) {
  if (!IsUnixAddress(value) && !IsHostAndPort(value)) return MustBeHostAndPort("unix:PATH");
  options.listen = value;
  return absl::OkStatus();
}

absl::Status ParseLogLevel(const std::string& value, ServerOptions& options) {
  for (const char* level : {"trace", "debug", "info", "warn", "error", "off"}) {
    if (value == level) {
      options.log_level = value;
      return absl::OkStatus();
    }
  }
  return absl::InvalidArgumentError("must be one of trace, debug, info, warn, error, off");
}

absl::Status ParseLogFormat(const std::string& value, ServerOptions& options) {
  if (value != "text" && value != "json") {
    return absl::InvalidArgumentError("must be one of text, json");
  }
  options.log_format = value == "json" ? LogFormat::kJson : LogFormat::kText;
  return absl::OkStatus();
}

#define CAROM_OPTION(member) \
  [](ServerOptions & o) -> auto& { return o.member; }

// What no server may allow more of: what the wire allows of the field.
template <class Wire>
double Most(const char* field) {
  return RangeOf<Wire>(field).interval.high;
}

template <class Wire>
int64_t MostOf(const char* field) {
  return static_cast<int64_t>(Most<Wire>(field));
}

std::vector<ServerFlag> MakeFlags() {
  // Every server must allow the default.
  const auto default_events = static_cast<int64_t>(DefaultOf<v1::Limits>("max_events"));
  return {
      {"listen", "ADDRESS", "HOST:PORT or unix:PATH to listen on; port 0 picks a free one", "",
       ParseListen, [](const ServerOptions& o) { return o.listen; }},
      {"http-listen", "ADDRESS", "HOST:PORT for /livez, /readyz, /configz and /metrics", "",
       ParseHttpListen,
       [](const ServerOptions& o) { return o.http_listen.empty() ? "none" : o.http_listen; }},
      IntFlag<int>("threads", 0, 1024,
                   "worker threads; 0: one per processor that the process may use",
                   CAROM_OPTION(threads)),
      IntFlag<int64_t>("max-message-bytes", 1024, kMaxMessageBytes, "largest message taken or sent",
                       CAROM_OPTION(requests.max_message_bytes)),
      IntFlag<int>("max-shots-per-simulate", 1, kMostShotsOfOneAnswer,
                   "most shots of a Simulate call", CAROM_OPTION(requests.max_shots_per_simulate)),
      IntFlag<int>("max-shots-per-batch", 1, MostOf<v1::ShotGenerator>("shot_count"),
                   "most shots of a SimulateBatch call",
                   CAROM_OPTION(requests.max_shots_per_batch)),
      IntFlag<int>("max-events", default_events, MostOf<v1::Limits>("max_events"),
                   "largest max_events that settings may ask for",
                   CAROM_OPTION(requests.max_events)),
      IntFlag<int64_t>("max-samples-per-shot", 0, kMaxBytes, "most sampled states of a shot",
                       CAROM_OPTION(requests.max_samples_per_shot)),
      IntFlag<int64_t>("max-samples-per-mechanism", 0, kMaxBytes,
                       "most sampled times of a mechanism",
                       CAROM_OPTION(requests.max_samples_per_mechanism)),
      IntFlag<int64_t>("max-evaluations", 1000, MostOf<v1::Integration>("max_evaluations"),
                       "largest max_evaluations of an integration, given or by default",
                       CAROM_OPTION(requests.max_evaluations)),
      NumberFlag("max-duration-s", 1e-3, Most<v1::DoublePendulum>("duration_s"),
                 "longest duration of a mechanism, given or by default",
                 CAROM_OPTION(requests.max_duration_s)),
      IntFlag<int64_t>("max-shot-bytes", 1024, kMaxMessageBytes, "largest answer for one shot",
                       CAROM_OPTION(requests.max_shot_bytes)),
      IntFlag<int64_t>("max-draws-per-estimate", 1, int64_t{1} << 40,
                       "most draws of an EstimateOutcomes call, of all candidates",
                       CAROM_OPTION(requests.max_draws_per_estimate)),
      IntFlag<int64_t>("memory-budget-bytes", 0, kMaxBytes,
                       "requests and answers of all calls together; 0: half of the memory that "
                       "the process may use",
                       CAROM_OPTION(admission.memory_budget_bytes)),
      IntFlag<int64_t>("scene-cache-bytes", 0, kMaxBytes,
                       "tables, settings and scenes that are kept from call to call, together",
                       CAROM_OPTION(scene_cache_bytes)),
      IntFlag<int>("max-calls", 1, 1'000'000, "unary calls at a time, those that wait included",
                   CAROM_OPTION(admission.max_calls)),
      IntFlag<int>("max-long-calls", 1, 1'000'000, "mechanisms at a time, likewise",
                   CAROM_OPTION(admission.max_long_calls)),
      IntFlag<int>("max-batches", 1, 1'000'000, "SimulateBatch calls at a time",
                   CAROM_OPTION(admission.max_batches)),
      MillisecondsFlag("max-wait-ms", 0, "a unary call that would wait longer is refused",
                       CAROM_OPTION(admission.max_wait)),
      IntFlag<int64_t>("chunk-bytes", 1024, kMaxMessageBytes, "bytes that close a chunk",
                       CAROM_OPTION(streams.chunk_bytes)),
      IntFlag<int>("chunk-shots", 1, MostOf<v1::ShotGenerator>("shot_count"),
                   "shots that close a chunk", CAROM_OPTION(streams.chunk_shots)),
      IntFlag<int64_t>(
          "outbox-bytes", 0, kMaxBytes,
          "answers that wait for the reader of a stream, give or take a shot a thread; "
          "0: two chunks a thread",
          CAROM_OPTION(streams.outbox_bytes)),
      IntFlag<int64_t>("max-connections", 0, 1'000'000,
                       "connections at a time, further ones are refused; 0: as many as there are "
                       "descriptors and memory for",
                       CAROM_OPTION(connections.max_connections)),
      IntFlag<int>("max-concurrent-streams", 1, 1'000'000, "calls at a time on one connection",
                   CAROM_OPTION(connections.max_concurrent_streams)),
      IntFlag<int64_t>("memory-quota-bytes", 0, kMaxBytes,
                       "buffers of all connections together; 0: an eighth of the memory that the "
                       "process may use, at most 512 MiB",
                       CAROM_OPTION(connections.memory_quota_bytes)),
      MillisecondsFlag("min-ping-interval-ms", 0, "clients may ping this often",
                       CAROM_OPTION(connections.min_ping_interval)),
      MillisecondsFlag("keepalive-ms", kLeastKeepalive_ms,
                       "a silent client is pinged after this time",
                       CAROM_OPTION(connections.keepalive)),
      MillisecondsFlag("max-connection-age-ms", 0,
                       "a connection is closed gracefully after this time; 0: never",
                       CAROM_OPTION(connections.max_connection_age)),
      MillisecondsFlag("max-stall-ms", 100,
                       "a call ends whose client sends or takes nothing for this time",
                       CAROM_OPTION(connections.max_stall)),
      MillisecondsFlag("lame-duck-ms", 0, "at SIGTERM: not healthy, yet serving, for this time",
                       CAROM_OPTION(lame_duck)),
      MillisecondsFlag("shutdown-grace-ms", 0, "then: running calls are cancelled after this time",
                       CAROM_OPTION(shutdown_grace)),
      PathFlag("tls-cert", "PEM file of the server's certificate and its intermediates",
               CAROM_OPTION(security.tls_cert)),
      PathFlag("tls-key", "PEM file of the private key of --tls-cert",
               CAROM_OPTION(security.tls_key)),
      PathFlag("tls-client-ca",
               "PEM file of who may have signed the certificate that every client must present",
               CAROM_OPTION(security.tls_client_ca)),
      PathFlag("token-file", "file of the bearer tokens that calls must carry, TOKEN [NAME] a line",
               CAROM_OPTION(security.token_file)),
      OnOffFlag("reflection", "whether the server describes its protos to whoever asks",
                CAROM_OPTION(security.reflection)),
      {"log-level", "trace|debug|info|warn|error|off", "the least that is worth a line", "",
       ParseLogLevel, [](const ServerOptions& o) { return o.log_level; }},
      {"log-format", "text|json", "one line an event", "", ParseLogFormat,
       [](const ServerOptions& o) {
         return std::string(o.log_format == LogFormat::kJson ? "json" : "text");
       }},
  };
}

#undef CAROM_OPTION

const std::vector<ServerFlag>& Flags() {
  static const std::vector<ServerFlag>* flags = new std::vector<ServerFlag>(MakeFlags());
  return *flags;
}

/// Files that only make sense together.
absl::Status CheckTogether(const SecurityOptions& security) {
  if (security.tls_cert.empty() != security.tls_key.empty()) {
    return absl::InvalidArgumentError(security.tls_key.empty()
                                          ? "--tls-cert: needs --tls-key, its private key"
                                          : "--tls-key: needs --tls-cert, its certificate");
  }
  if (!security.tls_client_ca.empty() && security.tls_cert.empty()) {
    return absl::InvalidArgumentError("--tls-client-ca: needs --tls-cert and --tls-key");
  }
  return absl::OkStatus();
}

/// Limits that only make sense together.
absl::Status CheckTogether(const ServerOptions& options) {
  const int64_t largest_chunk = options.streams.chunk_bytes + options.requests.max_shot_bytes;
  if (largest_chunk > options.requests.max_message_bytes) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--max-shot-bytes: %d must be at most max-message-bytes - chunk-bytes = %d, so that "
        "every chunk fits a message",
        options.requests.max_shot_bytes,
        options.requests.max_message_bytes - options.streams.chunk_bytes));
  }
  return CheckTogether(options.security);
}

std::string HelpOf(const ServerFlag& flag) {
  const std::string range = flag.range.empty() ? "" : flag.range + ", ";
  return absl::StrCat(flag.help, " (", range, "default ", flag.show(ServerOptions{}), ")");
}

constexpr char kAbout[] =
    "carom-server: simulates billiards over gRPC (carom.v1.SimulationService).\n\n"
    "Prints \"listening on HOST:PORT\" once it is ready, logs one line a call on stderr, and ends\n"
    "cleanly at SIGTERM, SIGINT or SIGHUP. Exit codes: 0 done, 1 failed, 2 bad usage.\n\n"
    "Each flag may be a variable too (CAROM_SERVER_MAX_CALLS for --max-calls), or a key of the "
    "file\n"
    "of --config (max-calls = 64). An argument comes before a variable, and that before the file.\n"
    "\n";

}  // namespace

absl::StatusOr<ServerArguments> ParseServerArguments(const std::vector<std::string>& arguments,
                                                     const Variables& variables) {
  ServerArguments parsed;
  FlagSet flags;
  for (const ServerFlag& flag : Flags()) {
    flags.Add(flag.name, flag.value_name, HelpOf(flag),
              [&](const std::string& value) { return flag.parse(value, parsed.options); });
  }
  CommandLine line("carom-server", &flags);
  line.AddStandardFlags();
  absl::Status status = line.Parse(arguments, variables);
  if (!status.ok()) return status;
  if (line.help()) parsed.answer = kAbout + flags.Help();
  if (line.version()) parsed.answer = absl::StrCat("carom-server ", kEngineVersion, "\n");
  if (line.completion()) parsed.answer = line.BashCompletion();
  if (!parsed.answer.empty()) return parsed;
  status = CheckTogether(parsed.options);
  if (!status.ok()) return status;
  return parsed;
}

std::vector<std::pair<std::string, std::string>> FlagValues(const ServerOptions& options) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const ServerFlag& flag : Flags()) values.emplace_back(flag.name, flag.show(options));
  return values;
}

}  // namespace carom
