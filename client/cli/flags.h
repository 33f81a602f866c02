#ifndef CAROM_CLIENT_CLI_FLAGS_H_
#define CAROM_CLIENT_CLI_FLAGS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace carom {

/// A declared set of flags: parses "--name=value", "--name value" and "--switch", and explains
/// itself. The variables that flags are bound to must outlive the set.
class FlagSet {
 public:
  /// Applies a value; an error says what is allowed ("must be a number").
  using Parser = std::function<absl::Status(const std::string& value)>;

  /// A heading in Help() for the flags that follow.
  void AddSection(const std::string& title);

  /// Any flag with a value; `value_name` is shown in Help(). The last of several values counts,
  /// unless the parser gathers them.
  void Add(const std::string& name, const std::string& value_name, const std::string& help,
           Parser parser);

  void AddSwitch(const std::string& name, const std::string& help, bool* target);
  void AddText(const std::string& name, const std::string& value_name, const std::string& help,
               std::optional<std::string>* target);
  void AddNumber(const std::string& name, const std::string& value_name, const std::string& help,
                 std::optional<double>* target);
  void AddCount(const std::string& name, const std::string& value_name, const std::string& help,
                std::optional<uint64_t>* target);
  void AddList(const std::string& name, const std::string& value_name, const std::string& help,
               std::vector<std::string>* target);

  /// Words that are no flags. Without any declared, such a word is an error.
  void SetPositional(std::vector<std::string>* target);

  /// Reads arguments[first...]. INVALID_ARGUMENT names the flag, its value and what is allowed.
  absl::Status Parse(const std::vector<std::string>& arguments);

  /// Names of the flags that the arguments held.
  const std::set<std::string>& given() const { return given_; }

  /// All flags, a line or more each, with their sections.
  std::string Help() const;

 private:
  struct Flag {
    std::string name;
    std::string value_name;  // Empty: a switch, or with an empty name a section.
    std::string help;
    Parser parser;
  };

  const Flag* Find(const std::string& name) const;
  absl::Status ParseFlag(const std::vector<std::string>& arguments, size_t* index);

  std::vector<Flag> flags_;
  std::vector<std::string>* positional_ = nullptr;
  std::set<std::string> given_;
};

/// A finite or infinite decimal number or nan (which the service refuses by name).
absl::Status ParseNumber(const std::string& text, double* number);

/// A whole number from 0 to 2^64 - 1.
absl::Status ParseCount(const std::string& text, uint64_t* count);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_FLAGS_H_
