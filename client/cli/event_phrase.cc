#include "client/cli/event_phrase.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/cli/words.h"

namespace carom {
namespace {

using carom::v1::EventKind;

// What a ball does in an event that has no other party to name; null for other kinds.
const char* Intransitive(EventKind kind) {
  switch (kind) {
    case carom::v1::EVENT_KIND_LEFT_TABLE:
      return " leaves the table";
    case carom::v1::EVENT_KIND_BALL_SLATE:
      return " meets the cloth";
    case carom::v1::EVENT_KIND_SLIDING_TO_ROLLING:
      return " rolls";
    case carom::v1::EVENT_KIND_ROLLING_TO_ROLLING:
      return " rolls on";
    case carom::v1::EVENT_KIND_CUSHION_TO_CLOTH:
      return " leaves the cushion";
    case carom::v1::EVENT_KIND_ROLLING_TO_SPINNING:
      return " spins on the spot";
    case carom::v1::EVENT_KIND_ROLLING_TO_STATIONARY:
    case carom::v1::EVENT_KIND_SPINNING_TO_STATIONARY:
      return " rests";
    case carom::v1::EVENT_KIND_AIRBORNE_TO_SUPPORTED:
      return " comes to rest off the cloth";
    case carom::v1::EVENT_KIND_SUPPORTED_TO_AIRBORNE:
      return " loses its support";
    default:
      return nullptr;
  }
}

// What a ball touches in a contact of this kind; "" for other kinds.
std::string Touched(EventKind kind, int other, const ShotNames& names) {
  switch (kind) {
    case carom::v1::EVENT_KIND_BALL_BALL:
    case carom::v1::EVENT_KIND_BALL_CUSHION:
    case carom::v1::EVENT_KIND_BALL_JAW:
    case carom::v1::EVENT_KIND_BALL_RAIL:
      return OtherName(kind, other, names);
    case carom::v1::EVENT_KIND_POCKET_RIM:
      return absl::StrCat("the rim of ", OtherName(kind, other, names));
    default:
      return "";
  }
}

}  // namespace

std::string OtherName(EventKind kind, int other_index, const ShotNames& names) {
  if (other_index < 0) return "";
  const auto other = static_cast<uint32_t>(other_index);
  switch (kind) {
    case carom::v1::EVENT_KIND_BALL_BALL:
      return names.Ball(other);
    case carom::v1::EVENT_KIND_BALL_CUSHION:
      return absl::StrCat("nose ", other);
    case carom::v1::EVENT_KIND_BALL_JAW:
      return absl::StrCat("jaw ", other);
    case carom::v1::EVENT_KIND_BALL_RAIL:
      return absl::StrCat("rail top ", other);
    case carom::v1::EVENT_KIND_BALL_POCKET:
    case carom::v1::EVENT_KIND_POCKET_DROP:
    case carom::v1::EVENT_KIND_POCKET_RIM:
      return names.Pocket(other);
    default:
      return absl::StrCat(other);
  }
}

std::string EventPhrase(EventKind kind, uint32_t ball, int other, const ShotNames& names) {
  const std::string name = names.Ball(ball);
  if (kind == carom::v1::EVENT_KIND_CUE_STRIKE) return absl::StrCat("the cue strikes ", name);
  if (const char* const does = Intransitive(kind)) return absl::StrCat(name, does);
  const std::string touched = Touched(kind, other, names);
  if (!touched.empty()) return absl::StrCat(name, " hits ", touched);
  const auto index = static_cast<uint32_t>(other < 0 ? 0 : other);
  switch (kind) {
    case carom::v1::EVENT_KIND_BALL_POCKET:
      return absl::StrCat(name, " drops into ", names.Pocket(index));
    case carom::v1::EVENT_KIND_POCKET_DROP:
      return absl::StrCat(name, " falls at ", names.Pocket(index));
    default:
      return absl::StrCat(Words(kind), ": ", name);
  }
}

std::string EventPhrase(const ShotEvent& event, const ShotNames& names) {
  if (event.kind != carom::v1::EVENT_KIND_PRESS) {
    return EventPhrase(event.kind, event.ball, event.other, names);
  }
  return absl::StrFormat("%s is pressed against %s for %.3f s", names.Ball(event.ball),
                         Touched(event.press_kind, event.other, names), event.press_duration_s);
}

}  // namespace carom
