#ifndef CAROM_TESTS_TESTING_SHOTS_RANDOM_LAWS_H_
#define CAROM_TESTS_TESTING_SHOTS_RANDOM_LAWS_H_

#include <string>

#include "core/laws/settings.h"
#include "tests/testing/dice.h"

namespace carom::testing {

/// Any law of the variants, each as likely as the others of its kind, with random parameters, those
/// at the ends of their ranges included: restitution from 0 to 1 (slate: 0.95), friction from 0 to
/// 0.5 (balls: 0.3). A new law needs a word here only if it has parameters of other names.
/// `*what` gains the indices drawn.
LawSet DrawLaws(Dice& dice, std::string* what);

/// Draws the friction of cushions anew, up to 1, and Mathavan's at the slate up to 0.85, as far as
/// that wedges no ball.
void Roughen(Dice& dice, LawSet& laws);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SHOTS_RANDOM_LAWS_H_
