// What the compliant engine costs beside the published run of the same experiment.

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

#include "core/laws/compliant.h"
#include "tests/core/models/pool/pool_rig.h"

namespace carom::testing {
namespace {

// [Compliant pool table] experiment 1: the cue ball at 24 mph into three balls whose centres are
// 2 R + `gap_m` apart, for 3 s.
PoolRig Break(double gap_m, bool reduced) {
  PoolRig rig;
  rig.table.noses.push_back({Vec2(1.27, 0.635), Vec2(1.27, -0.635), 0.04});
  rig.table.noses.push_back({Vec2(-1.27, -0.635), Vec2(-1.27, 0.635), 0.04});
  rig.settings.compliant = PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kFrictionless);
  rig.settings.compliant.horizontal = reduced;
  rig.settings.compliant.rest_speed_m_s = 1e-9;
  const double apart_m = 2.0 * kRadius_m + gap_m;
  const double behind_m = 0.635 + 0.5 * std::sqrt(3.0) * apart_m;
  const double above_m = reduced ? 0.0 : 1e-6;
  rig.Add(Vec3(-0.635, 0.0, kRadius_m + above_m), Vec3(10.729, 0.0, 0.0));
  rig.Add(Vec3(0.635, 0.0, kRadius_m), Vec3::Zero());
  rig.Add(Vec3(behind_m, 0.5 * apart_m, kRadius_m), Vec3::Zero());
  rig.Add(Vec3(behind_m, -0.5 * apart_m, kRadius_m), Vec3::Zero());
  return rig;
}

// catalogue C-41: at least 100 times faster than the paper's hours. Of the processor's time, so
// that other processes do not count.
TEST(PoolCost, IsAHundredthOfThePapers) {
  struct Case {
    double gap_m;
    bool reduced;
    double paper_s;
  };
  for (const Case& c : {Case{1e-9, false, 15500.0}, Case{2.1325735e-4, false, 7700.0},
                        Case{1e-9, true, 1730.0}, Case{2.1325735e-4, true, 440.0}}) {
    PoolRig rig = Break(c.gap_m, c.reduced);
    const std::clock_t before = std::clock();
    const Record record = rig.Play(3.0);
    const double cost_s = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    EXPECT_EQ(record.end_time_s, 3.0);
    EXPECT_LT(cost_s, 0.01 * c.paper_s) << c.gap_m << " " << c.reduced;
  }
}

}  // namespace
}  // namespace carom::testing
