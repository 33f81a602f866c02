#ifndef CAROM_CLIENT_PICTURE_PAGE_H_
#define CAROM_CLIENT_PICTURE_PAGE_H_

#include <cstddef>

namespace carom::picture {

// What pictures of a whole table have in common.
inline constexpr double kLonger_px = 1000.0;  ///< The table's longer side.
inline constexpr double kMargin_px = 20.0;
inline constexpr double kTitle_px = 30.0;
inline constexpr size_t kTitleLength = 110;  ///< Characters of a title that fit.
inline constexpr double kRow_px = 20.0;      ///< From line to line of a list below a picture.

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_PAGE_H_
