#ifndef CAROM_CLIENT_PICTURE_REPLAY_PAGE_H_
#define CAROM_CLIENT_PICTURE_REPLAY_PAGE_H_

#include <string>

#include "client/picture/shot_scene.h"

namespace carom::picture {

/// A page of HTML that replays a shot: complete in itself, it asks for nothing from elsewhere. In
/// the colours that the reader's system prefers, or in dark ones. The same scene gives the same
/// bytes.
std::string ReplayPage(const ShotScene& scene, bool dark);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_REPLAY_PAGE_H_
