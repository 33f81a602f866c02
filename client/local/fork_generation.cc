#include "client/local/fork_generation.h"

#include <pthread.h>

#include <atomic>

namespace carom {
namespace {

std::atomic<uint64_t> generation{0};

void InChild() { generation.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

uint64_t ForkGeneration() {
  // Fails only for want of memory, in the first call of a process.
  [[maybe_unused]] static const int watching = pthread_atfork(nullptr, nullptr, &InChild);
  return generation.load(std::memory_order_relaxed);
}

}  // namespace carom
