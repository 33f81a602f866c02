#include "client/cli/describe_derivatives.h"

#include <cmath>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cli/numbers.h"
#include "client/cli/text_table.h"
#include "client/cli/words.h"

namespace carom {
namespace {

// Of a path's number, by the suffix of its name.
std::string UnitOf(const std::string& path) {
  const std::vector<std::string> steps = absl::StrSplit(path, '.');
  const std::string& last = steps.back();
  const std::string& name = last.size() == 1 && steps.size() > 1 ? steps[steps.size() - 2] : last;
  for (const auto& [suffix, unit] :
       {std::pair("_rad_s", "rad/s"), std::pair("_m_s2", "m/s^2"), std::pair("_m_s", "m/s"),
        std::pair("_rad", "rad"), std::pair("_m", "m"), std::pair("_kg", "kg"),
        std::pair("side_offset", "radius"), std::pair("height_offset", "radius")}) {
    if (absl::EndsWith(name, suffix)) return unit;
  }
  return "1";
}

struct Row {
  size_t number;
  const char* name;
  bool always;
};
constexpr Row kRows[] = {{0, "x_m", true},     {1, "y_m", true},     {2, "z_m", false},
                         {3, "vx_m_s", false}, {4, "vy_m_s", false}, {5, "vz_m_s", false}};

bool Changes(const ShotDerivatives& derivatives, size_t row) {
  for (const BallDerivatives& ball : derivatives.balls) {
    for (size_t k = 0; k < derivatives.paths; ++k) {
      if (ball.final_state[row * derivatives.paths + k] != 0.0) return true;
    }
  }
  return false;
}

std::string WhyNone(const BallDerivatives& ball) {
  const std::string why = absl::StrCat("none: ", Words(ball.end));
  if (ball.end_event < 0) return absl::StrCat(why, " at the start");
  return absl::StrCat(why, " at event ", ball.end_event);
}

std::string Millimetres(double metres) {
  return std::isnan(metres) ? "-" : Significant(1e3 * metres, 3);
}

}  // namespace

void PrintDerivatives(const ShotDerivatives& derivatives, const std::vector<std::string>& paths,
                      const ShotNames& names, std::ostream& out) {
  std::vector<std::string> header = {"ball", "derivative by", "per"};
  std::vector<size_t> rows;
  for (const Row& row : kRows) {
    if (!row.always && !Changes(derivatives, row.number)) continue;
    header.emplace_back(row.name);
    rows.push_back(row.number);
  }
  TextTable table(std::move(header));
  for (size_t i = 0; i < derivatives.balls.size(); ++i) {
    const BallDerivatives& ball = derivatives.balls[i];
    const std::string name = names.Ball(static_cast<uint32_t>(i));
    if (!ball.Valid()) {
      std::vector<std::string> cells = {name, WhyNone(ball)};
      cells.resize(3 + rows.size());
      table.AddRow(std::move(cells));
      continue;
    }
    for (size_t k = 0; k < paths.size(); ++k) {
      std::vector<std::string> cells = {name, paths[k], UnitOf(paths[k])};
      for (const size_t row : rows) {
        cells.push_back(Significant(ball.final_state[row * paths.size() + k], 6));
      }
      table.AddRow(std::move(cells));
    }
  }
  table.Print(out);
}

void PrintMargins(const ShotDerivatives& derivatives, const std::vector<std::string>& paths,
                  std::ostream& out) {
  TextTable table({"goal", "margin_m", "derivative by", "per", "change_m"});
  for (size_t goal = 0; goal < derivatives.margin_values_m.size(); ++goal) {
    for (size_t k = 0; k < paths.size(); ++k) {
      const double slope = derivatives.margins[goal * paths.size() + k];
      table.AddRow({absl::StrCat(goal), Significant(derivatives.margin_values_m[goal], 6), paths[k],
                    UnitOf(paths[k]), std::isnan(slope) ? "-" : Significant(slope, 6)});
    }
  }
  table.Print(out);
}

void PrintProbe(const ShotProbe& probe, const ShotNames& names, std::ostream& out) {
  TextTable table({"ball", "same events", "of draws", "median error_mm", "worst error_mm"});
  for (size_t i = 0; i < probe.balls.size(); ++i) {
    const ProbedBall& ball = probe.balls[i];
    table.AddRow({names.Ball(static_cast<uint32_t>(i)), absl::StrCat(ball.kept),
                  absl::StrCat(probe.played), Millimetres(ball.median_error_m),
                  Millimetres(ball.worst_error_m)});
  }
  table.Print(out);
}

absl::StatusOr<DerivativeTables> DerivativeTables::Read(const carom::v1::SimulateRequest& request,
                                                        const carom::v1::ShotResults& results) {
  auto derivatives = ReadDerivatives(results);
  if (!derivatives.ok()) return derivatives.status();
  auto probes = ReadProbes(results);
  if (!probes.ok()) return probes.status();
  DerivativeTables tables;
  const auto& paths = request.detail().derivatives();
  tables.paths_.assign(paths.begin(), paths.end());
  tables.margins_ = request.detail().margins_size() > 0;
  if (results.has_derivatives()) tables.derivatives_ = *std::move(derivatives);
  if (results.has_probes()) tables.probes_ = *std::move(probes);
  return tables;
}

void DerivativeTables::Print(size_t shot, const ShotNames& names, std::ostream& out) const {
  if (!derivatives_.empty()) {
    out << '\n';
    PrintDerivatives(derivatives_[shot], paths_, names, out);
  }
  if (!derivatives_.empty() && margins_) {
    out << '\n';
    PrintMargins(derivatives_[shot], paths_, out);
  }
  if (!probes_.empty()) {
    out << '\n';
    PrintProbe(probes_[shot], names, out);
  }
}

}  // namespace carom
