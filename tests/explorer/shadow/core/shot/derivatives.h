#ifndef CAROM_CORE_SHOT_DERIVATIVES_H_
#define CAROM_CORE_SHOT_DERIVATIVES_H_

#include <vector>

namespace carom {

/// In place of the core's: no shot is differentiated here.
struct TangentRecord {
  std::vector<double> event_states;
  std::vector<double> samples;
};

}  // namespace carom

#endif  // CAROM_CORE_SHOT_DERIVATIVES_H_
