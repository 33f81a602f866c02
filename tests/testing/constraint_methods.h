#ifndef CAROM_TESTS_TESTING_CONSTRAINT_METHODS_H_
#define CAROM_TESTS_TESTING_CONSTRAINT_METHODS_H_

#include "core/laws/compliant.h"

namespace carom::testing {

/// All of them.
inline constexpr ConstraintMethod kConstraintMethods[] = {
    ConstraintMethod::kLagrangeMultipliers, ConstraintMethod::kBaumgarte,
    ConstraintMethod::kAugmentedLagrangian, ConstraintMethod::kDirectCorrection};

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_CONSTRAINT_METHODS_H_
