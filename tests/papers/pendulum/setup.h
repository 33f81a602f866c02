#ifndef CAROM_TESTS_PAPERS_PENDULUM_SETUP_H_
#define CAROM_TESTS_PAPERS_PENDULUM_SETUP_H_

#include <optional>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/models/pendulum/double_pendulum.h"
#include "tests/papers/frame/findings.h"

namespace carom::papers {

/// The two simulations of the paper: black and red in its figures.
struct Simulation {
  double friction;
  const char* name;
};
inline constexpr Simulation kSimulations[] = {{0.0, "mu = 0"}, {0.15, "mu = 0.15"}};

/// Section 4's pendulum.
DoublePendulum PaperPendulum(double friction);

/// The run of a pendulum; a row that failed when it is refused.
std::optional<MechanismRecord> Swing(const DoublePendulum& pendulum, const MechanismDetail& detail,
                                     Findings& findings);

/// Samples at this period.
MechanismDetail Every(double period_s);

/// A number of an impact, and of all impacts.
double OfImpact(const MechanismRecord& record, int i, const Channel& channel);
std::vector<double> OfImpacts(const MechanismRecord& record, const Channel& channel);

int CountOf(const MechanismRecord& record);

/// State before an impact, and after it.
PendulumState StateBefore(const MechanismRecord& record, int i);
PendulumState StateAfter(const MechanismRecord& record, int i);

/// Angles within +-4 rad and rates within +-10 rad/s.
PendulumState RandomState(CounterRandom& random);

/// One curve for each simulation: `channel` of samples every millisecond, in the columns
/// "simulation", "t_s" and `column`.
void DrawBoth(const std::vector<Channel>& channels, const std::vector<std::string>& columns,
              const std::string& title, const std::string& y_label, Findings& findings);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_PENDULUM_SETUP_H_
