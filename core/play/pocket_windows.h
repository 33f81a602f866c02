#ifndef CAROM_CORE_PLAY_POCKET_WINDOWS_H_
#define CAROM_CORE_PLAY_POCKET_WINDOWS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "core/base/constants.h"
#include "core/base/vec3.h"
#include "core/shot/simulate.h"

namespace carom::play {

/// Which straight paths lead into a pocket, from one direction.
struct PocketWindow {
  double middle_m = 0.0;  ///< How far the middle of these paths passes left of the pocket's centre.
  double half_m = 0.0;    ///< Half of their width; 0: none does.
};

/// The windows of a table's pockets, found by rolling a ball at each of them from all sides: jaws,
/// facings and the pocket's model are those of the simulation. Immutable, thread-safe.
class PocketWindows {
 public:
  /// Takes some 10 000 short shots of one ball.
  static absl::StatusOr<PocketWindows> Measure(const Scene& scene, StopToken stop,
                                               Workspace& workspace);

  /// For a ball that comes to the pocket along this direction, of any length.
  PocketWindow At(int pocket, const Vec2& direction) const;

  /// How far beside the centre a path into this pocket passes at the most, from any direction.
  double MostBeside(int pocket) const { return most_beside_m_[Index(pocket)]; }

 private:
  std::vector<PocketWindow> windows_;  // By pocket, then direction.
  std::vector<double> most_beside_m_;  // By pocket.
};

}  // namespace carom::play

#endif  // CAROM_CORE_PLAY_POCKET_WINDOWS_H_
