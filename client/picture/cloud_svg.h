#ifndef CAROM_CLIENT_PICTURE_CLOUD_SVG_H_
#define CAROM_CLIENT_PICTURE_CLOUD_SVG_H_

#include <cstddef>
#include <string>
#include <vector>

#include "client/picture/shot_scene.h"
#include "client/picture/spread.h"
#include "client/picture/theme.h"

namespace carom::picture {

/// That a ball drops into a pocket.
struct PocketChance {
  std::string words;  ///< "ball 1 into the foot left corner". May hold names of a request.
  size_t ball = 0;
  size_t pocket = 0;
  Chance chance;
};

/// What may become of a shot that is not played exactly as it is aimed. Where the numbers come from
/// is the caller's affair.
struct OutcomeCloud {
  ShotScene aimed;                         ///< The shot as it is aimed.
  std::vector<std::vector<Track>> others;  ///< The tracks of all balls in some other shots.
  size_t ball = 0;                         ///< The ball whose ends are shown.
  std::vector<Place> ends;                 ///< Where it rests, in each shot in which it does.
  Spread spread;                           ///< Of these.
  std::vector<PocketChance> chances;       ///< The most likely first.
  std::string heading;                     ///< "2000 shots".
};

/// The cloud as an SVG picture: the shot as aimed, the others faint, the ends with the ellipses
/// that hold a half and 95 % of a normal distribution of their spread, and the chances at the
/// pockets and below. The same cloud gives the same bytes.
std::string DrawCloud(const OutcomeCloud& cloud, const Theme& theme);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_CLOUD_SVG_H_
