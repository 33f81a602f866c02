#ifndef CAROM_CLIENT_PICTURE_SHOT_SVG_H_
#define CAROM_CLIENT_PICTURE_SHOT_SVG_H_

#include <string>

#include "client/picture/shot_scene.h"
#include "client/picture/theme.h"

namespace carom::picture {

/// A shot as an SVG picture: the table to scale with paths, balls, ghost balls and numbered events,
/// a legend, heights if anything flies, and forces if contacts are reported. The same scene gives
/// the same bytes.
std::string DrawShot(const ShotScene& scene, const Theme& theme);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_SHOT_SVG_H_
