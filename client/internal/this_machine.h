#ifndef CAROM_CLIENT_INTERNAL_THIS_MACHINE_H_
#define CAROM_CLIENT_INTERNAL_THIS_MACHINE_H_

#include <string>

namespace carom {

/// Whether all that is sent to `target` of gRPC stays on this machine: a socket in the file system,
/// "localhost" [RFC 6761, 6.3], or addresses of the loopback interface. Other names may resolve to
/// anything, so they do not count.
bool IsThisMachine(const std::string& target);

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_THIS_MACHINE_H_
