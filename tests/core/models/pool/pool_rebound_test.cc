// Rebounds of the compliant engine from a cushion at normal incidence.

#include <gtest/gtest.h>

#include <algorithm>

#include "core/laws/compliant.h"
#include "core/table/catalog.h"
#include "tests/core/models/pool/pool_rig.h"

namespace carom::testing {
namespace {

// catalogue C-36: normal incidence without friction, whatever the speed.
TEST(PoolShot, LeavesTheCushionWithItsRestitution) {
  struct Case {
    double restitution;
    double ratio;
  };
  for (const Case& c : {Case{0.98, 0.9805836964}, Case{0.85, 0.87797484}}) {
    for (const double speed : {0.5, 2.724}) {
      PoolRig rig;
      rig.Add(Vec3(0.0, 0.6, kRadius_m), Vec3(0.0, speed, 0.0));
      rig.settings.compliant.cushion.normal = LankaraniNikravesh{{.restitution = c.restitution}};
      const Record record = rig.Play(0.15, WithEvents());
      EXPECT_NEAR(-record.final_states[0].velocity.y() / speed, c.ratio, 1e-6);
      // The record has the contact: it began and ended, and its force rose and fell.
      const auto contact = std::find_if(
          record.contacts.begin(), record.contacts.end(),
          [](const ContactHistory& h) { return h.begin.kind == EventKind::kBallCushion; });
      ASSERT_NE(contact, record.contacts.end());
      EXPECT_GT(contact->end_time_s, contact->begin.time_s);
      EXPECT_GT(contact->row_count, 10);
    }
  }
}

// The same off the facings of pockets, which are triangular prisms here: along the normal, to both
// sides of the table.
TEST(PoolShot, LeavesAFacingWithItsRestitution) {
  constexpr double kSpeed_m_s = 0.5;
  const Table& prisms = FindTable("pool_9ft_prisms")->table;
  for (std::size_t facing = 6; facing < 18; ++facing) {
    SCOPED_TRACE(facing);
    const Nose& nose = prisms.noses[facing];
    const Pocket& pocket = prisms.pockets[(facing - 6) / 2];
    const Vec2 along = (nose.end_m - nose.start_m).normalized();
    const Vec2 middle = 0.5 * (nose.start_m + nose.end_m);
    Vec2 normal(-along.y(), along.x());
    if (normal.dot(pocket.centre_m - middle) < 0.0) normal = -normal;
    const Vec2 start = middle + (kRadius_m + 0.005) * normal;
    PoolRig rig;
    rig.table = prisms;
    rig.table.pockets.clear();
    rig.Add(Vec3(start.x(), start.y(), kRadius_m), -kSpeed_m_s * Vec3(normal.x(), normal.y(), 0.0));
    const Record record = rig.Play(0.03, WithEvents());
    const auto hit = std::ranges::find(record.events, EventKind::kBallCushion, &Event::kind);
    ASSERT_NE(hit, record.events.end());
    EXPECT_EQ(hit->other, static_cast<int>(facing));
    const Vec3& velocity = record.final_states[0].velocity;
    EXPECT_NEAR(velocity.head<2>().dot(normal) / kSpeed_m_s, 0.9805836964, 1e-6);
    EXPECT_NEAR(velocity.head<2>().dot(along), 0.0, 1e-9);
  }
}

// The speed, after its first contact with the cushion, of a snooker ball that rolls against a nose
// met as a line: sin = 2/5 above the centre. [Mathavan et al. 2010]
double Rebound(double speed_m_s) {
  const BallSpec ball = {0.1406, 0.02625};
  PoolRig rig;
  const double height_m = 1.4 * ball.radius_m;
  rig.table.noses = {{Vec2(-1.0, 1.0), Vec2(1.0, 1.0), height_m}};
  rig.settings.environment.nose_contact = NoseContact::kLine;
  rig.settings.compliant = PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kAmbrosio);
  rig.settings.compliant.start = CompliantStart::kSeated;
  const double reach_m = NoseContactDistance(NoseContact::kLine, ball.radius_m, height_m);
  BallState& state = rig.Add(Vec3(0.0, 0.95 - reach_m, ball.radius_m), Vec3(0.0, speed_m_s, 0.0));
  state.spin = Vec3(-speed_m_s / ball.radius_m, 0.0, 0.0);
  state.motion = MotionState::kRolling;
  rig.balls.back() = ball;
  const double until_s = 0.05 / speed_m_s + 0.03;
  const Record record = rig.Play(until_s, WithEvents());
  const auto contact =
      std::find_if(record.contacts.begin(), record.contacts.end(),
                   [](const ContactHistory& h) { return h.begin.kind == EventKind::kBallCushion; });
  if (contact == record.contacts.end()) return 0.0;
  Detail at_its_end;
  at_its_end.samples = true;
  at_its_end.sample_times_s = {contact->end_time_s};
  return -rig.Play(until_s, at_its_end).samples.front().velocity.y();
}

// catalogue C-37: measured by [Mathavan et al. 2009].
TEST(PoolRebound, OfARollingSnookerBallIsAsMeasured) {
  struct Case {
    double in_m_s;
    double out_m_s;
  };
  for (const Case& c : {Case{0.3, 0.236}, Case{0.5, 0.448}, Case{1.0, 0.948}, Case{1.5, 1.404},
                        Case{2.0, 1.816}, Case{2.5, 2.184}}) {
    EXPECT_NEAR(Rebound(c.in_m_s), c.out_m_s, 0.08) << c.in_m_s;
  }
}

}  // namespace
}  // namespace carom::testing
