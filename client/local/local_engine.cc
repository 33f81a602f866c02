#include "client/local/local_engine.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/split.h"

namespace carom {
namespace {

// Tables, settings and scenes that are kept from call to call: as carom-server does by default.
constexpr int64_t kSceneCacheBytes = 16 << 20;

StreamLimits MakeStreamLimits(int threads) {
  StreamLimits limits;
  limits.outbox_bytes = DefaultOutboxBytes(limits, threads);
  return limits;
}

std::atomic<uint64_t> generation{0};

void InChild() { generation.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

uint64_t ForkGeneration() {
  // Fails only for want of memory, in the first call of a process.
  [[maybe_unused]] static const int watching = pthread_atfork(nullptr, nullptr, &InChild);
  return generation.load(std::memory_order_relaxed);
}

LocalEngine::LocalEngine(int threads)
    : generation_(ForkGeneration()),
      streams_(MakeStreamLimits(threads)),
      scenes_(kSceneCacheBytes, ToConvertLimits(limits_)),
      pool_(threads) {}

absl::StatusOr<std::unique_ptr<LocalEngine>> LocalEngine::Start(int threads) {
  try {
    return std::unique_ptr<LocalEngine>(new LocalEngine(threads));
  } catch (const std::system_error& error) {
    return absl::ResourceExhaustedError(
        absl::StrCat("threads: ", threads, " cannot be started: ", error.what()));
  }
}

LocalEngine::~LocalEngine() { in_flight_.CutAndWait(absl::CancelledError("the client is gone")); }

LocalEngine::BorrowedWorker LocalEngine::BorrowWorker() {
  const MutexLock lock(mutex_);
  if (spare_.empty()) return BorrowedWorker(new Worker(), {this});
  std::unique_ptr<Worker> worker = std::move(spare_.back());
  spare_.pop_back();
  return BorrowedWorker(worker.release(), {this});
}

void LocalEngine::Keep(std::unique_ptr<Worker> worker) {
  WorkerPool::Trim(*worker);
  const MutexLock lock(mutex_);
  spare_.push_back(std::move(worker));
}

}  // namespace carom
