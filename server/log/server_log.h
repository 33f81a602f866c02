#ifndef CAROM_SERVER_LOG_SERVER_LOG_H_
#define CAROM_SERVER_LOG_SERVER_LOG_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "server/log/log_field.h"
#include "server/log/log_pipe.h"

namespace spdlog {
class logger;
}  // namespace spdlog

namespace carom {

enum class LogFormat {
  kText,  ///< 2026-11-22T10:00:00.123Z info Simulate shots=3 status=OK
  kJson,  ///< {"time":"2026-11-22T10:00:00.123Z","level":"info","message":"Simulate","shots":3}
};

/// As JSON writes a string, with its quotes.
std::string JsonString(std::string_view text);

/// Writes one line for each event: what happened, then facts by name. Text that comes from callers
/// can neither fake a line nor a field. Never blocks. Thread-safe.
class ServerLog {
 public:
  /// Over any logger, whose pattern must be Pattern(format) or "%v".
  ServerLog(std::shared_ptr<spdlog::logger> logger, LogFormat format);

  /// To a file descriptor through a LogPipe. `level` as spdlog names it.
  static std::unique_ptr<ServerLog> ToFile(int fd, LogFormat format, const std::string& level);

  static std::string Pattern(LogFormat format);

  bool LogsInfo() const;
  void Info(std::string_view message, const LogFields& fields = {}) const;
  void Warn(std::string_view message, const LogFields& fields = {}) const;
  void Error(std::string_view message, const LogFields& fields = {}) const;

  /// Lines that a reader who stalled or left has cost.
  int64_t dropped() const { return pipe_ == nullptr ? 0 : pipe_->dropped(); }

  /// The end: see LogPipe.
  void Close(std::chrono::milliseconds patience) {
    if (pipe_ != nullptr) pipe_->Close(patience);
  }

 private:
  const std::shared_ptr<spdlog::logger> logger_;
  const LogFormat format_;
  std::shared_ptr<LogPipe> pipe_;  // Null: another logger.
};

}  // namespace carom

#endif  // CAROM_SERVER_LOG_SERVER_LOG_H_
