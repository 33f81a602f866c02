#ifndef CAROM_CLIENT_CLI_SAMPLE_ROWS_H_
#define CAROM_CLIENT_CLI_SAMPLE_ROWS_H_

#include <ostream>
#include <vector>

#include "carom/client/shot_outcome.h"
#include "carom/v1/mechanism.pb.h"
#include "client/cli/shot_names.h"

namespace carom {

/// A shot's samples as a table: a row for each time, ball and quantity.
void PrintSamples(const ShotSamples& samples, const ShotNames& names, std::ostream& out);

/// Samples as CSV, a header and a row for each time and ball: time_s, the ball's index, and what is
/// sampled of it (x_m, y_m, z_m, vx_m_s, ..., wz_rad_s, motion, e0, ..., e3). Quantities of all
/// balls together (kinetic_J, ..., velocity_violation) have a row of their own, for the ball `all`.
/// With several shots the shot's index comes first. Numbers read back with the same bits.
void WriteSamplesCsv(const std::vector<ShotSamples>& shots, std::ostream& out);

/// A table whose columns fit, as text: a row for each of its first `most_rows` times, a column for
/// each channel. A last line tells how many rows were left out, and names them by `what`.
void PrintChannels(const carom::v1::ChannelTable& table, int most_rows, const char* what,
                   std::ostream& out);

/// The same as CSV, all of it: a header of time_s and BODY.QUANTITY of each channel, and a row for
/// each time. Numbers read back with the same bits.
void WriteChannelsCsv(const carom::v1::ChannelTable& table, std::ostream& out);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_SAMPLE_ROWS_H_
