#include "server/port/listening_sockets.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "server/options.h"

namespace carom {
namespace {

// What a peer has not acknowledged for so long breaks its connection: gRPC's own value.
constexpr unsigned kUserTimeout_ms = 20'000;

// Tries to find a port that is free on all addresses of a host.
constexpr int kTries = 10;

struct Address {
  sockaddr_storage storage = {};
  socklen_t size = 0;

  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

// Of an error number; 0 is none.
absl::Status ToStatus(int error) {
  return error == 0 ? absl::OkStatus() : absl::UnavailableError(strerrordesc_np(error));
}

void SetOption(const OwnedFile& socket, int level, int option, unsigned value) {
  setsockopt(socket.number(), level, option, &value, sizeof(value));
}

// Returns an error number, or 0. Connections inherit the options.
int Listen(const Address& address, OwnedFile& listening) {
  const int family = address.storage.ss_family;
  OwnedFile file(socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!file.is_open()) return errno;
  if (family != AF_UNIX) {
    SetOption(file, SOL_SOCKET, SO_REUSEADDR, 1);  // Beside connections of an earlier server.
    SetOption(file, IPPROTO_TCP, TCP_NODELAY, 1);
    SetOption(file, IPPROTO_TCP, TCP_USER_TIMEOUT, kUserTimeout_ms);
  }
  if (family == AF_INET6) SetOption(file, IPPROTO_IPV6, IPV6_V6ONLY, 0);
  if (bind(file.number(), address.get(), address.size) != 0) return errno;
  if (listen(file.number(), SOMAXCONN) != 0) return errno;
  listening = std::move(file);
  return 0;
}

void SetPort(int port, Address& address) {
  const auto number = htons(static_cast<uint16_t>(port));
  if (address.storage.ss_family == AF_INET6) {
    reinterpret_cast<sockaddr_in6&>(address.storage).sin6_port = number;
  } else {
    reinterpret_cast<sockaddr_in&>(address.storage).sin_port = number;
  }
}

int PortOf(const OwnedFile& socket) {
  Address bound;
  bound.size = sizeof(bound.storage);
  getsockname(socket.number(), reinterpret_cast<sockaddr*>(&bound.storage), &bound.size);
  return ntohs(bound.storage.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6&>(bound.storage).sin6_port
                   : reinterpret_cast<const sockaddr_in&>(bound.storage).sin_port);
}

std::optional<Address> UnixAddress(const std::string& path) {
  Address address;
  auto& name = reinterpret_cast<sockaddr_un&>(address.storage);
  if (path.size() >= sizeof(name.sun_path)) return std::nullopt;
  name.sun_family = AF_UNIX;
  std::memcpy(name.sun_path, path.data(), path.size());
  address.size = sizeof(name);
  return address;
}

bool SomebodyListens(const Address& address) {
  const OwnedFile file(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  return file.is_open() &&
         (connect(file.number(), address.get(), address.size) == 0 || errno == EAGAIN);
}

bool IsWildcard(const std::string& host) { return host == "0.0.0.0" || host == "::"; }

absl::StatusOr<std::vector<Address>> Resolve(const std::string& host) {
  addrinfo hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), nullptr, &hints, &found);
  if (error != 0) return absl::UnavailableError(gai_strerror(error));
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, &freeaddrinfo);
  std::vector<Address> addresses;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    addresses.emplace_back().size = one->ai_addrlen;
    std::memcpy(&addresses.back().storage, one->ai_addr, one->ai_addrlen);
  }
  return addresses;
}

// One socket for both families, or where the machine has no IPv6, one for IPv4. Returns an error
// number, or 0.
int ListenEverywhere(int port, std::vector<OwnedFile>& sockets) {
  int error = 0;
  for (const char* host : {"::", "0.0.0.0"}) {
    absl::StatusOr<std::vector<Address>> address = Resolve(host);
    if (!address.ok()) return EAFNOSUPPORT;
    SetPort(port, address->front());
    OwnedFile socket;
    error = Listen(address->front(), socket);
    if (error != 0) continue;
    sockets.push_back(std::move(socket));
    break;
  }
  return error;
}

// On those addresses that this machine has; on one at least. Returns an error number, or 0.
int ListenOn(const std::vector<Address>& addresses, int port, std::vector<OwnedFile>& sockets) {
  int missing = 0;
  for (Address address : addresses) {
    SetPort(port, address);
    OwnedFile socket;
    const int error = Listen(address, socket);
    if (error == 0) {
      port = PortOf(socket);
      sockets.push_back(std::move(socket));
    } else if (error == EADDRNOTAVAIL || error == EAFNOSUPPORT) {
      missing = error;
    } else {
      sockets.clear();
      return error;
    }
  }
  return sockets.empty() ? missing : 0;
}

}  // namespace

absl::Status ListeningSockets::Open(const std::string& address) {
  const absl::Status status =
      IsUnixAddress(address) ? OpenUnix(address.substr(address.find(':') + 1)) : OpenHost(address);
  if (status.ok()) return status;
  return absl::UnavailableError(absl::StrCat("cannot listen on ", address, ": ", status.message()));
}

absl::Status ListeningSockets::OpenUnix(const std::string& path) {
  const std::optional<Address> address = UnixAddress(path);
  if (!address) return absl::UnavailableError("the path is too long");
  if (SomebodyListens(*address)) return ToStatus(EADDRINUSE);
  struct stat left = {};
  if (lstat(path.c_str(), &left) == 0 && S_ISSOCK(left.st_mode)) unlink(path.c_str());
  const int error = Listen(*address, sockets_.emplace_back());
  if (error == 0) path_ = path;
  return ToStatus(error);
}

absl::Status ListeningSockets::OpenHost(const std::string& address) {
  const size_t colon = address.rfind(':');
  std::string host = address.substr(0, colon);
  if (host.size() > 2 && host.front() == '[') host = host.substr(1, host.size() - 2);
  int port = 0;
  if (!absl::SimpleAtoi(address.substr(colon + 1), &port)) return ToStatus(EINVAL);
  const absl::StatusOr<std::vector<Address>> addresses = Resolve(host);
  if (!addresses.ok()) return addresses.status();
  int error = 0;
  for (int tries = port == 0 ? kTries : 1; tries > 0; --tries) {
    error =
        IsWildcard(host) ? ListenEverywhere(port, sockets_) : ListenOn(*addresses, port, sockets_);
    if (error == 0) break;
  }
  if (error == 0) port_ = PortOf(sockets_.front());
  return ToStatus(error);
}

// The name goes first: once nobody listens, it may be another server's.
void ListeningSockets::Close() {
  if (!path_.empty()) unlink(path_.c_str());
  path_.clear();
  sockets_.clear();
}

}  // namespace carom
