#include "client/cli/distribution_text.h"

#include <array>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cli/parameter_text.h"
#include "server/command_line/flag_set.h"

namespace carom {
namespace {

using carom::v1::Distribution;
using Numbers = std::vector<double>;

struct Kind {
  const char* name;
  const char* takes;
  size_t count;  // How many numbers it takes; 0: one or more.
  void (*set)(const Numbers& numbers, Distribution& distribution);
};

constexpr std::array<Kind, 5> kKinds{{
    {"constant", "one number", 1,
     [](const Numbers& n, Distribution& wire) { wire.set_constant(n[0]); }},
    {"uniform", "LO,HI", 2,
     [](const Numbers& n, Distribution& wire) {
       wire.mutable_uniform()->set_lo(n[0]);
       wire.mutable_uniform()->set_hi(n[1]);
     }},
    {"normal", "MEAN,SIGMA", 2,
     [](const Numbers& n, Distribution& wire) {
       wire.mutable_normal()->set_mean(n[0]);
       wire.mutable_normal()->set_sigma(n[1]);
     }},
    {"truncated_normal", "MEAN,SIGMA,LO,HI", 4,
     [](const Numbers& n, Distribution& wire) {
       wire.mutable_truncated_normal()->set_mean(n[0]);
       wire.mutable_truncated_normal()->set_sigma(n[1]);
       wire.mutable_truncated_normal()->set_lo(n[2]);
       wire.mutable_truncated_normal()->set_hi(n[3]);
     }},
    {"choice", "VALUE,VALUE,...", 0,
     [](const Numbers& n, Distribution& wire) {
       wire.mutable_choice()->mutable_values()->Add(n.begin(), n.end());
     }},
}};

absl::Status NoSuchKind(const std::string& name) {
  std::vector<std::string> names;
  for (const Kind& kind : kKinds) names.emplace_back(kind.name);
  return absl::InvalidArgumentError(
      absl::StrCat("\"", name, "\" must be one of ", Listed(names, "and")));
}

}  // namespace

absl::Status ParseDistribution(const std::string& text, Distribution* distribution) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(text, absl::MaxSplits(':', 1));
  const Kind* known = nullptr;
  for (const Kind& kind : kKinds) {
    if (parts.first == kind.name) known = &kind;
  }
  if (known == nullptr) return NoSuchKind(parts.first);
  Numbers numbers;
  bool good = true;
  for (const absl::string_view number : absl::StrSplit(parts.second, ',')) {
    good = good && ParseNumber(std::string(number), &numbers.emplace_back()).ok();
  }
  if (!good || (known->count > 0 && numbers.size() != known->count)) {
    return absl::InvalidArgumentError(absl::StrCat("\"", parts.second, "\" must be what ",
                                                   known->name, " takes, ", known->takes));
  }
  known->set(numbers, *distribution);
  return absl::OkStatus();
}

}  // namespace carom
