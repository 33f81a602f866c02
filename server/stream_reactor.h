#ifndef CAROM_SERVER_STREAM_REACTOR_H_
#define CAROM_SERVER_STREAM_REACTOR_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <memory>
#include <optional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "server/admission.h"
#include "server/call_control.h"
#include "server/log/call_log.h"
#include "server/method.h"
#include "server/mutex.h"
#include "server/sent_answers.h"
#include "server/service_context.h"
#include "server/worker_pool.h"

namespace carom {

/// The common part of the calls that stream their answers: admission, one write at a time,
/// cancellation and the end.
///
/// Everything that happens (an item of work is done, a write is done, the call is cancelled)
/// changes the state under the lock and then calls Advance(), the one place that decides what comes
/// next. The lock is held in between, because an item that has left the pool no longer keeps the
/// reactor alive.
///
/// Lifetime: the reactor deletes itself in OnDone(), which never comes before Finish(). Finish() is
/// called once, when no item counts in `items_` and no write is in flight. An item counts until it
/// has done its last work for the call, so items may refer to the reactor and the request freely.
class StreamReactor : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
 public:
  void OnWriteDone(bool ok) final;
  void OnCancel() final;
  void OnDone() final;

  /// The id by which the pool knows the call's items.
  const void* id() const { return this; }

 protected:
  /// A message, and the answers that it holds.
  struct Packet {
    grpc::ByteBuffer bytes;
    SentAnswers told;
  };

  /// All arguments outlive the call.
  StreamReactor(ServiceContext& service, Method method, grpc::CallbackServerContext* context,
                const grpc::ByteBuffer* request);
  ~StreamReactor() override = default;

  /// Admits the call as a batch and gives `opener` to the pool, or refuses it. Called once, when
  /// the reactor is made.
  void Begin(std::unique_ptr<WorkItem> opener);

  /// Returns the items that may start; they count from here on. Not called when the call fails.
  virtual std::vector<std::unique_ptr<WorkItem>> NextItems()
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) = 0;
  /// Returns what is to be written next, if anything; called while no write is in flight.
  virtual std::optional<Packet> NextPacket() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) = 0;
  /// A packet has left, or was lost with the stream.
  virtual void PacketLeft(const Packet& /*packet*/) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {}
  /// The call fails: drops all work that has not begun and all messages that wait to be written.
  /// May be called more than once.
  virtual void Discard() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) = 0;
  /// Whether nothing is left to start or to write, apart from what runs or is in flight.
  virtual bool IsComplete() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) = 0;

  /// Starts items, a write, or the end of the call, as the state allows, and releases the mutex.
  /// The reactor may be gone when this returns.
  void Advance() ABSL_UNLOCK_FUNCTION(mutex_);
  /// The call fails: it is cancelled, and its items that wait in the pool are dropped. Called by an
  /// item, which still counts.
  void Fail(const absl::Status& status) ABSL_LOCKS_EXCLUDED(mutex_);
  /// An item has ended; a status other than OK becomes the call's. The reactor may be gone when
  /// this returns.
  void ItemDone(const absl::Status& status);

  ServiceContext& service_;
  const grpc::ByteBuffer* const request_bytes_;
  CallControl control_;
  std::unique_ptr<Admission::Ticket> ticket_;  ///< Null: refused.

  Mutex mutex_;
  int items_ ABSL_GUARDED_BY(mutex_) = 0;        ///< Queued or running.
  absl::Status status_ ABSL_GUARDED_BY(mutex_);  ///< Not OK: the call ends as soon as it can.
  absl::Status last_word_
      ABSL_GUARDED_BY(mutex_);  ///< Of a call that has not failed until its end.

  bool IsWriting() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return writing_.has_value(); }

 private:
  /// The final status of the call.
  grpc::Status End() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Method method_;
  grpc::CallbackServerContext* const context_;
  const CallLog log_;
  std::optional<Packet> writing_ ABSL_GUARDED_BY(mutex_);  ///< In flight.
  Timings::Clock::time_point write_began_ ABSL_GUARDED_BY(mutex_);
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  grpc::Status sent_status_ ABSL_GUARDED_BY(mutex_);
  SentAnswers sent_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace carom

#endif  // CAROM_SERVER_STREAM_REACTOR_H_
