#ifndef CAROM_CLIENT_PICTURE_DRAW_TABLE_H_
#define CAROM_CLIENT_PICTURE_DRAW_TABLE_H_

#include <vector>

#include "carom/v1/table.pb.h"
#include "client/picture/frame.h"
#include "client/picture/svg.h"

namespace carom::picture {

/// Draws the table to scale: cloth, rails, cushions, jaws, pockets and the two spots.
void DrawTable(const carom::v1::TableGeometry& table, const Frame& frame, Svg* svg);

/// The head spot and the foot spot; none of a table whose playing surface is not known.
std::vector<carom::v1::Point2> SpotsOf(const carom::v1::TableGeometry& table);

/// Opens and closes a group of what is cut off at the frame: a ball that leaves the table flies on.
void BeginInside(const Frame& frame, Svg* svg);
void EndInside(Svg* svg);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_DRAW_TABLE_H_
