#ifndef CAROM_CLIENT_CLI_PARAMETER_FLAGS_H_
#define CAROM_CLIENT_CLI_PARAMETER_FLAGS_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "client/cli/parameter_text.h"
#include "client/cli/parameter_value.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// Flags that follow from the options of fields (proto/carom/v1/options.proto): names, values,
/// ranges, defaults and help are those of the wire. A law added there has its flags here.
class ParameterFlags {
 public:
  using Field = google::protobuf::FieldDescriptor;
  using Message = google::protobuf::Message;

  /// A flag for this number or choice. `more` ends its help; where the field stands in the message
  /// of the field `holder`, that may have a default of its own.
  void Declare(const Field& field, FlagSet* flags, const std::string& more = "",
               const Field* holder = nullptr);

  /// A flag for each number and choice of the message in this field that has one.
  void DeclareWithin(const Field& holder, FlagSet* flags);

  /// For each of these fields a flag for the choice of its law, the oneof `law` of its message, and
  /// one for each parameter of these laws that has a flag. Laws may share one. Called once.
  void DeclareLaws(std::vector<const Field*> fields, FlagSet* flags);

  /// Whether the flag of this field was given.
  bool Given(const Field& field) const;

  /// Sets this number or choice if its flag is given.
  void Apply(const Field& field, Message* message) const;
  /// Sets those of the message in this field; where no flag is given it stays absent.
  void ApplyWithin(const Field& holder, Message* message) const;

  /// Sets the laws that were declared, in the message that holds their fields. INVALID_ARGUMENT for
  /// a law that does not exist and for a parameter that no law chosen has.
  absl::Status ApplyLaws(Message* settings) const;

 private:
  void DeclareChoice(const Field& field, FlagSet* flags);
  absl::Status ApplyLaw(const Field& field, Message* settings) const;
  absl::Status CheckAllTaken(const Message& settings) const;
  const Field* ChosenArm(const Field& field, const Message& settings) const;
  FlagSet::Parser Into(const Field& field);

  std::vector<const Field*> law_fields_;
  std::map<std::string, std::string> laws_;       // Given, by flag.
  std::map<std::string, ParameterValue> values_;  // Given, by flag.
};

/// The flags of the numbers and choices of the message in this field.
std::vector<std::string> FlagsWithin(const google::protobuf::FieldDescriptor& holder);

/// The flags of the laws that this field chooses among: that of the choice, then the parameters'.
std::vector<std::string> FlagsOfLaw(const google::protobuf::FieldDescriptor& field);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_PARAMETER_FLAGS_H_
