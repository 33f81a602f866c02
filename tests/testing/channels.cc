#include "tests/testing/channels.h"

#include <algorithm>

#include "core/base/demand.h"

namespace carom::testing {

double At(const ChannelTable& table, int row, const Channel& channel) {
  const auto found = std::find(table.channels.begin(), table.channels.end(), channel);
  CAROM_DEMAND(found != table.channels.end(), channel.body + " " + channel.quantity);
  return table.Row(row)[static_cast<size_t>(found - table.channels.begin())];
}

double FigureOf(const MechanismRecord& record, const std::string& name) {
  const auto found = std::find_if(record.figures.begin(), record.figures.end(),
                                  [&](const Figure& figure) { return figure.name == name; });
  CAROM_DEMAND(found != record.figures.end(), name);
  return found->value;
}

}  // namespace carom::testing
