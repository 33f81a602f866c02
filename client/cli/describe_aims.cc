#include "client/cli/describe_aims.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "client/cli/numbers.h"
#include "client/cli/text_table.h"

namespace carom {
namespace {

constexpr double kDegrees = 180.0 / 3.14159265358979323846;

// What the balls touch on their way to the pocket: "1 cushion 4".
std::string WayOf(const carom::v1::Aim& aim) {
  std::string way;
  for (const carom::v1::AimLeg& leg : aim.legs()) {
    if (leg.has_to_pocket()) continue;
    if (!way.empty()) way += ", ";
    way += leg.has_to_ball() ? absl::StrCat("ball ", leg.to_ball())
                             : absl::StrCat("cushion ", leg.to_cushion());
  }
  return way;
}

std::string Spread(const carom::v1::Range& range, double factor, int digits) {
  return absl::StrCat(Fixed(range.lo() * factor, digits), " to ",
                      Fixed(range.hi() * factor, digits));
}

}  // namespace

std::string NameOf(carom::v1::AimKind kind) {
  std::string name =
      absl::AsciiStrToLower(absl::StripPrefix(carom::v1::AimKind_Name(kind), "AIM_KIND_"));
  return absl::StrReplaceAll(name, {{"two_cushion", "two-cushion"}, {"_", " "}});
}

void DescribeAims(const carom::v1::FindAimsResponse& answer, std::ostream& out) {
  out << answer.routes() << " open routes, " << answer.solved() << " tried, " << answer.potting()
      << " pot; " << answer.shots() << " shots\n";
  if (answer.aims().empty()) return;
  const bool placed = answer.aims(0).has_cue_ball_off_m();
  std::vector<std::string> header{"rank",
                                  "kind",
                                  "ball",
                                  "pocket",
                                  "by",
                                  "azimuth_deg",
                                  "pots_between_deg",
                                  "speed_m_s",
                                  "pots_between_m_s",
                                  "side",
                                  "height",
                                  "chance",
                                  "low",
                                  "high"};
  if (placed) header.push_back("cue_ball_off_m");
  TextTable table(header);
  for (int i = 0; i < answer.aims_size(); ++i) {
    const carom::v1::Aim& aim = answer.aims(i);
    const carom::v1::CueStrike& strike = aim.strike();
    const double chance =
        aim.draws() > 0 ? static_cast<double>(aim.successes()) / aim.draws() : 0.0;
    std::vector<std::string> row{absl::StrCat(i + 1),
                                 NameOf(aim.kind()),
                                 absl::StrCat(aim.ball()),
                                 absl::StrCat(aim.pocket()),
                                 WayOf(aim),
                                 Fixed(strike.azimuth_rad() * kDegrees, 3),
                                 Spread(aim.azimuth_rad(), kDegrees, 3),
                                 Fixed(strike.speed_m_s(), 2),
                                 Spread(aim.speed_m_s(), 1.0, 2),
                                 Fixed(strike.side_offset(), 2),
                                 Fixed(strike.height_offset(), 2),
                                 Fixed(chance, 3),
                                 Fixed(aim.interval().low(), 3),
                                 Fixed(aim.interval().high(), 3)};
    if (placed) row.push_back(Fixed(aim.cue_ball_off_m(), 3));
    table.AddRow(row);
  }
  table.Print(out);
}

}  // namespace carom
