#include "client/picture/legend.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/picture/draw_shot.h"
#include "client/picture/markup.h"

namespace carom::picture {
namespace {

using carom::v1::MotionState;

constexpr double kLegendText_px = 12.0;
constexpr double kLegendRow_px = 21.0;
constexpr double kKey_px = 26.0;
// The mean width of a character of a sans-serif font, in its size: a bit more than measured, since
// the reader's font is not known.
constexpr double kCharacter_em = 0.56;
constexpr double kCaption_px = 74.0;  // Where captions begin: behind number and time.

double WidthOf(const std::string& text) {
  return kCharacter_em * kLegendText_px * static_cast<double>(text.size());
}

bool Has(const ShotScene& scene, MotionState motion) {
  return std::any_of(scene.balls.begin(), scene.balls.end(), [motion](const SceneBall& ball) {
    return std::any_of(ball.track.arcs.begin(), ball.track.arcs.end(), [motion](const Arc& arc) {
      return arc.motion == motion && arc.end_s > arc.begin_s;
    });
  });
}

// One row, filled from the left.
class KeyRow {
 public:
  KeyRow(Point corner, Svg* svg) : at_{corner.x, corner.y + 0.5 * kKey_px}, svg_(svg) {}

  void AddLine(const std::string& words, const std::string& style) {
    svg_->Line(at_, {at_.x + 26.0, at_.y}, style);
    AddWords(30.0, words);
  }
  void AddRing(const std::string& words, const std::string& style) {
    svg_->Circle({at_.x + 8.0, at_.y}, 7.0, style);
    AddWords(20.0, words);
  }

 private:
  void AddWords(double offset_px, const std::string& words) {
    svg_->Words({at_.x + offset_px, at_.y + 4.0}, words, svg_->theme().text, kLegendText_px);
    at_.x += offset_px + WidthOf(words) + 16.0;
  }

  Point at_;
  Svg* svg_;
};

// A tenth of the table's length, rounded to 1, 2 or 5 times a power of ten.
double MeasureLength(const Frame& frame) {
  const double about_m = 0.2 * std::max(frame.bounds().width_m(), frame.bounds().height_m());
  double power_m = 1e-3;
  while (power_m * 10.0 <= about_m) power_m *= 10.0;
  for (const double times : {5.0, 2.0}) {
    if (times * power_m <= about_m) return times * power_m;
  }
  return power_m;
}

void DrawMeasure(const Frame& frame, Point right, Svg* svg) {
  const double length_m = MeasureLength(frame);
  const double length_px = length_m * frame.px_per_m();
  const Point left{right.x - length_px, right.y};
  const std::string style =
      absl::StrCat("fill=\"none\" stroke=\"", svg->theme().faint_text, "\" stroke-width=\"1.2\"");
  svg->Path(absl::StrCat(MoveTo({left.x, left.y - 4.0}), LineTo({left.x, left.y + 4.0}),
                         MoveTo(left), LineTo(right), MoveTo({right.x, right.y - 4.0}),
                         LineTo({right.x, right.y + 4.0})),
            style);
  svg->Words({left.x - 8.0, left.y + 4.0}, absl::StrCat(Decimal(length_m, 3), " m"),
             svg->theme().faint_text, kLegendText_px, "end");
}

bool HasGhost(const ShotScene& scene, const std::vector<EventMark>& marks) {
  return std::any_of(marks.begin(), marks.end(), [&](const EventMark& mark) {
    const auto kind = scene.events[mark.event].kind;
    return kind == carom::v1::EVENT_KIND_BALL_BALL || kind == carom::v1::EVENT_KIND_BALL_CUSHION;
  });
}

size_t LongestCaption(const ShotScene& scene, const std::vector<EventMark>& marks) {
  size_t longest = 0;
  for (const EventMark& mark : marks) {
    longest = std::max(longest, scene.events[mark.event].caption.size());
  }
  return longest;
}

// How many characters of a caption a column has room for.
size_t Room(double width_px, size_t columns) {
  const double caption_px = width_px / static_cast<double>(columns) - kCaption_px - 8.0;
  return static_cast<size_t>(std::max(8.0, caption_px / (kCharacter_em * kLegendText_px)));
}

}  // namespace

double DrawKey(const ShotScene& scene, const std::vector<EventMark>& marks, const Frame& frame,
               Point corner, double width_px, Svg* svg) {
  const Theme& theme = svg->theme();
  KeyRow row(corner, svg);
  for (const auto& [motion, words] : {std::pair(carom::v1::MOTION_STATE_SLIDING, "sliding"),
                                      std::pair(carom::v1::MOTION_STATE_ROLLING, "rolling"),
                                      std::pair(carom::v1::MOTION_STATE_AIRBORNE, "flying")}) {
    if (Has(scene, motion)) row.AddLine(words, PathStyle(theme, motion));
  }
  if (Has(scene, carom::v1::MOTION_STATE_SPINNING)) {
    row.AddRing("spinning", absl::StrCat("fill=\"none\" stroke=\"", theme.spinning,
                                         "\" stroke-width=\"2\" stroke-dasharray=\"9 3\""));
  }
  row.AddRing("start", absl::StrCat("fill=\"", theme.line, "\" fill-opacity=\"0.4\" stroke=\"",
                                    theme.outline, "\" stroke-width=\"0.8\""));
  if (HasGhost(scene, marks)) {
    row.AddRing("at an impact", absl::StrCat("fill=\"none\" stroke=\"", theme.outline,
                                             "\" stroke-width=\"0.8\" stroke-dasharray=\"3 2\""));
  }
  DrawMeasure(frame, {corner.x + width_px, corner.y + 0.5 * kKey_px}, svg);
  return kKey_px;
}

double DrawEventList(const ShotScene& scene, const std::vector<EventMark>& marks, Point corner,
                     double width_px, Svg* svg) {
  if (marks.empty()) return 0.0;
  const size_t columns = LongestCaption(scene, marks) <= Room(width_px, 3) ? 3 : 2;
  const size_t rows = (marks.size() + columns - 1) / columns;
  for (size_t i = 0; i < marks.size(); ++i) {
    const SceneEvent& event = scene.events[marks[i].event];
    const Point at{
        corner.x + static_cast<double>(i / rows) * width_px / static_cast<double>(columns),
        corner.y + (static_cast<double>(i % rows) + 0.5) * kLegendRow_px};
    DrawNumber(marks[i].number, {at.x + 8.0, at.y}, svg);
    svg->Words({at.x + kCaption_px - 8.0, at.y + 4.0}, absl::StrFormat("%.3f s", event.time_s),
               svg->theme().faint_text, kLegendText_px, "end");
    svg->Words({at.x + kCaption_px, at.y + 4.0}, Shorten(event.caption, Room(width_px, columns)),
               svg->theme().text, kLegendText_px);
  }
  return static_cast<double>(rows) * kLegendRow_px;
}

}  // namespace carom::picture
