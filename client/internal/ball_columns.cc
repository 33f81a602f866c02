#include "client/internal/ball_columns.h"

namespace carom {

std::array<double, 3> VectorAt(const google::protobuf::RepeatedField<double>& column, int index) {
  return {column[3 * index], column[3 * index + 1], column[3 * index + 2]};
}

bool IsMoving(carom::v1::MotionState motion) {
  switch (motion) {
    case carom::v1::MOTION_STATE_SPINNING:
    case carom::v1::MOTION_STATE_SLIDING:
    case carom::v1::MOTION_STATE_ROLLING:
    case carom::v1::MOTION_STATE_AIRBORNE:
      return true;
    default:
      return false;
  }
}

void ExpectBalls(const std::string& name, const carom::v1::BallStates& states, uint64_t balls,
                 ColumnCheck* check) {
  uint64_t moving = 0;
  for (const int motion : states.motions()) {
    if (IsMoving(static_cast<carom::v1::MotionState>(motion))) ++moving;
  }
  check->Expect(name + ".motions", states.motions(), balls)
      .Expect(name + ".positions_m", states.positions_m(), 3 * balls)
      .Expect(name + ".velocities_m_s", states.velocities_m_s(), 3 * moving)
      .Expect(name + ".angular_velocities_rad_s", states.angular_velocities_rad_s(), 3 * moving);
}

BallSnapshot BallReader::Next() {
  BallSnapshot ball;
  ball.motion = states_.motions(ball_);
  ball.position_m = VectorAt(states_.positions_m(), ball_++);
  if (IsMoving(ball.motion)) {
    ball.velocity_m_s = VectorAt(states_.velocities_m_s(), moving_);
    ball.angular_velocity_rad_s = VectorAt(states_.angular_velocities_rad_s(), moving_++);
  }
  return ball;
}

}  // namespace carom
