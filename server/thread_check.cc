#include "server/thread_check.h"

#include <cstddef>
#include <latch>
#include <system_error>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"

namespace carom {

absl::Status TryThreads(int needed) {
  std::latch end(1);
  std::vector<std::thread> threads;
  threads.reserve(static_cast<size_t>(needed));
  absl::Status status;
  try {
    for (int i = 0; i < needed; ++i) threads.emplace_back([&end] { end.wait(); });
  } catch (const std::system_error&) {
    status = absl::ResourceExhaustedError(absl::StrCat(
        "the system grants ", threads.size(), " of ", needed,
        " threads; raise the limit of processes (ulimit -u) or that of the container's pids"));
  }
  end.count_down();
  for (std::thread& thread : threads) thread.join();
  return status;
}

}  // namespace carom
