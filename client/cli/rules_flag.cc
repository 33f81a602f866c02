#include "client/cli/rules_flag.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "client/cli/parameter_text.h"

namespace carom {
namespace {

std::vector<std::string> GameNames() {
  std::vector<std::string> names;
  for (int rules = carom::v1::Rules_MIN + 1; rules <= carom::v1::Rules_MAX; ++rules) {
    names.push_back(WordOf(*carom::v1::Rules_descriptor()->FindValueByNumber(rules)));
  }
  return names;
}

}  // namespace

void RulesFlag::Declare(FlagSet* flags) {
  flags->AddText("rules", "GAME",
                 absl::StrCat("of ", absl::StrJoin(GameNames(), ", "), "; required"), &name_);
}

absl::StatusOr<carom::v1::Rules> RulesFlag::Parse() const {
  const std::vector<std::string> names = GameNames();
  if (!name_) {
    return absl::InvalidArgumentError(
        absl::StrCat("--rules is missing: one of ", absl::StrJoin(names, ", ")));
  }
  const std::string asked =
      absl::StrReplaceAll(*name_, {{"_", "-"}, {"8-", "eight-"}, {"9-", "nine-"}});
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == asked) return static_cast<carom::v1::Rules>(i + 1);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--rules: \"", *name_, "\" must be one of ", absl::StrJoin(names, ", ")));
}

}  // namespace carom
