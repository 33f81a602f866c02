#ifndef CAROM_CLIENT_CLI_PARAMETER_FLAGS_H_
#define CAROM_CLIENT_CLI_PARAMETER_FLAGS_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// Flags that follow from the options of fields (proto/carom/v1/options.proto): names, values,
/// ranges, defaults and help are those of the wire. A law added there has its flags here.
class ParameterFlags {
 public:
  using Field = google::protobuf::FieldDescriptor;
  using Message = google::protobuf::Message;

  /// A flag for this number.
  void DeclareNumber(const Field& field, FlagSet* flags);

  /// A flag for each number of this message that has one.
  void DeclareNumbers(const google::protobuf::Descriptor& type, FlagSet* flags);

  /// For each of these fields a flag for the choice of its law, the oneof `law` of its message, and
  /// one for each parameter of these laws that has a flag. Laws may share one. Called once.
  void DeclareLaws(std::vector<const Field*> fields, FlagSet* flags);

  /// Sets this number if its flag is given.
  void ApplyNumber(const Field& field, Message* message) const;
  /// Sets those of the message in this field; where no flag is given it stays absent.
  void ApplyNumbersWithin(const Field& field, Message* message) const;

  /// Sets the laws that were declared, in the message that holds their fields. INVALID_ARGUMENT for
  /// a law that does not exist and for a parameter that no law chosen has.
  absl::Status ApplyLaws(Message* settings) const;

 private:
  void DeclareChoice(const Field& field, FlagSet* flags);
  absl::Status ApplyLaw(const Field& field, Message* settings) const;
  absl::Status CheckAllTaken() const;
  const Field* ChosenArm(const Field& field) const;

  std::vector<const Field*> law_fields_;
  std::map<std::string, std::string> laws_;  // Given, by flag.
  std::map<std::string, double> numbers_;    // Given, by flag.
};

/// The flags of the laws that this field chooses among: that of the choice, then the parameters'.
std::vector<std::string> FlagsOfLaw(const google::protobuf::FieldDescriptor& field);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_PARAMETER_FLAGS_H_
