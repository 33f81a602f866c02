#ifndef CAROM_CORE_TABLE_TABLE_H_
#define CAROM_CORE_TABLE_TABLE_H_

#include <string>
#include <vector>

#include "core/base/vec3.h"

namespace carom {

/// The nose of a straight cushion: a segment above the cloth, its end points included. Both sides
/// of it are solid for a ball, so the order of the ends does not matter.
struct Nose {
  Vec2 start_m = Vec2::Zero();
  Vec2 end_m = Vec2::Zero();
  double height_m = 0.036576;  ///< Of the start above the cloth; below every ball's top, > 0.
  double rise_m = 0.0;         ///< Height of the end above that of the start; 0: a level nose.
};

/// The top of a rail: a horizontal plate behind the noses, seen by balls in flight only. Pocket
/// circles are holes in it. Its edges are met only where a nose runs along them.
struct RailTop {
  std::vector<Vec2> corners_m;  ///< A simple polygon, in either sense.
  double height_m = 0.036576;   ///< Above the cloth.
};

/// The rounded end of a cushion at a pocket's mouth: a full vertical disc whose nose has a height.
struct Jaw {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
  double height_m = 0.036576;
};

/// A ball drops when its centre crosses this circle: the rim of a vertical hole in the slate.
struct Pocket {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
  std::string name;
  /// Unit vector from the centre towards the table. On the half that faces away from it the wall of
  /// the hole goes on above the cloth up to back_height_m. Zero: no such back.
  Vec2 opening = Vec2::Zero();
  double back_height_m = 0.0;
};

/// A table as plain geometry in the world frame W. Immutable once it is part of a Scene.
/// Indices into these vectors are what events and error messages name.
struct Table {
  std::string name;
  double length_m = 0.0;  ///< Playing surface between noses along x; informative.
  double width_m = 0.0;   ///< The same along y.
  std::vector<Nose> noses;
  std::vector<Jaw> jaws;
  std::vector<Pocket> pockets;
  std::vector<RailTop> rail_tops;
  /// Simple polygon beyond which a centre has left the table. Empty: the slate is endless.
  std::vector<Vec2> bed_outline_m;
  Vec2 head_spot_m = Vec2::Zero();  ///< Where a cue ball is placed by a rack.
  Vec2 foot_spot_m = Vec2::Zero();  ///< Where the apex of a rack stands.
};

/// Up to this height above the cloth the circle of a pocket is its mouth for balls in flight, m:
/// the top of its back, or of the highest rail that its circle lies in; 0 for a hole in an open
/// slate. A ball whose lowest point is below it there would meet back or rail behind the circle.
double PocketTop(const Table& table, const Pocket& pocket);

/// What the centre of a ball keeps from a nose: the ball touches either the nose line at its height
/// (the real edge) or a vertical plane through it (the simpler reading of the event-based paper).
enum class NoseContact { kLine, kPlane };

/// Horizontal distance from a nose of `height_m` at which a ball of `radius_m` that lies on the
/// cloth touches it, m. [Event-based] cushion treatments I (plane) and II (line).
double NoseContactDistance(NoseContact contact, double radius_m, double height_m);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_TABLE_H_
