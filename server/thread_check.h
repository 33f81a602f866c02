#ifndef CAROM_SERVER_THREAD_CHECK_H_
#define CAROM_SERVER_THREAD_CHECK_H_

#include "absl/status/status.h"

namespace carom {

/// Whether this process can have so many threads more, each for a moment. RESOURCE_EXHAUSTED says
/// how many it got. gRPC aborts the process, or waits for ever, where it cannot start a thread.
absl::Status TryThreads(int needed);

}  // namespace carom

#endif  // CAROM_SERVER_THREAD_CHECK_H_
