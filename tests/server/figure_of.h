#ifndef CAROM_TESTS_SERVER_FIGURE_OF_H_
#define CAROM_TESTS_SERVER_FIGURE_OF_H_

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "carom/v1/mechanism.pb.h"

namespace carom {

/// The figure of that name; without one the test fails.
inline double FigureOf(const v1::MechanismRun& run, const std::string& name) {
  for (const v1::Figure& figure : run.figures()) {
    if (figure.name() == name) return figure.value();
  }
  ADD_FAILURE() << "no " << name;
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace carom

#endif  // CAROM_TESTS_SERVER_FIGURE_OF_H_
