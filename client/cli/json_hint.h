#ifndef CAROM_CLIENT_CLI_JSON_HINT_H_
#define CAROM_CLIENT_CLI_JSON_HINT_H_

#include <google/protobuf/descriptor.h>

#include <string>

namespace carom {

/// What could have been meant: for an `error` of protobuf's JSON parser about an unknown field or
/// an unknown value of an enum, in the JSON of a `root`, "; known: " and the names that exist
/// there. Empty for any other error.
std::string KnownNames(const google::protobuf::Descriptor& root, const std::string& error);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_JSON_HINT_H_
