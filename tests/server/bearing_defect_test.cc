// Spectra of mechanisms, and a defective bearing, through the service.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "tests/server/convert/wire_message.h"
#include "tests/server/figure_of.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::StartsWith;
using testing::Wire;

class BearingSpectrum : public ::testing::Test {
 protected:
  grpc::Status Ask(const std::string& text, v1::MechanismRun& run) {
    grpc::ClientContext context;
    v1::SimulateMechanismResponse response;
    const grpc::Status status = service_.mechanisms->SimulateMechanism(
        &context, Wire<v1::SimulateMechanismRequest>(text), &response);
    run = response.run();
    return status;
  }

  v1::MechanismRun Run(const std::string& text) {
    v1::MechanismRun run;
    const grpc::Status status = Ask(text, run);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return run;
  }

  void ExpectRefused(const std::string& text, const std::string& says) {
    v1::MechanismRun run;
    const grpc::Status status = Ask(text, run);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << text;
    EXPECT_THAT(status.error_message(), StartsWith(says));
  }

 private:
  TestService service_ = TestService(WithThreads(1));
};

// Frequency of the highest density; -1 where there is none.
double StrongestLine(const v1::SpectrumTable& table) {
  int best = -1;
  for (int k = 0; k < table.frequencies_hz_size(); ++k) {
    if (best < 0 || table.densities(k) > table.densities(best)) best = k;
  }
  return best < 0 ? -1.0 : table.frequencies_hz(best);
}

// The centre of a ball goes round with the cage: x is a cosine of amplitude D/2, whose power is
// D^2/8, at (1 + d/D)/2 turns for each of the outer race's 30 a second.
TEST_F(BearingSpectrum, TheCageIsASineOfKnownPower) {
  const v1::MechanismRun run =
      Run("ball_bearing { duration_s: 0.25 } detail { spectrum { channels { body: 'ball_1' "
          "quantity: 'position_x_m' } period_s: 2e-4 segment: 1024 from_s: 0.02 } }");
  const v1::SpectrumTable& spectrum = run.spectrum();
  ASSERT_EQ(spectrum.frequencies_hz_size(), 513);
  ASSERT_EQ(spectrum.densities_size(), 513);
  EXPECT_EQ(spectrum.bodies(0), "ball_1");
  EXPECT_EQ(spectrum.segments(), 1u);
  const double bin_hz = 1.0 / (1024 * 2e-4);
  EXPECT_NEAR(spectrum.frequencies_hz(1), bin_hz, 1e-12);
  EXPECT_NEAR(StrongestLine(spectrum), 0.626248489090 * 30.0, bin_hz);
  double power = 0.0;
  for (const double density : spectrum.densities()) power += density * bin_hz;
  const double expected = 0.031438 * 0.031438 / 8.0;
  // Four turns and their rest in a window: it knows the power to some per cent.
  EXPECT_NEAR(power, expected, 0.05 * expected);
  EXPECT_EQ(run.samples().times_s_size(), 0) << "the spectrum's samples are its own";
}

TEST_F(BearingSpectrum, DoesNotChangeTheRun) {
  const std::string bearing = "ball_bearing { duration_s: 0.02 } ";
  const v1::MechanismRun plain = Run(bearing + "detail { sample_period_s: 3e-3 }");
  const v1::MechanismRun both =
      Run(bearing +
          "detail { sample_period_s: 3e-3 spectrum { segment: 64 channels { body: "
          "'ball_1' quantity: 'acceleration_x_m_s2' } } }");
  EXPECT_EQ(both.hash(), plain.hash());
  EXPECT_EQ(both.evaluations(), plain.evaluations());
  EXPECT_TRUE(both.samples().SerializeAsString() == plain.samples().SerializeAsString());
}

TEST_F(BearingSpectrum, BadRequestsAreToldWhereTheyAreBad) {
  const std::string channel = "channels { body: 'ball_1' quantity: 'acceleration_x_m_s2' } ";
  const auto with = [&](const std::string& more) {
    return "ball_bearing { duration_s: 0.02 } detail { spectrum { " + channel + more + " } }";
  };
  ExpectRefused("ball_bearing {} detail { spectrum {} }",
                "detail.spectrum.channels: 0 must be 1 to 16 in number");
  ExpectRefused("ball_bearing {} detail { spectrum { channels { body: 'ball_9' } } }",
                "detail.spectrum.channels[0]: \"ball_9.\" must be one of outer_race.angle_rad, ");
  ExpectRefused(with("segment: 100"), "detail.spectrum.segment: 100 must be a power of two");
  ExpectRefused(with("segment: 1024"), "detail.spectrum.segment: 1024 must be at most 201, ");
  ExpectRefused(with("overlap: 1"), "detail.spectrum.overlap: 1 must be in [0, 0.95]");
  ExpectRefused(with("from_s: 0.02"), "detail.spectrum.from_s: 0.02 must be in [0, 0.02)");
  ExpectRefused(with("period_s: 1e-9"), "detail.spectrum.period_s: 1e-09 must be above ");
  ExpectRefused(with("window: 7"), "detail.spectrum.window: 7 must be one of SpectrumWindow");
}

// A pit, where it is felt, and its line in turns of the outer race. With g = d/D and 8 balls a pit
// in the outer race meets 4 (1 - g) balls a turn, and a sensor on the race feels it there; one in
// the fixed inner race meets 4 (1 + g), in a fixed direction. A spot on a ball meets either race
// (1/g - g) times; the cage takes the direction round with it, (1 + g)/2 turns more or less.
struct Damage {
  const char* place;
  const char* quantity;
  double meetings;
  double sidebands;
};

constexpr double kRatio = 7.938 / 31.438;
constexpr Damage kDamages[] = {
    {"OUTER_RACE", "acceleration_own_x_m_s2", 4.0 * (1.0 - kRatio), 0.0},
    {"INNER_RACE", "acceleration_x_m_s2", 4.0 * (1.0 + kRatio), 0.0},
    {"BALL", "acceleration_x_m_s2", 1.0 / kRatio - kRatio, 0.5 * (1.0 + kRatio)},
};

constexpr double kTurns_hz = 30.0;
constexpr double kBin_hz = 1e4 / 2048;

// A wide pit, whose blows follow each other so smoothly that the first harmonic is the highest.
std::string Bearing(const std::string& defect, const Damage& damage) {
  return "ball_bearing { duration_s: 0.245 integration { relative_tolerance: 1e-4 "
         "absolute_tolerance: 1e-7 } " +
         defect +
         " } detail { spectrum { segment: 2048 from_s: 0.04 channels { body: 'outer_race' "
         "quantity: '" +
         damage.quantity + "' } } }";
}

bool HasItsLine(const v1::SpectrumTable& spectrum, const Damage& damage) {
  const double line_hz = StrongestLine(spectrum);
  const double above_hz = kTurns_hz * (damage.meetings + damage.sidebands);
  const double below_hz = kTurns_hz * (damage.meetings - damage.sidebands);
  return std::fabs(line_hz - above_hz) < kBin_hz || std::fabs(line_hz - below_hz) < kBin_hz;
}

TEST_F(BearingSpectrum, APitHasTheLineThatTheoryNames) {
  for (const Damage& damage : kDamages) {
    SCOPED_TRACE(damage.place);
    const v1::MechanismRun damaged = Run(Bearing(
        std::string("defect { width_m: 12e-3 place: DEFECT_PLACE_") + damage.place + " }", damage));
    EXPECT_TRUE(HasItsLine(damaged.spectrum(), damage)) << StrongestLine(damaged.spectrum());
    const v1::MechanismRun healthy = Run(Bearing("", damage));
    EXPECT_FALSE(HasItsLine(healthy.spectrum(), damage)) << StrongestLine(healthy.spectrum());
    EXPECT_EQ(healthy.stop_reason(), v1::STOP_REASON_TIME_LIMIT);
  }
}

// What theory names, as the run tells it.
TEST_F(BearingSpectrum, TheRunTellsTheFrequencies) {
  const v1::MechanismRun run = Run("ball_bearing { duration_s: 0.005 }");
  const double turns_hz = FigureOf(run, "outer_speed_rad_s") / kTwoPi;
  EXPECT_NEAR(FigureOf(run, "outer_race_defect_Hz"), turns_hz * 4.0 * (1.0 - kRatio), 1e-9);
  EXPECT_NEAR(FigureOf(run, "inner_race_defect_Hz"), turns_hz * 4.0 * (1.0 + kRatio), 1e-9);
  EXPECT_NEAR(FigureOf(run, "ball_defect_Hz"), turns_hz * (1.0 / kRatio - kRatio), 1e-9);
}

// A pit has a potential: it neither gives nor takes energy.
TEST_F(BearingSpectrum, APitKeepsTheBalance) {
  for (const Damage& damage : kDamages) {
    const v1::MechanismRun run =
        Run(std::string("ball_bearing { duration_s: 0.02 defect { place: DEFECT_PLACE_") +
            damage.place + " } }");
    EXPECT_LT(FigureOf(run, "greatest_balance_residual_J"), 1e-5) << damage.place;
  }
}

TEST_F(BearingSpectrum, APitWiderThanItsRaceIsRefused) {
  ExpectRefused("ball_bearing { defect { width_m: 0.2 } }",
                "ball_bearing.defect.width_m: 0.2 must be in [1e-06, 0.1236");
  ExpectRefused("ball_bearing { defect { depth_m: 1e-3 } }",
                "ball_bearing.defect.depth_m: 0.001 must be in [0, 3.125e-05], a 32nd of its");
  ExpectRefused("ball_bearing { defect { place: 9 } }", "ball_bearing.defect.place: 9 must be one");
}

}  // namespace
}  // namespace carom
