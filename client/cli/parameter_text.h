#ifndef CAROM_CLIENT_CLI_PARAMETER_TEXT_H_
#define CAROM_CLIENT_CLI_PARAMETER_TEXT_H_

#include <google/protobuf/descriptor.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/options.pb.h"

// What the options of a field (proto/carom/v1/options.proto) say, in the words of the command line.

namespace carom {

/// The field of this number: FieldOf<v1::Cue>(v1::Cue::kMassKgFieldNumber).
template <class Wire>
const google::protobuf::FieldDescriptor& FieldOf(int number) {
  return *Wire::descriptor()->FindFieldByNumber(number);
}

const carom::v1::Parameter& OptionsOf(const google::protobuf::FieldDescriptor& field);

/// Whether the flag takes degrees of a field in radians.
bool IsInDegrees(const google::protobuf::FieldDescriptor& field);

/// The range that a flag's number must be in: of angles whole degrees, within the field's.
carom::v1::Interval RangeOfFlag(const google::protobuf::FieldDescriptor& field);

/// "in [0, 10]", "in [-57295, 57295] degrees"; empty without a range.
std::string RangeText(const google::protobuf::FieldDescriptor& field);

/// INVALID_ARGUMENT where the count of this flag is not in the range of its field.
absl::Status CheckCount(const char* flag, uint64_t count,
                        const google::protobuf::FieldDescriptor& field);

/// "default 0.2"; empty where the options tell none, here or in the field `holder` (or null) whose
/// message has this field.
std::string DefaultText(const google::protobuf::FieldDescriptor& field,
                        const google::protobuf::FieldDescriptor* holder);

/// "in [0, 10]; default 5" of a count of this message.
template <class Message>
std::string RangeAndDefaultText(int field) {
  const google::protobuf::FieldDescriptor& descriptor = FieldOf<Message>(field);
  return RangeText(descriptor) + "; " + DefaultText(descriptor, /*holder=*/nullptr);
}

/// What the command line calls the values of an enum, without UNSPECIFIED: the default first.
std::vector<std::string> WordsOf(const google::protobuf::FieldDescriptor& field,
                                 const google::protobuf::FieldDescriptor* holder);

/// What the command line calls this value: "event-driven" of ENGINE_EVENT_DRIVEN.
std::string WordOf(const google::protobuf::EnumValueDescriptor& value);

/// "a, b or c".
std::string Listed(std::vector<std::string> words, const std::string& last_joint);

/// "help: a (default), b or c": what a flag chooses among.
std::string ChoiceText(const std::string& help, std::vector<std::string> words, bool has_default);

/// Those of the parts that are not empty, in lines that fit beside the flags.
std::string HelpText(const std::vector<std::string>& parts);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_PARAMETER_TEXT_H_
