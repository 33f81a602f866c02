// The double pendulum's run as a whole: when it meets the obstacle, what that costs, where it is.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "tests/core/models/pendulum/double_pendulum_rig.h"
#include "tests/testing/channels.h"

namespace carom::testing {
namespace {

// catalogue P-04: the counts hold no longer, and the times of P-05 are those.
TEST(DoublePendulum, CountsChangeOutsideTheirInterval) {
  const double smooth_s[] = {1.47817536676585, 2.38971682499515, 2.90309373588072,
                             3.70435768185,    4.517864367333,   5.42184799478};
  for (const auto& [friction, duration_s, impacts] :
       {std::tuple(0.15, 5.854429, 9), std::tuple(0.15, 6.0220962, 11), std::tuple(0.0, 6.1651, 6),
        std::tuple(0.0, 6.165106, 7)}) {
    DoublePendulum pendulum = WithFriction(friction);
    pendulum.duration_s = duration_s;
    const MechanismRecord record = RecordOf(pendulum);
    EXPECT_EQ(record.events.size(), static_cast<size_t>(impacts)) << duration_s;
    for (size_t i = 0; friction == 0.0 && i < 6; ++i) {
      EXPECT_NEAR(record.events[i].time_s, smooth_s[i], 1e-9);
    }
  }
}

// catalogue P-06: what is left of 21.51566 J after the first impact.
TEST(DoublePendulum, FrictionTakesMostOfTheEnergyAtTheFirstImpact) {
  for (const auto& [friction, left_J] :
       {std::pair(0.15, 4.60927926), std::pair(0.0, 12.25357595)}) {
    const MechanismRecord record = RecordOf(WithFriction(friction));
    EXPECT_NEAR(At(record.impacts, 0, {"system", "energy_before_J"}), 21.5156565629203, 1e-9);
    EXPECT_NEAR(At(record.impacts, 0, {"system", "energy_after_J"}), left_J, 1e-8);
  }
}

// catalogue P-11: angles do not jump at impacts; nothing turns faster than its energy allows.
TEST(DoublePendulum, AnglesAreContinuous) {
  for (const double friction : {0.0, 0.15}) {
    MechanismDetail detail;
    detail.sample_period_s = 1e-4;
    const MechanismRecord record = RecordOf(WithFriction(friction), detail);
    double fastest = 0.0;
    double longest = 0.0;
    for (int i = 1; i < static_cast<int>(record.samples.times_s.size()); ++i) {
      for (const char* rod : {"rod_1", "rod_2"}) {
        const Channel angle = {rod, "angle_rad"};
        longest = std::max(
            longest, std::fabs(At(record.samples, i, angle) - At(record.samples, i - 1, angle)));
        fastest =
            std::max(fastest, std::fabs(At(record.samples, i, {rod, "angular_velocity_rad_s"})));
      }
    }
    EXPECT_GT(fastest, 1.0);
    EXPECT_LT(longest, 1.01 * fastest * detail.sample_period_s);
  }
}

}  // namespace
}  // namespace carom::testing
