#ifndef CAROM_CLIENT_CLI_PATCH_ROWS_H_
#define CAROM_CLIENT_CLI_PATCH_ROWS_H_

#include <ostream>

#include "carom/v1/mechanism.pb.h"

namespace carom {

/// A patch's friction, whose columns fit, a row for each point; as CSV with the same bits, or as
/// text.
void WritePatchTable(const carom::v1::PatchTable& table, bool as_csv, std::ostream& out);

/// The pressure on a patch, whose columns fit: its integrals, and as CSV or text a row for each
/// point.
void WritePressureField(const carom::v1::PressureField& field, bool as_csv, std::ostream& out);

void DescribeFittedBlend(const carom::v1::FittedBlend& fitted, std::ostream& out);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_PATCH_ROWS_H_
