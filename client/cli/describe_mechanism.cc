#include "client/cli/describe_mechanism.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "carom/client/mechanism_tables.h"
#include "client/cli/numbers.h"
#include "client/cli/sample_rows.h"
#include "client/cli/spectrum_rows.h"
#include "client/cli/text_table.h"
#include "client/cli/words.h"

namespace carom {
namespace {

// Most rows of events and impacts in the text; --json has all. Samples are shown as asked for.
constexpr int kShownRows = 12;

std::string Number(double value) { return Significant(value, 9); }

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

// The other party of an event: an obstacle has no name, and a change of motion no other party.
std::string OtherName(const carom::v1::MechanismRun& run, int event) {
  const int other = run.events().others(event);
  if (other < 0) return "-";
  const bool is_body = run.events().kinds(event) != carom::v1::EVENT_KIND_OBSTACLE_IMPACT;
  return is_body && other < run.bodies_size() ? run.bodies(other)
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

const char* SearchEnd(const carom::v1::AimedSpins& spins, uint32_t max_runs) {
  if (spins.runs() >= max_runs) return "max_runs is used up: a larger one may find more";
  if (spins.misses_m_size() > 0) return "the search is complete";
  return "the search is complete: a larger largest_spin_rad_s or grid may find some";
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
  if (run.impacts().times_s_size() > 0) {
    PrintChannels(run.impacts(), kShownRows, "impacts", out << '\n');
  }
  if (run.spectrum().bodies_size() > 0) PrintSpectrum(run.spectrum(), out << '\n');
  if (run.samples().times_s_size() > 0) {
    PrintChannels(run.samples(), run.samples().times_s_size(), "samples", out << '\n');
  }
}

void DescribeAimedSpins(const carom::v1::AimedSpins& spins, uint32_t max_runs, std::ostream& out) {
  const int found = spins.misses_m_size();
  out << found << (found == 1 ? " spin" : " spins") << " found, " << spins.runs()
      << " balls rolled; " << SearchEnd(spins, max_runs) << '\n';
  if (found == 0) return;
  TextTable table({"spin_x_rad_s", "spin_y_rad_s", "spin_z_rad_s", "rest_x_m", "rest_y_m", "miss_m",
                   "iterations"});
  for (int i = 0; i < found; ++i) {
    table.AddRow({Number(spins.spins_rad_s(3 * i)), Number(spins.spins_rad_s(3 * i + 1)),
                  Number(spins.spins_rad_s(3 * i + 2)), Number(spins.rests_m(2 * i)),
                  Number(spins.rests_m(2 * i + 1)), absl::StrFormat("%.3g", spins.misses_m(i)),
                  absl::StrCat(spins.iterations(i))});
  }
  table.Print(out << '\n');
}

}  // namespace carom
