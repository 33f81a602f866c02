#include "client/cli/parameter_flags.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "carom/v1/options.pb.h"
#include "client/cli/parameter_text.h"

namespace carom {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::OneofDescriptor;

const OneofDescriptor& LawsOf(const FieldDescriptor& field) {
  return *field.message_type()->FindOneofByName("law");
}

// A parameter of a law: in the law's own message, or in an arm of a oneof of it.
struct LawParameter {
  const FieldDescriptor* arm = nullptr;
  std::vector<const FieldDescriptor*> path;

  const v1::Parameter& options() const { return OptionsOf(*path.back()); }
};

// Those that have flags.
std::vector<LawParameter> ParametersOf(const FieldDescriptor& arm) {
  std::vector<LawParameter> parameters;
  for (int i = 0; i < arm.message_type()->field_count(); ++i) {
    const FieldDescriptor* const field = arm.message_type()->field(i);
    if (!OptionsOf(*field).flag().empty()) parameters.push_back({&arm, {field}});
    if (field->message_type() == nullptr || field->real_containing_oneof() == nullptr) continue;
    for (int j = 0; j < field->message_type()->field_count(); ++j) {
      const FieldDescriptor* const inner = field->message_type()->field(j);
      if (!OptionsOf(*inner).flag().empty()) parameters.push_back({&arm, {field, inner}});
    }
  }
  return parameters;
}

std::vector<LawParameter> ParametersOfAll(const OneofDescriptor& laws) {
  std::vector<LawParameter> all;
  for (int i = 0; i < laws.field_count(); ++i) {
    for (LawParameter& parameter : ParametersOf(*laws.field(i))) all.push_back(parameter);
  }
  return all;
}

const LawParameter* Find(const std::vector<LawParameter>& parameters, const std::string& flag) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const auto& one) { return one.options().flag() == flag; });
  return found == parameters.end() ? nullptr : &*found;
}

// All laws, the default one first.
std::vector<std::string> NamesOfLaws(const FieldDescriptor& field) {
  std::vector<std::string> names;
  for (int i = 0; i < LawsOf(field).field_count(); ++i) {
    names.push_back(LawsOf(field).field(i)->name());
  }
  const auto chosen = std::find(names.begin(), names.end(), OptionsOf(field).default_law());
  std::rotate(names.begin(), chosen, names.end());
  return names;
}

// In an arm of a oneof another arm may be the default, and laws may differ.
bool HaveOneDefault(const std::vector<LawParameter>& parameters, const v1::Parameter& options) {
  return std::all_of(parameters.begin(), parameters.end(), [&](const LawParameter& one) {
    if (one.options().flag() != options.flag()) return true;
    return one.path.size() == 1 && one.options().default_value() == options.default_value();
  });
}

// Which laws have the flag, where not all have it.
std::string WhichLaws(const std::vector<const FieldDescriptor*>& law_fields,
                      const std::string& flag) {
  std::vector<std::string> with;
  std::vector<std::string> without;
  for (const FieldDescriptor* field : law_fields) {
    const OneofDescriptor& laws = LawsOf(*field);
    if (Find(ParametersOfAll(laws), flag) == nullptr) continue;
    for (int i = 0; i < laws.field_count(); ++i) {
      const bool has = Find(ParametersOf(*laws.field(i)), flag) != nullptr;
      (has ? with : without).push_back(laws.field(i)->name());
    }
  }
  if (without.empty()) return "";
  if (without.size() == 1) return absl::StrCat("not of ", without[0]);
  return absl::StrCat("of ", Listed(with, "and"));
}

void SetWithin(const std::vector<const FieldDescriptor*>& path, const ParameterValue& value,
               Message* message) {
  for (size_t i = 0; i + 1 < path.size(); ++i) {
    message = message->GetReflection()->MutableMessage(message, path[i]);
  }
  SetParameter(*path.back(), value, message);
}

}  // namespace

std::vector<std::string> FlagsWithin(const FieldDescriptor& holder) {
  std::vector<std::string> flags;
  for (int i = 0; i < holder.message_type()->field_count(); ++i) {
    const std::string& flag = OptionsOf(*holder.message_type()->field(i)).flag();
    if (!flag.empty()) flags.push_back(flag);
  }
  return flags;
}

std::vector<std::string> FlagsOfLaw(const FieldDescriptor& field) {
  std::vector<std::string> flags = {OptionsOf(field).flag()};
  for (const LawParameter& parameter : ParametersOfAll(LawsOf(field))) {
    flags.push_back(parameter.options().flag());
  }
  return flags;
}

FlagSet::Parser ParameterFlags::Into(const Field& field) {
  return [this, &field](const std::string& text) {
    return ParseParameter(field, text, &values_[OptionsOf(field).flag()]);
  };
}

void ParameterFlags::Declare(const Field& field, FlagSet* flags, const std::string& more,
                             const Field* holder) {
  const v1::Parameter& options = OptionsOf(field);
  if (field.enum_type() == nullptr) {
    flags->Add(options.flag(), options.value_name(),
               HelpText({options.help(), RangeText(field), DefaultText(field, holder), more}),
               Into(field));
    return;
  }
  const std::vector<std::string> words = WordsOf(field, holder);
  flags->Add(options.flag(), options.value_name(),
             ChoiceText(options.help(), words, /*has_default=*/true), Into(field));
  flags->SetChoices(words);
}

void ParameterFlags::DeclareWithin(const Field& holder, FlagSet* flags) {
  for (int i = 0; i < holder.message_type()->field_count(); ++i) {
    const Field& field = *holder.message_type()->field(i);
    if (!OptionsOf(field).flag().empty()) Declare(field, flags, "", &holder);
  }
}

void ParameterFlags::DeclareChoice(const Field& field, FlagSet* flags) {
  const v1::Parameter& options = OptionsOf(field);
  flags->Add(options.flag(), options.value_name(),
             ChoiceText(options.help(), NamesOfLaws(field), /*has_default=*/true),
             [this, flag = options.flag()](const std::string& value) {
               laws_[flag] = value;
               return absl::OkStatus();
             });
  flags->SetChoices(NamesOfLaws(field));
}

void ParameterFlags::DeclareLaws(std::vector<const Field*> fields, FlagSet* flags) {
  law_fields_ = std::move(fields);
  std::set<std::string> declared;
  for (const Field* field : law_fields_) {
    DeclareChoice(*field, flags);
    for (const LawParameter& parameter : ParametersOfAll(LawsOf(*field))) {
      const v1::Parameter& options = parameter.options();
      if (!declared.insert(options.flag()).second) continue;
      const Field& number = *parameter.path.back();
      const bool shows_default = HaveOneDefault(ParametersOfAll(LawsOf(*field)), options);
      flags->Add(
          options.flag(), options.value_name(),
          HelpText({WhichLaws(law_fields_, options.flag()), options.help(), RangeText(number),
                    shows_default ? DefaultText(number, /*holder=*/nullptr) : ""}),
          Into(number));
    }
  }
}

bool ParameterFlags::Given(const Field& field) const {
  return values_.count(OptionsOf(field).flag()) > 0;
}

void ParameterFlags::Apply(const Field& field, Message* message) const {
  const auto given = values_.find(OptionsOf(field).flag());
  if (given != values_.end()) SetParameter(field, given->second, message);
}

void ParameterFlags::ApplyWithin(const Field& holder, Message* message) const {
  for (int i = 0; i < holder.message_type()->field_count(); ++i) {
    const Field& field = *holder.message_type()->field(i);
    const auto given = values_.find(OptionsOf(field).flag());
    if (given != values_.end()) SetWithin({&holder, &field}, given->second, message);
  }
}

const FieldDescriptor* ParameterFlags::ChosenArm(const Field& field,
                                                 const Message& settings) const {
  const auto given = laws_.find(OptionsOf(field).flag());
  const Message& choice = settings.GetReflection()->GetMessage(settings, &field);
  const Field* const there =
      choice.GetReflection()->GetOneofFieldDescriptor(choice, &LawsOf(field));
  if (given == laws_.end() && there != nullptr) return there;
  const std::string& name = given == laws_.end() ? OptionsOf(field).default_law() : given->second;
  for (int i = 0; i < LawsOf(field).field_count(); ++i) {
    if (LawsOf(field).field(i)->name() == name) return LawsOf(field).field(i);
  }
  return nullptr;
}

absl::Status ParameterFlags::ApplyLaw(const Field& field, Message* settings) const {
  const std::string& flag = OptionsOf(field).flag();
  const Field* const arm = ChosenArm(field, *settings);
  if (arm == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--", flag, ": \"", laws_.at(flag), "\" must be ", Listed(NamesOfLaws(field), "or")));
  }
  // Nothing is set where nothing is given.
  const auto law = [&] {
    Message* const choice = settings->GetReflection()->MutableMessage(settings, &field);
    return choice->GetReflection()->MutableMessage(choice, arm);
  };
  if (laws_.count(flag) > 0) law();
  for (const LawParameter& parameter : ParametersOf(*arm)) {
    const auto given = values_.find(parameter.options().flag());
    if (given != values_.end()) SetWithin(parameter.path, given->second, law());
  }
  return absl::OkStatus();
}

absl::Status ParameterFlags::CheckAllTaken(const Message& settings) const {
  for (const auto& [flag, value] : values_) {
    std::vector<std::string> chosen;
    bool taken = false;
    for (const Field* field : law_fields_) {
      if (Find(ParametersOfAll(LawsOf(*field)), flag) == nullptr) continue;
      const Field* const arm = ChosenArm(*field, settings);
      taken = taken || Find(ParametersOf(*arm), flag) != nullptr;
      chosen.push_back(arm->name());
    }
    if (taken || chosen.empty()) continue;
    const bool one = chosen.size() == 1;
    return absl::InvalidArgumentError(absl::StrCat("--", flag, ": the law", one ? " " : "s ",
                                                   Listed(chosen, "and"),
                                                   one ? " has none" : " have none"));
  }
  return absl::OkStatus();
}

absl::Status ParameterFlags::ApplyLaws(Message* settings) const {
  for (const Field* field : law_fields_) {
    if (absl::Status status = ApplyLaw(*field, settings); !status.ok()) return status;
  }
  return CheckAllTaken(*settings);
}

}  // namespace carom
