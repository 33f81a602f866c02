#ifndef CAROM_TESTS_SERVER_EVENTUALLY_H_
#define CAROM_TESTS_SERVER_EVENTUALLY_H_

#include <chrono>
#include <thread>

namespace carom {

/// Of a test that would otherwise wait for ever, never of one that passes.
constexpr std::chrono::seconds kPatience(60);

/// Waits until `what` holds, but not for ever.
template <typename Condition>
bool Eventually(Condition what) {
  const auto give_up = std::chrono::steady_clock::now() + kPatience;
  while (!what()) {
    if (std::chrono::steady_clock::now() > give_up) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return true;
}

}  // namespace carom

#endif  // CAROM_TESTS_SERVER_EVENTUALLY_H_
