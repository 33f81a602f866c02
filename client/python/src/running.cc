#include "client/python/src/running.h"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
#include <list>
#include <optional>
#include <system_error>
#include <thread>

#include "absl/status/status.h"
#include "client/python/src/errors.h"
#include "client/python/src/helper.h"

namespace carom::python {
namespace {

namespace nb = nanobind;

// How often the main thread looks for signals; a fifth of what a user takes for immediate (100 ms).
constexpr std::chrono::milliseconds kSignalPeriod{20};

struct Entry {
  const void* owner;
  std::stop_source stop;
  std::thread::id thread;  // That made the call.
};

// All touched with the GIL alone.
std::list<Entry*> running;
bool is_over = false;

class Registration {
 public:
  explicit Registration(const void* owner) : entry_{owner, {}, std::this_thread::get_id()} {
    if (is_over) Raise(absl::CancelledError("the interpreter is about to end"));
    running.push_back(&entry_);
  }
  ~Registration() { running.remove(&entry_); }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  std::stop_source& stop() { return entry_.stop; }

 private:
  Entry entry_;
};

bool IsMainThread() {
  const nb::module_ threading = nb::module_::import_("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

void WaitAndLookForSignals(Helper& helper, std::stop_source& stop) {
  std::optional<nb::python_error> raised;
  for (;;) {
    bool done = false;
    {
      const nb::gil_scoped_release release;
      done = helper.WaitFor(kSignalPeriod);
    }
    if (!raised && PyErr_CheckSignals() != 0) {
      raised.emplace();
      stop.request_stop();
    }
    if (done) break;
  }
  if (raised) throw *raised;
}

bool IsOf(const void* owner, const Entry& entry) {
  return owner == nullptr || entry.owner == owner;
}

// Calls of other threads: one of this thread is below on its stack, where a signal has interrupted
// it, and cannot end before this function returns.
bool HasCallsToWaitFor(const void* owner) {
  return std::any_of(running.begin(), running.end(), [owner](const Entry* entry) {
    return IsOf(owner, *entry) && entry->thread != std::this_thread::get_id();
  });
}

void RequestStops(const void* owner) {
  std::list<std::stop_source> stops;
  for (const Entry* entry : running) {
    if (IsOf(owner, *entry)) stops.push_back(entry->stop);
  }
  const nb::gil_scoped_release release;
  for (std::stop_source& stop : stops) stop.request_stop();
}

}  // namespace

void RunWithoutGil(const void* owner, Effort effort,
                   const std::function<void(std::stop_token)>& work) {
  Registration call(owner);
  const std::stop_token token = call.stop().get_token();
  if (effort == Effort::kLong && IsMainThread()) {
    std::optional<Helper> helper;
    try {
      helper.emplace([&] { work(token); });
    } catch (const std::system_error&) {
      // No thread is to be had: Ctrl-C waits.
    }
    if (helper) return WaitAndLookForSignals(*helper, call.stop());
  }
  const nb::gil_scoped_release release;
  work(token);
}

void StopCalls(const void* owner) {
  RequestStops(owner);
  while (HasCallsToWaitFor(owner)) {
    {
      const nb::gil_scoped_release release;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    RequestStops(owner);  // Of calls that have begun since.
  }
}

void StopForGood() {
  is_over = true;
  StopCalls(nullptr);
}

void ForgetCalls() { running.clear(); }

}  // namespace carom::python
