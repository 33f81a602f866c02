#ifndef CAROM_CLIENT_INTERNAL_BALL_COLUMNS_H_
#define CAROM_CLIENT_INTERNAL_BALL_COLUMNS_H_

#include <array>
#include <string>

#include "carom/client/shot_outcome.h"
#include "carom/v1/table.pb.h"
#include "client/internal/columns.h"

namespace carom {

/// Row `index` of a column of x, y, z.
std::array<double, 3> VectorAt(const google::protobuf::RepeatedField<double>& column, int index);

/// Checks that `states` holds `balls` balls, with velocities for those in motion.
void ExpectBalls(const std::string& name, const carom::v1::BallStates& states, uint64_t balls,
                 ColumnCheck* check);

/// Walks through the balls of BallStates. Not thread-safe.
class BallReader {
 public:
  /// `states` must outlive the reader and have passed ExpectBalls().
  explicit BallReader(const carom::v1::BallStates& states) : states_(states) {}

  /// The next ball; at most as many as there are.
  BallSnapshot Next();

 private:
  const carom::v1::BallStates& states_;
  int ball_ = 0;
  int moving_ = 0;  // Balls before it that have velocities.
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_BALL_COLUMNS_H_
