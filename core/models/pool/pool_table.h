#ifndef CAROM_CORE_MODELS_POOL_POOL_TABLE_H_
#define CAROM_CORE_MODELS_POOL_POOL_TABLE_H_

#include <span>
#include <vector>

#include "core/laws/compliant.h"
#include "core/multibody/multibody_system.h"
#include "core/record/event.h"
#include "core/state/trajectory.h"
#include "core/table/ball.h"
#include "core/table/environment.h"
#include "core/table/table.h"

namespace carom {

/// What a contact pair or a watch of a pool table means in the log: the event of its beginning.
/// `other` is a ball, a pocket, or the nose that is touched alone; -1 where it depends on the place
/// (which nose of a cushion).
struct PoolMeaning {
  EventKind kind = EventKind::kBallBall;
  int ball = -1;
  int other = -1;

  bool Involves(int a_ball) const {
    return ball == a_ball || (kind == EventKind::kBallBall && other == a_ball);
  }
};

/// A table, balls and cloth as compliant bodies: [Compliant pool table] 3, full 3-D or reduced
/// (4.1). Bodies are the balls, by index; all else is ground, or (CompliantSettings::welded_table)
/// the cloth and then each cushion are bodies of their own, welded to the ground. A ball touches
///   other balls that it is not welded to (compliant_world.h), by the material of both, and
///   friction by CompliantSettings::ball_ball; the cloth, a rigid plane with the pockets as holes,
///   whose rims it can fall over; the pockets' liners (PocketModel::kDrop), by
///   CompliantSettings::liner; the cushions (cushions.h).
/// A ball is in a pocket once its centre is its radius below the cloth, or (PocketModel::kCircle,
/// and always in the reduced model) as soon as its centre enters the circle. It has left the table
/// once its centre is past the box around the bed's outline.
struct PoolTableModel {
  MultibodySpec spec;
  std::vector<PoolMeaning> contacts;  ///< Of spec.contacts.
  std::vector<PoolMeaning> watches;   ///< Of spec.watches.
  std::vector<int> cloth_contact;     ///< By ball.
  std::vector<Pocket> holes;          ///< Below which there is no cloth.
};

/// Requires valid arguments.
PoolTableModel MakePoolTable(const Table& table, const Environment& environment,
                             const CompliantSettings& settings, std::span<const BallSpec> balls);

/// How deep a ball at rest lies in the cloth, m: m g = K d^n.
double SeatedPenetration(const NormalForceLaw& cloth, const BallSpec& ball, double gravity_m_s2);

/// The motions of all bodies at the start. Seated, a ball whose centre is within 1e-5 m of its
/// radius above the cloth is put where the cloth bears it, unless it is over a hole.
std::vector<BodyMotion> StartMotions(const PoolTableModel& model, const CompliantSettings& settings,
                                     std::span<const BallSpec> balls,
                                     std::span<const BallState> states);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_POOL_TABLE_H_
