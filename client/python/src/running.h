#ifndef CAROM_CLIENT_PYTHON_SRC_RUNNING_H_
#define CAROM_CLIENT_PYTHON_SRC_RUNNING_H_

#include <functional>
#include <stop_token>

namespace carom::python {

/// How long a call may keep the interpreter's main thread from looking for signals.
enum class Effort {
  kShort,  ///< Less than a few milliseconds: the call runs where it is made.
  kLong,   ///< In the main thread another one runs it, so that Ctrl-C is answered within 20 ms.
};

/// Runs `work` without the GIL, which is held. A signal whose handler raises an exception (Ctrl-C)
/// stops the token; the exception is thrown when `work` has returned. `owner` is whose call it is.
void RunWithoutGil(const void* owner, Effort effort,
                   const std::function<void(std::stop_token)>& work);

/// Stops the calls of `owner`, or all calls if it is null, and waits until they have returned to
/// Python. With the GIL, which others get meanwhile.
void StopCalls(const void* owner);

/// Of the interpreter: no further call begins, and those that run are stopped. A thread that came
/// back from a call after the interpreter has gone would be ended in the middle of C++.
void StopForGood();

/// In a forked child: the calls of other threads are not here.
void ForgetCalls();

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_RUNNING_H_
