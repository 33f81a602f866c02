#ifndef CAROM_TESTS_SERVER_RAW_CONNECTION_H_
#define CAROM_TESTS_SERVER_RAW_CONNECTION_H_

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "server/port/owned_file.h"

namespace carom {

/// How an HTTP/2 client begins: the preface, and SETTINGS without any.
inline const std::string kHttp2Hello =
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + std::string("\0\0\0\4\0\0\0\0\0", 9);

/// A TCP connection to a port of this machine, without gRPC.
class RawConnection {
 public:
  static constexpr int kPatience_s = 5;  ///< Of a probe, for one read.

  explicit RawConnection(int port) : file_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval patience = {.tv_sec = kPatience_s, .tv_usec = 0};
    setsockopt(file_.number(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ =
        connect(file_.number(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  }

  /// Whether anybody listens.
  bool connected() const { return connected_; }

  void Send(std::string_view text) const {
    send(file_.number(), text.data(), text.size(), MSG_NOSIGNAL);
  }

  /// What comes until the end of the connection, and no longer than the patience.
  std::string ReadAll() const {
    std::string text;
    char buffer[4096];
    for (ssize_t bytes = 0; (bytes = recv(file_.number(), buffer, sizeof(buffer), 0)) > 0;) {
      text.append(buffer, static_cast<size_t>(bytes));
    }
    return text;
  }

  /// Whether an HTTP/2 server answers: its SETTINGS come first [RFC 9113, 3.4].
  bool IsServed() const {
    Send(kHttp2Hello);
    char frame[9];
    return recv(file_.number(), frame, sizeof(frame), MSG_WAITALL) == sizeof(frame) &&
           frame[3] == 4;
  }

 private:
  OwnedFile file_;
  bool connected_ = false;
};

}  // namespace carom

#endif  // CAROM_TESTS_SERVER_RAW_CONNECTION_H_
