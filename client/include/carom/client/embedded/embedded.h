#ifndef CAROM_CLIENT_EMBEDDED_EMBEDDED_H_
#define CAROM_CLIENT_EMBEDDED_EMBEDDED_H_

#include <memory>

#include "carom/client/connection.h"

namespace carom {

/// Settings of the service inside the process.
struct EmbeddedOptions {
  int threads = 0;  ///< Workers, in [0, 1024]; 0: one per processor that the process may use.
};

/// Starts the very service that carom-server runs, inside this process, and connects to it without
/// a port. The answers are the same bytes as a server's; so are limits and errors. The service ends
/// with the last reference to the connection, which no callback of a batch may hold.
///
///   carom::Client client(carom::Embedded());
std::shared_ptr<Connection> Embedded(const EmbeddedOptions& options = {});

}  // namespace carom

#endif  // CAROM_CLIENT_EMBEDDED_EMBEDDED_H_
