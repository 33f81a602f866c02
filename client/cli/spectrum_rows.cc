#include "client/cli/spectrum_rows.h"

#include <algorithm>
#include <span>

#include "absl/strings/str_cat.h"
#include "carom/client/mechanism_tables.h"
#include "client/cli/numbers.h"
#include "client/cli/text_table.h"

namespace carom {
namespace {

constexpr size_t kShownLines = 8;

std::string NameOf(const carom::v1::SpectrumTable& spectrum, int channel) {
  return absl::StrCat(spectrum.bodies(channel), ".", spectrum.quantities(channel));
}

// Indices of the entries above both neighbours, the highest first.
std::vector<size_t> Lines(std::span<const double> densities) {
  std::vector<size_t> lines;
  for (size_t k = 1; k + 1 < densities.size(); ++k) {
    if (densities[k] > densities[k - 1] && densities[k] > densities[k + 1]) lines.push_back(k);
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [&](size_t a, size_t b) { return densities[a] > densities[b]; });
  if (lines.size() > kShownLines) lines.resize(kShownLines);
  return lines;
}

}  // namespace

absl::Status AskForSpectra(const std::vector<std::string>& channels,
                           carom::v1::SimulateMechanismRequest* request) {
  for (const std::string& name : channels) {
    const size_t dot = name.find('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == name.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--spectrum: \"", name, "\" must be BODY.QUANTITY, as in the samples"));
    }
    auto& channel = *request->mutable_detail()->mutable_spectrum()->add_channels();
    channel.set_body(name.substr(0, dot));
    channel.set_quantity(name.substr(dot + 1));
  }
  return absl::OkStatus();
}

void PrintSpectrum(const carom::v1::SpectrumTable& spectrum, std::ostream& out) {
  TextTable table({"highest lines of", "frequency_hz", "density, unit^2/Hz"});
  for (int channel = 0; channel < spectrum.bodies_size(); ++channel) {
    const std::span<const double> densities = ChannelDensities(spectrum, channel);
    for (const size_t k : Lines(densities)) {
      table.AddRow({NameOf(spectrum, channel),
                    Significant(spectrum.frequencies_hz(static_cast<int>(k)), 6),
                    Significant(densities[k], 6)});
    }
  }
  table.Print(out);
  const double bin_hz = spectrum.frequencies_hz_size() > 1 ? spectrum.frequencies_hz(1) : 0.0;
  out << "bins of " << Significant(bin_hz, 6) << " Hz, " << spectrum.segments() << " segments\n";
}

void WriteSpectrumCsv(const carom::v1::SpectrumTable& spectrum, std::ostream& out) {
  out << "frequency_hz";
  for (int channel = 0; channel < spectrum.bodies_size(); ++channel) {
    out << ',' << NameOf(spectrum, channel);
  }
  out << '\n';
  for (int k = 0; k < spectrum.frequencies_hz_size(); ++k) {
    out << Exact(spectrum.frequencies_hz(k));
    for (int channel = 0; channel < spectrum.bodies_size(); ++channel) {
      out << ',' << Exact(ChannelDensities(spectrum, channel)[static_cast<size_t>(k)]);
    }
    out << '\n';
  }
}

}  // namespace carom
