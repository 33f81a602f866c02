#include "server/port/port.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <utility>
#include <vector>

namespace carom {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// When the system is short of something: until the next try.
constexpr milliseconds kNextTry(10);

// Asking the system about 10 000 connections takes some 2 ms, so that a flood must not make the
// thread ask for each of its connections.
constexpr milliseconds kSweepEvery(10);

OwnedFile OpenReserve() { return OwnedFile(open("/dev/null", O_RDONLY | O_CLOEXEC)); }

}  // namespace

Port::Port(int64_t most) : most_(most), reserve_(OpenReserve()) {}

absl::StatusOr<std::unique_ptr<Port>> Port::Open(const std::string& address, int64_t most) {
  std::unique_ptr<Port> port(new Port(most));
  const absl::Status opened = port->sockets_.Open(address);
  if (!opened.ok()) return opened;
  return port;
}

void Port::Start(std::unique_ptr<Acceptor> acceptor) {
  acceptor_ = std::move(acceptor);
  thread_ = std::thread([this] { Run(); });
}

void Port::Close() {
  stop_.Set();
  if (thread_.joinable()) thread_.join();
  sockets_.Close();
}

void Port::Cut() {
  const MutexLock lock(mutex_);
  open_.Cut();
}

int64_t Port::connections() const {
  const MutexLock lock(mutex_);
  open_.Sweep();
  return static_cast<int64_t>(open_.most());
}

void Port::Run() {
  std::vector<pollfd> polled = {stop_.ToPoll()};
  for (const OwnedFile& socket : sockets_.all()) {
    polled.push_back({.fd = socket.number(), .events = POLLIN, .revents = 0});
  }
  while (polled.front().revents == 0) {
    poll(polled.data(), polled.size(), -1);
    for (size_t i = 1; i < polled.size(); ++i) {
      if (polled[i].revents != 0) AcceptFrom(polled[i].fd);
    }
  }
}

// One at a time, so that no socket keeps another waiting, nor the end.
void Port::AcceptFrom(int listening) {
  OwnedFile connection(accept4(listening, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (connection.is_open()) return Take(std::move(connection));
  switch (errno) {
    case EMFILE:
    case ENFILE:
      return RefuseWithoutDescriptors(listening);
    case ENOBUFS:
    case ENOMEM:
      stop_.WaitFor(kNextTry);
      return;
    default:  // The connection has broken meanwhile [accept(2)].
      return;
  }
}

void Port::Take(OwnedFile connection) {
  if (!HasRoom()) return Refuse(std::move(connection));
  {
    const MutexLock lock(mutex_);
    open_.Add(connection.number());
  }
  Acceptor::NewConnectionParameters parameters;
  parameters.fd = connection.Release();
  acceptor_->HandleNewConnection(&parameters);
}

bool Port::HasRoom() {
  const MutexLock lock(mutex_);
  const auto has_room = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return static_cast<int64_t>(open_.most()) < most_;
  };
  const auto now = steady_clock::now();
  if (has_room() || now < swept_ + kSweepEvery) return has_room();
  swept_ = now;
  open_.Sweep();
  return has_room();
}

// A reset leaves nothing behind in the system, where a connection that is closed would wait for a
// minute.
void Port::Refuse(OwnedFile connection) {
  const linger reset = {.l_onoff = 1, .l_linger = 0};
  setsockopt(connection.number(), SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
  ++refused_;
}

void Port::RefuseWithoutDescriptors(int listening) {
  reserve_.Close();
  OwnedFile connection(accept4(listening, nullptr, nullptr, SOCK_CLOEXEC));
  if (connection.is_open()) {
    Refuse(std::move(connection));
  } else {
    stop_.WaitFor(kNextTry);
  }
  reserve_ = OpenReserve();
}

}  // namespace carom
