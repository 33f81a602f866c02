#ifndef CAROM_CORE_LAWS_CLUSTER_CLUSTER_H_
#define CAROM_CORE_LAWS_CLUSTER_CLUSTER_H_

#include <array>
#include <span>

#include "core/laws/cluster/contact_group.h"
#include "core/laws/cluster/hertz_chain.h"
#include "core/laws/cluster/tied.h"

namespace carom {

/// Local errors of a step of ResolveCluster, in units of the impact's own scales of penetration and
/// impulse.
struct ClusterTolerance {
  /// For a group in which no two contacts with friction share a body. The error of chains and pairs
  /// is then 1e-8 of the approach.
  double alone = 1e-10;
  /// For other groups. Friction causes most of their error: it follows the steps, so its error is
  /// proportional to their length, which is proportional to the fifth root of the tolerance. At
  /// 1e-7 the error of a struck rack is at most 2e-3 of the approach, with a median over its balls
  /// of 5e-4; that of normal impulses alone would be 2e-5. (At 1e-10, with four times as many
  /// steps, it is at most 5e-4, with a median of 1e-4.)
  double rubbing = 1e-7;
};

/// Memory of ResolveCluster, reused from call to call.
struct ClusterWorkspace {
  TiedWorkspace tied;
  internal::HertzChain chain;
  internal::GroupMotion motion;
  std::array<GroupBody, kMaxBalls> before;
  std::array<GroupContact, kMaxGroupContacts> touching;
};

/// The impact of a group of elastic balls whose contacts overlap in time, as one event: positions
/// and normals stay, while the penetration d of each contact (it starts at minus the gap) gives
/// rise to Hertz's force [Herrmann & Seitz 1982 for chains]. Sequential impacts are wrong here:
/// five touching balls struck in line separate with -0.0711 -0.0303 -0.0145 0.1270 0.9888, not 0 0
/// 0 0 1.
///
///   d_c' = closing speed of c,   normal force F(d_c) of HertzHysteresis; e sets its loss
///
/// Friction follows each step of the integration: Coulomb's law with mu times the step's normal
/// impulse, sliding or sticking, at all contacts at once (ApplyFriction). mu is taken at the
/// fastest slip that the contact has had since it began: in an impact of two bodies that is the
/// slip before it.
///
/// Ends when nothing is compressed and no contact's gap closes any more. A contact of the group
/// that closes after all others have separated is reached after a free flight.
///
/// Guarantees: two bodies separate as by FrictionalBallBall (normal 1e-8, friction 1e-6 of the
/// speeds; e of at least HertzHysteresis::kLeastRestitution); energy never grows; momentum is
/// conserved; a mirrored group has the mirrored outcome to 1e-9; the order of magnitude of all
/// stiffnesses is irrelevant. The work is bounded; at the bound, any approach that is left is
/// removed inelastically. At most kMaxBalls bodies and kMaxGroupContacts contacts. Pure but for the
/// workspace.
GroupImpulses ResolveCluster(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                             ClusterWorkspace& workspace, const ClusterTolerance& tolerance = {});

}  // namespace carom

#endif  // CAROM_CORE_LAWS_CLUSTER_CLUSTER_H_
