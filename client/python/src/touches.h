#ifndef CAROM_CLIENT_PYTHON_SRC_TOUCHES_H_
#define CAROM_CLIENT_PYTHON_SRC_TOUCHES_H_

#include <nanobind/nanobind.h>

#include <vector>

#include "absl/status/status.h"
#include "carom/v1/result.pb.h"

namespace carom::python {

namespace nb = nanobind;

/// The touches of a run's shots as they are on the wire, and the other columns that a referee
/// reads. Must not be changed once Python has it.
class Touches {
 public:
  /// Appends the shots of one message, which follow those that are there. INTERNAL where the sizes
  /// of the columns do not match their counts.
  absl::Status Append(const v1::ShotResults& results);

  /// The touches in messages of 4096 shots at the most.
  const std::vector<v1::ShotResults>& parts() const { return parts_; }
  size_t shot_count() const;

  /// Arrays by name: cue_balls (n,) int8 and offsets (n + 1,) int64; times, kinds, balls and others
  /// hold one value for each touch.
  nb::dict Columns() const;

  /// Converts to a list of bytes and back, for pickles.
  nb::list ToBytes() const;
  static Touches FromBytes(const nb::list& parts);

 private:
  std::vector<v1::ShotResults> parts_;
};

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_TOUCHES_H_
