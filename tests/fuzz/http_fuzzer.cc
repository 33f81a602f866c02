// libFuzzer's target: bytes sent to the port of probes. Whatever they are, the connection ends and
// the next probe is answered. Built and run by tests/fuzz/run.sh --http.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "server/http/http_port.h"
#include "server/http/pages.h"
#include "server/server.h"

namespace carom {
namespace {

/// A server without a gRPC port, and its pages.
struct Probed {
  Probed() {
    ServerOptions options;
    options.listen = "";
    options.threads = 1;
    server = Server::Start(options, nullptr).value();
    port = HttpPort::Open("127.0.0.1:0", MakePages(*server, server->options(), *log)).value();
  }

  std::unique_ptr<ServerLog> log = ServerLog::ToFile(STDERR_FILENO, LogFormat::kText, "off");
  std::unique_ptr<Server> server;
  std::unique_ptr<HttpPort> port;
};

// All that comes back once the client has said all.
std::string Exchange(int port, std::string_view said) {
  const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string answer;
  if (connect(file, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) {
    // A server that has heard enough may close first.
    (void)!send(file, said.data(), said.size(), MSG_NOSIGNAL);
    shutdown(file, SHUT_WR);
    char buffer[4096];
    for (ssize_t bytes = 0; (bytes = recv(file, buffer, sizeof(buffer), 0)) > 0;) {
      answer.append(buffer, static_cast<size_t>(bytes));
    }
  }
  close(file);
  return answer;
}

}  // namespace
}  // namespace carom

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto* const probed = new carom::Probed();
  const int port = probed->port->port();
  carom::Exchange(port, std::string_view(reinterpret_cast<const char*>(data), size));
  const std::string alive = carom::Exchange(port, "GET /livez HTTP/1.0\r\n\r\n");
  if (alive.find(" 200 ") == std::string::npos) {
    std::fprintf(stderr, "problem: the probe got '%s'\n", alive.c_str());
    std::abort();
  }
  return 0;
}
