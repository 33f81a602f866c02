#include <gtest/gtest.h>

#include <cmath>

#include "core/laws/normal/normal_law.h"
#include "tests/testing/csv.h"
#include "tests/testing/pulse.h"

namespace carom {
namespace {

using testing::CsvRow;
using testing::ReadCsv;
using testing::RestitutionOfDamping;

// catalogue C-03, C-04
TEST(Restitution, OfThePrintedDampings) {
  for (const CsvRow& row : ReadCsv("contact_restitution.csv")) {
    const double c = row.Number("cr");
    SCOPED_TRACE(c);
    const double ln = PrintedDamping(LankaraniNikravesh{{.restitution = c}});
    const double flores = PrintedDamping(FloresLaw{{.restitution = c}});
    EXPECT_NEAR(ln, row.Number("h_LN"), 1e-12);
    EXPECT_NEAR(flores, row.Number("h_Flores"), 1e-12);
    EXPECT_NEAR(RestitutionOfDamping(ln), row.Number("e_eff_LN"), 1e-9);
    EXPECT_NEAR(RestitutionOfDamping(flores), row.Number("e_eff_Flores"), 1e-9);
    EXPECT_NEAR(RestitutionOfDamping(row.Number("h_HuntCrossley")), row.Number("e_eff_HC"), 1e-9);
  }
}

// catalogue C-10
TEST(Restitution, CalibratedDamping) {
  EXPECT_NEAR(DampingOfRestitution(0.93), 0.11284381072031, 1e-10);
  EXPECT_NEAR(DampingOfRestitution(0.7), 0.63482828126642, 1e-10);
  const LankaraniNikravesh exact{{.restitution = 0.7, .exact = true}};
  EXPECT_EQ(MakeNormalForce(exact, 1.0).damping, DampingOfRestitution(0.7));
}

TEST(Restitution, MeetsItsOwnEquation) {
  for (const double h : {0.3, 0.9, 1.0, 1.1, 7.0}) {
    const double e = RestitutionOfDamping(h);
    EXPECT_GT(e, 0.0);
    EXPECT_LT(e, 1.0);
    const double right = std::log((1.0 + h) / (1.0 - h * e));
    EXPECT_NEAR(h * (1.0 + e) / right, 1.0, 1e-9) << h;
  }
}

TEST(Restitution, OfAHugeDampingIsItsReciprocal) {
  EXPECT_NEAR(1600.0 * RestitutionOfDamping(1600.0), 1.0, 1e-12);
}

TEST(Restitution, IsItsInversesInverse) {
  for (const double e : {0.01, 0.1, 0.5, 0.9, 0.99, 0.999999}) {
    EXPECT_NEAR(RestitutionOfDamping(DampingOfRestitution(e)), e, 1e-12);
  }
  EXPECT_EQ(DampingOfRestitution(1.0), 0.0);
  EXPECT_EQ(RestitutionOfDamping(0.0), 1.0);
}

TEST(Restitution, FallsLinearlyWithLittleDamping) {
  EXPECT_NEAR((1.0 - RestitutionOfDamping(1e-6)) / (2.0 / 3.0 * 1e-6), 1.0, 1e-5);
}

}  // namespace
}  // namespace carom
