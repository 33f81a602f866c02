#ifndef CAROM_CORE_EVENT_GROUP_IMPACT_H_
#define CAROM_CORE_EVENT_GROUP_IMPACT_H_

#include <array>
#include <cstddef>

#include "core/base/constants.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/laws/cluster/cluster.h"
#include "core/record/event.h"
#include "core/state/trajectory.h"

namespace carom {

/// The result of a simultaneous impact of a group: the balls that it moved, in order of index, and
/// the contacts that carried an impulse, as events at the time of the impact, in the order of
/// Earlier().
struct GroupImpact {
  std::size_t ball_count = 0;
  std::array<int, kMaxBalls> ball{};
  std::array<BallState, kMaxBalls> before;
  std::array<BallState, kMaxBalls> after;
  std::size_t event_count = 0;
  std::array<Event, kMaxGroupContacts> event{};
  std::array<double, kMaxGroupContacts> impulse_Ns{};  ///< Normal, of each event.

  /// The first event of a ball. (Two balls share it only if they hit each other.)
  const Event& FirstOf(int ball_index) const {
    std::size_t k = 0;
    while (k + 1 < event_count && !event[k].Involves(static_cast<int16_t>(ball_index))) ++k;
    return event[k];
  }
};

/// Memory of ResolveGroup, reused from call to call.
struct GroupWorkspace {
  ClusterWorkspace cluster;
  std::array<BallState, kMaxBalls> state;
  std::array<GroupBody, kMaxBalls> body;
  std::array<GroupContact, kMaxGroupContacts> contact;
  std::array<Event, kMaxGroupContacts> event;  // Of each contact; logged if it carries an impulse.
};

/// Resolves `event` (of two balls, or of a ball with a cushion or jaw) together with the contacts
/// that are simultaneous with it, as Environment::simultaneous selects:
///
///   kCluster  all contacts whose gap is at most cluster_gap_m and that shared balls connect with
///             the event's contact, in one impact of elastic bodies (ResolveCluster). With flight
///             on they include the slate under each of their balls that is on the cloth.
///   kTied     those of these contacts that touch and approach at this very time (ResolveTied).
///
/// Each contact has the restitution, the friction and the line of contact of the law that resolves
/// it alone (core/laws/impact.h).
/// Vertical velocities are treated as after any other impact (KeepOrDropFlight()).
///
/// Returns false and does nothing when the pair must be resolved alone: with kSequential, for
/// another kind of event, with fewer than two contacts besides those with the slate, or when the
/// bodies of the event do not approach (with flight on: not faster than settle_speed_m_s). Must not
/// be called for a contact in inelastic collapse (press.h). Energy never grows. Pure but for
/// the workspace.
bool ResolveGroup(const World& world, const TrajectoryTable& table, const Event& event,
                  GroupWorkspace& workspace, GroupImpact& impact);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_GROUP_IMPACT_H_
