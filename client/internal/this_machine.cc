#include "client/internal/this_machine.h"

#include <arpa/inet.h>

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace carom {
namespace {

// Without ":PORT", and without the brackets around an address of IPv6.
std::string HostOf(const std::string& address) {
  if (absl::StartsWith(address, "[")) {
    const size_t end = address.find(']');
    return end == std::string::npos ? "" : address.substr(1, end - 1);
  }
  // Two colons or more: an address of IPv6 without a port.
  const size_t colon = address.find(':');
  return colon == address.rfind(':') ? address.substr(0, colon) : address;
}

bool IsLoopback(const std::string& address) {
  const std::string host = HostOf(address);
  if (host == "localhost") return true;
  in_addr v4 = {};
  if (inet_pton(AF_INET, host.c_str(), &v4) == 1) {
    return ntohl(v4.s_addr) >> 24 == IN_LOOPBACKNET;  // 127.0.0.0/8 [RFC 1122, 3.2.1.3].
  }
  in6_addr v6 = {};
  return inet_pton(AF_INET6, host.c_str(), &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

}  // namespace

bool IsThisMachine(const std::string& target) {
  if (absl::StartsWith(target, "unix:") || absl::StartsWith(target, "unix-abstract:")) return true;
  absl::string_view rest = target;
  const bool listed = absl::ConsumePrefix(&rest, "ipv4:") || absl::ConsumePrefix(&rest, "ipv6:");
  if (!listed) absl::ConsumePrefix(&rest, "dns:///");
  const std::vector<std::string> addresses = absl::StrSplit(rest, ',');
  return std::all_of(addresses.begin(), addresses.end(), IsLoopback);
}

}  // namespace carom
