#ifndef CAROM_CLIENT_PICTURE_BALL_LOOK_H_
#define CAROM_CLIENT_PICTURE_BALL_LOOK_H_

#include <cstddef>
#include <string>

namespace carom::picture {

inline constexpr char kWhite[] = "#fbfaf2";  ///< Of cue balls, and beside stripes.

/// How a ball looks. Its label tells it apart where colours do not.
struct BallLook {
  std::string colour;       ///< "#f2c200".
  bool is_striped = false;  ///< A white ball with a band of the colour.
  std::string label;        ///< "8"; empty for a cue ball. Never text of a request.
};

/// The look of ball `index` of a set of the catalogue: `pool` (also for unknown names), `snooker`
/// or `carom`.
BallLook LookOf(const std::string& ball_set, size_t index);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_BALL_LOOK_H_
