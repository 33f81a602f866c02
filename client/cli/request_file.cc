#include "client/cli/request_file.h"

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/json.h"
#include "client/cli/text_file.h"

namespace carom {
namespace {

// What a server takes by default.
constexpr size_t kMostBytes = 16 << 20;

absl::Status BadRequestFile(const std::string& path, const std::string& why) {
  return absl::InvalidArgumentError(absl::StrCat(path == "-" ? "standard input" : path, ": ", why));
}

// A field of a later version would be dropped in silence, and the shot be another one.
bool HasUnknownFields(const google::protobuf::Message& message) {
  const size_t bytes = message.ByteSizeLong();
  const std::unique_ptr<google::protobuf::Message> known(message.New());
  known->CopyFrom(message);
  known->DiscardUnknownFields();
  return known->ByteSizeLong() != bytes;
}

absl::Status FromBinary(const std::string& bytes, google::protobuf::Message* message) {
  const std::string& type = message->GetDescriptor()->name();
  if (bytes.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("empty; expected a ", type, " in binary form"));
  }
  if (!message->ParseFromString(bytes)) {
    return absl::InvalidArgumentError(absl::StrCat("not the binary form of a ", type));
  }
  if (HasUnknownFields(*message)) {
    return absl::InvalidArgumentError(
        absl::StrCat("has fields that a ", type, " of this version does not have"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadRequest(const std::string& path, std::istream& in,
                         google::protobuf::Message* request) {
  const auto text = ReadText(path, in, kMostBytes);
  if (!text.ok()) return text.status();
  const bool is_binary = absl::EndsWith(path, ".pb");
  const absl::Status status = is_binary ? FromBinary(*text, request) : FromJson(*text, request);
  if (status.ok()) return status;
  return BadRequestFile(path, std::string(status.message()));
}

void RequestFlag::Declare(const google::protobuf::Descriptor& request, FlagSet* flags) {
  const bool begins_with_vowel = absl::StrContains("AEIOU", request.name().substr(0, 1));
  flags->AddSection("Input and output");
  flags->AddText("request", "FILE",
                 absl::StrCat(begins_with_vowel ? "an " : "a ", request.name(),
                              " in place of all flags above: JSON, or\nprotobuf's binary form in a "
                              "file .pb; - for JSON on standard input"),
                 &path_);
}

absl::Status RequestFlag::Read(const FlagSet& flags, std::istream& in,
                               google::protobuf::Message* request) const {
  for (const FlagSet::Flag& flag : flags.flags()) {
    if (flag.name == "request") break;
    if (flags.given().count(flag.name) == 0) continue;
    return absl::InvalidArgumentError(absl::StrCat("--", flag.name, " does not go with --request"));
  }
  return ReadRequest(*path_, in, request);
}

}  // namespace carom
