#ifndef CAROM_CLIENT_PYTHON_SRC_DERIVATIVES_H_
#define CAROM_CLIENT_PYTHON_SRC_DERIVATIVES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/result.pb.h"

// Derivatives and probes of a run's shots, as arrays with a row for each shot and a place for each
// ball. Each takes the chunks of a run in the order of the shots.

namespace carom::python {

/// See DerivativeColumns of the wire. Numbers are NaN where a ball has no derivative at the end of
/// its shot, or its shot failed.
class DerivativeLog {
 public:
  DerivativeLog(size_t paths, size_t balls, size_t goals)
      : paths_(paths), balls_(balls), goals_(goals) {}

  absl::Status Append(const v1::ShotResults& results);

  size_t paths() const { return paths_; }
  size_t balls() const { return balls_; }
  size_t goals() const { return goals_; }  ///< Those with margins.

  std::vector<double> finals;           ///< Shot by shot, ball by ball, 9 rows of a number a path.
  std::vector<int8_t> ends;             ///< DerivativeEnd; 0 where there is no such ball.
  std::vector<int32_t> end_events;      ///< Or -1.
  std::vector<double> event_times;      ///< Event by event, a number a path.
  std::vector<double> samples;          ///< Time by time, ball by ball, 9 rows of a number a path.
  std::vector<double> margin_values_m;  ///< Shot by shot, goal by goal.
  std::vector<double> margins;          ///< Likewise, a number a path.

 private:
  const size_t paths_;
  const size_t balls_;
  const size_t goals_;
};

/// See ProbeColumns of the wire.
class ProbeLog {
 public:
  explicit ProbeLog(size_t balls) : balls_(balls) {}

  absl::Status Append(const v1::ShotResults& results);

  size_t balls() const { return balls_; }

  std::vector<int32_t> played;          ///< By shot.
  std::vector<int32_t> kept;            ///< By shot and ball.
  std::vector<double> median_errors_m;  ///< Likewise.
  std::vector<double> worst_errors_m;

 private:
  const size_t balls_;
};

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_DERIVATIVES_H_
