#ifndef CAROM_CLIENT_CONNECTION_H_
#define CAROM_CLIENT_CONNECTION_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/client/options.h"
#include "carom/v1/mechanism.pb.h"
#include "carom/v1/simulation.pb.h"

namespace grpc {
class Channel;
}

namespace carom {

class Background;

/// Takes one message of a batch's stream, on the thread that has made the call. A status other than
/// OK ends the stream with that status, an exception ends it and then comes to the caller. No lock
/// is held: it may make other calls.
using ResponseCallback = std::function<absl::Status(carom::v1::SimulateBatchResponse)>;

/// Takes the outcome of an asynchronous call, once, on a thread of the library's, with no lock
/// held. An exception ends the process: nobody is there to catch it.
///
/// It must not block, nor call anything that does: other calls wait for the same few threads. It
/// may start further asynchronous calls and may hold copies of the Client. If the last copy goes
/// with a callback, another thread ends the connection; the end of the program does not wait for
/// that thread.
using SimulateCallback = std::function<void(absl::StatusOr<carom::v1::SimulateResponse>)>;

/// The way to a simulation service: the eight RPCs, repeated where that helps. Client builds on it;
/// tests put a MockConnection in its place. Thread-safe. Nothing throws but what a callback of the
/// caller's throws.
///
/// A status keeps the code and the message of the server. UNAVAILABLE: no server was reached.
/// FAILED_PRECONDITION, of calls that wait, where a server that speaks an earlier revision of the
/// wire than this client has refused the call; the message names both.
class Connection {
 public:
  Connection();
  /// Waits for the callbacks of EndLater(), unless it runs inside a callback.
  virtual ~Connection();

  virtual absl::StatusOr<carom::v1::SimulateResponse> Simulate(
      const carom::v1::SimulateRequest& request, const CallOptions& options) = 0;

  /// Simulate() without waiting: returns at once and calls `done` later, on another thread, also
  /// where the call is refused. Only where there is no other, because the process cannot start a
  /// thread, `done` is called before this returns. Options count as there.
  /// The end of the connection cuts calls in flight: they end with CANCELLED before it is gone.
  ///
  /// The default calls Simulate() before it returns; connections to servers override it.
  virtual void SimulateAsync(carom::v1::SimulateRequest request, SimulateCallback done,
                             CallOptions options);

  /// Runs one stream; `on_response` is called by this thread before the call returns. A stream that
  /// breaks is resumed by asking for the missing shots only: every shot comes exactly once. Shots
  /// are numbered as in the request: by index in a list, by the generator's number otherwise.
  virtual absl::Status SimulateBatch(const carom::v1::SimulateBatchRequest& request,
                                     const ResponseCallback& on_response,
                                     const CallOptions& options) = 0;

  /// Runs one stream, once more from its beginning where it breaks, and returns its last message,
  /// which has the estimates. `on_progress` (may be empty) is called by this thread.
  virtual absl::StatusOr<carom::v1::EstimateOutcomesResponse> EstimateOutcomes(
      const carom::v1::EstimateOutcomesRequest& request,
      const EstimateProgressCallback& on_progress, const CallOptions& options) = 0;

  virtual absl::StatusOr<carom::v1::SimulateMechanismResponse> SimulateMechanism(
      const carom::v1::SimulateMechanismRequest& request, const CallOptions& options) = 0;

  virtual absl::StatusOr<carom::v1::FindAimsResponse> FindAims(
      const carom::v1::FindAimsRequest& request, const CallOptions& options) = 0;

  virtual absl::StatusOr<carom::v1::PlanShotResponse> PlanShot(
      const carom::v1::PlanShotRequest& request, const CallOptions& options) = 0;

  virtual absl::StatusOr<carom::v1::PlayMatchResponse> PlayMatch(
      const carom::v1::PlayMatchRequest& request, const CallOptions& options) = 0;

  virtual absl::StatusOr<carom::v1::RuleShotsResponse> RuleShots(
      const carom::v1::RuleShotsRequest& request, const CallOptions& options) = 0;

  virtual absl::StatusOr<carom::v1::PlaceBallsResponse> PlaceBalls(
      const carom::v1::PlaceBallsRequest& request, const CallOptions& options) = 0;

  virtual absl::StatusOr<carom::v1::ListTablesResponse> ListTables(
      const carom::v1::ListTablesRequest& request, const CallOptions& options) = 0;

  virtual absl::StatusOr<carom::v1::GetTableResponse> GetTable(
      const carom::v1::GetTableRequest& request, const CallOptions& options) = 0;

  virtual absl::StatusOr<carom::v1::GetServerInfoResponse> GetServerInfo(
      const carom::v1::GetServerInfoRequest& request, const CallOptions& options) = 0;

 protected:
  /// Ends an asynchronous call that needs no work: a thread of its own calls `done`.
  void EndLater(SimulateCallback done, absl::StatusOr<carom::v1::SimulateResponse> result);

 private:
  const std::unique_ptr<Background> background_;
};

/// A connection to the server at `target`: HOST:PORT, or any other name that gRPC resolves. Returns
/// at once; the first call finds out whether a server is there.
std::shared_ptr<Connection> Connect(const std::string& target, const ConnectOptions& options = {});

/// A connection over a channel of the caller's own making, which also decides how a token of
/// `options` travels. After a loss gRPC decides when it comes back, which may take a second or
/// more.
std::shared_ptr<Connection> MakeConnection(std::shared_ptr<grpc::Channel> channel,
                                           const ConnectOptions& options = {});

}  // namespace carom

#endif  // CAROM_CLIENT_CONNECTION_H_
