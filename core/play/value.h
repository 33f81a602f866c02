#ifndef CAROM_CORE_PLAY_VALUE_H_
#define CAROM_CORE_PLAY_VALUE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "absl/status/statusor.h"
#include "core/aim/geometry.h"
#include "core/play/gap.h"
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
/// the sum of chances now; open pockets for each ball to come; the sum of chances after a stop
/// shot; the margin by one cushion.
inline constexpr size_t kFeatures = 18;
using Features = std::array<double, kFeatures>;

class PositionJudge;

/// Paths of the object balls of one position into the pockets: straight ones, and by a cushion.
class PocketPaths {
 private:
  friend class PositionJudge;
  static constexpr int kMostPockets = RoughBands::kMost;  // Looked at: of more, the first.
  template <class T>
  using ByPocket = std::array<T, kMostPockets>;

  /// Of a path what no other ball changes.
  struct Target {
    Segment segment;  // To the pocket's centre.
    Gap window;       // Of the pocket.
    Band band;        // Of that window.
  };
  struct Unblocked {
    ByPocket<Target> into;
    RoughBands rough;
  };
  struct PocketPath {
    Gap gap;  // What balls leave of the window, and the straight path to its middle.
    Vec2 direction = Vec2::Zero();
    double length_m = 0.0;
    // Where the cue ball touches the ball to drive it along this path, and by how much it may be
    // beside that place at the most (straight behind).
    Vec2 ghost_m = Vec2::Zero();
    double beside_m = 0.0;
    double usual_room = 0.0;  // From a usual place behind the ball.
    // Balls, a bit each, the cue ball apart: those that narrow the window, and those that lie where
    // the cue ball would behind the ball.
    uint32_t narrowed_by = 0;
    uint32_t behind = 0;
  };
  /// From a usual place behind the ball.
  struct Ease {
    double room = 0.0;
    int paths = 0;  ///< Pockets with good room.
  };
  /// The paths of a ball: the numbers of PocketPath by pocket, so that two are reckoned with at
  /// once. Where no gap is open half_m and beside_m are 0.
  struct PathsOfBall {
    void Set(int pocket, const PocketPath& path) {
      const size_t i = Index(pocket);
      narrowed_by[i] = path.narrowed_by;
      half_m[i] = path.gap.IsOpen() ? path.gap.Half() : 0.0;
      beside_m[i] = path.gap.IsOpen() ? path.beside_m : 0.0;
      ghost_x_m[i] = path.ghost_m.x();
      ghost_y_m[i] = path.ghost_m.y();
      direction_x[i] = path.direction.x();
      direction_y[i] = path.direction.y();
      length_m[i] = path.length_m;
      usual_room[i] = path.usual_room;
      behind[i] = path.behind;
    }
    Vec2 Ghost(size_t i) const { return {ghost_x_m[i], ghost_y_m[i]}; }
    Vec2 Direction(size_t i) const { return {direction_x[i], direction_y[i]}; }

    alignas(16) ByPocket<double> ghost_x_m{}, ghost_y_m{}, direction_x{}, direction_y{};
    ByPocket<double> beside_m{}, half_m{}, length_m{}, usual_room{};
    ByPocket<uint32_t> narrowed_by{}, behind{};
    uint32_t narrowed_by_any = 0;  // Of any path.
    uint32_t close = 0;            // Balls that may lie behind it, for some direction.
    Ease usual;
    double usual_margin = kNoMargin;
    double usual_chance = 0.0;
  };
  /// By one cushion.
  struct BankPath {
    aim::Bank bank;
    Vec2 direction;         // Of the ball to the cushion.
    double length_m = 0.0;  // To the pocket.
    double half_m = 0.0;    // Of its window.
    uint32_t blocked_by = 0;
  };

  /// Up to N things, none of which begins before it is added.
  template <class T, size_t N = kMaxBalls>
  class Few {
   public:
    Few() {}
    Few(const Few&) = delete;
    Few& operator=(const Few&) = delete;

    size_t size() const { return size_; }
    template <class... Arguments>
    T& Add(const Arguments&... arguments) {
      return *std::construct_at(&slots_[size_++].item, arguments...);
    }
    const T& operator[](size_t i) const { return slots_[i].item; }

   private:
    static_assert(std::is_trivially_destructible_v<T>);
    union Slot {
      Slot() {}
      T item;
    };
    std::array<Slot, N> slots_;
    size_t size_ = 0;
  };

  /// Of these balls.
  PocketPaths(const PositionJudge& judge, const aim::BallMap& map, const PocketPaths* before,
              uint32_t balls, bool with_banks);

  /// None of a ball that is not in play.
  const PathsOfBall& Of(int ball) const {
    static const PathsOfBall kNone;
    const int8_t number = number_[Index(ball)];
    if (number >= 0) return own_[Index(number)];
    return map_.IsInPlay(ball) && before_ != nullptr ? before_->Of(ball) : kNone;
  }
  PathsOfBall& AddOwn(int ball, const PathsOfBall& like) {
    number_[Index(ball)] = static_cast<int8_t>(own_.size());
    return own_.Add(like);
  }
  Unblocked& AddUnblocked(int ball) {
    target_number_[Index(ball)] = static_cast<int8_t>(unblocked_.size());
    return unblocked_.Add();
  }
  const Unblocked& UnblockedOf(int ball) const {
    const int8_t number = target_number_[Index(ball)];
    return number >= 0 ? unblocked_[Index(number)] : before_->UnblockedOf(ball);
  }

  aim::BallMap map_;
  int pockets_ = 0;
  // Another position's: what is not among the own ones holds of balls that have not moved since.
  const PocketPaths* before_ = nullptr;
  uint32_t moved_ = ~0u;
  // Of a ball among the own ones, and among the own unblocked paths; -1.
  std::array<int8_t, kMaxBalls> number_;
  std::array<int8_t, kMaxBalls> target_number_;
  Few<PathsOfBall> own_;
  Few<Unblocked> unblocked_;
  std::vector<std::vector<BankPath>> banks_;  // By ball, of a position that others differ from.
};

/// A pot by a straight path of the cue ball to the called one, and of this into the pocket.
struct StraightPot {
  Vec2 ghost_m;        ///< Where the cue ball touches it.
  Vec2 end_m;          ///< To aim at: in the middle of what other balls leave of the window.
  double half_m;       ///< Of that window.
  double reach_m_rad;  ///< As that of a route.
  double chance;       ///< Where directions are off by a normal deviation, and nothing else is.
};

/// Tells what positions of pool are worth, by geometry and weights that were fitted to plans
/// (value_weights.h). Immutable, thread-safe, allocates nothing but what PathsOf() returns.
class PositionJudge {
 public:
  /// Measures the table's pockets and the skill's scatter. `scene` outlives the judge. CANCELLED
  /// once `stop` asks, INVALID_ARGUMENT for a scene that is not event-driven.
  static absl::StatusOr<PositionJudge> Make(const Scene& scene, const Skill& skill, StopToken stop,
                                            Workspace& workspace);

  /// Nothing where there is no path, or no hope.
  std::optional<StraightPot> PotOf(const aim::BallMap& map, const Vec2& cue_m, int ball,
                                   int pocket) const;

  /// How likely a ball reaches a window of this half width, where the cue's direction moves it by
  /// so much (aim::Route::reach_m_rad).
  double Hit(double reach_m_rad, double half_m) const;

  /// What differs by few balls from a position is found more quickly with its paths.
  PocketPaths PathsOf(const Position& position) const;

  /// The chance that the shooter clears the table in this inning, or wins the rack by it. With the
  /// paths of another position of the same balls what both have in common is not found again; the
  /// chance is the same to the bit.
  double ClearChance(const Position& position, const PocketPaths* before = nullptr) const;

  /// The chance that the shooter wins the rack: he clears, or the inning ends and he gets another
  /// before the opponent has cleared.
  double WinChance(const Position& position, const PocketPaths* before = nullptr) const;

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

  friend class PocketPaths;
  using Target = PocketPaths::Target;
  using PocketPath = PocketPaths::PocketPath;
  using PathsOfBall = PocketPaths::PathsOfBall;
  using BankPath = PocketPaths::BankPath;
  using Ease = PocketPaths::Ease;
  struct Left;  // The balls that are left to one player.
  /// A straight pot.
  struct Pot {
    double room = 0.0;    ///< Window over scatter; 0 where there is no path, or no hope.
    double far_m = 0.0;   ///< From the cue ball to the contact.
    double cosine = 1.0;  ///< Of the angle of the cut.
    Gap gap;              ///< That other balls leave the cue ball, beside the contact.
  };
  /// What may be potted next.
  struct NextPot {
    int ball = 0;          ///< The easiest; the cue ball: all lie behind the head string.
    Pot best;              ///< Its pot.
    double second = 0.0;   ///< The room of the next easiest ball; of the same where it is alone.
    double options = 0.0;  ///< The sum of the chances of all balls.
    double by_cushion = kMostMargin;  ///< The margin by one, where no straight pot is good.
  };

  double Room(double reach_m_rad, double half_m) const;
  bool AtRail(const Vec2& cue_m) const;
  /// A pot that drives the ball so far along a direction into a window of this half width, with a
  /// free path for the cue ball, which touches it at `ghost_m`. None where it has no more room than
  /// this.
  Pot PotAlong(const aim::BallMap& map, const Vec2& cue_m, int ball, const Vec2& ghost_m,
               const Vec2& direction, double length_m, double half_m, double above) const;
  Target TargetOf(const aim::BallMap& map, int ball, int pocket) const;
  /// What balls leave of a target's window: `others`, of which all are that narrow it; and which of
  /// the close ones lie behind.
  PocketPath PathTo(const aim::BallMap& map, int ball, const Target& target, uint32_t others,
                    uint32_t close) const;
  /// Once its paths are set.
  void SetUsual(int pockets, PathsOfBall& of_ball) const;
  /// Of a ball that has not moved: what has changed of its paths.
  void Renew(const aim::BallMap& map, int ball, PocketPaths& paths) const;
  Gap WindowOf(const Segment& segment, int pocket) const;
  bool InJaws(const Vec2& place_m) const;
  bool LeavesJaws(const Vec2& place_m, const Vec2& direction) const;
  void FindPaths(uint32_t balls, PocketPaths& paths) const;
  void FindBanks(PocketPaths& paths) const;
  PocketPaths::ByPocket<double> MostRooms(const PathsOfBall& of_ball, const Vec2& cue_m) const;
  bool MayBePlayed(const aim::BallMap& map, const Vec2& cue_m, int ball,
                   const Target& target) const;
  Pot BestFrom(const aim::BallMap& map, const PocketPaths& paths, const Vec2& cue_m,
               int ball) const;
  std::optional<BankPath> BankPathBy(const aim::Mirror& mirror, const aim::BallMap& map, int ball,
                                     int pocket) const;
  double BankRoom(const aim::BallMap& map, const PocketPaths& paths, int ball, double above) const;
  double KickRoom(const aim::BallMap& map, const PocketPaths& paths, int ball, double above) const;
  double KickRoom(const aim::BallMap& map, const aim::Mirror& mirror, const Vec2& ghost_m,
                  const Vec2& direction, double beside_m, int ball, double above) const;
  /// Of a path of this length into a gap of this half width from a place behind the ball.
  double UsualRoom(const aim::BallMap& map, int ball, double from_m, double length_m,
                   double half_m) const;
  double RoomInHand(const aim::BallMap& map, const PathsOfBall& of_ball, int ball) const;
  NextPot NextPotOf(const aim::BallMap& map, const PocketPaths& paths, const Left& left,
                    bool in_hand) const;
  Features FeaturesOf(const aim::BallMap& map, const PocketPaths& paths, const Left& left,
                      bool in_hand) const;
  double ClearChance(const aim::BallMap& map, const PocketPaths& paths, const Position& position,
                     int player, bool in_hand) const;

  const Scene* scene_;
  PocketWindows windows_;
  double deviation_rad_;
  std::vector<aim::Mirror> mirrors_;
};

/// What positions are worth that differ by few balls from a given one, as those do that its shots
/// leave: the paths of that one are known. Both arguments outlive it. Immutable, thread-safe.
class ValuesAfter {
 public:
  ValuesAfter(const PositionJudge& judge, const Position& position)
      : judge_(judge), paths_(judge.PathsOf(position)) {}

  const PositionJudge& judge() const { return judge_; }
  double ClearChance(const Position& position) const {
    return judge_.ClearChance(position, &paths_);
  }
  double WinChance(const Position& position) const { return judge_.WinChance(position, &paths_); }

 private:
  const PositionJudge& judge_;
  const PocketPaths paths_;
};

}  // namespace carom::play

#endif  // CAROM_CORE_PLAY_VALUE_H_
