#ifndef CAROM_CORE_LAWS_CLUSTER_GROUP_FRICTION_H_
#define CAROM_CORE_LAWS_CLUSTER_GROUP_FRICTION_H_

#include <array>
#include <span>

#include "core/laws/cluster/contact_group.h"

namespace carom::internal {

/// Coulomb friction at all contacts of a group at once: the tangential impulses p_c, each of at
/// most `limit_Ns[c]`, that leave the least kinetic energy. That is Coulomb's law, sliding or
/// sticking: at its optimum a contact's impulse is against its slip with the limit's magnitude, or
/// the slip is zero.
///
/// Found by projected Jacobi iteration. With A the inverse mass of the contacts and D_c >= 7/2 sum
/// over its sides (contacts of that body / mass), D >= A, so each round minimises an upper bound of
/// the energy that is exact where it starts: energy never grows, after however few rounds. One
/// round is exact for two balls. All contacts move at once, so a symmetric group stays symmetric.
///
/// Stops after `max_rounds`, or once no impulse changes by more than `tolerance` of its limit.
void RubAll(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
            const std::array<double, kMaxGroupContacts>& limit_Ns, int max_rounds,
            double tolerance);

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_CLUSTER_GROUP_FRICTION_H_
