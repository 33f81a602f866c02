#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "core/base/parameters.h"
#include "core/laws/impact.h"
#include "core/laws/settings.h"

// A law says itself whether it couples the impact with the slate: what says nothing does not
// compile, and a law that has a friction of the slate says so.

namespace carom::testing {
namespace {

struct SilentLaw {
  double friction = 0.1;
  double slate_friction = 0.1;
};

template <class Choice>
struct All;
template <class... Laws>
struct All<std::variant<Laws...>> {
  static constexpr bool kStateDoubleContact = (StatesDoubleContact<Laws> && ...);
  static constexpr bool kStateContactNormal = (StatesContactNormal<Laws> && ...);
};

static_assert(!StatesDoubleContact<SilentLaw> && !StatesContactNormal<SilentLaw>);
static_assert(All<BallBallLaw>::kStateDoubleContact && All<CushionLaw>::kStateDoubleContact);
static_assert(All<CushionLaw>::kStateContactNormal);

// Whether a law has a row of this name. A visitor.
struct RowSearch {
  std::string name;
  bool found = false;

  void operator()(const char* row, double /*value*/, const Interval& /*range*/) { See(row); }
  void Optional(const char* row, double /*value*/, const Interval& /*range*/) { See(row); }
  template <class Choice>
  void OneOf(const char* row, const Choice& /*choice*/) {
    See(row);
  }

  void See(const std::string& row) { found = found || row == name; }
};

template <class Law>
void ExpectStatedIfOfSlate() {
  SCOPED_TRACE(Law::kName);
  const Law law;
  RowSearch of_slate = {"slate_friction"};
  Law::Parameters(law, of_slate);
  const std::optional<DoubleContactFriction> stated = DoubleContactOf(law);
  EXPECT_EQ(stated.has_value(), of_slate.found);
}

template <class Choice, size_t... kIndex>
void ExpectStatedIfOfSlate(std::index_sequence<kIndex...> /*laws*/) {
  (ExpectStatedIfOfSlate<std::variant_alternative_t<kIndex, Choice>>(), ...);
}

TEST(DoubleContactFriction, IsStatedByTheLawsWithAFrictionOfTheSlate) {
  ExpectStatedIfOfSlate<BallBallLaw>(std::make_index_sequence<std::variant_size_v<BallBallLaw>>());
  ExpectStatedIfOfSlate<CushionLaw>(std::make_index_sequence<std::variant_size_v<CushionLaw>>());
}

TEST(DoubleContactFriction, NamesItsFieldsFromTheLawOn) {
  const auto nose = DoubleContactOf(Mathavan2010{0.85, 0.3, 0.4}).value();
  EXPECT_EQ(nose.highest.name, "friction");
  EXPECT_EQ(nose.highest.value, 0.3);
  EXPECT_EQ(nose.slate.name, "slate_friction");
  EXPECT_EQ(nose.slate.value, 0.4);
  const auto constant = DoubleContactOf(Mathavan2014{0.95, ConstantFriction{0.07}, 0.4}).value();
  EXPECT_EQ(constant.highest.name, "constant.coefficient");
  EXPECT_EQ(constant.highest.value, 0.07);
  const auto falling = DoubleContactOf(Mathavan2014{0.95, AlciatoreFriction{0.25, 0.5}}).value();
  EXPECT_EQ(falling.highest.name, "alciatore.a + b");
  EXPECT_EQ(falling.highest.value, 0.75);
  EXPECT_LT(falling.slate.value, 0.0);
}

// A level line of contact leaves the spin alone; one through a nose above the centre points down.
TEST(ContactNormal, IsLevelForTheLawWithoutEffectOnSpin) {
  const BallSpec ball;
  const CushionImpact on_cloth = {ball, -Vec3::UnitX(), 1.28 * ball.radius_m, 0.2};
  CushionImpact in_flight = on_cloth;
  in_flight.on_slate = false;
  EXPECT_EQ(ContactNormal(RestitutionCushion{}, on_cloth), Vec3(-Vec3::UnitX()));
  EXPECT_NEAR(ContactNormal(RestitutionCushion{}, in_flight).z(), -0.28, 1e-15);
  EXPECT_NEAR(ContactNormal(Han2005{}, on_cloth).z(), -0.28, 1e-15);
}

}  // namespace
}  // namespace carom::testing
