#ifndef CAROM_SERVER_SYNC_H_
#define CAROM_SERVER_SYNC_H_

#include <atomic>
#include <chrono>
#include <functional>
#include <stop_token>
#include <thread>

#include "server/mutex.h"

// Everything by which the threads of a call and of the worker pool meet. tests/explorer compiles
// the same sources with files of its own in place of this one and of server/mutex.h, and then
// decides which thread goes next.

namespace carom {

using Thread = std::thread;

template <class Value>
using Atomic = std::atomic<Value>;

/// Unlike absl::Now(), this clock takes no lock, which a fork could leave locked in the child; and
/// nobody sets it while a call runs.
using SteadyClock = std::chrono::steady_clock;

/// How a caller in this process stops its call.
using CallerStopToken = std::stop_token;
using CallerStopCallback = std::stop_callback<std::function<void()>>;

}  // namespace carom

#endif  // CAROM_SERVER_SYNC_H_
