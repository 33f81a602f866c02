#ifndef CAROM_CLIENT_PYTHON_SRC_HELPER_H_
#define CAROM_CLIENT_PYTHON_SRC_HELPER_H_

#include <chrono>
#include <functional>
#include <memory>

namespace carom::python {

/// A thread that does one piece of work, and another that waits for it.
class Helper {
 public:
  /// Throws std::system_error where the machine has no more threads.
  explicit Helper(std::function<void()> work);
  /// Waits for the work.
  ~Helper();
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;

  /// Whether the work is done, waiting no longer than `patience` for it.
  bool WaitFor(std::chrono::milliseconds patience);

 private:
  struct State;
  const std::unique_ptr<State> state_;
};

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_HELPER_H_
