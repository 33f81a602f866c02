#ifndef CAROM_CLIENT_PICTURE_THEME_H_
#define CAROM_CLIENT_PICTURE_THEME_H_

#include <string>

#include "carom/v1/table.pb.h"

namespace carom::picture {

/// The colours of a picture. Those of the states of motion are of the palette of Okabe and Ito
/// (2008, "Color universal design"), which the colour-blind tell apart, and differ in lightness and
/// dashes too.
struct Theme {
  const char* page;
  const char* text;
  const char* faint_text;
  const char* line;  ///< Of axes and frames.
  const char* cloth;
  const char* cushion;
  const char* rail;
  const char* pocket;
  const char* sliding;
  const char* rolling;
  const char* flying;
  const char* spinning;
  const char* mark;     ///< The disc under an event's number.
  const char* outline;  ///< Of balls and ghost balls.
};

const Theme& LightTheme();
const Theme& DarkTheme();

/// The stroke of a path in this state of motion; empty for a ball that does not move.
std::string ColourOf(const Theme& theme, carom::v1::MotionState motion);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_THEME_H_
