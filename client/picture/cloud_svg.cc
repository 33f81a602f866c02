#include "client/picture/cloud_svg.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/picture/draw_shot.h"
#include "client/picture/draw_table.h"
#include "client/picture/frame.h"
#include "client/picture/markup.h"
#include "client/picture/page.h"
#include "client/picture/svg.h"

namespace carom::picture {
namespace {

constexpr double kCloudText_px = 12.0;
constexpr size_t kChanceColumns = 2;
constexpr size_t kMostChances = 8;
constexpr size_t kWordsLength = 44;
constexpr double kFaint = 0.13;  // Some 50 paths on each other are as dark as one.
constexpr double kWord_px = 62.0;

// The end of each arm of a cross; a cubic Bezier curve between two of them is a quarter of a circle
// within 0.03 % with this length of its handles [Riskus 2006].
constexpr std::array<std::pair<double, double>, 5> kArms = {
    {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}, {1.0, 0.0}}};
constexpr double kHandle = 0.5522847498307936;

std::string Stroke(const char* colour, const std::string& more) {
  return absl::StrCat("fill=\"none\" stroke=\"", colour, "\" ", more);
}

void DrawOthers(const OutcomeCloud& cloud, const Frame& frame, Svg* svg) {
  svg->Add(absl::StrCat("<g opacity=\"", Decimal(kFaint, 3), "\">"));
  for (const std::vector<Track>& tracks : cloud.others) {
    for (const Track& track : tracks) {
      const std::string data =
          CurveOf(track, 0, track.arcs.size(),
                  [&](double, const Vector& position_m) { return frame.At(position_m); });
      if (!data.empty()) svg->Path(data, Stroke(svg->theme().text, "stroke-width=\"1.2\""));
    }
  }
  svg->Add("</g>");
}

// Points as strokes without length, whose round ends are discs.
void DrawEnds(const OutcomeCloud& cloud, const Frame& frame, Svg* svg) {
  std::string data;
  for (const Place& end : cloud.ends) {
    absl::StrAppend(&data, MoveTo(frame.At(end.x_m, end.y_m)), "h0");
  }
  if (data.empty()) return;
  svg->Path(data, Stroke(svg->theme().flying,
                         "stroke-width=\"3.2\" stroke-linecap=\"round\" stroke-opacity=\"0.55\""));
}

void DrawEllipse(const Spread& spread, double squared, const Frame& frame, const std::string& style,
                 Svg* svg) {
  const auto at = [&](double cos, double sin) {
    const Place place = OnEllipse(spread, squared, cos, sin);
    const Point point = frame.At(place.x_m, place.y_m);
    return absl::StrCat(Px(point.x), " ", Px(point.y));
  };
  std::string data = absl::StrCat("M", at(1.0, 0.0));
  for (size_t i = 0; i + 1 < kArms.size(); ++i) {
    const auto [c0, s0] = kArms[i];
    const auto [c1, s1] = kArms[i + 1];
    absl::StrAppend(&data, "C", at(c0 + kHandle * c1, s0 + kHandle * s1), " ",
                    at(c1 + kHandle * c0, s1 + kHandle * s0), " ", at(c1, s1));
  }
  svg->Path(data + "Z", style);
}

std::string EllipseStyle(const Theme& theme, bool half) {
  return Stroke(theme.spinning,
                half ? "stroke-width=\"2.4\"" : "stroke-width=\"2.4\" stroke-dasharray=\"8 4\"");
}

// Shares beside their pockets, on the cloth's side.
void DrawPocketWords(const OutcomeCloud& cloud, const Frame& frame, Svg* svg) {
  const auto& pockets = cloud.aimed.table.pockets();
  std::vector<int> lines(static_cast<size_t>(pockets.size()), 0);
  for (const PocketChance& chance : cloud.chances) {
    if (chance.pocket >= lines.size() || lines[chance.pocket] == 2) continue;
    const auto& centre = pockets.Get(static_cast<int>(chance.pocket)).centre();
    const Point at = frame.At(centre.x_m(), centre.y_m());
    const double y_px = at.y + 4.0 + 13.0 * lines[chance.pocket]++;
    const std::string& label = cloud.aimed.balls[chance.ball].look.label;
    svg->Words({at.x, y_px},
               absl::StrCat(label.empty() ? "" : label + ": ",
                            absl::StrFormat("%.0f%%", 100.0 * chance.chance.share)),
               "#f4f2ec", kCloudText_px, "middle");
  }
}

double DrawKey(const OutcomeCloud& cloud, Point corner, Svg* svg) {
  const Theme& theme = svg->theme();
  const double y_px = corner.y + 13.0;
  double x_px = corner.x;
  const auto words = [&](double offset_px, const std::string& text) {
    svg->Words({x_px + offset_px, y_px + 4.0}, text, theme.text, kCloudText_px);
    x_px += offset_px + 6.7 * static_cast<double>(text.size()) + 16.0;
  };
  const auto line = [&](const std::string& style, const std::string& text) {
    svg->Line({x_px, y_px}, {x_px + 26.0, y_px}, style);
    words(31.0, text);
  };
  svg->Circle({x_px + 4.0, y_px}, 2.4, absl::StrCat("fill=\"", theme.flying, "\""));
  words(14.0, Shorten(absl::StrCat("where ", cloud.aimed.balls[cloud.ball].name, " rests"), 60));
  line(EllipseStyle(theme, true), "50 % of its spread");
  line(EllipseStyle(theme, false), "95 %");
  line(PathStyle(theme, carom::v1::MOTION_STATE_SLIDING), "sliding");
  line(PathStyle(theme, carom::v1::MOTION_STATE_ROLLING), "rolling");
  line(Stroke(theme.text, "stroke-width=\"1.2\" stroke-opacity=\"0.4\""), "others");
  return 26.0;
}

double DrawChances(const OutcomeCloud& cloud, Point corner, Svg* svg) {
  const size_t count = std::min(kMostChances, cloud.chances.size());
  const size_t rows = (count + kChanceColumns - 1) / kChanceColumns;
  for (size_t i = 0; i < count; ++i) {
    const PocketChance& chance = cloud.chances[i];
    const Point at{
        corner.x + static_cast<double>(i / rows) * kLonger_px / static_cast<double>(kChanceColumns),
        corner.y + static_cast<double>(i % rows) * kRow_px + 14.0};
    svg->Text({at.x + kWord_px - 12.0, at.y},
              absl::StrFormat("%.1f %%", 100.0 * chance.chance.share),
              absl::StrCat("fill=\"", svg->theme().text,
                           "\" font-size=\"12\" font-weight=\"600\" text-anchor=\"end\""));
    svg->Words({at.x + kWord_px, at.y},
               absl::StrCat(Shorten(chance.words, kWordsLength),
                            absl::StrFormat(" (%.1f to %.1f)", 100.0 * chance.chance.low,
                                            100.0 * chance.chance.high)),
               svg->theme().text, kCloudText_px);
  }
  return static_cast<double>(rows) * kRow_px;
}

}  // namespace

std::string DrawCloud(const OutcomeCloud& cloud, const Theme& theme) {
  Svg svg(theme);
  const ShotScene& aimed = cloud.aimed;
  const Frame frame(BoundsOf(aimed.table, aimed.balls), kLonger_px,
                    {kMargin_px, kMargin_px + kTitle_px});
  svg.Words({kMargin_px, kMargin_px + 14.0},
            Shorten(absl::StrCat(cloud.heading, "; as aimed: ", aimed.title), kTitleLength),
            theme.text, 15.0);
  BeginInside(frame, &svg);
  DrawTable(aimed.table, frame, &svg);
  DrawOthers(cloud, frame, &svg);
  DrawPaths(aimed.balls, frame, &svg);
  DrawEnds(cloud, frame, &svg);
  if (cloud.ends.size() > 1) {
    DrawEllipse(cloud.spread, kHalf, frame, EllipseStyle(theme, true), &svg);
    DrawEllipse(cloud.spread, kNineteenOf20, frame, EllipseStyle(theme, false), &svg);
  }
  DrawBalls(aimed.balls, frame, &svg);
  DrawPocketWords(cloud, frame, &svg);
  EndInside(&svg);
  double y_px = kMargin_px + kTitle_px + frame.height_px() + 8.0;
  y_px += DrawKey(cloud, {kMargin_px, y_px}, &svg) + 6.0;
  y_px += DrawChances(cloud, {kMargin_px, y_px}, &svg);
  return svg.Document(absl::StrCat(cloud.heading, ": ", aimed.title), kLonger_px + 2.0 * kMargin_px,
                      y_px + 14.0);
}

}  // namespace carom::picture
