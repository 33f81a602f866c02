#ifndef CAROM_SERVER_CALLER_H_
#define CAROM_SERVER_CALLER_H_

#include <grpcpp/server_context.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>

#include "server/options.h"

namespace carom {

/// Who makes a call, as far as the service shares its workers and its room among callers: the
/// bearer of a token where calls need one, else the connection that the call comes by. Never 0.
/// `call` has passed Security::CheckCaller().
inline uint64_t CallerOf(const grpc::ServerContextBase& call, const SecurityOptions& security) {
  const auto number = [](std::string_view name) {
    return std::max<uint64_t>(std::hash<std::string_view>()(name), 1);
  };
  if (!security.token_file.empty()) {
    const auto token = call.client_metadata().find("authorization");
    if (token != call.client_metadata().end()) {
      return number({token->second.data(), token->second.size()});
    }
  }
  return number(call.peer());
}

}  // namespace carom

#endif  // CAROM_SERVER_CALLER_H_
