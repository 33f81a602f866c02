#include "core/math/polynomial.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

// 2 - 3 t + 0.5 t^2 + 4 t^3 - t^4; all values below are exact in double.
constexpr Quartic kSample{{2.0, -3.0, 0.5, 4.0, -1.0}};

TEST(Polynomial, EvaluatesAscendingPowers) {
  EXPECT_EQ(kSample.Evaluate(0.0), 2.0);
  EXPECT_EQ(kSample.Evaluate(1.0), 2.5);
  EXPECT_EQ(kSample.Evaluate(-2.0), 2.0 + 6.0 + 2.0 - 32.0 - 16.0);
}

TEST(Polynomial, DerivativeLowersTheDegree) {
  const Polynomial<3> rate = kSample.Derivative();
  EXPECT_EQ(rate.c, (std::array<double, 4>{-3.0, 1.0, 12.0, -4.0}));
  EXPECT_EQ((Polynomial<0>{{5.0}}.Derivative().c[0]), 0.0);
}

TEST(Polynomial, ShiftMovesTheOrigin) {
  const Quartic shifted = kSample.Shift(1.5);
  for (const double s : {-2.0, -0.25, 0.0, 0.5, 3.0}) {
    EXPECT_EQ(shifted.Evaluate(s), kSample.Evaluate(1.5 + s)) << s;
  }
}

TEST(EvaluateCompensated, SeesWhatHornerLoses) {
  // (t - 1)^4 at 1 + 2^-12: exactly 2^-48, of terms as large as 6.
  const Quartic fourth_power{{1.0, -4.0, 6.0, -4.0, 1.0}};
  const double t = 1.0 + 0x1p-12;
  EXPECT_EQ(EvaluateCompensated(fourth_power, t), 0x1p-48);
  // At 1 + 2^-20 it is 2^-80; plain Horner is lost in its roundings of 1e-16.
  EXPECT_EQ(EvaluateCompensated(fourth_power, 1.0 + 0x1p-20), 0x1p-80);
  EXPECT_NE(fourth_power.Evaluate(1.0 + 0x1p-20), 0x1p-80);
}

}  // namespace
}  // namespace carom
