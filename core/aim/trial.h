#ifndef CAROM_CORE_AIM_TRIAL_H_
#define CAROM_CORE_AIM_TRIAL_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/aim/route.h"
#include "core/record/record.h"
#include "core/shot/simulate.h"
#include "core/table/shot.h"
#include "core/tangent/tangent_player.h"

namespace carom::aim {

/// How far a played shot followed a route.
struct Progress {
  /// Contacts made, in their order and without another one in between; the pocket is none.
  size_t legs = 0;
  bool potted = false;    ///< The called ball dropped into the called pocket, on whatever path.
  bool followed = false;  ///< Potted by this route; see Follows().
  bool stopped = false;   ///< The ball on the next leg came to rest on it.
  /// The event, and its side, after which that ball last changed its path on that leg; -1: it never
  /// moved.
  int event = -1;
  size_t side = 0;
  Vec2 direction = Vec2::Zero();  ///< Of that path, a unit vector.
  /// How far the leg's end lies to the left of that path, m.
  double miss_m = 0.0;
};

/// Whether the log, which tells presses (no Detail::hops), is that of the route: until the called
/// ball drops into its pocket nothing touches the balls that still have a part in it but what the
/// route says, in its order, and at last the mouth of that pocket. A ball that lies against a rail
/// before the shot hits it only once it has left it and returned ([WPA] 8.4, see rules/game.h and
/// SameTouch).
bool Follows(const Scene& scene, const Shot& shot, const Route& route, const Record& record);

/// A number of the strike by which derivatives are taken.
enum class StrikeParameter : size_t { kAzimuth, kSpeed, kSide, kHeight };
inline constexpr size_t kStrikeParameters = 4;
/// Derivatives by these numbers, in their order.
using StrikeGradient = std::array<double, kStrikeParameters>;

/// Plays trial shots of one layout and counts them. Not thread-safe.
class Trials {
 public:
  /// `scene` with flight, pockets and laws as they will be played, `shot` with the strike to vary.
  /// With `touches` the records keep them, for a referee.
  Trials(const Scene& scene, const Shot& shot, StopToken stop, Workspace& workspace,
         bool touches = false);

  /// From now on the shots are played with these of the balls only, a bit each.
  void KeepInPlay(uint32_t balls);

  /// With the log, to its end.
  Progress Follow(const Route& route, const CueStrike& strike);
  /// Whether the called ball drops into the called pocket, on whatever path.
  bool Pots(const Route& route, const CueStrike& strike);
  /// Whether it does so on this route, and the cue ball stays in play.
  bool PotsBy(const Route& route, const CueStrike& strike) {
    return Make(route, strike) == Made::kPot;
  }
  /// kScratch: the ball drops on this route, but the cue ball is lost.
  enum class Made : uint8_t { kNothing, kScratch, kPot };
  Made Make(const Route& route, const CueStrike& strike);
  /// With nothing but what a referee sees.
  const Record& Play(const CueStrike& strike);

  /// Of the shot that Follow() played last: the derivatives of its miss, and of the cue ball's last
  /// place, by the numbers of the strike. Absent where they do not exist.
  std::optional<StrikeGradient> MissGradient(const Route& route, const Progress& progress);
  std::optional<std::array<StrikeGradient, 2>> CueBallGradients() const;

  /// Of the shot played last.
  const Record& record() const { return record_; }
  const Scene& scene() const { return scene_; }
  const Shot& shot() const { return shot_; }
  /// How the cue ball leaves the cue, as an angle left of the strike's azimuth: squirt.
  double Squirt(const CueStrike& strike) const;
  int shots() const { return shots_; }
  bool Cancelled() const { return stop_.StopRequested(); }

 private:
  const Record& Play(const CueStrike& strike, Detail detail);

  const Scene& scene_;
  const std::vector<BallState> start_;
  Shot shot_;
  const StopToken stop_;
  Workspace& workspace_;
  const bool touches_;
  Record record_;
  Record folded_;  // The events of `record_`, each press as one of them.
  TangentPlayer tangent_player_;
  TangentRecord tangents_;
  std::vector<Column> columns_;
  int shots_ = 0;
};

}  // namespace carom::aim

#endif  // CAROM_CORE_AIM_TRIAL_H_
