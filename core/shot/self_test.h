#ifndef CAROM_CORE_SHOT_SELF_TEST_H_
#define CAROM_CORE_SHOT_SELF_TEST_H_

#include "absl/status/status.h"

namespace carom {

/// Plays a few shots of three scenes, some milliseconds, and compares their hashes with those that
/// every x86-64 machine must get: a processor or a build that computes otherwise must not serve.
/// INTERNAL names the scene.
absl::Status SelfTest();

}  // namespace carom

#endif  // CAROM_CORE_SHOT_SELF_TEST_H_
