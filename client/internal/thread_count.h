#ifndef CAROM_CLIENT_INTERNAL_THREAD_COUNT_H_
#define CAROM_CLIENT_INTERNAL_THREAD_COUNT_H_

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace carom {

/// INVALID_ARGUMENT for a number of threads that carom-server's --threads refuses too.
inline absl::Status CheckThreads(int threads) {
  constexpr int kMostThreads = 1024;
  if (threads >= 0 && threads <= kMostThreads) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("threads: ", threads, " must be in [0, ", kMostThreads, "]"));
}

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_THREAD_COUNT_H_
