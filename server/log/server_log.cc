#include "server/log/server_log.h"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace carom {
namespace {

/// Formats a line and leaves it to a LogPipe.
class PipeSink : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit PipeSink(std::shared_ptr<LogPipe> pipe) : pipe_(std::move(pipe)) {}

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    pipe_->Push(std::string(line.data(), line.size()));
  }
  void flush_() override {}

  const std::shared_ptr<LogPipe> pipe_;
};

// A single word needs no quotes.
std::string Plain(std::string_view text) {
  const bool word = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) > 0x20 && c != '"' && c != '=' && c != '\\';
  });
  return word ? std::string(text) : JsonString(text);
}

struct ValueText {
  LogFormat format;
  std::string operator()(const std::string& text) const {
    return format == LogFormat::kJson ? JsonString(text) : Plain(text);
  }
  std::string operator()(int64_t number) const { return absl::StrCat(number); }
  std::string operator()(double number) const { return absl::StrFormat("%.3f", number); }
};

std::string Text(std::string_view message, const LogFields& fields) {
  std::string text(message);
  for (const LogField& field : fields) {
    absl::StrAppend(&text, " ", field.name, "=",
                    std::visit(ValueText{LogFormat::kText}, field.value));
  }
  return text;
}

std::string Json(std::string_view message, const LogFields& fields) {
  std::string json = absl::StrCat("\"message\":", JsonString(message));
  for (const LogField& field : fields) {
    absl::StrAppend(&json, ",\"", field.name,
                    "\":", std::visit(ValueText{LogFormat::kJson}, field.value));
  }
  return json;
}

std::string Body(LogFormat format, std::string_view message, const LogFields& fields) {
  return format == LogFormat::kJson ? Json(message, fields) : Text(message, fields);
}

/// The notice of lost lines, as the logger would write it.
std::string Notice(LogFormat format, int64_t lost) {
  const std::string body = Body(format, "log lines dropped", {{"lines", lost}});
  spdlog::memory_buf_t line;
  spdlog::pattern_formatter(ServerLog::Pattern(format), spdlog::pattern_time_type::utc)
      .format(spdlog::details::log_msg("carom", spdlog::level::warn, body), line);
  return std::string(line.data(), line.size());
}

void Write(spdlog::logger& logger, spdlog::level::level_enum level, LogFormat format,
           std::string_view message, const LogFields& fields) {
  if (logger.should_log(level)) logger.log(level, Body(format, message, fields));
}

}  // namespace

std::string JsonString(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      absl::StrAppendFormat(&quoted, "\\u%04x", c);
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

ServerLog::ServerLog(std::shared_ptr<spdlog::logger> logger, LogFormat format)
    : logger_(std::move(logger)), format_(format) {}

std::unique_ptr<ServerLog> ServerLog::ToFile(int fd, LogFormat format, const std::string& level) {
  auto pipe =
      std::make_shared<LogPipe>(fd, [format](int64_t lost) { return Notice(format, lost); });
  auto logger = std::make_shared<spdlog::logger>("carom", std::make_shared<PipeSink>(pipe));
  logger->set_level(spdlog::level::from_str(level));
  logger->set_pattern(Pattern(format), spdlog::pattern_time_type::utc);
  auto log = std::make_unique<ServerLog>(std::move(logger), format);
  log->pipe_ = std::move(pipe);
  return log;
}

std::string ServerLog::Pattern(LogFormat format) {
  return format == LogFormat::kJson ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})"
                                    : "%Y-%m-%dT%H:%M:%S.%eZ %l %v";
}

bool ServerLog::LogsInfo() const { return logger_->should_log(spdlog::level::info); }

void ServerLog::Info(std::string_view message, const LogFields& fields) const {
  Write(*logger_, spdlog::level::info, format_, message, fields);
}

void ServerLog::Warn(std::string_view message, const LogFields& fields) const {
  Write(*logger_, spdlog::level::warn, format_, message, fields);
}

void ServerLog::Error(std::string_view message, const LogFields& fields) const {
  Write(*logger_, spdlog::level::err, format_, message, fields);
}

}  // namespace carom
