#ifndef CAROM_CORE_PLAY_VALUE_H_
#define CAROM_CORE_PLAY_VALUE_H_

#include <array>
#include <cstdint>

#include "absl/status/statusor.h"
#include "core/aim/lanes.h"
#include "core/play/pocket_windows.h"
#include "core/play/position.h"
#include "core/play/skill.h"

namespace carom::play {

/// Logarithms of window over scatter: below the first a pot is hopeless (a chance of 0.03), beyond
/// the last it is certain.
inline constexpr double kNoMargin = -3.2;
inline constexpr double kMostMargin = 3.0;

/// What the value of a position is made of: of the easiest ball the margin and the chance, the
/// margin of the second; how many balls are to come, and of these the sums of chances and margins,
/// the least margin, how many are blocked; margin and chance of the ball that ends the rack; the
/// margin after a stop shot; whether the cue ball lies at a rail; distance and cut of the easiest;
/// the sum of chances now; ways a ball to come; the sum of chances after a stop shot; the margin of
/// a bank.
inline constexpr size_t kFeatures = 18;
using Features = std::array<double, kFeatures>;

/// Tells what positions of pool are worth, by geometry and weights that were fitted to plans
/// (value_weights.h). Immutable, thread-safe, allocates nothing.
class PositionJudge {
 public:
  /// Measures the table's pockets and the skill's scatter. `scene` outlives the judge. CANCELLED
  /// once `stop` asks, INVALID_ARGUMENT for a scene that is not event-driven.
  static absl::StatusOr<PositionJudge> Make(const Scene& scene, const Skill& skill, StopToken stop,
                                            Workspace& workspace);

  /// How likely the cue ball, from this place, drives the ball straight into the pocket; 0 where a
  /// ball is in the way. Directions are off by a normal deviation, and nothing else is.
  double PotChance(const aim::Lanes& lanes, const Vec2& cue_m, int ball, int pocket) const;

  /// How likely a ball reaches a window of this half width, where the cue's direction moves it by
  /// so much (aim::Route::reach_m_rad).
  double Hit(double reach_m_rad, double half_m) const;

  /// The chance that the shooter clears the table in this inning, or wins the rack by it.
  double ClearChance(const Position& position) const;

  /// The chance that the shooter wins the rack: he clears, or the inning ends and he gets another
  /// before the opponent has cleared.
  double WinChance(const Position& position) const;

  /// Those of the group that is easier, where it is still open.
  Features FeaturesOf(const Position& position) const;

  const PocketWindows& windows() const { return windows_; }
  double deviation_rad() const { return deviation_rad_; }

 private:
  PositionJudge(const Scene& scene, PocketWindows windows, double deviation_rad)
      : scene_(&scene),
        windows_(std::move(windows)),
        deviation_rad_(deviation_rad),
        mirrors_(aim::Mirrors(scene.table(), scene.settings().environment.nose_contact,
                              Vec2::Zero(), scene.balls()[0].radius_m)) {}

  struct Left;  // The balls that are left to one player.
  struct Way;   // Of a ball into a pocket.
  struct Ways;  // Of all balls into all pockets.
  /// A straight pot. Its margin is the logarithm of window over scatter; kNoMargin where there is
  /// no way.
  struct Pot {
    double margin = kNoMargin;
    double far_m = 0.0;   ///< From the cue ball to the contact.
    double cosine = 1.0;  ///< Of the angle of the cut.
  };
  /// From a usual place behind the ball.
  struct Ease {
    double margin = kNoMargin;
    int ways = 0;  ///< Pockets with a good margin.
  };
  /// What may be potted next.
  struct NextPot {
    int ball = 0;  ///< The easiest.
    Pot best;      ///< Its pot.
    double second =
        kNoMargin;         ///< The margin of the next easiest ball; of the same where it is alone.
    double options = 0.0;  ///< The sum of the chances of all balls.
    double bank = kMostMargin;  ///< By one cushion, where no straight pot is good.
  };

  double Margin(double reach_m_rad, double half_m) const;
  bool AtRail(const Vec2& cue_m) const;
  /// A pot that drives the ball so far along a direction, with a free way for the cue ball; of no
  /// margin where it is not above this one.
  Pot PotAlong(const aim::Lanes& lanes, const Vec2& cue_m, int ball, const Vec2& direction,
               double length_m, double half_m, double above) const;
  Way WayInto(const aim::Lanes& lanes, int ball, int pocket) const;
  Ways WaysOf(const aim::Lanes& lanes, uint32_t balls) const;
  Pot BestFrom(const aim::Lanes& lanes, const Ways& ways, const Vec2& cue_m, int ball) const;
  double BankMargin(const aim::Lanes& lanes, int ball, int pocket) const;
  Ease EaseOf(const aim::Lanes& lanes, const Ways& ways, int ball, double from_m) const;
  NextPot NextPotOf(const aim::Lanes& lanes, const Ways& ways, const Left& left,
                    bool in_hand) const;
  Features FeaturesOf(const aim::Lanes& lanes, const Left& left, bool in_hand) const;
  double ClearChance(const aim::Lanes& lanes, const Position& position, int player,
                     bool in_hand) const;

  const Scene* scene_;
  PocketWindows windows_;
  double deviation_rad_;
  std::vector<aim::Mirror> mirrors_;
};

}  // namespace carom::play

#endif  // CAROM_CORE_PLAY_VALUE_H_
