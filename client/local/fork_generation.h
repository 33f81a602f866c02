#ifndef CAROM_CLIENT_LOCAL_FORK_GENERATION_H_
#define CAROM_CLIENT_LOCAL_FORK_GENERATION_H_

#include <cstdint>

namespace carom {

/// How often the process has been forked off since the first call of this function, up to its
/// oldest ancestor. What was made in another generation has threads that do not exist here, and
/// mutexes that nobody may ever unlock. Thread-safe; next to free.
uint64_t ForkGeneration();

}  // namespace carom

#endif  // CAROM_CLIENT_LOCAL_FORK_GENERATION_H_
