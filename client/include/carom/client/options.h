#ifndef CAROM_CLIENT_OPTIONS_H_
#define CAROM_CLIENT_OPTIONS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "carom/client/shot_range.h"
#include "carom/v1/simulation.pb.h"

namespace carom {

/// How a call that found no server, or lost it, is repeated. Requests are pure, so a repetition can
/// never do harm.
struct RetryOptions {
  absl::Duration initial_backoff = absl::Milliseconds(20);  ///< Before the second attempt.
  absl::Duration max_backoff = absl::Seconds(1);
  double backoff_growth = 2.0;  ///< Factor from one wait to the next.
  /// Called before each wait with why the attempt failed and how long the call has been failing.
  /// Empty: nobody is called. Called by the thread that waits: the caller's, one of a batch's, or
  /// one of the library's for an asynchronous call; several at a time. No lock is held: it may stop
  /// the call and start others, but it must not block. An exception ends the call and then comes to
  /// its caller; in an asynchronous call, which has none, it ends the process.
  std::function<void(const absl::Status& failure, absl::Duration failing_for)> on_wait;
};

/// The credentials of an encrypted connection, all in PEM.
struct TlsOptions {
  std::string root_certificates;  ///< Who may have signed the server's; empty: the system's.
  std::string certificate_chain;  ///< The client's own, where the server asks for one.
  std::string private_key;        ///< Of certificate_chain.
  std::string server_name;        ///< As in the server's certificate; empty: the target's host.
};

/// Settings of a connection to a server.
struct ConnectOptions {
  RetryOptions retry;
  /// Largest message taken or sent; the service allows 16 MiB.
  int max_message_bytes = 16 << 20;
  /// Silence after which the server is asked whether it is still there, and how long it may take to
  /// say so. Must stay above the server's minimum ping interval (5 s).
  absl::Duration keepalive = absl::Seconds(10);
  absl::Duration keepalive_timeout = absl::Seconds(5);
  /// TCP connections that share the calls; in [1, 64]. A balancer that spreads connections then has
  /// several to spread.
  int connections = 1;
  std::optional<TlsOptions> tls;  ///< None: plain text, for a trusted network.
  /// A bearer token [RFC 6750] that goes with every call; empty: none. It leaves the machine over
  /// TLS only: with plain text to a target other than this machine, every call ends with
  /// INVALID_ARGUMENT before anything is sent.
  std::string token;
  /// Sends the token in plain text too, for a network that is protected otherwise.
  bool allow_token_in_plain_text = false;
};

/// Settings of one call.
struct CallOptions {
  /// For the whole call, repetitions and waits included; DEADLINE_EXCEEDED after.
  absl::Duration timeout = absl::InfiniteDuration();
  /// How long a call that fails is repeated, from the first failure since its last sign of life on.
  /// 0: never. Shots of a batch that arrive are a sign of life. Progress of an estimate, which
  /// begins at zero with each attempt, is one only beyond the draws that earlier attempts of the
  /// call had reached: a request that ends every server at the same draw ends too.
  absl::Duration retry_for = absl::Seconds(5);
  std::stop_token stop;  ///< A stop makes the call return CANCELLED within a millisecond or so.
  /// How long Simulate waits for its answer before it asks once more, over the next connection
  /// where there are several; the first answer counts and the other call is cancelled. About the
  /// 95th percentile of what such calls take. At most every tenth call of a connection is hedged
  /// (ten more at once), so that slow servers do not get the work twice. Infinite: never.
  absl::Duration hedge_after = absl::InfiniteDuration();
};

/// Learns how far an estimate is.
using EstimateProgressCallback = std::function<void(const carom::v1::EstimateProgress&)>;

/// What an estimate tells while it runs.
///
/// Called by the thread that waits for the estimate, or, where none does, by one of the library's
/// that serves this call alone. No lock is held: a handler may stop the call, make others, and take
/// its time. An exception ends the call and then comes to the caller.
struct EstimateHandlers {
  EstimateProgressCallback on_progress = nullptr;  ///< Empty: nobody is called.
};

/// Takes one chunk of a batch's results. A status other than OK ends the batch with that status.
using ChunkCallback = std::function<absl::Status(const carom::v1::ShotResults&)>;

/// What of a batch has been handed over.
///
/// With ChunkOrder::kShot these are the first shots of the batch, and a later run goes on from
/// here: BatchOptions.after.
struct BatchProgress {
  uint64_t shots = 0;     ///< Shots played, those that failed included.
  uint64_t received = 0;  ///< Shots received: all, or with a filter those that pass it.
  uint64_t failed = 0;    ///< Shots that could not be simulated.
  uint64_t events = 0;    ///< Events of all shots that were played.
  uint64_t shots_total = 0;
  /// The fingerprint of ShotResults.hashes over the shots received, in the order of their numbers.
  /// It is the same for any split of the batch, any detail and any server of one engine version.
  /// With ChunkOrder::kCompletion only the summary has it.
  uint64_t hash = 0;
  std::string engine_version;  ///< Of the server that answered; empty without an answer.
};

/// What a batch tells while it runs. Empty ones are not called.
///
/// Called by the caller's thread and by others of the batch's, by one at a time, in the order of
/// ChunkOrder. No lock is held, and the other calls of the batch go on until they bring a chunk of
/// their own: a handler may stop the batch, make other calls, and take its time, but must not wait
/// for the thread that has called SimulateBatch. An exception ends the batch and then comes to the
/// caller, once. After an error or an exception no handler of the batch is called.
struct BatchHandlers {
  ChunkCallback on_chunk = nullptr;
  /// Called after every chunk, once on_chunk has returned. Its status counts as that of on_chunk.
  std::function<absl::Status(const BatchProgress&)> on_progress = nullptr;
};

/// In which order the chunks of a batch are handed over.
enum class ChunkOrder {
  kCompletion,  ///< As they come: the fastest, and nothing is kept back.
  /// By shot number; chunks that come early are kept until their turn, and dropped after a stop.
  kShot,
};

/// Most shots of one batch, over all its calls.
inline constexpr uint64_t kMaxShotsPerBatch = 100'000'000;

/// Settings of a batch.
struct BatchOptions {
  ChunkOrder order = ChunkOrder::kCompletion;
  std::stop_token stop;  ///< A stop ends the batch early; its summary tells what was done.
  /// Shots of one RPC, at most; in [1, 65536]. Fewer spread better over replicas. A server that
  /// takes less (ServerLimits.max_shots_per_batch) is asked for less.
  uint32_t max_shots_per_call = 16384;
  /// Bytes of listed shots in one RPC, at most, so that a request stays below the message limit.
  uint64_t max_request_bytes = 8 << 20;
  /// RPCs that run at the same time, at most; at least 1. Each but the first needs a thread; where
  /// the process cannot start one, the batch goes on with fewer.
  int calls_in_flight = 4;
  absl::Duration timeout = absl::InfiniteDuration();  ///< Of the whole batch.
  /// How long the batch goes on without any answer, as while the only server restarts.
  absl::Duration retry_for = absl::Seconds(60);
  /// Shots that are not wanted, numbered as in the request.
  ShotSet done;
  /// What an earlier run of the same batch, in the order kShot and with the same `done`, has handed
  /// over: its last progress. Counts and hash go on from there.
  BatchProgress after;
  /// The engine that must answer every shot; empty: that of `after`, else the one that answers
  /// first. A server of another version is no use to the batch, even while a fleet is upgraded: its
  /// shots may differ by bits.
  std::string engine_version;
};

/// What became of a batch.
struct BatchSummary : BatchProgress {
  bool complete = false;  ///< False after a stop.
};

}  // namespace carom

#endif  // CAROM_CLIENT_OPTIONS_H_
