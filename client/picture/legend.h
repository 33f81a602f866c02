#ifndef CAROM_CLIENT_PICTURE_LEGEND_H_
#define CAROM_CLIENT_PICTURE_LEGEND_H_

#include <vector>

#include "client/picture/event_marks.h"
#include "client/picture/frame.h"
#include "client/picture/shot_scene.h"
#include "client/picture/svg.h"

namespace carom::picture {

/// Draws what colours and outlines mean, and a measure, in a row from `corner` on. The height of
/// it, px.
double DrawKey(const ShotScene& scene, const std::vector<EventMark>& marks, const Frame& frame,
               Point corner, double width_px, Svg* svg);

/// Draws the marked events in columns: number, time, what. The height of them, px.
double DrawEventList(const ShotScene& scene, const std::vector<EventMark>& marks, Point corner,
                     double width_px, Svg* svg);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_LEGEND_H_
