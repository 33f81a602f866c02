#ifndef CAROM_TESTS_TESTING_DEGREES_H_
#define CAROM_TESTS_TESTING_DEGREES_H_

#include "core/base/constants.h"

namespace carom {

constexpr double RadiansToDegrees(double angle_rad) { return angle_rad * (180.0 / kPi); }

}  // namespace carom

#endif  // CAROM_TESTS_TESTING_DEGREES_H_
