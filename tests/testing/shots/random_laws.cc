#include "tests/testing/shots/random_laws.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

namespace carom::testing {
namespace {

/// Highest parameters of a kind of law.
struct Highest {
  double restitution;
  double friction;
};

constexpr Highest kBallBall{1.0, 0.3};
constexpr Highest kCushion{1.0, 0.5};
// A slate that loses nothing would let a ball bounce for ever.
constexpr Highest kSlate{0.95, 0.5};

void DrawFriction(Dice& dice, double highest, double& friction) {
  friction = dice.Parameter(highest);
}

// Half of the time the default of those that choose between models stays.
void DrawFriction(Dice& dice, double highest, BallBallFriction& friction) {
  if (dice.Chance(0.5)) friction = ConstantFriction{dice.Parameter(highest)};
}

// Parameters that most laws have; others keep their defaults.
template <class Law>
void DrawParameters(Dice& dice, const Highest& highest, Law& law) {
  if constexpr (requires { law.restitution; }) {
    law.restitution = dice.Parameter(highest.restitution);
  }
  if constexpr (requires { law.friction; }) DrawFriction(dice, highest.friction, law.friction);
}

template <class Choice, size_t... kIndex>
Choice Item(size_t index, std::index_sequence<kIndex...>) {
  Choice law;
  ((kIndex == index ? static_cast<void>(law.template emplace<kIndex>()) : void()), ...);
  return law;
}

template <class Choice>
Choice DrawLaw(Dice& dice, const Highest& highest, std::string* what) {
  constexpr size_t kLaws = std::variant_size_v<Choice>;
  const size_t index = dice.Below(kLaws);
  Choice law = Item<Choice>(index, std::make_index_sequence<kLaws>());
  std::visit([&](auto& chosen) { DrawParameters(dice, highest, chosen); }, law);
  *what += " " + std::to_string(index);
  return law;
}

}  // namespace

LawSet DrawLaws(Dice& dice, std::string* what) {
  *what += "laws";
  LawSet laws;
  laws.ball_ball = DrawLaw<BallBallLaw>(dice, kBallBall, what);
  laws.cushion = DrawLaw<CushionLaw>(dice, kCushion, what);
  laws.slate = DrawLaw<SlateLaw>(dice, kSlate, what);
  // A negative friction is the cloth's own.
  if (auto* slate = std::get_if<FrictionalSlate>(&laws.slate); slate && dice.Chance(0.3)) {
    slate->friction = -1.0;
  }
  // From a stream of its own, so that what a shot draws after its laws stays what it was.
  Dice branch = dice;
  Dice own(branch.Below(uint64_t{1} << 32), 0);
  std::string liner;
  laws.liner = DrawLaw<SlateLaw>(own, kSlate, &liner);
  *what += liner;
  return laws;
}

// Beside a slate friction of at most 0.5 (here or the cloth's) no nose of the tables wedges a ball
// (core/laws/validate.h); with a larger one the nose's must be that small.
void Roughen(Dice& dice, LawSet& laws) {
  std::visit(
      [&](auto& law) {
        if constexpr (requires { law.friction = 1.0; }) law.friction = dice.Parameter(1.0);
      },
      laws.cushion);
  if (auto* nose = std::get_if<Mathavan2010>(&laws.cushion); nose && dice.Chance(0.5)) {
    nose->slate_friction = dice.Parameter(0.85);
    if (nose->slate_friction > 0.5) nose->friction = std::min(nose->friction, 0.5);
  }
  if (auto* pair = std::get_if<Mathavan2014>(&laws.ball_ball); pair && dice.Chance(0.5)) {
    pair->slate_friction = dice.Parameter(0.85);
  }
}

}  // namespace carom::testing
