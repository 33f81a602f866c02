#ifndef CAROM_SERVER_CONVERT_DRAWN_DRAFT_H_
#define CAROM_SERVER_CONVERT_DRAWN_DRAFT_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/drawn_shots.pb.h"
#include "core/draw/quantity.h"
#include "core/shot/drawn/drawn_shots.h"
#include "server/convert/drawn_shots_convert.h"

// The parts of ConvertDrawnShots() that its files share. Paths as there.

namespace carom {

/// Drawn shots in the making.
struct DrawnDraft {
  const DrawnLists& lists;
  DrawnShots drawn;
  std::vector<int> tables;  ///< Those that may be drawn.
  std::vector<int> settings;
  std::vector<int> layouts;
  int most_balls = 0;
  int most_pockets = 0;
};

/// Takes a quantity that is drawn by itself, where the wire gives it; the path is `path`.
absl::Status TakeAlone(bool given, const v1::Distribution& wire, const std::string& path,
                       const QuantityId& id, DrawnDraft& draft);

/// OK for the index of a ball that a drawn layout may have.
absl::Status CheckBallIndex(const std::string& path, uint32_t ball, const DrawnDraft& draft);

absl::Status TakeDrawnStrike(const v1::DrawnStrike& wire, DrawnDraft& draft);
absl::Status TakeDrawnPhysics(const v1::DrawnPhysics& wire, DrawnDraft& draft);
absl::Status TakeDrawnBalls(const v1::DrawnShots& wire, DrawnDraft& draft);
absl::Status TakeSelection(const v1::DrawnSelection& wire, DrawnDraft& draft);
absl::Status TakeRackDraw(const v1::DrawnRack& wire, DrawnDraft& draft);
/// After all others.
absl::Status TakeCovariances(const v1::DrawnShots& wire, DrawnDraft& draft);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_DRAWN_DRAFT_H_
