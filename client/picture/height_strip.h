#ifndef CAROM_CLIENT_PICTURE_HEIGHT_STRIP_H_
#define CAROM_CLIENT_PICTURE_HEIGHT_STRIP_H_

#include <vector>

#include "client/picture/event_marks.h"
#include "client/picture/shot_scene.h"
#include "client/picture/svg.h"

namespace carom::picture {

/// Draws how high above the cloth the balls fly over time, up to when the last one has landed, with
/// the numbers of the events. Nothing if no ball flies. The height of the strip, px.
double DrawHeights(const ShotScene& scene, const std::vector<EventMark>& marks, Point corner,
                   double width_px, Svg* svg);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_HEIGHT_STRIP_H_
