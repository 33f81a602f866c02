#ifndef CAROM_CORE_BASE_FIELD_ERROR_H_
#define CAROM_CORE_BASE_FIELD_ERROR_H_

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/base/interval.h"
#include "core/base/vec3.h"

// What is wrong with a field, as data. An error is made where the field is read, and grows its path
// on the way out; core/base/field_text.h alone makes a sentence of it. A status carries its error
// as a payload, which has the bytes of the wire's carom.v1.FieldError.

namespace carom {

/// One step of a path: a field, or an element of the list in that field.
struct PathElement {
  std::string name;
  int64_t index = -1;  ///< -1: the field itself.

  bool Is(std::string_view field) const { return name == field; }
  bool operator==(const PathElement&) const = default;
};

/// Where a field is, from some message downwards: "layouts[0].balls[2].ball.radius_m". Its text and
/// its steps are two forms of one path.
class FieldPath {
 public:
  FieldPath() = default;
  /// Out of its text.
  template <class Text>
  requires std::convertible_to<const Text&, std::string_view> FieldPath(const Text& text) {
    Parse(text);
  }
  /// An element of a list.
  FieldPath(std::string_view list, std::integral auto index) {
    Parse(list);
    steps_.back().index = static_cast<int64_t>(index);
  }

  bool empty() const { return steps_.empty(); }
  size_t size() const { return steps_.size(); }
  const PathElement& operator[](size_t i) const { return steps_[i]; }
  PathElement& operator[](size_t i) { return steps_[i]; }
  /// Whether the path leads to this field, or below it.
  bool BeginsWith(std::string_view field) const { return !empty() && steps_[0].Is(field); }
  bool operator==(const FieldPath&) const = default;

  /// The path below its first steps.
  FieldPath Below(size_t steps) const;
  std::string Text() const;

  friend FieldPath operator/(FieldPath above, const FieldPath& below) {
    above.steps_.insert(above.steps_.end(), below.steps_.begin(), below.steps_.end());
    return above;
  }

 private:
  void Parse(std::string_view text);

  std::vector<PathElement> steps_;
};

/// A field whose value cannot be used.
struct FieldError {
  FieldPath path;
  /// What about the field has the value, where that is not the field itself: a preset's
  /// "noses[3].height_m", "side_offset^2 + height_offset^2".
  std::string about;
  /// As it was given, written out: "-0.1", "\"pol\"", "3 entries", "absent". Empty where the field
  /// must not be given at all.
  std::string value;
  /// What the value must be: "in (0, 1]". Empty where no other value alone would do; then `value`
  /// says what is wrong.
  std::string must;

  /// "path: value must be ...", with ": about" after the path where there is any.
  std::string Text() const;

  /// Makes it an error of this field, which stands for what `path` leads to: a preset for a table,
  /// a distribution for a place. The path so far becomes `about`.
  void Blame(FieldPath field);
};

/// Longest parts of an error that a status carries, bytes; longer ones are clipped. gRPC carries 8
/// kB of a status, in which the server says each of them five times.
inline constexpr size_t kMaxErrorPartBytes = 256;
inline constexpr size_t kMaxErrorMustBytes = 640;

/// The type URL of the payload, as google.protobuf.Any names it.
inline constexpr char kFieldErrorType[] = "type.googleapis.com/carom.v1.FieldError";

/// The text, cut at the end of a character where it is longer, with "..." in place of the rest.
std::string Clip(std::string_view text, size_t max_bytes);

/// A number as a person writes it and a parser reads it back: the shortest digits that give the
/// same double; "nan", "inf", "-inf".
std::string FormatNumber(double value);

/// "in [0, 1]", "in (0, 1]", "in [0, 1)".
std::string Describe(const Interval& interval);

/// The same of whole numbers, in full: "in [1, 10000000]".
std::string DescribeCounts(const Interval& interval);

/// A status with the error's text and, as its payload, the error.
absl::Status ToStatus(FieldError error, absl::StatusCode code = absl::StatusCode::kInvalidArgument);

/// The error that a status carries; nothing where it is not about a field.
std::optional<FieldError> FieldErrorOf(const absl::Status& status);

/// INVALID_ARGUMENT, for example InvalidField("noses[3].height_m", -0.1, "in (0, 1]").
absl::Status InvalidField(FieldPath path, double value, std::string_view must_be);
absl::Status InvalidField(FieldPath path, int value, std::string_view must_be);
/// The value is "(x, y, z)".
absl::Status InvalidField(FieldPath path, const Vec3& value, std::string_view must_be);
/// The same for values that are no single number, written out by the caller.
absl::Status InvalidField(FieldPath path, std::string_view value, std::string_view must_be);

/// The same where no other value of the field alone would do: `what` is wrong.
absl::Status UnusableField(FieldPath path, std::string_view what,
                           absl::StatusCode code = absl::StatusCode::kInvalidArgument);

/// `status` with its error changed by `change(FieldError&)`, and the text that follows from it. A
/// status without an error stays as it is.
template <class Change>
absl::Status WithError(const absl::Status& status, const Change& change) {
  if (status.ok()) return status;
  std::optional<FieldError> error = FieldErrorOf(status);
  if (!error) return status;
  change(*error);
  return ToStatus(*std::move(error), status.code());
}

/// The same error one message up: "tables[0]" in front of its path. OK stays OK, at no cost.
absl::Status UnderPath(std::string_view field, const absl::Status& status);
absl::Status UnderPath(std::string_view list, std::integral auto index,
                       const absl::Status& status) {
  return status.ok() ? status : UnderPath(FieldPath(list, index).Text(), status);
}

/// FieldError::Blame() of a status.
absl::Status BlameField(const FieldPath& field, const absl::Status& status);

}  // namespace carom

#endif  // CAROM_CORE_BASE_FIELD_ERROR_H_
