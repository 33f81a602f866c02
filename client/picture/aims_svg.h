#ifndef CAROM_CLIENT_PICTURE_AIMS_SVG_H_
#define CAROM_CLIENT_PICTURE_AIMS_SVG_H_

#include <string>

#include "carom/v1/aim.pb.h"
#include "client/picture/shot_scene.h"
#include "client/picture/theme.h"

namespace carom::picture {

/// "cut", "two-cushion kick".
std::string NameOf(carom::v1::AimKind kind);

/// The share of draws that succeed; 0 without draws.
double ChanceOf(const carom::v1::Aim& aim);

/// Aims over the table as an SVG picture: the legs of each, numbered by rank and the bolder the
/// likelier, with ghost balls, and a list of their chances below. `best` is the shot of the first
/// aim, which is played from the same balls. `place`: where the cue ball is to end, with its
/// distance that counts; null: anywhere. The same aims give the same bytes.
std::string DrawAims(const ShotScene& best, const carom::v1::FindAimsResponse& answer,
                     const carom::v1::CueBallTarget* place, const Theme& theme);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_AIMS_SVG_H_
