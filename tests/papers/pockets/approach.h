#ifndef CAROM_TESTS_PAPERS_POCKETS_APPROACH_H_
#define CAROM_TESTS_PAPERS_POCKETS_APPROACH_H_

#include <memory>

#include "core/laws/settings.h"
#include "core/shot/simulate.h"
#include "tests/papers/pockets/target_size.h"

namespace carom::papers {

enum class PocketKind { kCorner, kSide };

/// A pocket of the 9 ft table by WPA, with what the papers measure of it.
struct StudiedPocket {
  PocketKind kind = PocketKind::kCorner;
  int index = 0;
  Vec2 mouth_m = Vec2::Zero();  ///< Its middle, between the points of the noses.
  Vec2 axis = Vec2::Zero();     ///< Unit, from the table into the pocket.
  PocketMouth measures;
};

StudiedPocket Studied(PocketKind kind);

/// Balls rolled at a pocket: from 0.5 m before its mouth, alone on the table.
class Approaches {
 public:
  Approaches(const StudiedPocket& pocket, const Settings& settings);

  /// Whether the pocket takes a ball that rolls at this angle from its axis, positive to the right,
  /// passes the middle of the mouth `offset_m` to the left of its path and has this speed there.
  /// What has come back onto the table is no longer taken. False for a ball that cannot start
  /// there.
  bool Takes(double angle_rad, double offset_m, double speed_m_s);

 private:
  StudiedPocket pocket_;
  double deceleration_m_s2_;
  std::shared_ptr<Settings> settings_;
  Workspace workspace_;
};

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POCKETS_APPROACH_H_
