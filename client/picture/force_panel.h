#ifndef CAROM_CLIENT_PICTURE_FORCE_PANEL_H_
#define CAROM_CLIENT_PICTURE_FORCE_PANEL_H_

#include <vector>

#include "client/picture/shot_scene.h"
#include "client/picture/svg.h"

namespace carom::picture {

/// Draws the normal and the friction force of the six strongest contacts over time, in order of
/// time. Contacts with the cloth alone, which last, are left out. Nothing without contacts. The
/// height of the panels, px.
double DrawForces(const std::vector<SceneContact>& contacts, Point corner, double width_px,
                  Svg* svg);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_FORCE_PANEL_H_
