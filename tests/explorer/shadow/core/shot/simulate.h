#ifndef CAROM_CORE_SHOT_SIMULATE_H_
#define CAROM_CORE_SHOT_SIMULATE_H_

namespace carom {

/// In place of the core's: no shot is played here.
class Workspace {};

}  // namespace carom

#endif  // CAROM_CORE_SHOT_SIMULATE_H_
