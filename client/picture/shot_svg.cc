#include "client/picture/shot_svg.h"

#include <vector>

#include "client/picture/draw_shot.h"
#include "client/picture/draw_table.h"
#include "client/picture/event_marks.h"
#include "client/picture/force_panel.h"
#include "client/picture/frame.h"
#include "client/picture/height_strip.h"
#include "client/picture/legend.h"
#include "client/picture/markup.h"
#include "client/picture/page.h"
#include "client/picture/svg.h"

namespace carom::picture {
namespace {

constexpr double kGap_px = 8.0;

}  // namespace

std::string DrawShot(const ShotScene& scene, const Theme& theme) {
  Svg svg(theme);
  const Frame frame(BoundsOf(scene.table, scene.balls), kLonger_px,
                    {kMargin_px, kMargin_px + kTitle_px});
  const std::vector<EventMark> marks = PlaceMarks(scene, frame);

  svg.Words({kMargin_px, kMargin_px + 14.0}, Shorten(scene.title, kTitleLength), theme.text, 15.0);
  BeginInside(frame, &svg);
  DrawTable(scene.table, frame, &svg);
  DrawPaths(scene.balls, frame, &svg);
  DrawGhosts(scene, marks, frame, &svg);
  DrawBalls(scene.balls, frame, &svg);
  EndInside(&svg);
  DrawMarks(marks, &svg);

  double y_px = kMargin_px + kTitle_px + frame.height_px() + kGap_px;
  y_px += DrawKey(scene, marks, frame, {kMargin_px, y_px}, kLonger_px, &svg) + kGap_px;
  y_px += DrawEventList(scene, marks, {kMargin_px, y_px}, kLonger_px, &svg) + kGap_px;
  y_px += DrawHeights(scene, marks, {kMargin_px, y_px}, kLonger_px, &svg);
  y_px += DrawForces(scene.contacts, {kMargin_px, y_px}, kLonger_px, &svg);
  return svg.Document(scene.title, kLonger_px + 2.0 * kMargin_px, y_px + kGap_px);
}

}  // namespace carom::picture
