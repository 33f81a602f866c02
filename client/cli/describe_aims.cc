#include "client/cli/describe_aims.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/numbers.h"
#include "client/cli/text_table.h"
#include "client/picture/aims_svg.h"

namespace carom {
namespace {

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
    std::vector<std::string> row{absl::StrCat(i + 1),
                                 picture::NameOf(aim.kind()),
                                 absl::StrCat(aim.ball()),
                                 absl::StrCat(aim.pocket()),
                                 WayOf(aim),
                                 Fixed(strike.azimuth_rad() * kDegrees, 3),
                                 Spread(aim.azimuth_rad(), kDegrees, 3),
                                 Fixed(strike.speed_m_s(), 2),
                                 Spread(aim.speed_m_s(), 1.0, 2),
                                 Fixed(strike.side_offset(), 2),
                                 Fixed(strike.height_offset(), 2),
                                 Fixed(picture::ChanceOf(aim), 3),
                                 Fixed(aim.interval().low(), 3),
                                 Fixed(aim.interval().high(), 3)};
    if (placed) row.push_back(Fixed(aim.cue_ball_off_m(), 3));
    table.AddRow(row);
  }
  table.Print(out);
}

}  // namespace carom
