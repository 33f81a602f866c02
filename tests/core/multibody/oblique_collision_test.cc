// Two compliant balls that meet at an angle, against an independent integration in long double.

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/laws/ball_ball/single_contact.h"
#include "tests/core/multibody/free_balls.h"
#include "tests/testing/csv.h"
#include "tests/testing/degrees.h"

namespace carom {
namespace {

using testing::BallContact;

NormalLaw NormalNamed(const std::string& name) {
  if (name == "Hertz") return HertzLaw{};
  if (name == "LN.93") return LankaraniNikravesh{{.restitution = 0.93}};
  return FloresLaw{{.restitution = 0.93}};
}

SlipFriction FrictionNamed(const std::string& name) {
  if (name.starts_with("Threlfall")) return Threlfall{.friction = 0.06};
  if (name.starts_with("Coulomb")) return RegularCoulomb{.friction = 0.06};
  if (name.starts_with("Alciatore")) return RegularAlciatore{};
  return Frictionless{};
}

class Clock : public ContactListener {
 public:
  void Began(int /*pair*/, double t, std::span<const BodyMotion> /*motions*/) override {
    begin_s = t;
  }
  void Ended(int /*pair*/, double t, std::span<const BodyMotion> /*motions*/) override {
    end_s = t;
  }
  double begin_s = 0.0;
  double end_s = 0.0;
};

// catalogue C-14: within 1e-5 degrees. The velocities of the table have ten digits.
TEST(ObliqueCollision, AgreesWithTheTable) {
  const std::vector<testing::CsvRow> table = testing::ReadCsv("oblique.csv");
  ASSERT_EQ(table.size(), 28u);
  for (const testing::CsvRow& row : table) {
    SCOPED_TRACE(row.Text("normal") + " " + row.Text("friction") + " " + row.Text("phi_deg"));
    const double speed = row.Number("v");
    const double cut = DegreesToRadians(row.Number("phi_deg"));
    Clock clock;
    MultibodySystem system(testing::FreeBalls(2, {NormalNamed(row.Text("normal")),
                                                  FrictionNamed(row.Text("friction"))}),
                           &clock);
    std::array<BodyMotion, 2> start;
    start[0].velocity_m_s = Vec3(speed, 0.0, 0.0);
    if (row.Number("roll") != 0.0) start[0].spin_rad_s = Vec3(0.0, speed / testing::kRadius_m, 0.0);
    const double apart = 2.0 * testing::kRadius_m + 1e-13;
    start[1].position_m = apart * Vec3(Cos(cut), -Sin(cut), 0.0);

    const std::vector<BodyMotion> end = testing::Play(system, start, 1e-3);
    ASSERT_EQ(end.size(), 2u);
    EXPECT_NEAR(1e6 * (clock.end_s - clock.begin_s), row.Number("T_us"), 1e-6);
    const char* const axes[] = {"x", "y", "z"};
    for (int ball = 0; ball < 2; ++ball) {
      const std::string number = std::to_string(ball + 1);
      const BodyMotion& motion = end[static_cast<std::size_t>(ball)];
      for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(motion.velocity_m_s[i], row.Number("v" + number + axes[i]), 1e-9);
        EXPECT_NEAR(motion.spin_rad_s[i], row.Number("w" + number + axes[i]), 1e-8);
      }
    }
    const Vec3& object = end[1].velocity_m_s;
    const double throw_deg = RadiansToDegrees(cut - Atan2(-object.y(), object.x()));
    EXPECT_NEAR(throw_deg, row.Number("OB_throw_deg"), 1e-5);
  }
}

// The object ball's angle off the line of centres, degrees, after a stun shot at 30 degrees.
double ThrowDegrees(const Vec3& object) {
  return 30.0 - RadiansToDegrees(Atan2(-object.y(), object.x()));
}

// catalogue C-16: a rigid impact with the restitution of the compliant one throws more, since the
// line of centres turns while compliant balls touch.
TEST(ObliqueCollision, RigidBallsThrowMore) {
  struct Case {
    double speed_m_s;
    double compliant_deg;
    double difference_deg;
  };
  const double cut = DegreesToRadians(30.0);
  const Vec3 normal(Cos(cut), -Sin(cut), 0.0);
  const BallSpec ball = {testing::kMass_kg, testing::kRadius_m};
  for (const Case& c : {Case{0.44704, 3.3845, 0.0491}, Case{1.34112, 3.3151, 0.1185},
                        Case{3.12928, 3.1995, 0.2341}}) {
    MultibodySystem system(testing::FreeBalls(
        2, {LankaraniNikravesh{{.restitution = 0.93}}, RegularCoulomb{.friction = 0.06}}));
    std::array<BodyMotion, 2> start;
    start[0].velocity_m_s = Vec3(c.speed_m_s, 0.0, 0.0);
    start[1].position_m = (2.0 * testing::kRadius_m + 1e-13) * normal;
    const std::vector<BodyMotion> end = testing::Play(system, start, 2e-3);
    ASSERT_EQ(end.size(), 2u);
    const double compliant_deg = ThrowDegrees(end[1].velocity_m_s);

    BallState cue;
    BallState object;
    cue.velocity = start[0].velocity_m_s;
    Resolve(FrictionalBallBall{0.93669893, ConstantFriction{0.06}}, {ball, ball, normal}, cue,
            object);
    const double rigid_deg = ThrowDegrees(object.velocity);
    EXPECT_NEAR(rigid_deg, 3.4336, 5e-5);
    EXPECT_NEAR(compliant_deg, c.compliant_deg, 5e-5);
    EXPECT_NEAR(rigid_deg - compliant_deg, c.difference_deg, 5e-5);
  }
}

}  // namespace
}  // namespace carom
