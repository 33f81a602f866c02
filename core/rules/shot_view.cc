#include "core/rules/shot_view.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "core/base/field_error.h"

namespace carom::rules {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

// Outcome counts noses and jaws as cushions.
bool IsCushion(RailPart part) { return part == RailPart::kCushion || part == RailPart::kJaw; }

// The last contact of a ball with a rail.
struct Touch {
  RailPart part = RailPart::kCushion;
  int index = -1;
  double time_s = kNever;
};

class Reader {
 public:
  Reader(const Record& record, const ViewOptions& options, ShotView& view)
      : record_(record),
        hop_s_(2.0 * options.rest_hop_s),
        compliant_(options.compliant),
        view_(view),
        writer_(record.outcome.cue_ball, view) {
    for (const FrozenToRail& f : options.frozen) frozen_.push_back({f, kNever});
  }

  void Read() {
    for (size_t k = 0; k < record_.events.size(); ++k) ReadEvent(k);
  }

 private:
  struct Frozen {
    FrozenToRail where;
    double touched_s;  // The last time; kNever while the ball rests there.
  };

  void ReadEvent(size_t k) {
    const Event& event = record_.events[k];
    SetInMotion(event);
    if (event.kind == EventKind::kBallBall) {
      ReadContact(event);
    } else if (event.kind == EventKind::kBallPocket) {
      view_.potted.push_back({event.ball, event.other});
    } else if (event.kind == EventKind::kLeftTable) {
      view_.off_table |= Bit(event.ball);
    } else if (const std::optional<RailPart> part = RailPartOf(event.kind)) {
      ReadRail(k, *part);
    }
  }

  void ReadContact(const Event& event) {
    if (!event.Involves(static_cast<int16_t>(view_.cue_ball))) return;
    writer_.Contact(event.time_s, event.ball == view_.cue_ball ? event.other : event.ball);
  }

  void ReadRail(size_t k, RailPart part) {
    const Event& event = record_.events[k];
    Touch& last = last_[static_cast<size_t>(event.ball)];
    const bool same_touch =
        last.part == part && last.index == event.other && event.time_s < last.time_s + hop_s_;
    last = {part, event.other, event.time_s};
    const bool still_frozen = StillFrozen(event, part);
    if (same_touch || still_frozen || !Bounced(k)) return;
    writer_.Hit(event.time_s, event.ball, part, event.other);
  }

  // A ball that only glides along a rail keeps its velocity.
  bool Bounced(size_t k) const {
    if (compliant_ || record_.event_states.empty()) return true;
    const EventStates& states = record_.event_states[2 * k];
    return states.before.velocity != states.after.velocity;
  }

  // A frozen ball touches its rail until something sets it in motion.
  void SetInMotion(const Event& event) {
    if (event.kind != EventKind::kBallBall && event.kind != EventKind::kCueStrike) return;
    for (Frozen& frozen : frozen_) {
      const bool rests = frozen.touched_s == kNever;
      if (rests && event.Involves(static_cast<int16_t>(frozen.where.ball))) {
        frozen.touched_s = event.time_s;
      }
    }
  }

  // Whether the ball has not left the rail that it was frozen to.
  bool StillFrozen(const Event& event, RailPart part) {
    for (Frozen& frozen : frozen_) {
      const FrozenToRail& where = frozen.where;
      if (where.ball != event.ball || where.part != part || where.index != event.other) continue;
      if (frozen.touched_s == kNever || event.time_s < frozen.touched_s + hop_s_) {
        frozen.touched_s = event.time_s;
        return true;
      }
    }
    return false;
  }

  const Record& record_;
  const double hop_s_;
  const bool compliant_;
  ShotView& view_;
  ViewWriter writer_;
  std::vector<Frozen> frozen_;
  std::array<Touch, kMaxBalls> last_{};
};

absl::Status Check(const Record& record) {
  if (record.outcome.cue_ball < 0) {
    return InvalidField("strike", "none", "given: rules judge the shot of a cue ball");
  }
  if (record.events.empty() || static_cast<int>(record.events.size()) != record.event_count) {
    return InvalidField("detail.events", "false", "true: rules read the log");
  }
  if (record.stop_reason != StopReason::kAtRest) {
    return InvalidField("stop_reason", static_cast<int>(record.stop_reason),
                        "AT_REST: a shot that has not ended cannot be ruled");
  }
  return absl::OkStatus();
}

}  // namespace

std::optional<RailPart> RailPartOf(EventKind kind) {
  switch (kind) {
    case EventKind::kBallCushion:
      return RailPart::kCushion;
    case EventKind::kBallJaw:
      return RailPart::kJaw;
    case EventKind::kBallRail:
      return RailPart::kRailTop;
    case EventKind::kPocketRim:
      return RailPart::kPocketRim;
    default:
      return std::nullopt;
  }
}

EventKind KindOf(RailPart part) {
  switch (part) {
    case RailPart::kCushion:
      return EventKind::kBallCushion;
    case RailPart::kJaw:
      return EventKind::kBallJaw;
    case RailPart::kRailTop:
      return EventKind::kBallRail;
    case RailPart::kPocketRim:
      return EventKind::kPocketRim;
  }
  return EventKind::kBallCushion;
}

void ShotView::Clear() {
  cue_ball = -1;
  contacts.clear();
  rail_hits.clear();
  potted.clear();
  off_table = 0;
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

void ReadShotView(const Record& record, const ViewOptions& options, ShotView& view) {
  Reader(record, options, view).Read();
}

absl::Status MakeShotView(const Record& record, const ViewOptions& options, ShotView& view) {
  view.Clear();
  if (absl::Status bad = Check(record); !bad.ok()) return bad;
  ReadShotView(record, options, view);
  return absl::OkStatus();
}

}  // namespace carom::rules
