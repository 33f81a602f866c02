// carom-pocket-study: which balls the pockets of the 9 ft table take. Rolls balls at a corner and a
// side pocket at several angles and speeds and scans the offset from the middle of the mouth, for
// both pocket models and both engines, beside the published sizes for slow balls [TP 3.5, TP 3.6].
//
//   carom-pocket-study --out=DIR [--engines=event|compliant|both]
//   carom-pocket-study --check
//
// DIR gets pockets.md and for each pocket pockets-corner.csv, pockets-corner.svg (drawn by
// gnuplot).
// --check plays the few scans of the event engine that say whether pockets behave as players know
// them. Exit status: 0 done, 1 failed, 2 bad usage.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/constants.h"
#include "tests/papers/frame/plot.h"
#include "tests/papers/frame/sheet.h"
#include "tests/papers/pockets/approach.h"

namespace carom::papers {
namespace {

constexpr double kSpeeds_m_s[] = {0.5, 1.0, 2.0, 3.0, 4.0, 5.0};
constexpr double kCornerAngles_deg[] = {0.0, 15.0, 30.0, 40.0};
constexpr double kSideAngles_deg[] = {0.0, 20.0, 40.0, 60.0};
constexpr double kFarthest_m = 0.08;

struct Way {
  const char* engine;
  const char* model;
  Settings settings;
  double step_m;  // Of the scan.
};

Way MakeWay(Engine engine, PocketModel model) {
  const bool compliant = engine == Engine::kCompliant;
  Way way{compliant ? "compliant" : "event",
          model == PocketModel::kDrop ? "drop" : "circle",
          {},
          compliant ? 0.002 : 0.001};
  way.settings.engine = engine;
  way.settings.environment.flight = Flight::kOn;
  way.settings.environment.pocket_model = model;
  return way;
}

// What a scan found: the widest stretch of offsets without a refusal, and how much is taken in all.
struct Accepted {
  double left_m = 0.0;
  double right_m = 0.0;
  double total_m = 0.0;

  double Width() const { return left_m + right_m; }
};

Accepted Scan(const StudiedPocket& pocket, const Way& way, double angle_rad, double speed_m_s) {
  Approaches approaches(pocket, way.settings);
  const int steps = static_cast<int>(std::lround(kFarthest_m / way.step_m));
  std::vector<bool> taken;
  for (int i = -steps; i <= steps; ++i) {
    taken.push_back(approaches.Takes(angle_rad, i * way.step_m, speed_m_s));
  }
  Accepted accepted;
  accepted.total_m = way.step_m * static_cast<double>(std::count(taken.begin(), taken.end(), true));
  size_t longest = 0;
  for (size_t begin = 0; begin < taken.size();) {
    size_t end = begin;
    while (end < taken.size() && taken[end]) ++end;
    if (end - begin > longest) {
      longest = end - begin;
      accepted.right_m = -(static_cast<double>(begin) - steps - 0.5) * way.step_m;
      accepted.left_m = (static_cast<double>(end) - steps - 0.5) * way.step_m;
    }
    begin = end + 1;
  }
  return accepted;
}

const char* Name(PocketKind kind) { return kind == PocketKind::kCorner ? "corner" : "side"; }

std::vector<double> Angles(PocketKind kind) {
  if (kind == PocketKind::kCorner) {
    return {std::begin(kCornerAngles_deg), std::end(kCornerAngles_deg)};
  }
  return {std::begin(kSideAngles_deg), std::end(kSideAngles_deg)};
}

std::string Millimetres(double length_m) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f", 1e3 * length_m);
  return text;
}

// A row of the table for each angle and way, a column for each speed.
void Study(PocketKind kind, const std::vector<Way>& ways, Sheet& sheet, std::ostream& table) {
  const StudiedPocket pocket = Studied(kind);
  table << "\n| " << Name(kind) << ", angle | engine, pockets |";
  for (const double speed : kSpeeds_m_s) table << " " << speed << " m/s |";
  table << " published, slow |\n|---|---|---|---|---|---|---|---|---|\n";
  for (const double angle_deg : Angles(kind)) {
    const double angle_rad = DegreesToRadians(angle_deg);
    const TargetSize slow = kind == PocketKind::kCorner
                                ? SlowCornerTarget(pocket.measures, angle_rad)
                                : SlowSideTarget(pocket.measures, angle_rad);
    for (const Way& way : ways) {
      table << "| " << angle_deg << " | " << way.engine << ", " << way.model << " |";
      for (const double speed : kSpeeds_m_s) {
        const Accepted a = Scan(pocket, way, angle_rad, speed);
        const std::string curve = std::string(way.engine) + " " + way.model + " " +
                                  std::to_string(static_cast<int>(angle_deg));
        sheet.Add(Name(kind), way.engine, way.model, curve, angle_deg, speed, 1e3 * a.Width(),
                  1e3 * a.left_m, 1e3 * a.right_m, 1e3 * slow.left_m, 1e3 * slow.right_m,
                  1e3 * slow.Width(), 1e3 * a.total_m);
        table << " " << Millimetres(a.Width()) << " |";
        std::cerr << Name(kind) << " " << curve << " deg, " << speed
                  << " m/s: " << Millimetres(a.Width()) << " mm\n";
      }
      table << " " << Millimetres(slow.Width()) << " |\n";
    }
  }
}

Plot PlotOf(PocketKind kind, double angle_deg, const std::vector<Way>& ways) {
  Plot plot;
  const std::string angle = std::to_string(static_cast<int>(angle_deg));
  plot.title = std::string(Name(kind)) + " pocket, " + angle + " degrees from its axis";
  plot.x_label = "speed at the mouth, m/s";
  plot.y_label = "accepted, mm";
  for (const Way& way : ways) {
    plot.curves.push_back({std::string(way.engine) + ", " + way.model, "speed_m_s", "accepted_mm",
                           "curve", std::string(way.engine) + " " + way.model + " " + angle});
  }
  plot.curves.push_back({"published for slow balls", "speed_m_s", "published_mm", "curve",
                         std::string(ways[0].engine) + " " + ways[0].model + " " + angle, "lines"});
  return plot;
}

bool Run(const std::string& folder, const std::vector<Way>& ways) {
  std::ofstream table(folder + "/pockets.md");
  for (const PocketKind kind : {PocketKind::kCorner, PocketKind::kSide}) {
    Sheet sheet({"pocket", "engine", "model", "curve", "angle_deg", "speed_m_s", "accepted_mm",
                 "left_mm", "right_mm", "published_left_mm", "published_right_mm", "published_mm",
                 "total_mm"});
    Study(kind, ways, sheet, table);
    const std::string stem = std::string("pockets-") + Name(kind);
    std::ofstream csv(folder + "/" + stem + ".csv");
    sheet.Write(csv);
    csv.close();
    std::vector<Plot> panels;
    for (const double angle : Angles(kind)) panels.push_back(PlotOf(kind, angle, ways));
    if (!csv.good() || !Draw(panels, 1, folder, stem)) return false;
  }
  return table.good();
}

// One statement about the pockets.
bool Expect(bool holds, const std::string& what) {
  std::cout << (holds ? "holds  " : "FAILS  ") << what << "\n";
  return holds;
}

// Widths of the event engine's drop pockets.
double Takes(PocketKind kind, double angle_deg, double speed_m_s) {
  const Way way = MakeWay(Engine::kEventDriven, PocketModel::kDrop);
  return Scan(Studied(kind), way, DegreesToRadians(angle_deg), speed_m_s).Width();
}

bool Check() {
  bool ok = true;
  for (const PocketKind kind : {PocketKind::kCorner, PocketKind::kSide}) {
    const StudiedPocket pocket = Studied(kind);
    const double slow_m = kind == PocketKind::kCorner
                              ? SlowCornerTarget(pocket.measures, 0.0).Width()
                              : SlowSideTarget(pocket.measures, 0.0).Width();
    const std::string name = Name(kind);
    const double rolled_m = Takes(kind, 0.0, 1.0);
    ok &= Expect(std::fabs(rolled_m - slow_m) < 0.25 * slow_m,
                 name + ": slow balls straight on, within a quarter of what is published");
    ok &= Expect(Takes(kind, 0.0, 5.0) < rolled_m, name + ": fast balls straight on, fewer");
    const double steep_deg = Angles(kind).back();
    ok &= Expect(Takes(kind, steep_deg, 5.0) < 0.75 * Takes(kind, steep_deg, 1.0),
                 name + ": fast balls at the steepest angle, far fewer than slow ones");
  }
  return ok;
}

}  // namespace
}  // namespace carom::papers

int main(int argc, char** argv) {
  using carom::Engine;
  using carom::PocketModel;
  std::string out;
  std::string engines = "both";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--check") return carom::papers::Check() ? 0 : 1;
    if (argument.substr(0, 6) == "--out=") {
      out = argument.substr(6);
    } else if (argument.substr(0, 10) == "--engines=") {
      engines = argument.substr(10);
    } else {
      std::cerr << "usage: carom-pocket-study --out=DIR [--engines=event|compliant|both]\n";
      return 2;
    }
  }
  if (out.empty()) {
    std::cerr << "carom-pocket-study: --out=DIR is missing\n";
    return 2;
  }
  std::vector<carom::papers::Way> ways;
  for (const Engine engine : {Engine::kEventDriven, Engine::kCompliant}) {
    const char* const name = engine == Engine::kCompliant ? "compliant" : "event";
    if (engines != "both" && engines != name) continue;
    for (const PocketModel model : {PocketModel::kCircle, PocketModel::kDrop}) {
      ways.push_back(carom::papers::MakeWay(engine, model));
    }
  }
  if (ways.empty()) {
    std::cerr << "carom-pocket-study: --engines must be event, compliant or both\n";
    return 2;
  }
  return carom::papers::Run(out, ways) ? 0 : 1;
}
