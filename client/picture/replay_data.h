#ifndef CAROM_CLIENT_PICTURE_REPLAY_DATA_H_
#define CAROM_CLIENT_PICTURE_REPLAY_DATA_H_

#include <string>

#include "client/picture/shot_scene.h"

namespace carom::picture {

/// A scene as the JSON that the scripts in replay/ read, fit to stand in a <script>: table, arcs
/// and spin of the balls, marked events.
std::string ReplayData(const ShotScene& scene);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_REPLAY_DATA_H_
