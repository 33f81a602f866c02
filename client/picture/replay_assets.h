#ifndef CAROM_CLIENT_PICTURE_REPLAY_ASSETS_H_
#define CAROM_CLIENT_PICTURE_REPLAY_ASSETS_H_

namespace carom::picture {

// The files of replay/, which the build turns into strings (assets.cmake).
extern const char kReplayStyle[];   // replay.css
extern const char kReplayBody[];    // replay.html
extern const char kReplayScript[];  // The scripts, one behind the other.

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_REPLAY_ASSETS_H_
