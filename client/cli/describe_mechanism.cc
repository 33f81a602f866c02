#include "client/cli/describe_mechanism.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/cli/text_table.h"
#include "client/cli/words.h"
#include "client/mechanism_tables.h"

namespace carom {
namespace {

// Rows of events and impacts that people get to see; --json has all.
constexpr int kShownRows = 12;

std::string Number(double value) { return absl::StrFormat("%.9g", value); }

void PrintRest(int rows, const char* what, std::ostream& out) {
  if (rows > kShownRows) out << "... and " << rows - kShownRows << " more " << what << '\n';
}

void PrintFigures(const carom::v1::MechanismRun& run, std::ostream& out) {
  TextTable table({"figure", "value"});
  for (const carom::v1::Figure& figure : run.figures()) {
    table.AddRow({figure.name(), Number(figure.value())});
  }
  table.Print(out);
}

// The other party of an event: an obstacle has no name.
std::string OtherName(const carom::v1::MechanismRun& run, int event) {
  const int other = run.events().others(event);
  const bool is_body = run.events().kinds(event) != carom::v1::EVENT_KIND_OBSTACLE_IMPACT;
  return is_body && other >= 0 && other < run.bodies_size() ? run.bodies(other)
                                                            : absl::StrCat("obstacle ", other);
}

std::string BodyName(const carom::v1::MechanismRun& run, uint32_t body) {
  const bool known = body < static_cast<uint32_t>(run.bodies_size());
  return known ? run.bodies(static_cast<int>(body)) : absl::StrCat("body ", body);
}

void PrintEvents(const carom::v1::MechanismRun& run, std::ostream& out) {
  const int count = run.events().times_s_size();
  TextTable table({"time_s", "event", "body", "other"});
  for (int i = 0; i < std::min(count, kShownRows); ++i) {
    table.AddRow({absl::StrFormat("%.9f", run.events().times_s(i)), Words(run.events().kinds(i)),
                  BodyName(run, run.events().balls(i)), OtherName(run, i)});
  }
  table.Print(out);
  PrintRest(count, "events", out);
}

// A table of many columns is told column by column: body, quantity, then the values over time.
void PrintTable(const carom::v1::ChannelTable& channels, const char* what, std::ostream& out) {
  const int times = channels.times_s_size();
  std::vector<std::string> header = {"body", "quantity"};
  for (int i = 0; i < std::min(times, kShownRows); ++i) {
    header.push_back(absl::StrFormat("%.6g", channels.times_s(i)));
  }
  TextTable table(std::move(header));
  for (int channel = 0; channel < channels.bodies_size(); ++channel) {
    std::vector<std::string> row = {channels.bodies(channel), channels.quantities(channel)};
    for (const double value : ChannelValues(channels, channel)) {
      if (row.size() == kShownRows + 2) break;
      row.push_back(absl::StrFormat("%.6g", value));
    }
    table.AddRow(std::move(row));
  }
  table.Print(out);
  PrintRest(times, what, out);
}

}  // namespace

void DescribeRun(const carom::v1::MechanismRun& run, std::ostream& out) {
  out << absl::StrFormat("end            %s after %.6f s; %d events\n", Words(run.stop_reason()),
                         run.end_time_s(), run.events().times_s_size())
      << absl::StrFormat("cost           %d evaluations, %d steps\n", run.evaluations(),
                         run.steps())
      << absl::StrFormat("hash           %016x\n", run.hash());
  if (run.figures_size() > 0) PrintFigures(run, out << '\n');
  if (run.events().times_s_size() > 0) PrintEvents(run, out << '\n');
  if (run.impacts().times_s_size() > 0) PrintTable(run.impacts(), "impacts", out << '\n');
  if (run.samples().times_s_size() > 0) PrintTable(run.samples(), "samples", out << '\n');
}

void DescribeAimedSpins(const carom::v1::AimedSpins& spins, std::ostream& out) {
  out << absl::StrFormat("%d spins found, %d balls rolled\n", spins.misses_m_size(), spins.runs());
  if (spins.misses_m_size() == 0) return;
  TextTable table({"spin_x_rad_s", "spin_y_rad_s", "spin_z_rad_s", "rest_x_m", "rest_y_m", "miss_m",
                   "iterations"});
  for (int i = 0; i < spins.misses_m_size(); ++i) {
    table.AddRow({Number(spins.spins_rad_s(3 * i)), Number(spins.spins_rad_s(3 * i + 1)),
                  Number(spins.spins_rad_s(3 * i + 2)), Number(spins.rests_m(2 * i)),
                  Number(spins.rests_m(2 * i + 1)), absl::StrFormat("%.3g", spins.misses_m(i)),
                  absl::StrCat(spins.iterations(i))});
  }
  table.Print(out << '\n');
}

}  // namespace carom
