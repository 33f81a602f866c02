#ifndef CAROM_SERVER_COMMAND_LINE_FLAG_SET_H_
#define CAROM_SERVER_COMMAND_LINE_FLAG_SET_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"

namespace carom {

/// A declared set of flags, and how their values are taken. CommandLine reads them. The variables
/// that flags are bound to must outlive the set.
class FlagSet {
 public:
  /// Applies a value; an error says what is allowed ("must be a number").
  using Parser = std::function<absl::Status(const std::string& value)>;

  struct Flag {
    std::string name;
    std::string value_name;  ///< Empty: a switch, or with an empty name a section.
    std::string help;
    Parser parser;
    std::vector<std::string> choices;  ///< What completion offers; empty: by value_name.

    bool is_section() const { return name.empty(); }
    bool is_switch() const { return !is_section() && value_name.empty(); }
  };

  /// A heading in Help() for the flags that follow.
  void AddSection(const std::string& title);

  /// Any flag with a value; `value_name` is shown in Help(): FILE, or all values as in on|off. The
  /// last of several values counts, unless the parser gathers them.
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

  /// What completion offers for the flag that was declared last.
  void SetChoices(std::vector<std::string> choices) { flags_.back().choices = std::move(choices); }

  /// Words that are no flags. Without any declared, such a word is an error.
  void SetPositional(std::vector<std::string>* target) { positional_ = target; }
  std::vector<std::string>* positional() const { return positional_; }

  /// Reads arguments without a command, as CommandLine::Parse() does.
  absl::Status Parse(const std::vector<std::string>& arguments);

  /// Gives a flag its values, in their order. INVALID_ARGUMENT names the `source`, where they come
  /// from, and what is allowed.
  absl::Status Take(const Flag& flag, const std::vector<std::string>& values,
                    const std::string& source);

  /// Null if there is none of this name.
  const Flag* Find(const std::string& name) const;

  /// In the order of their declaration, with the sections.
  const std::vector<Flag>& flags() const { return flags_; }

  /// Names of the flags that were given values.
  const std::set<std::string>& given() const { return given_; }

  /// All flags, a line or more each, with their sections.
  std::string Help() const;

 private:
  std::vector<Flag> flags_;
  std::vector<std::string>* positional_ = nullptr;
  std::set<std::string> given_;
};

/// A finite or infinite decimal number or nan (which the service refuses by name).
absl::Status ParseNumber(const std::string& text, double* number);

/// A whole number from 0 to 2^64 - 1.
absl::Status ParseCount(const std::string& text, uint64_t* count);

}  // namespace carom

#endif  // CAROM_SERVER_COMMAND_LINE_FLAG_SET_H_
