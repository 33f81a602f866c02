#include "core/rules/shot_view.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/field_error.h"
#include "core/record/shot_recorder.h"

namespace carom::rules {
namespace {

// One for each part, in the order of the enum: KindOf() takes the part as an index.
constexpr std::pair<RailPart, EventKind> kRailParts[] = {
    {RailPart::kCushion, EventKind::kBallCushion},
    {RailPart::kJaw, EventKind::kBallJaw},
    {RailPart::kRailTop, EventKind::kBallRail},
    {RailPart::kPocketRim, EventKind::kPocketRim}};

// Outcome counts noses and jaws as cushions.
bool IsCushion(RailPart part) { return part == RailPart::kCushion || part == RailPart::kJaw; }

// When something first set a ball in motion that rests against a rail; infinite if nothing did. The
// log tells a press at its beginning.
double TimeSetInMotion(const Record& record, int ball) {
  auto press = record.presses.begin();
  for (size_t k = 0; k < record.events.size(); ++k) {
    Event event = record.events[k];
    if (event.kind == EventKind::kPress) event.kind = (press++)->of;
    if (event.kind != EventKind::kBallBall && event.kind != EventKind::kCueStrike) continue;
    if (event.Involves(static_cast<int16_t>(ball))) return event.time_s;
  }
  return std::numeric_limits<double>::infinity();
}

// Tells which touches are not hits, since the ball has not left the rail that it was frozen to.
class FrozenBalls {
 public:
  FrozenBalls(const Record& record, std::span<const FrozenToRail> frozen) {
    for (const FrozenToRail& f : frozen) frozen_.push_back({f, TimeSetInMotion(record, f.ball)});
  }

  bool StillFrozen(const Event& touch, RailPart part) {
    for (Frozen& frozen : frozen_) {
      const FrozenToRail& where = frozen.where;
      if (where.ball != touch.ball || where.part != part || where.index != touch.other) continue;
      if (touch.time_s >= frozen.touched_s + SameTouch::kReturns_s) continue;
      frozen.touched_s = std::max(frozen.touched_s, touch.time_s);
      return true;
    }
    return false;
  }

 private:
  struct Frozen {
    FrozenToRail where;
    double touched_s;  // The last time, from when it was set in motion on.
  };

  std::vector<Frozen> frozen_;
};

absl::Status Check(const Record& record) {
  if (record.outcome.cue_ball < 0) {
    return InvalidField("strike", "none", "given: rules judge the shot of a cue ball");
  }
  const bool touched = record.outcome.first_contact >= 0 || record.outcome.cushions_total > 0;
  if (touched && record.touches.empty()) {
    return InvalidField("detail.touches", "false", "true: rules read them");
  }
  if (record.stop_reason != StopReason::kAtRest) {
    return InvalidField("stop_reason", static_cast<int>(record.stop_reason),
                        "AT_REST: a shot that has not ended cannot be ruled");
  }
  return absl::OkStatus();
}

}  // namespace

std::optional<RailPart> RailPartOf(EventKind kind) {
  for (const auto& [part, its_kind] : kRailParts) {
    if (its_kind == kind) return part;
  }
  return std::nullopt;
}

EventKind KindOf(RailPart part) { return kRailParts[static_cast<size_t>(part)].second; }

void ShotView::Clear() {
  cue_ball = -1;
  contacts.clear();
  rail_hits.clear();
  potted.clear();
  off_table = 0;
  stays_behind_string = false;
}

int ShotView::FirstContact() const { return contacts.empty() ? -1 : contacts.front().ball; }

BallMask ShotView::PottedObjectBalls() const {
  BallMask balls = 0;
  for (const PottedBall& p : potted) balls |= Bit(p.ball);
  return balls & ~Bit(cue_ball);
}

bool ShotView::CueBallPotted() const {
  return std::any_of(potted.begin(), potted.end(),
                     [this](const PottedBall& p) { return p.ball == cue_ball; });
}

bool ShotView::CueBallGone() const { return CueBallPotted() || (off_table & Bit(cue_ball)) != 0; }

bool ShotView::FellInto(int ball, int pocket) const {
  return std::any_of(potted.begin(), potted.end(), [ball, pocket](const PottedBall& p) {
    return p.ball == ball && p.pocket == pocket;
  });
}

void ViewWriter::Hit(double time_s, int ball, RailPart part, int index) {
  const int contacts = static_cast<int>(view_.contacts.size());
  view_.rail_hits.push_back({time_s, ball, part, index, contacts});
  if (ball == view_.cue_ball && IsCushion(part)) ++cue_ball_cushions_;
}

void ReadShotView(const Record& record, std::span<const FrozenToRail> frozen, ShotView& view) {
  ViewWriter writer(record.outcome.cue_ball, view);
  FrozenBalls frozen_balls(record, frozen);
  for (const Event& touch : record.touches) {
    if (touch.kind == EventKind::kBallBall) {
      writer.Contact(touch.time_s, touch.ball == view.cue_ball ? touch.other : touch.ball);
    } else if (const auto part = RailPartOf(touch.kind);
               part && !frozen_balls.StillFrozen(touch, *part)) {
      writer.Hit(touch.time_s, touch.ball, *part, touch.other);
    }
  }
  for (const Departure& drop : record.outcome.pocketed) {
    view.potted.push_back({drop.ball, drop.where});
  }
  for (const Departure& gone : record.outcome.left_table) view.off_table |= Bit(gone.ball);
}

absl::Status MakeShotView(const Record& record, std::span<const FrozenToRail> frozen,
                          ShotView& view) {
  view.Clear();
  if (absl::Status bad = Check(record); !bad.ok()) return bad;
  ReadShotView(record, frozen, view);
  return absl::OkStatus();
}

}  // namespace carom::rules
