#ifndef CAROM_CLIENT_PYTHON_SRC_DENSE_H_
#define CAROM_CLIENT_PYTHON_SRC_DENSE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/result.pb.h"

namespace carom::python {

/// Arrays of `shots` rows, in the memory of NumPy; with `balls` columns where a row has one a ball.
struct DenseArrays {
  size_t shots = 0;
  size_t balls = 0;
  double* positions = nullptr;      ///< x, y, z of each ball, m.
  int8_t* motions = nullptr;        ///< Of each ball: the number of a v1::MotionState.
  int8_t* pockets = nullptr;        ///< Of each ball, or -1.
  int8_t* first_contact = nullptr;  ///< A ball, or -1.
  double* end_time = nullptr;       ///< s.
  uint64_t* hash = nullptr;
  int8_t* stop_reason = nullptr;  ///< The number of a v1::StopReason.
  uint32_t* event_count = nullptr;
  bool* ok = nullptr;
  double* labels = nullptr;  ///< label_count values a shot.
  size_t label_count = 0;
};

/// Copies answers into arrays, row by row: NaN, 0 and -1 where a shot failed or has fewer balls. By
/// one thread at a time.
///
/// The row of a shot is its number. The shots that pass a filter have rows one after the other, in
/// the order of their coming, and numbers() tells which they are.
class DenseWriter {
 public:
  /// With detail LABELS (`has_balls` is false) answers have neither balls nor outcomes, and the
  /// arrays no balls.
  DenseWriter(const DenseArrays& arrays, bool has_balls) : arrays_(arrays), has_balls_(has_balls) {}

  /// INTERNAL, and nothing written, where the columns do not fit each other or the arrays.
  absl::Status Write(const v1::ShotResults& results);

  /// The numbers of the shots that passed a filter, by row; empty without a filter.
  std::vector<int64_t>& numbers() { return numbers_; }

  /// In the order of their coming.
  std::vector<v1::ShotFailure>& errors() { return errors_; }

 private:
  absl::Status Check(const v1::ShotResults& results, size_t row) const;
  absl::Status CheckBalls(const v1::ShotResults& results) const;
  void WriteShots(const v1::ShotResults& results, size_t row);
  void WriteBalls(const v1::ShotResults& results, size_t row);
  void WritePockets(const v1::ShotResults& results, size_t row);

  const DenseArrays arrays_;
  const bool has_balls_;
  std::vector<int64_t> numbers_;
  std::vector<v1::ShotFailure> errors_;
};

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_DENSE_H_
