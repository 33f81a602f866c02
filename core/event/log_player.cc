#include "core/event/log_player.h"

#include <algorithm>
#include <cstddef>

namespace carom {

bool LogPlayer::Play(const World& world, const Shot& shot, const Record& played,
                     const Detail& detail, Record& record) {
  recorder_.Begin(detail, shot, record);
  stage_.Begin(world, shot);
  auto lead = played.group_leads.begin();
  std::size_t compared = 0;
  const auto logged = [&] { return record.events.size(); };
  const auto agrees = [&] {
    const std::size_t from = compared;
    compared = logged();
    return compared <= played.events.size() &&
           std::equal(record.events.begin() + static_cast<std::ptrdiff_t>(from),
                      record.events.end(),
                      played.events.begin() + static_cast<std::ptrdiff_t>(from));
  };
  bool same = agrees();
  while (same && logged() < played.events.size()) {
    const bool group =
        lead != played.group_leads.end() && lead->first == static_cast<int>(logged());
    const Event event = group ? (lead++)->lead : played.events[logged()];
    recorder_.SampleUntil(event.time_s, stage_.States());
    stage_.Happen(event);
    // A shot that a stop rule ends is over before anything follows from its last event.
    if (logged() < played.events.size()) stage_.Settle(event);
    same = agrees();
  }
  recorder_.SampleUntil(played.end_time_s, stage_.States());
  recorder_.Finish(played.stop_reason, played.end_time_s, stage_.States());
  return same;
}

}  // namespace carom
