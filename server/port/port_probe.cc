#include "server/port/port_probe.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/time.h>

#include <array>
#include <string_view>

#include "server/port/owned_file.h"

namespace carom {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kEvery(1000);
constexpr milliseconds kPatience(1000);
constexpr milliseconds kFresh(4000);

// What a client sends first, and a frame of SETTINGS without any [RFC 9113, 3.4, 4.1, 6.5].
constexpr std::string_view kHello("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0", 24 + 9);
constexpr size_t kFrameHeader = 9;
constexpr size_t kFrameType = 3;
constexpr char kSettings = 4;

// Where a socket can be reached from here that listens on all addresses, perhaps of both families.
void UseLoopback(sockaddr_storage& address, socklen_t& size) {
  auto& v6 = reinterpret_cast<sockaddr_in6&>(address);
  auto& v4 = reinterpret_cast<sockaddr_in&>(address);
  if (address.ss_family == AF_INET6 && IN6_IS_ADDR_UNSPECIFIED(&v6.sin6_addr)) {
    const in_port_t port = v6.sin6_port;
    address = {};
    v4.sin_family = AF_INET;
    v4.sin_port = port;
    size = sizeof(v4);
  }
  if (address.ss_family == AF_INET && v4.sin_addr.s_addr == htonl(INADDR_ANY)) {
    v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  }
}

}  // namespace

PortProbe::PortProbe(int listening, bool tls) : tls_(tls) {
  getsockname(listening, reinterpret_cast<sockaddr*>(&address_), &address_size_);
  UseLoopback(address_, address_size_);
  if (Probe()) answered_at_ = Clock::now();
  thread_ = std::thread([this] { Run(); });
}

PortProbe::~PortProbe() {
  stop_.Set();
  thread_.join();
}

bool PortProbe::answered() const {
  const Clock::time_point at = answered_at_;
  return at != Clock::time_point::min() && Clock::now() - at < kFresh;
}

void PortProbe::Run() {
  while (!stop_.WaitFor(kEvery)) {
    if (Probe()) answered_at_ = Clock::now();
  }
}

bool PortProbe::Probe() const {
  const OwnedFile file(socket(address_.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const timeval patience = {.tv_sec = kPatience.count() / 1000, .tv_usec = 0};
  setsockopt(file.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
  setsockopt(file.number(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  const auto* const address = reinterpret_cast<const sockaddr*>(&address_);
  if (connect(file.number(), address, address_size_) != 0) return false;
  std::array<char, kFrameHeader> answer;
  if (tls_) {
    shutdown(file.number(), SHUT_WR);
    return recv(file.number(), answer.data(), answer.size(), 0) == 0;
  }
  const ssize_t sent = send(file.number(), kHello.data(), kHello.size(), MSG_NOSIGNAL);
  return sent == static_cast<ssize_t>(kHello.size()) &&
         recv(file.number(), answer.data(), answer.size(), MSG_WAITALL) ==
             static_cast<ssize_t>(answer.size()) &&
         answer[kFrameType] == kSettings;
}

}  // namespace carom
