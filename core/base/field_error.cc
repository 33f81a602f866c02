#include "core/base/field_error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "core/base/field_text.h"

namespace carom {
namespace {

// The payload is what protobuf makes of carom.v1.FieldError: path, about, value and must, four
// strings with the numbers 1 to 4.
constexpr int kLengthDelimited = 2;  // The wire type of a string.

void AppendVarint(size_t number, std::string& bytes) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<char>(number | 0x80));
  bytes.push_back(static_cast<char>(number));
}

void AppendString(int field, const std::string& text, std::string& bytes) {
  if (text.empty()) return;
  AppendVarint(static_cast<size_t>(field << 3 | kLengthDelimited), bytes);
  AppendVarint(text.size(), bytes);
  bytes.append(text);
}

// False at the end, and for bytes that AppendVarint() does not write.
bool TakeVarint(std::string_view& bytes, size_t& number) {
  number = 0;
  for (int shift = 0; !bytes.empty() && shift < 32; shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number |= static_cast<size_t>(byte & 0x7fu) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

// "name[index]", or a name alone.
PathElement ParseStep(std::string_view text) {
  const size_t bracket = text.rfind('[');
  if (bracket != std::string_view::npos && text.back() == ']') {
    int64_t index = -1;
    const char* const end = text.data() + text.size() - 1;
    const std::from_chars_result read = std::from_chars(text.data() + bracket + 1, end, index);
    if (read.ec == std::errc() && read.ptr == end && index >= 0) {
      return {std::string(text.substr(0, bracket)), index};
    }
  }
  return {std::string(text)};
}

std::string Between(const Interval& interval, const std::string& low, const std::string& high) {
  const char* const open = interval.ends == Interval::Ends::kOpenLow ? "in (" : "in [";
  const char* const close = interval.ends == Interval::Ends::kOpenHigh ? ")" : "]";
  return open + low + ", " + high + close;
}

}  // namespace

void FieldPath::Parse(std::string_view text) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('.'), text.size());
    steps_.push_back(ParseStep(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

FieldPath FieldPath::Below(size_t steps) const {
  FieldPath below;
  if (steps < size()) {
    below.steps_.assign(std::next(steps_.begin(), static_cast<ptrdiff_t>(steps)), steps_.end());
  }
  return below;
}

std::string FieldPath::Text() const {
  std::string text;
  for (const PathElement& step : steps_) {
    if (!text.empty()) text.push_back('.');
    text.append(step.name);
    if (step.index >= 0) text.append("[").append(std::to_string(step.index)).append("]");
  }
  return text;
}

std::string FieldError::Text() const { return FieldText(path.Text(), about, value, must); }

void FieldError::Blame(FieldPath field) {
  std::string within = std::exchange(path, std::move(field)).Text();
  if (!within.empty() && !about.empty()) within.append(": ");
  about.insert(0, within);
}

std::string Clip(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  constexpr std::string_view kRest = "...";
  size_t end = max_bytes - kRest.size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
  return std::string(text.substr(0, end)).append(kRest);
}

std::string FormatNumber(double value) {
  if (std::isnan(value)) return "nan";  // to_chars would tell the sign of a NaN
  char digits[32];
  const std::to_chars_result end =
      std::to_chars(digits, digits + sizeof(digits), value, std::chars_format::general);
  return std::string(digits, end.ptr);
}

std::string Describe(const Interval& interval) {
  return Between(interval, FormatNumber(interval.low), FormatNumber(interval.high));
}

std::string DescribeCounts(const Interval& interval) {
  return Between(interval, std::to_string(static_cast<int64_t>(interval.low)),
                 std::to_string(static_cast<int64_t>(interval.high)));
}

absl::Status ToStatus(FieldError error, absl::StatusCode code) {
  const auto clip = [](std::string& part, size_t max_bytes) {
    if (part.size() > max_bytes) part = Clip(part, max_bytes);
  };
  clip(error.about, kMaxErrorPartBytes);
  clip(error.value, kMaxErrorPartBytes);
  clip(error.must, kMaxErrorMustBytes);
  std::string path = error.path.Text();
  clip(path, kMaxErrorPartBytes);
  std::string bytes;
  AppendString(1, path, bytes);
  AppendString(2, error.about, bytes);
  AppendString(3, error.value, bytes);
  AppendString(4, error.must, bytes);
  absl::Status status(code, FieldText(path, error.about, error.value, error.must));
  status.SetPayload(kFieldErrorType, absl::Cord(std::move(bytes)));
  return status;
}

std::optional<FieldError> FieldErrorOf(const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(kFieldErrorType);
  if (!payload) return std::nullopt;
  const std::string bytes(*payload);
  std::string_view left = bytes;
  std::string path;
  FieldError error;
  std::string* const parts[] = {&path, &error.about, &error.value, &error.must};
  size_t tag = 0;
  size_t size = 0;
  while (TakeVarint(left, tag) && TakeVarint(left, size) && size <= left.size()) {
    const size_t field = tag >> 3;
    if (field >= 1 && field <= std::size(parts)) parts[field - 1]->assign(left.substr(0, size));
    left.remove_prefix(size);
  }
  error.path = FieldPath(path);
  return error;
}

absl::Status InvalidField(FieldPath path, double value, std::string_view must_be) {
  return InvalidField(std::move(path), std::string_view(FormatNumber(value)), must_be);
}

absl::Status InvalidField(FieldPath path, int value, std::string_view must_be) {
  return InvalidField(std::move(path), std::string_view(std::to_string(value)), must_be);
}

absl::Status InvalidField(FieldPath path, const Vec3& value, std::string_view must_be) {
  const std::string text = absl::StrCat("(", FormatNumber(value.x()), ", ", FormatNumber(value.y()),
                                        ", ", FormatNumber(value.z()), ")");
  return InvalidField(std::move(path), std::string_view(text), must_be);
}

absl::Status InvalidField(FieldPath path, std::string_view value, std::string_view must_be) {
  return ToStatus({std::move(path), "", std::string(value), std::string(must_be)});
}

absl::Status UnusableField(FieldPath path, std::string_view what, absl::StatusCode code) {
  return ToStatus({std::move(path), "", std::string(what), ""}, code);
}

absl::Status UnderPath(std::string_view field, const absl::Status& status) {
  return WithError(status, [&](FieldError& error) { error.path = FieldPath(field) / error.path; });
}

absl::Status BlameField(const FieldPath& field, const absl::Status& status) {
  return WithError(status, [&](FieldError& error) { error.Blame(field); });
}

}  // namespace carom
