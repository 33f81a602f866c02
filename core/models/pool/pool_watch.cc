#include "core/models/pool/pool_watch.h"

#include <algorithm>
#include <cstddef>

#include "core/base/index.h"

namespace carom {
PoolWatch::PoolWatch(const PoolTableModel& model, MultibodySystem& system,
                     std::span<const BallSpec> balls)
    : model_(model), system_(system), balls_(balls), touches_(balls.size()) {}

std::span<const PoolTouch> PoolWatch::Touches() {
  std::fill(touches_.begin(), touches_.end(), PoolTouch());
  for (const int p : system_.touching()) {
    const PoolMeaning& meaning = model_.contacts[Index(p)];
    PoolTouch& touch = touches_[Index(meaning.ball)];
    (meaning.kind == EventKind::kBallSlate ? touch.cloth : touch.others) = true;
    if (meaning.kind == EventKind::kBallBall) touches_[Index(meaning.other)].others = true;
  }
  return touches_;
}

bool PoolWatch::StaysStill(double rest_speed_m_s, double t, std::span<const double> y) {
  constexpr double kRestHorizon_s = 5e-3;
  const std::span<const Acceleration> accelerations = system_.AccelerationsAt(t, y);
  for (std::size_t ball = 0; ball < balls_.size(); ++ball) {
    const Acceleration& a = accelerations[ball];
    const double surface = balls_[ball].radius_m * a.angular_rad_s2.norm();
    if (kRestHorizon_s * std::max(a.linear_m_s2.norm(), surface) > rest_speed_m_s) return false;
  }
  return true;
}

bool PoolWatch::IsInsideACushion(std::span<const double> y) {
  // A nose whose force points down by this much is above the ball. A ball in a pocket's hole may
  // jump up against the underside of a nose too; its centre is then lower than this share of the
  // radius, lower than that of any ball on the cloth.
  constexpr double kStraightDown = -0.95;
  constexpr double kOnCloth = 0.9;
  for (const int p : system_.touching()) {
    if (model_.contacts[Index(p)].kind != EventKind::kBallCushion) continue;
    const ContactForces forces = system_.ForcesAt(p, y);
    const ContactPair& pair = model_.spec.contacts[Index(p)];
    if (forces.penetration_m >= pair.radius_m) return true;
    const double height_m = ReadBody(y, pair.sphere).position_m.z();
    if (forces.normal.z() < kStraightDown && height_m > kOnCloth * pair.radius_m) return true;
  }
  return false;
}

}  // namespace carom
