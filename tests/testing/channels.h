#ifndef CAROM_TESTS_TESTING_CHANNELS_H_
#define CAROM_TESTS_TESTING_CHANNELS_H_

#include <string>

#include "core/record/record.h"

namespace carom::testing {

/// The number of `channel` in row `row`; ends the test program when there is no such channel.
double At(const ChannelTable& table, int row, const Channel& channel);

/// The figure of that name; ends the test program when there is none.
double FigureOf(const MechanismRecord& record, const std::string& name);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_CHANNELS_H_
