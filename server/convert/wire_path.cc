#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/request_convert.h"

namespace carom {
namespace {

// A core's message "balls[3].position_m: ..." taken apart.
struct BallField {
  int ball = 0;
  std::string_view rest;  // "position_m: ..."
};

bool TakePrefix(std::string_view prefix, std::string_view& text) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::optional<BallField> ParseBallField(std::string_view message) {
  BallField field;
  if (!TakePrefix("balls[", message)) return std::nullopt;
  const char* end = message.data() + message.size();
  const std::from_chars_result number = std::from_chars(message.data(), end, field.ball);
  if (number.ec != std::errc()) return std::nullopt;
  field.rest = std::string_view(number.ptr, static_cast<size_t>(end - number.ptr));
  if (!TakePrefix("].", field.rest)) return std::nullopt;
  return field;
}

bool IsField(std::string_view name, std::string_view rest) {
  return TakePrefix(name, rest) && TakePrefix(":", rest);
}

// Where a ball's field stands on the wire: in the shot, in the layout ball by ball, in columns, or
// nowhere (the rack places the ball).
std::string BallPath(const BallField& field, std::string_view message, const WirePaths& paths) {
  const bool position = IsField("position_m", field.rest);
  const std::string_view value = field.rest.substr(field.rest.find(':') + 1);
  if (position && paths.shot != nullptr && !paths.shot->positions_m().empty()) {
    return absl::StrCat(paths.shot_path, ".positions_m[", 2 * field.ball, "]:", std::string(value));
  }
  const std::string layout = absl::StrCat("layouts[", paths.layout_index, "].");
  if (paths.layout->has_balls()) {
    const bool body = IsField("mass_kg", field.rest) || IsField("radius_m", field.rest) ||
                      IsField("inertia_ratio", field.rest);
    return absl::StrCat(layout, "balls.balls[", field.ball, body ? "].ball." : "].state.",
                        std::string(field.rest));
  }
  if (position && paths.layout->has_states()) {
    return absl::StrCat(layout, "states.positions_m[", 3 * field.ball, "]:", std::string(value));
  }
  return absl::StrCat(layout,
                      paths.layout->has_rack() ? "rack: " : "states: ", std::string(message));
}

std::string TablePath(std::string_view rest, const WirePaths& paths) {
  return absl::StrCat(
      "tables[", paths.table_index,
      paths.table->has_geometry() ? "].geometry." : "].preset: ", std::string(rest));
}

std::string StrikePath(std::string_view rest, const WirePaths& paths) {
  return absl::StrCat(paths.shot_path, paths.shot != nullptr ? ".strike." : ".", std::string(rest));
}

std::string ToWireMessage(std::string_view message, const WirePaths& paths) {
  std::string_view rest = message;
  if (TakePrefix("samples", rest) || TakePrefix("contacts", rest)) {
    return absl::StrCat("detail.", std::string(message));
  }
  const bool named_scene = paths.layout == nullptr || paths.table == nullptr;
  if (named_scene) return absl::StrCat(paths.shot_path, ".scene: ", std::string(message));
  if (TakePrefix("table.", rest)) return TablePath(rest, paths);
  if (TakePrefix("settings.", rest)) {
    return absl::StrCat("settings[", paths.settings_index, "].", std::string(rest));
  }
  if (TakePrefix("strike.", rest)) return StrikePath(rest, paths);
  const std::optional<BallField> field = ParseBallField(message);
  if (field.has_value()) return BallPath(*field, message, paths);
  return absl::StrCat("layouts[", paths.layout_index, "]: ", std::string(message));
}

}  // namespace

absl::Status AtPath(const absl::Status& status, const std::string& path) {
  return UnderPath(path + ".", status);
}

absl::Status ToWirePath(const absl::Status& status, const WirePaths& paths) {
  if (status.ok()) return status;
  const std::string_view message(status.message().data(), status.message().size());
  // UnderPath also clips the message to what gRPC carries.
  return UnderPath("", absl::Status(status.code(), ToWireMessage(message, paths)));
}

}  // namespace carom
