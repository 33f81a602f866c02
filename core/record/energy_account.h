#ifndef CAROM_CORE_RECORD_ENERGY_ACCOUNT_H_
#define CAROM_CORE_RECORD_ENERGY_ACCOUNT_H_

#include <array>
#include <vector>

#include "core/record/mechanism_record.h"

namespace carom {

/// What a system's energy consists of, and where it went, J.
struct EnergyAccount {
  double kinetic = 0.0;
  double potential = 0.0;         ///< Of gravity, 0 at z = 0.
  double elastic = 0.0;           ///< In contacts and springs.
  double lost_in_contacts = 0.0;  ///< And in dampers of springs, in joints and impacts.
  double lost_to_friction = 0.0;
  double removed = 0.0;         ///< What bodies had when they were taken out.
  double given_to_loads = 0.0;  ///< Work on loads from outside; negative: they supplied it.

  /// Constant but for the error of the integration.
  double Total() const {
    return kinetic + potential + elastic + lost_in_contacts + lost_to_friction + removed +
           given_to_loads;
  }
};

/// An account as it is sampled, J: kinetic, potential, elastic, dissipated (in contacts and by
/// friction), given away (with bodies that were taken out, and to loads from outside), and the
/// residual: by how much the sum of the five has drifted since the start.
using EnergyRow = std::array<double, 6>;

EnergyRow EnergyRowOf(const EnergyAccount& account, double start_total_J);

/// The channels of an EnergyRow in a mechanism's samples, "system" "kinetic_J" and so on.
void AddEnergyChannels(std::vector<Channel>& channels);

}  // namespace carom

#endif  // CAROM_CORE_RECORD_ENERGY_ACCOUNT_H_
