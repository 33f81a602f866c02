#ifndef CAROM_CLIENT_LOCAL_LOCAL_H_
#define CAROM_CLIENT_LOCAL_LOCAL_H_

#include <memory>

#include "carom/client/connection.h"

namespace carom {

/// Settings of the engine inside the process.
struct LocalOptions {
  /// Workers, in [0, 1024]; 0: one per processor that the process may use (its container's share).
  int threads = 0;
};

/// Runs the service's own plan of a request on threads of this process, without gRPC and without
/// serialisation. The answers are the same bits as a server's; so are limits and errors, but for
/// what a server finds in the bytes of a request: text that is not UTF-8 or longer than 4096 bytes,
/// and fields that it does not know.
///
/// Never throws but what a callback of the caller's throws, never aborts: with options out of range
/// every call ends with INVALID_ARGUMENT, and where the machine has no more threads with
/// RESOURCE_EXHAUSTED. Threads start with the first call, and anew in a forked child, whose calls
/// do not depend on what the parent's threads did at the fork; calls of the parent do not go on
/// there. The end of the last reference waits for running calls, which it cuts. What CallOptions
/// says of retries and hedges has no meaning here.
///
///   carom::Client client(carom::Local());
std::shared_ptr<Connection> Local(const LocalOptions& options = {});

}  // namespace carom

#endif  // CAROM_CLIENT_LOCAL_LOCAL_H_
