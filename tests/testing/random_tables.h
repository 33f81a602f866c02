#ifndef CAROM_TESTS_TESTING_RANDOM_TABLES_H_
#define CAROM_TESTS_TESTING_RANDOM_TABLES_H_

#include <array>

#include "core/table/table.h"
#include "tests/testing/dice.h"

namespace carom::testing {

/// A closed box of level noses without pockets or rails.
Table Box(double length_m, double width_m);

/// A table of 1.8 m x 0.9 m with everything that tables may have: noses whose ends differ in
/// height, rail tops with a gap beside the pockets, jaws, facings, and two pockets in the middle of
/// the ends, one with a back of the rail's height and one without.
Table Workshop();

/// Gives every straight nose (30 cm or more) a rail top as deep as the space behind it, unless the
/// table has rail tops of its own or no outline. Where noses do not meet, gaps are left between the
/// rail tops, so that balls also fall behind the cushions.
void AddRailTops(Table& table);

/// The presets that random tables are drawn from. tests/regressions pins shots by the number of
/// their stream, so a preset that comes later gets streams of its own, by MakeRandomShotOn.
inline constexpr std::array<const char*, 6> kDrawnPresets = {
    "carom_10ft", "open", "pool_7ft", "pool_8ft", "pool_9ft", "snooker_12ft"};

/// Any of kDrawnPresets, boxes or the workshop's, with and without rail tops.
Table DrawTable3D(Dice& dice);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_RANDOM_TABLES_H_
