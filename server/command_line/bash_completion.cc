#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "server/command_line/command_line.h"

namespace carom {
namespace {

std::string FlagWords(const FlagSet& flags) {
  std::vector<std::string> words;
  for (const FlagSet::Flag& flag : flags.flags()) {
    if (!flag.is_section()) {
      words.push_back(absl::StrCat("--", flag.name, flag.is_switch() ? "" : "="));
    }
  }
  return absl::StrJoin(words, " ");
}

// "on|off" tells all values; FILE and NAME do not.
std::vector<std::string> ValuesOf(const FlagSet::Flag& flag) {
  if (!flag.choices.empty() || flag.value_name.find('|') == std::string::npos) return flag.choices;
  return absl::StrSplit(flag.value_name, '|');
}

// What completes a flag's value: files, or the values that it takes.
std::string CasesOfValues(const std::string& command, const FlagSet& flags) {
  std::string cases;
  for (const FlagSet::Flag& flag : flags.flags()) {
    const std::vector<std::string> values = ValuesOf(flag);
    const bool is_file = flag.value_name == "FILE";
    if (!is_file && values.empty()) continue;
    const std::string does =
        is_file ? "files=yes" : absl::StrCat("values=\"", absl::StrJoin(values, " "), "\"");
    absl::StrAppend(&cases, "    \"", command, " --", flag.name, "\") ", does, " ;;\n");
  }
  return cases;
}

// bash takes "=" for a word of its own, unless somebody has set COMP_WORDBREAKS otherwise.
constexpr char kScript[] = R"(# Completion for bash: `source` this file, or keep it as
# share/bash-completion/completions/PROGRAM. Printed by `PROGRAM --completion=bash`.
_FUNCTION() {
  local commands="COMMANDS" command="" flag="" flags="" values="" files="" word i
  local current=${COMP_WORDS[COMP_CWORD]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    [[ $word != -* && ${COMP_WORDS[i-1]} != "=" && " $commands " == *" $word "* ]] || continue
    command=$word
    break
  done
  if [[ $current == --*=* ]]; then
    flag=${current%%=*}
    current=${current#*=}
  elif [[ $current == "=" ]]; then
    flag=${COMP_WORDS[COMP_CWORD-1]}
    current=""
  elif [[ ${COMP_WORDS[COMP_CWORD-1]} == "=" ]]; then
    flag=${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $current != -* ]]; then
    flag=${COMP_WORDS[COMP_CWORD-1]}
  fi
  case "$command $flag" in
OF_A_COMMAND    *) case " $flag" in
OF_THE_PROGRAM    esac ;;
  esac
  COMPREPLY=()
  if [[ -n $files ]]; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    return
  elif [[ -n $values ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current")
    return
  fi
  case "$command" in
FLAGS_OF_COMMANDS  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$flags PROGRAM_FLAGS" -- "$current")
    [[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace
  elif [[ -z $command ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
  fi
}
complete -F _FUNCTION PROGRAM
)";

}  // namespace

std::string CommandLine::BashCompletion() const {
  std::vector<std::string> names;
  std::string flags_of_commands;
  std::string values_of_commands;
  for (const auto& [name, flags] : commands_) {
    names.push_back(name);
    absl::StrAppend(&flags_of_commands, "    ", name, ") flags=\"", FlagWords(*flags), "\" ;;\n");
    values_of_commands += CasesOfValues(name, *flags);
  }
  return absl::StrReplaceAll(kScript, {{"FUNCTION", absl::StrReplaceAll(program_, {{"-", "_"}})},
                                       {"PROGRAM_FLAGS", FlagWords(*flags_)},
                                       {"OF_A_COMMAND", values_of_commands},
                                       {"OF_THE_PROGRAM", CasesOfValues("", *flags_)},
                                       {"COMMANDS", absl::StrJoin(names, " ")},
                                       {"FLAGS_OF_COMMANDS", flags_of_commands},
                                       {"PROGRAM", program_}});
}

}  // namespace carom
