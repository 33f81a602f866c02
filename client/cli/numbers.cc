#include "client/cli/numbers.h"

#include <charconv>

#include "absl/strings/str_format.h"

namespace carom {
namespace {

std::string WithoutMinusOfZero(std::string text) {
  const bool is_zero = text.find_first_not_of("-0.") == std::string::npos;
  if (is_zero && text.front() == '-') text.erase(0, 1);
  return text;
}

}  // namespace

std::string Exact(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof(buffer), value).ptr;
  return std::string(buffer, end);
}

std::string Fixed(double value, int decimals) {
  return WithoutMinusOfZero(absl::StrFormat("%.*f", decimals, value));
}

std::string Significant(double value, int digits) {
  return WithoutMinusOfZero(absl::StrFormat("%.*g", digits, value));
}

}  // namespace carom
