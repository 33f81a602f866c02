// A ball that bounces along a line on a compliant contact: [Smooth contact] 3, Figs 5 to 7.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/laws/normal/normal_law.h"
#include "tests/testing/bouncing_ball.h"
#include "tests/testing/csv.h"

namespace carom {
namespace {

using testing::BouncingBall;
using testing::ContactSense;

NormalForceLaw Law(const NormalLaw& law) { return MakeNormalForce(law, BouncingBall::kStiffness); }

NormalForceLaw LawNamed(const std::string& name) {
  if (name == "Hertz") return Law(HertzLaw{});
  return Law(LankaraniNikravesh{{.restitution = name == "LN cr=0.7" ? 0.7 : 0.93}});
}

// catalogue D-01, D-02: within 1e-6; the table has twelve digits.
TEST(Bounce, AgreesWithTheTable) {
  const std::vector<testing::CsvRow> table = testing::ReadCsv("bounce.csv");
  ASSERT_EQ(table.size(), 18u);
  for (std::size_t first = 0; first < table.size(); first += 6) {
    BouncingBall ball(LawNamed(table[first].Text("model")), ContactSense::kGuards);
    testing::Drop(ball, 0.1, 1.8, {.relative_tolerance = 1e-12, .absolute_tolerance = 1e-14});
    ASSERT_GE(ball.contacts().size(), 6u);
    for (std::size_t n = 0; n < 6; ++n) {
      const testing::CsvRow& row = table[first + n];
      SCOPED_TRACE(row.Text("model") + " " + row.Text("n"));
      const BouncingBall::Contact& contact = ball.contacts()[n];
      EXPECT_NEAR(contact.begin_s, row.Number("t_contact_start"), 1e-9);
      EXPECT_NEAR(contact.begin_m_s, row.Number("v_in"), 1e-9);
      EXPECT_NEAR(contact.end_s - contact.begin_s, row.Number("T_contact"), 1e-11);
      EXPECT_NEAR(contact.end_m_s, row.Number("v_out"), 1e-9);
      EXPECT_NEAR(contact.Apex(), row.Number("apex_gap"), 1e-10);
    }
  }
}

// catalogue D-01, D-02: figures of the table, and that the ratio of heights is e^2, not c^2.
TEST(Bounce, HasTheCataloguesFigures) {
  const IvpOptions options = {.relative_tolerance = 1e-12, .absolute_tolerance = 1e-14};
  BouncingBall elastic(Law(HertzLaw{}), ContactSense::kGuards);
  testing::Drop(elastic, 0.1, 1.8, options);
  ASSERT_EQ(elastic.contacts().size(), 6u);
  const BouncingBall::Contact& first = elastic.contacts().front();
  EXPECT_NEAR(first.begin_s, 0.142784312, 1e-9);
  EXPECT_NEAR((first.end_s - first.begin_s) / 418.793814e-6, 1.0, 1e-6);

  BouncingBall damped(Law(LankaraniNikravesh{{.restitution = 0.7}}), ContactSense::kGuards);
  testing::Drop(damped, 0.1, 1.8, options);
  const double apex_m[] = {.0632837639, .0400336434, .0253132351,
                           .015995312,  .0100988339, .00636890557};
  ASSERT_GE(damped.contacts().size(), 6u);
  double before_m = 0.1;
  for (std::size_t n = 0; n < 6; ++n) {
    EXPECT_NEAR(damped.contacts()[n].Apex() / apex_m[n], 1.0, 1e-6);
    EXPECT_NEAR(apex_m[n] / before_m, 0.6335724, 5e-3);
    before_m = apex_m[n];
  }
}

// catalogue D-01 with every method that varies its step.
TEST(Bounce, WithoutLossReturnsToItsStart) {
  for (const IvpMethod method :
       {IvpMethod::kDormandPrince54, IvpMethod::kAdamsPece, IvpMethod::kRadauIia5}) {
    BouncingBall ball(Law(HertzLaw{}), ContactSense::kGuards);
    testing::Drop(ball, 0.1, 1.8,
                  {.method = method, .relative_tolerance = 1e-10, .absolute_tolerance = 1e-12});
    ASSERT_EQ(ball.contacts().size(), 6u);
    for (const BouncingBall::Contact& contact : ball.contacts()) {
      EXPECT_NEAR(contact.Apex() / 0.1, 1.0, 1e-6) << static_cast<int>(method);
    }
  }
}

// catalogue D-05: what [Smooth contact] Fig 6 shows is a matter of the tolerances, and at the
// loosest of chance: so of the tool's step control, too.
TEST(Bounce, WithoutGuardsGainsEnergyAtLooseTolerances) {
  const testing::DropSweep loose = testing::SweepDrops(testing::ToolOptions(1e-3, 1e-6, 2.0), 400);
  EXPECT_TRUE(loose.complete);
  EXPECT_GT(loose.energy_changes.front(), -0.2);
  EXPECT_LT(loose.energy_changes.back(), 0.2);
  EXPECT_GT(loose.Median(), 0.005);
  EXPECT_LT(loose.Median(), 0.05);
  EXPECT_GT(loose.gaining, 0.6);
  EXPECT_GT(loose.overtopping, 0.4);

  const testing::DropSweep sharper = testing::SweepDrops(testing::ToolOptions(1e-8, 1e-6, 2.0), 60);
  EXPECT_GT(sharper.Median(), 1e-4);
  EXPECT_LT(sharper.Median(), 8e-4);
  EXPECT_LT(sharper.energy_changes.back(), 5e-3);

  const testing::DropSweep sharpest =
      testing::SweepDrops(testing::ToolOptions(1e-12, 1e-12, 2.0), 10);
  EXPECT_GT(sharpest.energy_changes.front(), -1e-8);
  EXPECT_LT(sharpest.energy_changes.back(), 1e-8);
}

// catalogue D-15: a damped ball that starts at rest in touch. The law's 0/0 counts as no damping,
// so that to the last bit it moves as without.
TEST(Bounce, FromRestInTouchDampedIsHertz) {
  const auto settle = [](const NormalLaw& law) {
    BouncingBall ball(Law(law), ContactSense::kGuards);
    std::array<double, 2> y = {0.0, 0.0};
    IvpObserver silent;
    Integrator().Run(ball, 0.0, y, 1e-3, {}, {}, silent);
    return y;
  };
  const auto hertz = settle(HertzLaw{});
  EXPECT_LT(hertz[0], 0.0);
  EXPECT_EQ(settle(LankaraniNikravesh{{.restitution = 0.7}}), hertz);
  EXPECT_EQ(settle(FloresLaw{{.restitution = 0.7}}), hertz);
}

// Without guards the contact begins at some step or evaluation inside it, whose tiny speed then
// scales the damping; wrong, but a number.
TEST(Bounce, FromRestInTouchWithoutGuardsStaysFinite) {
  for (const ContactSense sense : {ContactSense::kSteps, ContactSense::kEvaluations}) {
    BouncingBall ball(Law(LankaraniNikravesh{{.restitution = 0.7}}), sense);
    std::array<double, 2> y = {0.0, 0.0};
    IvpObserver silent;
    const IvpResult run =
        Integrator().Run(ball, 0.0, y, 1e-3, {.max_evaluations = 1'000'000}, {}, silent);
    EXPECT_NE(run.end, IvpEnd::kNotFinite);
    EXPECT_TRUE(std::isfinite(y[0]) && std::isfinite(y[1]));
  }
}

}  // namespace
}  // namespace carom
