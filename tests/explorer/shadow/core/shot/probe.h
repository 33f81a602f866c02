#ifndef CAROM_CORE_SHOT_PROBE_H_
#define CAROM_CORE_SHOT_PROBE_H_

namespace carom {

/// In place of the core's: no shot is probed here.
struct ProbeReport {};

}  // namespace carom

#endif  // CAROM_CORE_SHOT_PROBE_H_
