#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/laws/normal/normal_law.h"
#include "tests/testing/csv.h"
#include "tests/testing/pulse.h"

namespace carom {
namespace {

using testing::CsvRow;
using testing::IntegratePulse;
using testing::Pulse;
using testing::ReadCsv;

constexpr double kStiffness = 526200160.05752;  // catalogue C-01
constexpr double kMass_kg = 0.085;              // of two balls of 170 g

NormalLaw LawOf(const std::string& name) {
  if (name == "LN") return LankaraniNikravesh{{.restitution = 0.93}};
  if (name == "Flores") return FloresLaw{{.restitution = 0.93}};
  return HertzLaw{};
}

// catalogue C-02, C-03, C-04, C-06, C-07
TEST(NormalForce, PulsesOfTwoBalls) {
  for (const CsvRow& row : ReadCsv("contact_pulses.csv")) {
    SCOPED_TRACE(row.Text("model") + " at " + row.Text("v_rel"));
    const NormalForceLaw law = MakeNormalForce(LawOf(row.Text("model")), kStiffness);
    const Pulse pulse = IntegratePulse(law, kMass_kg, row.Number("v_rel"));
    EXPECT_NEAR(pulse.restitution, row.Number("e_eff"), 1e-9);
    EXPECT_NEAR(pulse.deepest_m * 1e6 / row.Number("dmax_um"), 1.0, 1e-9);
    EXPECT_NEAR(pulse.duration_s * 1e6 / row.Number("T_us"), 1.0, 1e-9);
    EXPECT_NEAR(pulse.compression_s * 1e6 / row.Number("T_compression_us"), 1.0, 1e-9);
    EXPECT_NEAR(pulse.force_at_deepest_N / row.Number("F_at_dmax_N"), 1.0, 1e-9);
    EXPECT_NEAR(pulse.greatest_force_N / row.Number("F_max_N"), 1.0, 1e-9);
    // catalogue C-11: two bodies alone never pull.
    EXPECT_GE(pulse.least_force_N, 0.0);
  }
}

// catalogue C-13
TEST(NormalForce, HarderResinHasTheMeasuredContactTime) {
  const NormalForceLaw law = MakeNormalForce(HertzLaw{}, 919464083.683225);
  EXPECT_NEAR(IntegratePulse(law, kMass_kg, 1.34112).duration_s, 294.07e-6, 5e-9);
}

// catalogue C-11, over the whole range of c and unclipped.
TEST(NormalForce, TwoBodiesNeverPull) {
  for (int i = 1; i <= 20; ++i) {
    const double c = 0.05 * i;
    for (const NormalLaw& law : {NormalLaw(LankaraniNikravesh{{.restitution = c, .clip = false}}),
                                 NormalLaw(FloresLaw{{.restitution = c, .clip = false}})}) {
      const NormalForceLaw force = MakeNormalForce(law, kStiffness);
      EXPECT_LT(force.damping * testing::RestitutionOfDamping(force.damping), 1.0) << c;
      EXPECT_GE(IntegratePulse(force, kMass_kg, 1.0).least_force_N, 0.0) << c;
    }
  }
}

TEST(NormalForce, EnergyIsStoredOrDissipated) {
  const NormalForceLaw law = MakeNormalForce(LankaraniNikravesh{{.restitution = 0.7}}, kStiffness);
  const Pulse pulse = IntegratePulse(law, kMass_kg, 1.34112);
  const double e = pulse.restitution;
  const double lost = 0.5 * kMass_kg * 1.34112 * 1.34112 * (1.0 - e * e);
  EXPECT_NEAR(pulse.dissipated_J / lost, 1.0, 1e-8);
}

TEST(NormalForce, StoredEnergyIsTheWorkOfTheElasticForce) {
  for (const double exponent : {1.0, 1.5, 2.0, 2.7}) {
    const NormalForceLaw law = MakeNormalForce(HertzLaw{exponent}, 3.0);
    double work = 0.0;
    for (int i = 0; i < 1000; ++i) work += 1e-3 * law.Force((i + 0.5) * 1e-3, 0.0, 1.0);
    EXPECT_NEAR(law.ElasticEnergy(1.0), work, 1e-5);
    EXPECT_NEAR(law.ElasticEnergy(1.0), 3.0 / (exponent + 1.0), 1e-15);
  }
}

TEST(NormalForce, RestitutionDoesNotDependOnTheExponent) {
  for (const double exponent : {1.0, 2.0}) {
    const LankaraniNikravesh law{{.restitution = 0.7, .exponent = exponent}};
    const Pulse pulse = IntegratePulse(MakeNormalForce(law, 1e7), kMass_kg, 1.0);
    EXPECT_NEAR(pulse.restitution, 0.79597259536533, 1e-9) << exponent;
  }
}

TEST(NormalForce, NothingOutsideTheContact) {
  const NormalForceLaw law = MakeNormalForce(FloresLaw{}, kStiffness);
  for (const double apart : {0.0, -1e-3, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(law.Force(apart, 1.0, 1.0), 0.0);
    EXPECT_EQ(law.ElasticEnergy(apart), 0.0);
  }
}

// catalogue D-15
TEST(NormalForce, PoliciesOfZeroOverZero) {
  const double d = 1e-6;
  const double elastic = NormalForceLaw{.stiffness = kStiffness}.Force(d, 0.0, 0.0);
  LankaraniNikravesh ln{{.restitution = 0.7}};
  EXPECT_EQ(MakeNormalForce(ln, kStiffness).Force(d, 0.3, 0.0), elastic);
  EXPECT_FALSE(MakeNormalForce(ln, kStiffness).Undefined(0.0));

  ln.policy = ZeroVelocityPolicy::kRatioOne;
  EXPECT_DOUBLE_EQ(MakeNormalForce(ln, kStiffness).Force(d, 0.3, 0.0), elastic * 1.3825);

  ln.policy = ZeroVelocityPolicy::kStop;
  EXPECT_TRUE(MakeNormalForce(ln, kStiffness).Undefined(0.0));
  EXPECT_FALSE(MakeNormalForce(ln, kStiffness).Undefined(1e-3));
  ln.restitution = 1.0;
  EXPECT_FALSE(MakeNormalForce(ln, kStiffness).Undefined(0.0));
}

TEST(NormalForce, ClipsThePullOfATornContact) {
  LankaraniNikravesh ln{{.restitution = 0.5}};
  const double separation = -3.0;  // three times as fast as they met
  EXPECT_EQ(MakeNormalForce(ln, kStiffness).Force(1e-5, separation, 1.0), 0.0);
  ln.clip = false;
  EXPECT_LT(MakeNormalForce(ln, kStiffness).Force(1e-5, separation, 1.0), 0.0);
}

absl::Status CheckNormal(const NormalLaw& law) { return CheckChoice(law); }

TEST(NormalForce, RefusesParametersOutOfRange) {
  EXPECT_TRUE(CheckNormal(HertzLaw{}).ok());
  EXPECT_TRUE(CheckNormal(LankaraniNikravesh{{.restitution = 0.0}}).ok());
  EXPECT_EQ(CheckNormal(HertzLaw{0.5}).message(), "hertz.exponent: 0.5 must be in [1, 3]");
  EXPECT_EQ(CheckNormal(FloresLaw{{.restitution = 0.0}}).message(),
            "flores.restitution: 0 must be in (0, 1]");
  EXPECT_EQ(CheckNormal(LankaraniNikravesh{{.restitution = 0.0, .exact = true}}).message(),
            "lankarani_nikravesh.restitution: 0 must be in (0, 1]");
}

}  // namespace
}  // namespace carom
