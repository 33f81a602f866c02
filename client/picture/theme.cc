#include "client/picture/theme.h"

namespace carom::picture {

const Theme& LightTheme() {
  static constexpr Theme kLight = {.page = "#fbfaf7",
                                   .text = "#1d2125",
                                   .faint_text = "#5a6068",
                                   .line = "#b9bcb8",
                                   .cloth = "#d9e8df",
                                   .cushion = "#a9cbb9",
                                   .rail = "#8c6a4f",
                                   .pocket = "#22262a",
                                   .sliding = "#d55e00",
                                   .rolling = "#0072b2",
                                   .flying = "#000000",
                                   .spinning = "#cc79a7",
                                   .mark = "#ffffff",
                                   .outline = "#1d2125"};
  return kLight;
}

const Theme& DarkTheme() {
  static constexpr Theme kDark = {.page = "#14171a",
                                  .text = "#e9e7e1",
                                  .faint_text = "#a3a9ae",
                                  .line = "#4a5157",
                                  .cloth = "#17352d",
                                  .cushion = "#265447",
                                  .rail = "#4a3627",
                                  .pocket = "#060708",
                                  .sliding = "#e69f00",
                                  .rolling = "#56b4e9",
                                  .flying = "#f0e442",
                                  .spinning = "#cc79a7",
                                  .mark = "#f4f2ec",
                                  .outline = "#f4f2ec"};
  return kDark;
}

std::string ColourOf(const Theme& theme, carom::v1::MotionState motion) {
  switch (motion) {
    case carom::v1::MOTION_STATE_SLIDING:
      return theme.sliding;
    case carom::v1::MOTION_STATE_ROLLING:
      return theme.rolling;
    case carom::v1::MOTION_STATE_AIRBORNE:
      return theme.flying;
    case carom::v1::MOTION_STATE_SPINNING:
      return theme.spinning;
    default:
      return "";
  }
}

}  // namespace carom::picture
