#ifndef CAROM_CORE_RECORD_RECORD_H_
#define CAROM_CORE_RECORD_RECORD_H_

#include <vector>

namespace carom {

/// In place of the core's: what the pool looks at.
struct Record {
  std::vector<char> events;
  std::vector<char> event_states;
  std::vector<char> samples;
  std::vector<char> contact_rows;
  std::vector<char> candidates;
};

}  // namespace carom

#endif  // CAROM_CORE_RECORD_RECORD_H_
