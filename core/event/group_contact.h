#ifndef CAROM_CORE_EVENT_GROUP_CONTACT_H_
#define CAROM_CORE_EVENT_GROUP_CONTACT_H_

#include "core/event/impact.h"
#include "core/laws/cluster/contact_group.h"

namespace carom {

/// The contact of an impact (of a ball with a ball, cushion, jaw or the slate) as a part of a group
/// impact: its normal, restitution, friction and stiffness. The coefficients are those of the law
/// that resolves the contact alone (group_coefficients.h). The line of contact of a ball on the
/// cloth with a cushion is the one that its law states (nose_normal.h); in flight it goes through
/// the nose and the ball's centre. The caller sets the bodies and the gap.
GroupContact MakeGroupContact(const World& world, const Impact& impact);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_GROUP_CONTACT_H_
