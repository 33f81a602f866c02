#ifndef CAROM_SERVER_FLAGS_SERVER_FLAG_H_
#define CAROM_SERVER_FLAGS_SERVER_FLAG_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "core/base/field_error.h"
#include "server/options.h"

namespace carom {

constexpr int kMaxMilliseconds = 86'400'000;

/// One flag of the server: how it is parsed into the options, and its text in --help.
struct ServerFlag {
  std::string name;
  std::string value_name;
  std::string help;
  std::string range;  ///< Of numbers.
  /// An error says what is allowed ("must be ...").
  std::function<absl::Status(const std::string& value, ServerOptions&)> parse;
  std::function<std::string(const ServerOptions&)> show;
};

/// A whole number in [lo, hi].
template <typename Int, typename Access>
ServerFlag IntFlag(std::string name, int64_t lo, int64_t hi, std::string help, Access access) {
  const std::string range = absl::StrFormat("[%d, %d]", lo, hi);
  auto parse = [lo, hi, range, access](const std::string& value, ServerOptions& options) {
    int64_t number = 0;
    if (!absl::SimpleAtoi(value, &number) || number < lo || number > hi) {
      return absl::InvalidArgumentError("must be a whole number in " + range);
    }
    access(options) = static_cast<Int>(number);
    return absl::OkStatus();
  };
  auto show = [access](ServerOptions options) { return absl::StrCat(access(options)); };
  return {std::move(name), "N", std::move(help), range, parse, show};
}

/// A number in [lo, hi].
template <typename Access>
ServerFlag NumberFlag(std::string name, double lo, double hi, std::string help, Access access) {
  const std::string range = absl::StrCat("[", FormatNumber(lo), ", ", FormatNumber(hi), "]");
  auto parse = [lo, hi, range, access](const std::string& value, ServerOptions& options) {
    double number = 0.0;
    if (!absl::SimpleAtod(value, &number) || !(number >= lo && number <= hi)) {
      return absl::InvalidArgumentError("must be a number in " + range);
    }
    access(options) = number;
    return absl::OkStatus();
  };
  auto show = [access](ServerOptions options) { return FormatNumber(access(options)); };
  return {std::move(name), "X", std::move(help), range, parse, show};
}

template <typename Access>
ServerFlag MillisecondsFlag(std::string name, int lo, std::string help, Access access) {
  const std::string range = absl::StrFormat("[%d, %d]", lo, kMaxMilliseconds);
  auto parse = [lo, range, access](const std::string& value, ServerOptions& options) {
    int milliseconds = 0;
    if (!absl::SimpleAtoi(value, &milliseconds) || milliseconds < lo ||
        milliseconds > kMaxMilliseconds) {
      return absl::InvalidArgumentError("must be whole milliseconds in " + range);
    }
    access(options) = std::chrono::milliseconds(milliseconds);
    return absl::OkStatus();
  };
  auto show = [access](ServerOptions options) { return absl::StrCat(access(options).count()); };
  return {std::move(name), "MS", std::move(help), range, parse, show};
}

/// The path of a file; empty for none.
template <typename Access>
ServerFlag PathFlag(std::string name, std::string help, Access access) {
  auto parse = [access](const std::string& value, ServerOptions& options) {
    access(options) = value;
    return absl::OkStatus();
  };
  auto show = [access](ServerOptions options) {
    return access(options).empty() ? "none" : access(options);
  };
  return {std::move(name), "FILE", std::move(help), "", parse, show};
}

template <typename Access>
ServerFlag OnOffFlag(std::string name, std::string help, Access access) {
  auto parse = [access](const std::string& value, ServerOptions& options) {
    if (value != "on" && value != "off") {
      return absl::InvalidArgumentError("must be on or off");
    }
    access(options) = value == "on";
    return absl::OkStatus();
  };
  auto show = [access](ServerOptions options) {
    return std::string(access(options) ? "on" : "off");
  };
  return {std::move(name), "on|off", std::move(help), "", parse, show};
}

}  // namespace carom

#endif  // CAROM_SERVER_FLAGS_SERVER_FLAG_H_
