#include "core/record/mechanism_record.h"

#include <cstddef>

namespace carom {

void ChannelTable::AddRow(double time_s, std::span<const double> row) {
  times_s.push_back(time_s);
  values.insert(values.end(), row.begin(), row.end());
}

std::span<const double> ChannelTable::Row(int i) const {
  const std::size_t width = channels.size();
  return std::span<const double>(values).subspan(static_cast<std::size_t>(i) * width, width);
}

void ChannelTable::Clear() {
  channels.clear();
  times_s.clear();
  values.clear();
}

EnergyRow EnergyRowOf(const EnergyAccount& account, double start_total_J) {
  return {account.kinetic,
          account.potential,
          account.elastic,
          account.lost_in_contacts + account.lost_to_friction,
          account.removed + account.given_to_loads,
          account.Total() - start_total_J};
}

void AddEnergyChannels(std::vector<Channel>& channels) {
  for (const char* quantity :
       {"kinetic_J", "potential_J", "elastic_J", "dissipated_J", "given_away_J", "residual_J"}) {
    channels.push_back({"system", quantity});
  }
}

void MechanismRecord::Clear() { *this = MechanismRecord{}; }

}  // namespace carom
