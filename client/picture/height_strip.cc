#include "client/picture/height_strip.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/picture/draw_shot.h"
#include "client/picture/markup.h"
#include "client/picture/plot.h"

namespace carom::picture {
namespace {

constexpr PlotRoom kStrip = {
    .left_px = 56.0, .head_px = 52.0, .height_px = 110.0, .foot_px = 26.0, .headroom = 1.1};
constexpr double kNumber_px = 17.0;  // Of an event's number, and the gap to the next.

// The end of the last flight to speak of, and the greatest height of a ball's lowest point.
struct Reach {
  double end_s = 0.0;
  double height_m = 0.0;
};

Reach ReachOf(const ShotScene& scene) {
  Reach reach;
  for (const SceneBall& ball : scene.balls) {
    for (const Arc& arc : ball.track.arcs) {
      if (IsOutOfPlay(arc.motion)) continue;
      const double height_m = HighestPoint(arc) - ball.radius_m;
      if (height_m > kFlies_m) reach.end_s = std::max(reach.end_s, arc.end_s);
      reach.height_m = std::max(reach.height_m, height_m);
    }
  }
  return {std::min(kStrip.headroom * reach.end_s, scene.end_s), kStrip.headroom * reach.height_m};
}

// The curve of a ball, from when it first leaves the cloth.
void DrawBallHeights(const SceneBall& ball, const Plot& plot, Svg* svg) {
  const Track& track = ball.track;
  for (size_t i = 0; i < track.arcs.size(); ++i) {
    const Arc& arc = track.arcs[i];
    const auto style = PathStyle(svg->theme(), arc.motion);
    if (ColourOf(svg->theme(), arc.motion).empty()) continue;
    const std::string data = CurveOf(track, i, i + 1, [&](double time_s, const Vector& position_m) {
      return plot.At(time_s, position_m[2] - ball.radius_m);
    });
    if (!data.empty()) svg->Path(data, style);
  }
}

// Numbers at their times; one that would lie on the one before moves to the right.
void DrawTimes(const ShotScene& scene, const std::vector<EventMark>& marks, const Plot& plot,
               const Reach& reach, double y_px, Svg* svg) {
  double free_px = 0.0;
  for (const EventMark& mark : marks) {
    const double time_s = scene.events[mark.event].time_s;
    if (time_s > reach.end_s) break;
    const Point at = plot.At(time_s, reach.height_m);
    const double x_px = std::max(at.x, free_px);
    svg->Line(plot.At(time_s, 0.0), at,
              absl::StrCat("fill=\"none\" stroke=\"", svg->theme().faint_text,
                           "\" stroke-width=\"0.7\" stroke-dasharray=\"2 3\""));
    svg->Line(at, {x_px, y_px},
              absl::StrCat("fill=\"none\" stroke=\"", svg->theme().faint_text,
                           "\" stroke-width=\"0.7\""));
    DrawNumber(mark.number, {x_px, y_px}, svg);
    free_px = x_px + kNumber_px;
  }
}

}  // namespace

double DrawHeights(const ShotScene& scene, const std::vector<EventMark>& marks, Point corner,
                   double width_px, Svg* svg) {
  if (!AnythingFlies(scene)) return 0.0;
  const Reach reach = ReachOf(scene);
  const Plot plot({corner.x + kStrip.left_px, corner.y + kStrip.head_px},
                  width_px - kStrip.left_px - 16.0, kStrip.height_px, reach.end_s, reach.height_m);
  svg->Words({corner.x, corner.y + 14.0}, "height above the cloth", svg->theme().faint_text, 12.0);
  plot.DrawAxes("s", "m", svg);
  svg->Add("<clipPath id=\"heights\">");
  const Point top = plot.At(0.0, reach.height_m);
  svg->Rect({top.x, top.y - 1.0}, width_px - kStrip.left_px - 16.0, kStrip.height_px + 3.0, "");
  svg->Add("</clipPath>\n<g clip-path=\"url(#heights)\">");
  for (const SceneBall& ball : scene.balls) DrawBallHeights(ball, plot, svg);
  svg->Add("</g>");
  DrawTimes(scene, marks, plot, reach, corner.y + kStrip.head_px - 14.0, svg);
  return kStrip.head_px + kStrip.height_px + kStrip.foot_px;
}

}  // namespace carom::picture
