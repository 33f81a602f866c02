#ifndef CAROM_TESTS_TESTING_SHOTS_ENERGY_LEDGER_H_
#define CAROM_TESTS_TESTING_SHOTS_ENERGY_LEDGER_H_

#include <string>
#include <vector>

#include "core/record/record.h"
#include "core/shot/simulate.h"

namespace carom::testing {

/// Keeps account of the energy of every ball over a log: it may fall between events (the cloth) and
/// at them (the impact), and grow at the strike only. With flight, potential energy counts from the
/// height at which a ball is wholly below the cloth, so that no energy is negative.
///
/// Balls that meet each other at one time are judged together, since the contacts of a cluster are
/// one impact; where contacts are resolved pair by pair, each pair is judged too.
class EnergyLedger {
 public:
  EnergyLedger(const Scene& scene, const std::vector<BallState>& start);

  /// The events of the log in order; `states` are those of the two balls.
  void Add(const Event& event, const EventStates* states);
  /// After the last event.
  void Finish();

  /// Relative to the larger of the energies before and after, over events and spans.
  double worst_gain() const { return worst_gain_; }
  /// The same, gained or lost between two events in flight, where nothing is.
  double worst_flight_drift() const { return worst_flight_drift_; }
  const std::string& where() const { return where_; }

 private:
  struct Account {
    double last_J = 0.0;    ///< After the latest event.
    double before_J = 0.0;  ///< On arrival at the present time.
    bool flies = false;     ///< Since the latest event.
    bool here = false;      ///< Has had an event at the present time.
    size_t group = 0;       ///< A ball that stands for all that met at the present time.
  };

  double Energy(const BallState& state, size_t ball) const;
  // The same before an event, and what being put back in place may add.
  double Arriving(const BallState& state, size_t ball) const;
  void Arrive(const Event& event, size_t ball, const BallState& state);
  void Unite(size_t a, size_t b);
  void CloseGroups();
  void Compare(double before_J, double after_J, const std::string& what);

  const Scene& scene_;
  std::vector<Account> accounts_;
  double now_s_ = 0.0;
  double worst_gain_ = 0.0;
  double worst_flight_drift_ = 0.0;
  std::string where_;
};

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SHOTS_ENERGY_LEDGER_H_
