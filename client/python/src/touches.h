#ifndef CAROM_CLIENT_PYTHON_SRC_TOUCHES_H_
#define CAROM_CLIENT_PYTHON_SRC_TOUCHES_H_

#include <nanobind/nanobind.h>

#include <vector>

#include "absl/status/status.h"
#include "carom/v1/result.pb.h"

namespace carom::python {

namespace nb = nanobind;

/// What rules speak of in the shots of a run, as the wire has it: touches, and what of the shots a
/// referee reads beside them. Not to be changed once Python has it.
class Touches {
 public:
  /// Appends the shots of one message, which follow those that are there. INTERNAL where the
  /// columns do not have the sizes that they tell.
  absl::Status Append(const v1::ShotResults& results);

  /// In messages of 4096 shots at the most.
  const std::vector<v1::ShotResults>& parts() const { return parts_; }
  size_t shot_count() const;

  /// Arrays by name: cue_balls (n,) int8, offsets (n + 1,) int64; of all touches times, kinds,
  /// balls, others.
  nb::dict Columns() const;

  /// A list of bytes, and back; for pickles.
  nb::list ToBytes() const;
  static Touches FromBytes(const nb::list& parts);

 private:
  std::vector<v1::ShotResults> parts_;
};

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_TOUCHES_H_
