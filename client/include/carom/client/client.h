#ifndef CAROM_CLIENT_CLIENT_H_
#define CAROM_CLIENT_CLIENT_H_

#include <functional>
#include <future>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "carom/client/connection.h"
#include "carom/client/options.h"
#include "carom/v1/simulation.pb.h"

namespace carom {

/// Take the outcome of a batch and of an estimate that nobody waits for, as SimulateCallback does.
using BatchCallback = std::function<void(absl::StatusOr<BatchSummary>)>;
using EstimateCallback = std::function<void(absl::StatusOr<carom::v1::Estimates>)>;

/// What callers use to simulate billiards:
///
///   carom::Client client(carom::Connect("HOST:PORT"));  // a server, or
///   carom::Client client(carom::Local());               // client/local/local.h: in process
///   auto response = client.Simulate(request);
///
/// Both give the same bits. Thread-safe; copies share the connection. Nothing throws but what a
/// handler of the caller's throws: every error is a status with the server's code and message.
/// INVALID_ARGUMENT names the field, its value and the allowed range.
///
/// Simulate, SimulateBatch and EstimateOutcomes have three forms, with the same arguments in the
/// same order: request, handlers, options.
///
///   X(...)              waits. An exception of a handler comes to the caller.
///   XAsync(..., done)   returns at once, and calls `done` once, later, on a thread of the
///                       library's. Only where the process cannot start a thread `done` is called
///                       before this returns, with RESOURCE_EXHAUSTED. `done` may start the next
///                       call. An exception of a handler ends the process.
///   XFuture(...)        the same with a future, which may be dropped: its destructor does not
///   wait.
///                       An exception of a handler comes out of get().
///
/// Many Simulate calls in flight share a few threads of the library's, which `done` must not block;
/// each batch and each estimate has a thread of its own. The server is bounded: a call that it
/// refuses for lack of room is repeated until patience ends.
///
/// When the last copy of the client goes, calls in flight are cut: Simulate ends with CANCELLED,
/// the others as after a stop. The end waits for their `done`, unless it comes from within a
/// callback.
class Client {
 public:
  explicit Client(std::shared_ptr<Connection> connection);

  /// Up to 4096 shots in one call. A shot that cannot be simulated fails alone: see
  /// ShotResults.failures.
  absl::StatusOr<carom::v1::SimulateResponse> Simulate(const carom::v1::SimulateRequest& request,
                                                       const CallOptions& options = {}) const;
  void SimulateAsync(carom::v1::SimulateRequest request, SimulateCallback done,
                     const CallOptions& options = {}) const;
  std::future<absl::StatusOr<carom::v1::SimulateResponse>> SimulateFuture(
      carom::v1::SimulateRequest request, const CallOptions& options = {}) const;

  /// Up to kMaxShotsPerBatch shots: a list may be longer, and a generator's shot_count larger, than
  /// the service takes in one call. Splits them into calls, several in flight, and hands over every
  /// chunk exactly once. Shots are numbered as in `request`.
  ///
  /// Keeps no results: memory stays flat unless chunks have to wait for their turn (kShot), and
  /// then at most 2 x calls_in_flight x max_shots_per_call shots wait. A slow handler slows the
  /// server.
  ///
  /// A stop is no error: the summary tells what was done and is not `complete`.
  absl::StatusOr<BatchSummary> SimulateBatch(const carom::v1::SimulateBatchRequest& request,
                                             const BatchHandlers& handlers = {},
                                             const BatchOptions& options = {}) const;
  void SimulateBatchAsync(carom::v1::SimulateBatchRequest request, BatchHandlers handlers,
                          BatchCallback done, const BatchOptions& options = {}) const;
  std::future<absl::StatusOr<BatchSummary>> SimulateBatchFuture(
      carom::v1::SimulateBatchRequest request, BatchHandlers handlers = {},
      const BatchOptions& options = {}) const;

  /// How probably candidates reach their goals when they are played with noise, and which is best.
  /// Always the same answer, whatever server gives it. A stop ends it with CANCELLED.
  absl::StatusOr<carom::v1::Estimates> EstimateOutcomes(
      const carom::v1::EstimateOutcomesRequest& request, const EstimateHandlers& handlers = {},
      const CallOptions& options = {}) const;
  void EstimateOutcomesAsync(carom::v1::EstimateOutcomesRequest request, EstimateHandlers handlers,
                             EstimateCallback done, const CallOptions& options = {}) const;
  std::future<absl::StatusOr<carom::v1::Estimates>> EstimateOutcomesFuture(
      carom::v1::EstimateOutcomesRequest request, EstimateHandlers handlers = {},
      const CallOptions& options = {}) const;

  /// One of the papers' other systems, in one call.
  absl::StatusOr<carom::v1::SimulateMechanismResponse> SimulateMechanism(
      const carom::v1::SimulateMechanismRequest& request, const CallOptions& options = {}) const;

  /// The strikes that pot a ball, and how likely each does under noise (aim.proto), the likeliest
  /// first.
  absl::StatusOr<carom::v1::FindAimsResponse> FindAims(const carom::v1::FindAimsRequest& request,
                                                       const CallOptions& options = {}) const;

  /// The shot to play from a position of a game, the best first (play.proto).
  absl::StatusOr<carom::v1::PlanShotResponse> PlanShot(const carom::v1::PlanShotRequest& request,
                                                       const CallOptions& options = {}) const;

  /// A game between two players who plan every shot, turn by turn. Takes seconds.
  absl::StatusOr<carom::v1::PlayMatchResponse> PlayMatch(const carom::v1::PlayMatchRequest& request,
                                                         const CallOptions& options = {}) const;

  /// Returns a referee's rulings on shots that were played with Detail.touches, by the rules of a
  /// game (rules.proto): up to 4096 shots, each with its own state of the game and call. A shot
  /// that cannot be ruled does not affect the others: see Ruling.failure.
  absl::StatusOr<carom::v1::RuleShotsResponse> RuleShots(const carom::v1::RuleShotsRequest& request,
                                                         const CallOptions& options = {}) const;

  /// Puts balls down between shots as a ruling says: spotted balls, and a cue ball in hand at the
  /// free place nearest to a wish (rules.proto); up to 256 layouts.
  absl::StatusOr<carom::v1::PlaceBallsResponse> PlaceBalls(
      const carom::v1::PlaceBallsRequest& request, const CallOptions& options = {}) const;

  /// The table presets of the catalogue.
  absl::StatusOr<carom::v1::ListTablesResponse> ListTables(const CallOptions& options = {}) const;

  /// One preset as plain geometry. NOT_FOUND if there is none of this name.
  absl::StatusOr<carom::v1::GetTableResponse> GetTable(const std::string& name,
                                                       const CallOptions& options = {}) const;

  /// Version, limits and names of the server.
  absl::StatusOr<carom::v1::GetServerInfoResponse> GetServerInfo(
      const CallOptions& options = {}) const;

 private:
  class Shared;

  std::shared_ptr<Shared> shared_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLIENT_H_
