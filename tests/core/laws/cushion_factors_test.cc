// Cushions whose restitution depends on the speed and whose friction on the angle.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

#include "core/base/constants.h"
#include "core/laws/settings.h"
#include "core/laws/validate.h"
#include "tests/core/laws/states.h"

namespace carom::testing {
namespace {

// [Han 2005]
double HanRestitution(double v_m_s) { return 0.39 + 0.257 * v_m_s - 0.044 * v_m_s * v_m_s; }
double HanFriction(double angle_rad) { return 0.471 - 0.241 * angle_rad; }

// The same as factors of restitution 0.85 and friction 0.471. Chords of a parabola lie below it by
// 0.044 h^2/4 at the most; half of that above the points, they err by half of it on both sides.
constexpr double kStep_m_s = 0.5;
constexpr double kError = 0.044 * kStep_m_s * kStep_m_s / 8.0;

CushionFactors HanFactors() {
  CushionFactors factors;
  for (int i = 0; i < FactorTable::kMostPoints; ++i) {
    const double v_m_s = i * kStep_m_s;
    factors.restitution.Add({v_m_s, (HanRestitution(v_m_s) + kError) / 0.85});
  }
  factors.friction.Add({0.0, 1.0});
  factors.friction.Add({kHalfPi, HanFriction(kHalfPi) / 0.471});
  return factors;
}

Vec3 At(double speed_m_s, double angle_rad) {
  return speed_m_s * Vec3(std::cos(angle_rad), std::sin(angle_rad), 0.0);
}

Han2005 HanAt(double speed_m_s, double angle_rad) {
  return std::get<Han2005>(
      AtImpact(Han2005{0.85, 0.471}, HanFactors(), kRailNormal, At(speed_m_s, angle_rad)));
}

TEST(CushionFactors, TellHansFits) {
  for (double angle_rad = -1.57; angle_rad < 1.57; angle_rad += 0.04) {
    for (double normal_m_s = 0.0; normal_m_s <= 3.5; normal_m_s += 0.07) {
      const Han2005 law = HanAt(normal_m_s / std::cos(angle_rad), angle_rad);
      EXPECT_NEAR(law.restitution, HanRestitution(normal_m_s), kError + 1e-12);
      if (normal_m_s == 0.0) continue;
      EXPECT_NEAR(law.friction, HanFriction(std::abs(angle_rad)), 1e-12);
    }
  }
}

// What is vertical takes no part.
TEST(CushionFactors, AreOfTheHorizontalVelocity) {
  const CushionFactors factors = HanFactors();
  const auto law = [&](const Vec3& velocity) {
    return std::get<Han2005>(AtImpact(Han2005{}, factors, kRailNormal, velocity));
  };
  const Vec3 level(1.2, 0.7, 0.0);
  EXPECT_EQ(law(level).restitution, law(level - 3.0 * Vec3::UnitZ()).restitution);
  EXPECT_EQ(law(level).friction, law(level - 3.0 * Vec3::UnitZ()).friction);
}

// A frictionless ball bounces back at e(v) v.
TEST(CushionFactors, MakeReboundsOfSpeed) {
  for (const double v_m_s : {0.5, 1.0, 2.5}) {
    BallState ball = Moving(At(v_m_s, 0.0), Vec3::Zero());
    const CushionLaw law = AtImpact(RestitutionCushion{}, HanFactors(), kRailNormal, ball.velocity);
    const CushionImpact impact{kBall, kRailNormal, kBall.radius_m, 0.2};
    std::visit([&](const auto& chosen) { Resolve(chosen, impact, ball); }, law);
    EXPECT_NEAR(ball.velocity.x(), -(HanRestitution(v_m_s) + kError) * v_m_s, 1e-12);
  }
}

template <class... Laws>
void ExpectScaled(std::variant<Laws...> /*of the type*/) {
  CushionFactors factors;
  factors.restitution.Add({1.0, 0.5});
  factors.friction.Add({0.1, 3.0});
  const auto expect = [&](auto law) {
    auto scaled = std::get<decltype(law)>(AtImpact(law, factors, kRailNormal, At(1.0, 0.3)));
    EXPECT_EQ(scaled.restitution, 0.5 * law.restitution) << law.kName;
    if constexpr (requires { law.friction; }) {
      EXPECT_EQ(scaled.friction, 3.0 * law.friction) << law.kName;
    }
    factors.restitution = {};
    factors.restitution.Add({0.0, 100.0});
    scaled = std::get<decltype(law)>(AtImpact(law, factors, kRailNormal, At(1.0, 0.3)));
    EXPECT_EQ(scaled.restitution, 1.0) << law.kName;
    factors.restitution = {};
    factors.restitution.Add({1.0, 0.5});
  };
  (expect(Laws{}), ...);
}

TEST(CushionFactors, ScaleEveryLaw) { ExpectScaled(CushionLaw{}); }

TEST(CushionFactors, NoneLeavesTheLaw) {
  const auto law = std::get<StrongeCompliant>(
      AtImpact(StrongeCompliant{0.7, 11.0, 1.3}, {}, kRailNormal, At(1.0, 0.3)));
  EXPECT_EQ(law.restitution, 0.7);
  EXPECT_EQ(law.friction, 11.0);
  EXPECT_EQ(law.frequency_ratio, 1.3);
}

TEST(CushionFactors, OutOfRangeIsNamed) {
  const auto error = [](const FactorTable& restitution, const FactorTable& friction) {
    LawSet laws;
    laws.cushion_factors = {restitution, friction};
    return std::string(ValidateLaws(laws).message());
  };
  FactorTable steep;
  steep.Add({1.0, 1.0});
  steep.Add({2.0, 101.0});
  EXPECT_EQ(error(steep, {}), "cushion.restitution_factor[1].factor: 101 must be in [0.01, 100]");
  FactorTable wide;
  wide.Add({1.6, 1.0});
  EXPECT_EQ(error({}, wide),
            "cushion.friction_factor[0].angle_rad: 1.6 must be in [0, 1.5707963267948966]");
  EXPECT_EQ(error(wide, {}), "");
}

// Mathavan's limit of wedging is that of the greatest friction.
TEST(CushionFactors, CountForWedging) {
  Table table;
  table.noses.push_back({{-1.0, 0.0}, {1.0, 0.0}, 0.037});
  LawSet laws;
  laws.cushion = Mathavan2010{0.85, 0.3, 0.8};
  EXPECT_TRUE(ValidateDoubleContacts(laws, table, {kBall}, 0.2).ok());
  laws.cushion_factors.friction.Add({0.0, 1.0});
  laws.cushion_factors.friction.Add({1.0, 4.0});
  EXPECT_EQ(ValidateDoubleContacts(laws, table, {kBall}, 0.2).message().substr(0, 40),
            "cushion.mathavan2010.friction: 1.2 must ");
}

}  // namespace
}  // namespace carom::testing
