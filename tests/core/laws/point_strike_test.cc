#include "core/laws/cue_ball/point_strike.h"

#include "core/base/portable_math.h"
#include "tests/core/laws/states.h"
#include "tests/testing/csv.h"

namespace carom::testing {
namespace {

constexpr double kTowardsMinusY = -90.0 * kDegree;

CueStrike Strike(double side, double height) {
  CueStrike strike;
  strike.speed_m_s = 1.5;
  strike.azimuth_rad = kTowardsMinusY;
  strike.side_offset = side;
  strike.height_offset = height;
  return strike;
}

BallState Struck(const CueStrike& strike, double end_mass_kg = 0.0) {
  Cue cue;
  cue.end_mass_kg = end_mass_kg;
  BallState ball;
  Resolve(strike, cue, BallSpec{}, ball);
  return ball;
}

// By how much the path of a hit at this side offset turns to the right of the aim, rad. To the
// right of -y is -x.
double SquirtAngle(double side, double end_mass_kg) {
  const BallState ball = Struck(Strike(side, 0.0), end_mass_kg);
  return Atan2(-ball.velocity.x(), -ball.velocity.y());
}

double EnergyRatio(const BallState& ball) {
  return KineticEnergy(BallSpec{}, ball) / (0.5 * Cue{}.mass_kg * 1.5 * 1.5);
}

TEST(PointStrike, CentreHitGivesSpeedAndNoSpin) {  // catalogue E-43
  const BallState ball = Struck(Strike(0.0, 0.0));
  ExpectNear(ball.velocity, Vec3(0.0, -2.3077017000476192, 0.0), 1e-12, "velocity");
  ExpectNear(ball.spin, Vec3::Zero(), 1e-12, "spin");
  EXPECT_NEAR(EnergyRatio(ball), 0.71005242832897143, 1e-12);
}

TEST(PointStrike, HighHitRollsAtOnce) {  // catalogue E-44
  const BallState ball = Struck(Strike(0.0, 0.4));
  ExpectNear(ball.velocity, Vec3(0.0, -1.7647113747630712, 0.0), 1e-12, "velocity");
  ExpectNear(ball.spin, Vec3(61.757178469398816, 0.0, 0.0), 1e-12, "spin");
  EXPECT_NEAR(EnergyRatio(ball), 0.58130824489657264, 1e-12);
}

TEST(PointStrike, LowLeftHitDrawsAndTurnsClockwise) {  // catalogue E-45
  const BallState ball = Struck(Strike(0.3, -0.3));
  ExpectNear(ball.velocity, Vec3(0.0, -1.714290897326976, 0.0), 1e-12, "velocity");
  ExpectNear(ball.spin, Vec3(-44.994511740865513, 0.0, -44.994511740865513), 1e-12, "spin");
  EXPECT_NEAR(EnergyRatio(ball), 0.56815668035050229, 1e-12);
}

TEST(PointStrike, SquirtTurnsLeftEnglishToTheRight) {  // catalogue E-48
  const double end_mass_kg = BallSpec().mass_kg / 20.0;
  EXPECT_NEAR(SquirtAngle(0.2, end_mass_kg) / kDegree, 1.1993583313332899, 1e-12);
  EXPECT_NEAR(SquirtAngle(-0.2, end_mass_kg), -SquirtAngle(0.2, end_mass_kg), 1e-15);

  const BallState straight = Struck(Strike(0.2, 0.0));
  const BallState ball = Struck(Strike(0.2, 0.0), end_mass_kg);
  EXPECT_NEAR(ball.velocity.norm(), straight.velocity.norm(), 1e-15);
  ExpectNear(ball.spin, straight.spin, 0.0, "the spin does not squirt");
}

TEST(PointStrike, NoEndMassNoSquirt) { EXPECT_NEAR(SquirtAngle(0.4, 0.0), 0.0, 1e-15); }

TEST(PointStrike, AddsToAMovingBall) {
  const CueStrike strike = Strike(0.1, 0.2);
  const BallState struck = Struck(strike, 0.005);
  Cue cue;
  cue.end_mass_kg = 0.005;
  BallState ball = Moving(Vec3(1.0, 2.0, 0.0), Vec3(3.0, 4.0, 5.0));
  Resolve(strike, cue, BallSpec{}, ball);
  ExpectNear(ball.velocity, struck.velocity + Vec3(1.0, 2.0, 0.0), 1e-14, "velocity");
  ExpectNear(ball.spin, struck.spin + Vec3(3.0, 4.0, 5.0), 1e-14, "spin");
}

TEST(PointStrike, MiscueBeyondTheLimitOnly) {
  EXPECT_FALSE(IsMiscue(Strike(0.3, 0.4), Cue{}));  // 0.5 exactly
  EXPECT_TRUE(IsMiscue(Strike(0.3, -0.41), Cue{}));
}

// All 30 strikes of the peer, level and elevated. They agree in full because the offset is read the
// same way: seen along the cue, not in the table's frame. An elevated peer leaves 3-D too.
TEST(PointStrike, AgreesWithPeer) {
  for (const CsvRow& row : ReadCsv("peer_cue_strike.csv")) {
    const BallSpec spec = {row.Number("m"), row.Number("R")};
    Cue cue;
    cue.mass_kg = row.Number("M");
    cue.end_mass_kg = row.Number("end_mass");
    CueStrike strike;
    strike.speed_m_s = row.Number("V0");
    strike.azimuth_rad = row.Number("phi_deg") * kDegree;
    strike.elevation_rad = row.Number("theta_deg") * kDegree;
    strike.side_offset = row.Number("a");
    strike.height_offset = row.Number("b");
    BallState ball;
    Resolve(strike, cue, spec, ball);
    ExpectNear(ball.velocity, row.Vector("v"), 1e-9, "velocity");
    ExpectNear(ball.spin, row.Vector("w"), 1e-9, "spin");
  }
}

}  // namespace
}  // namespace carom::testing
