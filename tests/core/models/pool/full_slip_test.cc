// What the default full_slip_m_s of friction between balls costs in throw: what compliant.proto and
// core/README.md say of it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "tests/core/models/pool/pool_rig.h"

namespace carom::testing {
namespace {

// Where the object ball goes, degrees from the line of centres at first touch. No cloth acts.
double Throw(double speed_m_s, double cut_deg, double full_slip_m_s) {
  PoolRig rig;
  rig.table.noses.clear();
  rig.settings.compliant.ball_ball.friction = RegularCoulomb{.full_slip_m_s = full_slip_m_s};
  rig.settings.compliant.integration = {.relative_tolerance = 1e-10, .absolute_tolerance = 1e-12};
  const double cut = cut_deg * kPi / 180.0;
  const Vec3 velocity(speed_m_s * std::cos(cut), speed_m_s * std::sin(cut), 0.0);
  rig.Add(Vec3(-2.0 * kRadius_m, 0.0, kRadius_m), velocity);
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3::Zero());
  const Vec3 after = rig.Play(1e-3).final_states[1].velocity;
  return std::atan2(after.y(), after.x()) * 180.0 / kPi;
}

TEST(FullSlip, CostsAsMuchThrowAsIsSaid) {
  constexpr double kDefault_m_s = RegularCoulomb().full_slip_m_s;
  double worst_deg = 0.0;
  for (const double speed_m_s : {1.0, 4.0}) {
    for (const double cut_deg : {5.0, 15.0, 20.0, 21.0, 22.0, 30.0, 60.0}) {
      const double lost_deg =
          Throw(speed_m_s, cut_deg, 1e-5) - Throw(speed_m_s, cut_deg, kDefault_m_s);
      worst_deg = std::max(worst_deg, std::fabs(lost_deg));
    }
  }
  EXPECT_LE(worst_deg, 8e-4);
  EXPECT_GE(worst_deg, 4e-4);  // It is not nothing.
}

}  // namespace
}  // namespace carom::testing
