#ifndef CAROM_CORE_TANGENT_COLUMN_H_
#define CAROM_CORE_TANGENT_COLUMN_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/field_error.h"
#include "core/laws/settings.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"

namespace carom {

/// The events whose laws may depend on a number directly; a bit each.
enum EventClass : unsigned {
  kNoEvent = 0,  ///< The number acts through the motion in between alone.
  kCueStrikes = 1,
  kBallImpacts = 2,
  kSolidImpacts = 4,
  kAnyEvent = 7,
};

/// A quantity by which a shot is differentiated.
struct Column {
  enum class Of : uint8_t {
    kStrike,      ///< `number` of the strike: "strike.azimuth_rad".
    kPosition,    ///< Of `ball` at the start along `axis`, m: "balls[0].position_m.x".
    kVelocity,    ///< m/s: "balls[0].velocity_m_s.y".
    kSpin,        ///< rad/s: "balls[0].spin_rad_s.z".
    kMass,        ///< Of `ball`, kg: "balls[0].mass_kg".
    kRadius,      ///< Of `ball`, m: "balls[0].radius_m". On the cloth its centre rises with it.
    kNoseHeight,  ///< Of all noses and jaws together, m: "table.nose_height_m".
    kSettings,    ///< `number` of the settings: "settings.cloth.rolling_friction",
                  ///< "settings.ball_ball.frictional.restitution",
                  ///< "settings.cloth.rolling_factor[1].factor".
  };

  Of of = Of::kStrike;
  int ball = 0;
  int axis = 0;
  FieldPath number;             ///< Below the strike or the settings, by the names of Parameters.
  unsigned affects = kNoEvent;  ///< Bits of EventClass.

  bool operator==(const Column&) const = default;
};

/// The column of this path. INVALID_ARGUMENT, with the path in `derivatives`, where the shot has no
/// such quantity: no strike, no such ball, a law that is not chosen, or a height of a ball that
/// lies on the cloth. The error names the column whose path is most alike, if one is.
absl::StatusOr<Column> FindColumn(const FieldPath& path, const Settings& settings,
                                  const Shot& shot);

/// The columns of some paths, kept from shot to shot: to read paths costs as much as a short shot.
/// Not thread-safe.
class ColumnFinder {
 public:
  /// The columns, which stay until the next call. INVALID_ARGUMENT with the path "derivatives[2]"
  /// for a column that the shot has not.
  absl::StatusOr<const std::vector<Column>*> Find(const std::vector<FieldPath>& paths,
                                                  const std::shared_ptr<const Settings>& settings,
                                                  const Shot& shot);

 private:
  bool Serves(const Shot& shot) const;
  bool IsMissingOf(const Shot& shot) const;
  absl::Status KeepMissing(const Shot& shot, const absl::Status& missing);

  std::vector<FieldPath> paths_;
  std::shared_ptr<const Settings> settings_;
  std::vector<Column> columns_;

  // Of the last shot without one of them: what else decides whether a shot has it.
  absl::Status missing_;
  bool had_strike_ = false;
  std::vector<MotionState> motions_;
};

/// The number of a strike, or of settings, that this path leads to; null if there is none. Paths
/// are those of the errors of Scene::Make() and Simulate(): "cushion.han2005.friction".
double* NumberAt(const FieldPath& path, CueStrike& strike);
double* NumberAt(const FieldPath& path, Settings& settings);

}  // namespace carom

#endif  // CAROM_CORE_TANGENT_COLUMN_H_
