#ifndef CAROM_CLIENT_PYTHON_SRC_LOGS_H_
#define CAROM_CLIENT_PYTHON_SRC_LOGS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/result.pb.h"

// What shots tell beside their outcomes, as columns over all shots of a run. Each takes the chunks
// of a run in the order of the shots; shot i has the rows [offsets[i], offsets[i + 1]).

namespace carom::python {

/// Events; see EventColumns of the wire. With Detail.event_states each has two states before it and
/// two after, of `ball` and of `other`: position, velocity and angular velocity, NaN where `other`
/// is no ball.
class EventLog {
 public:
  absl::Status Append(const v1::ShotResults& results);

  std::vector<int64_t> offsets = {0};
  std::vector<double> times_s;
  std::vector<int8_t> kinds;
  std::vector<int8_t> balls;
  std::vector<int16_t> others;
  std::vector<int8_t> contacts;  ///< The kinds, but of a press that of its contacts.
  std::vector<double> durations_s;
  std::vector<double> impulses_Ns;
  std::vector<double> before;  ///< kStateSize numbers an event, as is `after`; else empty.
  std::vector<double> after;

  static constexpr size_t kStateSize = 2 * 3 * 3;

 private:
  absl::Status AppendStates(const v1::EventColumns& events, size_t count);
};

/// Samples; see SampleColumns of the wire. A quantity of each ball has a row a time, with the
/// sampled balls one after the other; a quantity of all balls together has a row a time.
class SampleLog {
 public:
  struct Quantity {
    size_t balls = 1;
    size_t components = 1;
    bool is_of_system = false;
    std::vector<double> values;  ///< Time by time, ball by ball, component by component.
  };

  absl::Status Append(const v1::ShotResults& results);

  std::vector<int64_t> offsets = {0};
  std::vector<double> times_s;
  std::map<v1::Quantity, Quantity> quantities;
  std::vector<int8_t> balls;  ///< That are sampled, by index.

 private:
  struct Channel {
    uint32_t body;
    v1::Quantity quantity;
    const double* values;
  };
  absl::Status AppendShot(const std::vector<Channel>& channels, size_t times);
};

/// Contacts of the compliant engine, and their steps: contact k has the rows [row_offsets[k],
/// row_offsets[k + 1]); see ContactColumns of the wire.
class ContactLog {
 public:
  absl::Status Append(const v1::ShotResults& results);

  std::vector<int64_t> offsets = {0};
  std::vector<int8_t> kinds;
  std::vector<int8_t> balls;
  std::vector<int16_t> others;
  std::vector<double> begins_s;
  std::vector<double> ends_s;
  std::vector<int64_t> row_offsets = {0};
  std::vector<double> row_times_s;
  std::vector<double> penetrations_m;
  std::vector<double> rates_m_s;
  std::vector<double> normal_forces_N;
  std::vector<double> friction_forces_N;
};

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_LOGS_H_
