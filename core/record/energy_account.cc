#include "core/record/energy_account.h"

namespace carom {

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

}  // namespace carom
