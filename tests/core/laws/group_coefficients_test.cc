#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <variant>

#include "core/laws/impact.h"
#include "core/laws/settings.h"

// A contact of a group has the restitution and the friction that its law states. No law is read by
// the names of its members: a law that states nothing does not compile.

namespace carom::testing {
namespace {

struct SilentGroupLaw {
  double restitution = 0.5;
  double friction = 0.1;
};

struct OtherNames {
  double e = 0.25;
  double mu = 0.75;
};

GroupCoefficients CoefficientsOf(const OtherNames& law, double /*cloth_friction*/) {
  return {law.e, ConstantFriction{law.mu}};
}

template <class Choice>
struct AllAreGroupLaws;
template <class... Laws>
struct AllAreGroupLaws<std::variant<Laws...>> {
  static constexpr bool kValue = (GroupLaw<Laws> && ...);
};

static_assert(!GroupLaw<SilentGroupLaw>, "the names of its members say nothing");
static_assert(GroupLaw<OtherNames>);
static_assert(AllAreGroupLaws<BallBallLaw>::kValue);
static_assert(AllAreGroupLaws<CushionLaw>::kValue);
static_assert(AllAreGroupLaws<SlateLaw>::kValue);

// No default of any law.
constexpr double kRestitution = 0.37;
constexpr double kFriction = 0.29;
constexpr double kSlate = 0.61;
constexpr double kCloth = 0.43;
constexpr AlciatoreFriction kFalling = {0.02, 0.2, 2.5};

template <class Law>
struct Row {
  std::string name;
  Law law;
  double restitution;
  BallBallFriction friction;
};

const Row<BallBallLaw> kBallBall[] = {
    {"elastic", ElasticBallBall{}, 1.0, ConstantFriction{0.0}},
    {"frictional", FrictionalBallBall{kRestitution, kFalling}, kRestitution, kFalling},
    {"frictional, constant", FrictionalBallBall{kRestitution, ConstantFriction{kFriction}},
     kRestitution, ConstantFriction{kFriction}},
    {"mathavan_2014", Mathavan2014{kRestitution, kFalling, kSlate}, kRestitution, kFalling},
    {"routh", RouthBallBall{kRestitution, kFalling}, kRestitution, kFalling},
};

const Row<CushionLaw> kCushion[] = {
    {"restitution", RestitutionCushion{kRestitution}, kRestitution, ConstantFriction{0.0}},
    {"han_2005", Han2005{kRestitution, kFriction}, kRestitution, ConstantFriction{kFriction}},
    {"mathavan_2010", Mathavan2010{kRestitution, kFriction, kSlate}, kRestitution,
     ConstantFriction{kFriction}},
    {"stronge_compliant", StrongeCompliant{kRestitution, kFriction, 1.5}, kRestitution,
     ConstantFriction{kFriction}},
    {"routh", RouthCushion{kRestitution, kFriction}, kRestitution, ConstantFriction{kFriction}},
};

const Row<SlateLaw> kSlateRows[] = {
    {"frictional", FrictionalSlate{kRestitution, kFriction}, kRestitution,
     ConstantFriction{kFriction}},
    {"frictional, of the cloth", FrictionalSlate{kRestitution, -1.0}, kRestitution,
     ConstantFriction{kCloth}},
    {"routh", RouthSlate{kRestitution, kFriction}, kRestitution, ConstantFriction{kFriction}},
    {"routh, of the cloth", RouthSlate{kRestitution, -1.0}, kRestitution, ConstantFriction{kCloth}},
};

void ExpectSame(const BallBallFriction& actual, const BallBallFriction& expected) {
  ASSERT_EQ(actual.index(), expected.index());
  if (const auto* constant = std::get_if<ConstantFriction>(&expected)) {
    EXPECT_EQ(std::get<ConstantFriction>(actual).friction, constant->friction);
    return;
  }
  const auto& falling = std::get<AlciatoreFriction>(actual);
  EXPECT_EQ(falling.a, kFalling.a);
  EXPECT_EQ(falling.b, kFalling.b);
  EXPECT_EQ(falling.c_s_per_m, kFalling.c_s_per_m);
}

template <class Law, std::size_t Count>
void ExpectWhatRowsSay(const Row<Law> (&rows)[Count]) {
  bool seen[std::variant_size_v<Law>] = {};
  for (const Row<Law>& row : rows) {
    SCOPED_TRACE(row.name);
    seen[row.law.index()] = true;
    const GroupCoefficients actual =
        std::visit([](const auto& law) { return CoefficientsOf(law, kCloth); }, row.law);
    EXPECT_EQ(actual.restitution, row.restitution);
    ExpectSame(actual.friction, row.friction);
  }
  for (std::size_t i = 0; i < std::variant_size_v<Law>; ++i) {
    EXPECT_TRUE(seen[i]) << "law " << i << " of its variant has no row";
  }
}

TEST(GroupCoefficients, AreThoseThatEachBallBallLawStates) { ExpectWhatRowsSay(kBallBall); }
TEST(GroupCoefficients, AreThoseThatEachCushionLawStates) { ExpectWhatRowsSay(kCushion); }
TEST(GroupCoefficients, AreThoseThatEachSlateLawStates) { ExpectWhatRowsSay(kSlateRows); }

}  // namespace
}  // namespace carom::testing
