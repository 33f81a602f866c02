#ifndef CAROM_CORE_LAWS_CLUSTER_TIED_H_
#define CAROM_CORE_LAWS_CLUSTER_TIED_H_

#include <span>

#include "core/laws/cluster/complementarity.h"
#include "core/laws/cluster/contact_group.h"

namespace carom {

/// Memory of ResolveTied, reused from call to call.
struct TiedWorkspace {
  internal::Complementarity problem;
  std::array<GroupBody, kMaxBalls> before;
};

/// Newton's law of restitution for contacts that share bodies and happen at exactly the same time.
/// All are resolved at once. Let contact c close at the speed a_c before the impact and open at w_c
/// after it. The normal impulses P_c of the contacts that approach satisfy
///
///   P_c >= 0,   w_c >= e_c a_c,   P_c (w_c - e_c a_c) = 0
///
/// Friction follows at all of them at once (ApplyFriction), with at most mu P_c at each; mu is that
/// of the slip before the impact. Where friction makes a contact of the group approach again,
/// normal impulses alone remove this approach, which is the change of least energy.
///
/// Energy never grows: the normal impulses change it by -1/2 sum P_c a_c (1 - e_c), as
/// w_c = e_c a_c wherever P_c > 0; friction and the last step only lower it.
///
/// Stiffness and gaps are not read. Between two bodies the result is that of FrictionalBallBall. At
/// most kMaxBalls bodies and kMaxGroupContacts contacts.
GroupImpulses ResolveTied(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                          TiedWorkspace& workspace);

/// Removes any approach that is left at the contacts by normal impulses alone, which are added to
/// `impulses`. Energy never grows.
void StopApproach(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                  internal::Complementarity& problem, GroupImpulses& impulses);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_CLUSTER_TIED_H_
