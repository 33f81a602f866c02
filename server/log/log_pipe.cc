#include "server/log/log_pipe.h"

#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <deque>
#include <string_view>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "server/mutex.h"

namespace carom {

struct LogPipe::State {
  State(int file, MakeNotice notice, size_t most_bytes)
      : fd(file), make_notice(std::move(notice)), max_bytes(most_bytes) {}

  // Called by the writer. False when the line is lost, even if its beginning is written.
  bool Write(std::string_view line);
  // Called by the writer: the lines dropped since its last notice.
  void ReportDropped();
  bool WaitUntilWritable() const;

  const int fd;
  const MakeNotice make_notice;
  const size_t max_bytes;
  std::atomic<bool> abandoned{false};  // Nobody waits for the writer any more.
  std::atomic<int64_t> dropped{0};
  // The writer's own.
  bool torn = false;             // The last line lacks its end, as on a disk that is full.
  int64_t reported_dropped = 0;  // Of `dropped`, by notices that were written.

  Mutex mutex;
  Condition changed;
  std::deque<std::string> lines ABSL_GUARDED_BY(mutex);
  size_t bytes ABSL_GUARDED_BY(mutex) = 0;  // Of `lines`.
  bool closed ABSL_GUARDED_BY(mutex) = false;
  bool ended ABSL_GUARDED_BY(mutex) = false;
};

// A write to a pipe that has room for a line does not block. The wait for a stalled reader is here,
// where it can be ended.
bool LogPipe::State::WaitUntilWritable() const {
  constexpr int kPoll_ms = 50;
  while (!abandoned) {
    pollfd file = {fd, POLLOUT, 0};
    const int ready = poll(&file, 1, kPoll_ms);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

bool LogPipe::State::Write(std::string_view line) {
  const std::string after_torn = torn ? std::string(1, '\n').append(line) : "";
  if (torn) line = after_torn;
  while (!line.empty()) {
    if (!WaitUntilWritable()) return false;
    const ssize_t written = write(fd, line.data(), line.size());
    if (written >= 0) {
      line.remove_prefix(static_cast<size_t>(written));
      torn = !line.empty();
    } else if (errno != EINTR && errno != EAGAIN) {
      return false;
    }
  }
  return true;
}

void LogPipe::State::ReportDropped() {
  const int64_t now = dropped;
  if (make_notice == nullptr || now == reported_dropped) return;
  if (Write(make_notice(now - reported_dropped))) reported_dropped = now;
}

LogPipe::LogPipe(int fd, MakeNotice make_notice, size_t max_bytes)
    : state_(std::make_shared<State>(fd, std::move(make_notice), max_bytes)) {
  std::thread([state = state_] { WriteLines(state); }).detach();
}

LogPipe::~LogPipe() { Close(std::chrono::milliseconds(0)); }

void LogPipe::Push(std::string line) {
  if (line.size() > kMaxLineBytes) {
    line.resize(kMaxLineBytes);
    line.back() = '\n';
  }
  {
    const MutexLock lock(state_->mutex);
    if (state_->closed) {
      ++state_->dropped;
      return;
    }
    state_->bytes += line.size();
    state_->lines.push_back(std::move(line));
    while (state_->bytes > state_->max_bytes) {
      state_->bytes -= state_->lines.front().size();
      state_->lines.pop_front();
      ++state_->dropped;
    }
  }
  state_->changed.NotifyAll();
}

int64_t LogPipe::dropped() const { return state_->dropped; }

void LogPipe::Close(std::chrono::milliseconds patience) {
  const MutexLock lock(state_->mutex);
  state_->closed = true;
  state_->changed.NotifyAll();
  state_->changed.WaitFor(
      state_->mutex, patience,
      [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(state_->mutex) { return state_->ended; });
  state_->abandoned = true;
}

void LogPipe::WriteLines(const std::shared_ptr<State>& state) {
  MutexLock lock(state->mutex);
  while (true) {
    state->changed.Wait(state->mutex, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(state->mutex) {
      return !state->lines.empty() || state->closed;
    });
    if (state->lines.empty() || state->abandoned) break;
    const std::string line = std::move(state->lines.front());
    state->lines.pop_front();
    state->bytes -= line.size();
    lock.Unlock();
    state->ReportDropped();
    if (!state->Write(line)) ++state->dropped;
    lock.Lock();
  }
  lock.Unlock();
  state->ReportDropped();
  lock.Lock();
  state->ended = true;
  state->changed.NotifyAll();
}

}  // namespace carom
