#include "server/convert/touch_writer.h"

#include "server/convert/event_convert.h"

namespace carom {
namespace {

constexpr int64_t kShotTouchesBytes = 6;  // cue ball, count of touches
constexpr int64_t kTouchBytes = 13;       // time, kind, ball, other

int64_t CountOf(const rules::ShotView& view) {
  return static_cast<int64_t>(view.contacts.size() + view.rail_hits.size());
}

void AppendTouch(const Event& touch, v1::TouchColumns& columns) {
  columns.add_times_s(touch.time_s);
  columns.add_kinds(ToWire(touch.kind));
  columns.add_balls(static_cast<uint32_t>(touch.ball));
  columns.add_others(static_cast<uint32_t>(touch.other));
}

void AppendContact(const rules::CueBallContact& contact, int cue_ball, v1::TouchColumns& columns) {
  AppendTouch({contact.time_s, EventKind::kBallBall, static_cast<int16_t>(cue_ball),
               static_cast<int16_t>(contact.ball)},
              columns);
}

void AppendHit(const rules::RailHit& hit, v1::TouchColumns& columns) {
  AppendTouch({hit.time_s, rules::KindOf(hit.part), static_cast<int16_t>(hit.ball),
               static_cast<int16_t>(hit.index)},
              columns);
}

}  // namespace

// A hit holds the number of contacts before it, which gives the common order of hits and contacts.
void AppendTouches(const rules::ShotView& view, v1::TouchColumns& columns) {
  columns.add_cue_balls(view.cue_ball);
  columns.add_touch_counts(static_cast<uint32_t>(CountOf(view)));
  auto hit = view.rail_hits.begin();
  for (int contacts = 0;; ++contacts) {
    for (; hit != view.rail_hits.end() && hit->contacts_before == contacts; ++hit) {
      AppendHit(*hit, columns);
    }
    if (contacts == static_cast<int>(view.contacts.size())) return;
    AppendContact(view.contacts[static_cast<size_t>(contacts)], view.cue_ball, columns);
  }
}

int64_t TouchBytes(const rules::ShotView& view) {
  return kShotTouchesBytes + kTouchBytes * CountOf(view);
}

}  // namespace carom
