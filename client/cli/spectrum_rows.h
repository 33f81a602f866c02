#ifndef CAROM_CLIENT_CLI_SPECTRUM_ROWS_H_
#define CAROM_CLIENT_CLI_SPECTRUM_ROWS_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/mechanism.pb.h"

namespace carom {

/// Adds channels, each BODY.QUANTITY, to the spectra that the request asks for.
absl::Status AskForSpectra(const std::vector<std::string>& channels,
                           carom::v1::SimulateMechanismRequest* request);

/// The highest lines of each channel of a spectrum whose columns fit, as text: a line is an entry
/// above both of its neighbours.
void PrintSpectrum(const carom::v1::SpectrumTable& spectrum, std::ostream& out);

/// All of it as CSV: a header of frequency_hz and BODY.QUANTITY of each channel, and a row for each
/// frequency. Numbers read back with the same bits.
void WriteSpectrumCsv(const carom::v1::SpectrumTable& spectrum, std::ostream& out);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_SPECTRUM_ROWS_H_
