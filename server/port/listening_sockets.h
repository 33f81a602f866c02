#ifndef CAROM_SERVER_PORT_LISTENING_SOCKETS_H_
#define CAROM_SERVER_PORT_LISTENING_SOCKETS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "server/port/owned_file.h"

namespace carom {

/// The sockets that listen on one address, without blocking.
class ListeningSockets {
 public:
  ListeningSockets() = default;
  ~ListeningSockets() { Close(); }
  ListeningSockets(const ListeningSockets&) = delete;
  ListeningSockets& operator=(const ListeningSockets&) = delete;

  /// `address` is HOST:PORT or unix:PATH. Port 0 stands for a free one, the same for all addresses
  /// of the host; the host 0.0.0.0 or [::] for all addresses of both families. A socket that is
  /// left in the file system, where nobody listens, is replaced. UNAVAILABLE: the host is unknown,
  /// or another server listens, or the system refuses. To be called once.
  absl::Status Open(const std::string& address);

  /// Nobody can connect afterwards; a name in the file system is removed.
  void Close();

  const std::vector<OwnedFile>& all() const { return sockets_; }
  int port() const { return port_; }  ///< 0 of a socket in the file system.

 private:
  absl::Status OpenUnix(const std::string& path);
  absl::Status OpenHost(const std::string& address);

  std::vector<OwnedFile> sockets_;
  int port_ = 0;
  std::string path_;  ///< Of a socket in the file system; empty otherwise.
};

}  // namespace carom

#endif  // CAROM_SERVER_PORT_LISTENING_SOCKETS_H_
