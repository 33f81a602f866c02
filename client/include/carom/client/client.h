#ifndef CAROM_CLIENT_CLIENT_H_
#define CAROM_CLIENT_CLIENT_H_

#include <future>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "carom/client/connection.h"
#include "carom/client/options.h"
#include "carom/v1/simulation.pb.h"

namespace carom {

/// What callers use to simulate billiards:
///
///   carom::Client client(carom::Connect("HOST:PORT"));  // a server, or
///   carom::Client client(carom::Local());               // client/local/local.h: in process
///   auto response = client.Simulate(request);
///
/// Both give the same bits. Thread-safe; copies share the connection. Nothing throws but what a
/// callback of the caller's throws: every error is a status with the server's code and message.
/// INVALID_ARGUMENT names the field, its value and the allowed range.
class Client {
 public:
  explicit Client(std::shared_ptr<Connection> connection);

  /// Up to 4096 shots in one call. A shot that cannot be simulated fails alone: see
  /// ShotResults.failures.
  absl::StatusOr<carom::v1::SimulateResponse> Simulate(const carom::v1::SimulateRequest& request,
                                                       const CallOptions& options = {}) const;

  /// Simulate() without waiting, for planners that keep many calls in flight: returns at once, and
  /// `done` is called once, later, by a thread of the library's, which it must not block; also
  /// where the call is refused. Only where the process cannot start a thread it is called before
  /// this returns. It may start the next call. Deadline, patience, stop and hedge are those of
  /// Simulate().
  ///
  /// When the last copy of the client goes, calls in flight are cut: their `done` is called with
  /// CANCELLED, and then no more. The end waits for that, unless it comes from within a callback.
  /// The server is bounded: a call that it refuses for lack of room is repeated until patience
  /// ends.
  void SimulateAsync(carom::v1::SimulateRequest request, SimulateCallback done,
                     const CallOptions& options = {}) const;

  /// The same with a future, which may be dropped: its destructor does not wait for the call.
  std::future<absl::StatusOr<carom::v1::SimulateResponse>> SimulateFuture(
      carom::v1::SimulateRequest request, const CallOptions& options = {}) const;

  /// Up to kMaxShotsPerBatch shots: a list may be longer, and a generator's shot_count larger, than
  /// the service takes in one call. Splits them into calls, several in flight, and hands every
  /// chunk to `on_chunk` (may be empty) exactly once. Shots are numbered as in `request`.
  ///
  /// Keeps no results: memory stays flat unless chunks have to wait for their turn (kShot), and
  /// then at most 2 x calls_in_flight x max_shots_per_call shots wait. A slow callback slows the
  /// server.
  ///
  /// A stop is no error: the summary tells what was done and is not `complete`.
  absl::StatusOr<BatchSummary> SimulateBatch(const carom::v1::SimulateBatchRequest& request,
                                             const ChunkCallback& on_chunk = nullptr,
                                             const BatchOptions& options = {}) const;

  /// How probably candidates reach their goals when they are played with noise, and which is best.
  /// Always the same answer, whatever server gives it. `on_progress` may be empty.
  absl::StatusOr<carom::v1::Estimates> EstimateOutcomes(
      const carom::v1::EstimateOutcomesRequest& request, const CallOptions& options = {},
      const EstimateProgressCallback& on_progress = nullptr) const;

  /// One of the papers' other systems, in one call.
  absl::StatusOr<carom::v1::SimulateMechanismResponse> SimulateMechanism(
      const carom::v1::SimulateMechanismRequest& request, const CallOptions& options = {}) const;

  /// Returns a referee's rulings on shots that were played with Detail.touches, by the rules of a
  /// game (rules.proto): up to 4096 shots, each with its own state of the game and call. A shot
  /// that cannot be ruled does not affect the others: see Ruling.failure.
  absl::StatusOr<carom::v1::RuleShotsResponse> RuleShots(const carom::v1::RuleShotsRequest& request,
                                                         const CallOptions& options = {}) const;

  /// The table presets of the catalogue.
  absl::StatusOr<carom::v1::ListTablesResponse> ListTables(const CallOptions& options = {}) const;

  /// One preset as plain geometry. NOT_FOUND if there is none of this name.
  absl::StatusOr<carom::v1::GetTableResponse> GetTable(const std::string& name,
                                                       const CallOptions& options = {}) const;

  /// Version, limits and names of the server.
  absl::StatusOr<carom::v1::GetServerInfoResponse> GetServerInfo(
      const CallOptions& options = {}) const;

 private:
  std::shared_ptr<Connection> connection_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLIENT_H_
