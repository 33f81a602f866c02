#include "core/rules/shot_view.h"

#include <algorithm>
#include <utility>

#include "core/base/field_error.h"
#include "core/record/frozen_balls.h"

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

// With what set balls in motion; the log tells a press at its beginning.
FrozenBalls ReadFrozen(const Record& record) {
  FrozenBalls frozen;
  auto press = record.presses.begin();
  for (Event event : record.events) {
    if (event.kind == EventKind::kPress) event.kind = (press++)->of;
    frozen.Read(event);
  }
  return frozen;
}

bool WasFrozenTo(std::span<const FrozenToRail> frozen, const Event& touch, RailPart part) {
  return std::any_of(frozen.begin(), frozen.end(), [&](const FrozenToRail& one) {
    return one.ball == touch.ball && one.part == part && one.index == touch.other;
  });
}

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
  FrozenBalls frozen_balls = frozen.empty() ? FrozenBalls() : ReadFrozen(record);
  for (const Event& touch : record.touches) {
    if (touch.kind == EventKind::kBallBall) {
      writer.Contact(touch.time_s, touch.ball == view.cue_ball ? touch.other : touch.ball);
    } else if (const auto part = RailPartOf(touch.kind);
               part && !(WasFrozenTo(frozen, touch, *part) &&
                         frozen_balls.StillFrozen(touch, touch.time_s))) {
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
