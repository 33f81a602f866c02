#ifndef CAROM_SERVER_LOG_LOG_PIPE_H_
#define CAROM_SERVER_LOG_LOG_PIPE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace carom {

/// Lines on their way to a file descriptor whose reader may stall, go away or run out of disk.
///
/// Push() never waits for the reader: a thread of its own writes, and when more than `max_bytes`
/// wait, the oldest lines are dropped. A line that cannot be written is dropped too. Lost lines are
/// counted, and a notice of their number precedes the next line that is written. Thread-safe.
class LogPipe {
 public:
  /// Makes the notice of this many lost lines. Called by the pipe's thread.
  using MakeNotice = std::function<std::string(int64_t lost)>;

  /// `fd` stays the caller's, and open. Without `make_notice` there are no notices.
  explicit LogPipe(int fd, MakeNotice make_notice = nullptr, size_t max_bytes = 1 << 20);
  /// As Close(0 s).
  ~LogPipe();
  LogPipe(const LogPipe&) = delete;
  LogPipe& operator=(const LogPipe&) = delete;

  /// Takes one line with its line end, cut to kMaxLineBytes.
  void Push(std::string line);

  /// Lines dropped so far; notices do not count.
  int64_t dropped() const;

  /// Takes no more lines, and waits until the queued lines are written, but no longer than
  /// `patience`. A writer that is still stuck then is left behind.
  void Close(std::chrono::milliseconds patience);

  /// A pipe takes this much at once (PIPE_BUF), so lines of two writers do not mix.
  static constexpr size_t kMaxLineBytes = 4096;

 private:
  struct State;
  static void WriteLines(const std::shared_ptr<State>& state);

  const std::shared_ptr<State> state_;  // Shared with the thread, which may outlive this.
};

}  // namespace carom

#endif  // CAROM_SERVER_LOG_LOG_PIPE_H_
