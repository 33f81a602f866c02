#ifndef CAROM_CORE_LAWS_CLUSTER_GROUP_COLUMN_H_
#define CAROM_CORE_LAWS_CLUSTER_GROUP_COLUMN_H_

#include <array>

#include "core/laws/cluster/contact_group.h"

namespace carom::internal {

/// A number for each contact of a group.
using GroupColumn = std::array<double, kMaxGroupContacts>;

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_CLUSTER_GROUP_COLUMN_H_
