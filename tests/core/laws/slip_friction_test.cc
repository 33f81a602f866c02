#include "core/laws/friction/slip_friction.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

constexpr double kMph_m_s = 0.44704;

absl::Status CheckFriction(const SlipFriction& law) { return CheckChoice(law); }

// catalogue C-17
TEST(SlipFriction, ThrelfallNeverReachesItsCoefficient) {
  const Threlfall law{.friction = 1.0, .tolerance_m_s = 0.01};
  EXPECT_NEAR(law.Coefficient(5.0), 0.95021293163214, 1e-13);
  EXPECT_NEAR(law.Coefficient(0.0025), 0.52763344725899, 1e-13);
  EXPECT_NEAR(law.Coefficient(0.005), 0.77686983985157, 1e-13);
  EXPECT_NEAR(Threlfall{}.Coefficient(1.0), 0.0570128, 5e-8);
  EXPECT_NEAR(law.Coefficient(0.01), law.Coefficient(0.01 - 1e-15), 1e-12);  // no jump
}

// catalogue C-18
TEST(SlipFriction, Ambrosio) {
  const Ambrosio law{.friction = 1.0};
  EXPECT_NEAR(law.Coefficient(5e-4), 0.44444444444444, 1e-13);
  EXPECT_EQ(law.Coefficient(1e-4), 0.0);
  EXPECT_EQ(law.Coefficient(1e-3), 1.0);
  EXPECT_EQ(law.Coefficient(3.0), 1.0);
}

// catalogue C-19
TEST(SlipFriction, Alciatore) {
  const RegularAlciatore jump{.full_slip_m_s = 0.0};
  EXPECT_NEAR(jump.Coefficient(1e-300), 0.117951, 1e-12);
  EXPECT_NEAR(jump.Coefficient(1.0 * kMph_m_s), 0.0763546289018, 1e-12);
  EXPECT_NEAR(jump.Coefficient(3.0 * kMph_m_s), 0.0350541332023, 1e-12);
  EXPECT_NEAR(jump.Coefficient(7.0 * kMph_m_s), 0.0135385681848, 1e-12);
  EXPECT_NEAR(jump.Coefficient(24.0 * kMph_m_s), 0.00995192014688, 1e-12);
}

// catalogue C-19: the paper's coefficients are rounded; these go through Marlow's three points.
TEST(SlipFriction, AlciatoresFitToMarlow) {
  const double slip[] = {0.1 / std::sqrt(2.0), 1.0 / std::sqrt(2.0), 10.0 / std::sqrt(2.0)};
  const double marlow[] = {0.11, 0.06, 0.01};
  const RegularAlciatore exact{.fit = {0.0099508834341, 0.1080531300077, 1.0884044907743}};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(exact.Coefficient(slip[i]), marlow[i], 1e-12);
    EXPECT_NEAR(RegularAlciatore{}.Coefficient(slip[i]), marlow[i], 1e-4);
  }
}

TEST(SlipFriction, AllVanishAtRestAndFewExceedCoulomb) {
  for (const SlipFriction& law : {SlipFriction(Frictionless{}), SlipFriction(RegularCoulomb{0.06}),
                                  SlipFriction(Threlfall{0.06}), SlipFriction(Ambrosio{0.06}),
                                  SlipFriction(RegularAlciatore{})}) {
    EXPECT_EQ(SlipCoefficient(law, 0.0), 0.0);
    EXPECT_LT(SlipCoefficient(law, 1e-7), 1e-4);
    EXPECT_TRUE(CheckFriction(law).ok());
  }
}

TEST(SlipFriction, CutInHasNoCorners) {
  const double full = 1e-3;
  EXPECT_EQ(CutIn(0.0, full), 0.0);
  EXPECT_EQ(CutIn(full, full), 1.0);
  EXPECT_EQ(CutIn(0.0, 0.0), 0.0);
  EXPECT_EQ(CutIn(1e-12, 0.0), 1.0);
  EXPECT_NEAR((1.0 - CutIn(full * (1.0 - 1e-6), full)) / 1e-6, 0.0, 1e-5);
}

TEST(SlipFriction, RefusesParametersOutOfRange) {
  EXPECT_EQ(CheckFriction(RegularCoulomb{-0.1}).message(),
            "coulomb.friction: -0.1 must be in [0, 10]");
  EXPECT_EQ(CheckFriction(Threlfall{.tolerance_m_s = 0.0}).message(),
            "threlfall.tolerance_m_s: 0 must be in (0, 1]");
  EXPECT_EQ(CheckFriction(Ambrosio{.from_m_s = 1e-3}).message(),
            "ambrosio.from_m_s: 0.001 must be in [0, 0.001)");
}

}  // namespace
}  // namespace carom
