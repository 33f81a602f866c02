#ifndef CAROM_CORE_RULES_SHOT_VIEW_H_
#define CAROM_CORE_RULES_SHOT_VIEW_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/base/constants.h"
#include "core/record/record.h"

namespace carom::rules {

/// Balls by index, one bit each: bit 3 is ball 3.
using BallMask = uint32_t;

/// 0 for an index that is not a ball.
constexpr BallMask Bit(int ball) {
  return ball >= 0 && ball < kMaxBalls ? BallMask{1} << ball : BallMask{0};
}

/// What a ball hits at the edge of the table. To the WPA all of them are parts of a rail
/// ([WPA] 8.1); the UMB counts cushions.
enum class RailPart : uint8_t { kCushion, kJaw, kRailTop, kPocketRim };

/// The part that the ball hits in events of this kind; empty for other kinds.
std::optional<RailPart> RailPartOf(EventKind kind);
/// The kind of the events in which a ball hits this part.
EventKind KindOf(RailPart part);

/// A ball hits a rail. A ball pressed against a rail hits it once; gliding along it is no hit.
struct RailHit {
  double time_s = 0.0;
  int ball = -1;
  RailPart part = RailPart::kCushion;
  int index = -1;           ///< Nose, jaw, rail top or pocket of the table, by part.
  int contacts_before = 0;  ///< Contacts of the cue ball with balls until then.
};

/// The cue ball touches another ball. Every contact counts, also a further one with the same ball.
struct CueBallContact {
  double time_s = 0.0;
  int ball = -1;
  int cushions_before = 0;  ///< Cushions and jaws that the cue ball hit until then.
};

struct PottedBall {
  int ball = -1;
  int pocket = -1;
};

/// A shot as a referee sees it: what happened, in order of time, without speeds and places. It
/// does not show what the player's body and stick did (touched balls, double hits, a foot off the
/// floor).
struct ShotView {
  int cue_ball = -1;                     ///< The struck ball.
  std::vector<CueBallContact> contacts;  ///< In order of time.
  std::vector<RailHit> rail_hits;        ///< Of all balls, in order of time.
  std::vector<PottedBall> potted;        ///< The cue ball among them, in order of time.
  BallMask off_table = 0;                ///< Balls that left the table.
  /// The cue ball was in hand behind the head string, and first touched a ball behind it without
  /// having crossed it. No record tells that it was in hand: the caller says it.
  bool stays_behind_string = false;

  void Clear();

  /// The first ball that the cue ball touched; -1: none.
  int FirstContact() const;
  /// The potted balls but the cue ball.
  BallMask PottedObjectBalls() const;
  bool CueBallPotted() const;
  /// The cue ball is in a pocket or off the table.
  bool CueBallGone() const;
  /// Whether this ball fell into this pocket.
  bool FellInto(int ball, int pocket) const;
};

/// A ball that rests against a rail before the shot, and was declared frozen to it ([WPA] 8.4).
struct FrozenToRail {
  int ball = -1;
  RailPart part = RailPart::kCushion;
  int index = -1;
};

/// Writes contacts and rail hits into a view, in order of time. Not thread-safe.
class ViewWriter {
 public:
  /// `view` is cleared, and outlives the writer.
  ViewWriter(int cue_ball, ShotView& view) : view_(view) {
    view_.Clear();
    view_.cue_ball = cue_ball;
  }

  /// The cue ball touches `ball`.
  void Contact(double time_s, int ball) {
    view_.contacts.push_back({time_s, ball, cue_ball_cushions_});
  }
  void Hit(double time_s, int ball, RailPart part, int index);

 private:
  ShotView& view_;
  int cue_ball_cushions_ = 0;
};

/// Reads the view from a record that kept its touches, into `view` (cleared; its memory is reused).
/// Balls in `frozen` hit their rail once they have left it and returned ([WPA] 8.4); for them the
/// record must have kept its events too. The view of a shot that has not come to rest holds what
/// happened until its end. Without a strike there is no cue ball and no contact. A pure function;
/// thread-safe for different views.
void ReadShotView(const Record& record, std::span<const FrozenToRail> frozen, ShotView& view);

/// The same for a referee, who cannot rule every shot.
///
/// INVALID_ARGUMENT with the path "detail.touches" where they are missing, "strike" where no cue
/// ball was struck, "stop_reason" where the shot ended before all balls rested. Such shots cannot
/// be ruled.
absl::Status MakeShotView(const Record& record, std::span<const FrozenToRail> frozen,
                          ShotView& view);

}  // namespace carom::rules

#endif  // CAROM_CORE_RULES_SHOT_VIEW_H_
