#ifndef CAROM_CLIENT_CLI_EVENT_PHRASE_H_
#define CAROM_CLIENT_CLI_EVENT_PHRASE_H_

#include <cstdint>
#include <string>

#include "carom/client/shot_outcome.h"
#include "carom/v1/result.pb.h"
#include "client/cli/shot_names.h"

namespace carom {

/// What the `other` of an event of this kind names: "ball 1", "nose 0"; "" where it names nothing.
std::string OtherName(carom::v1::EventKind kind, int other_index, const ShotNames& names);

/// An event as a short sentence: "the cue ball hits ball 1", "ball 9 drops into the left side".
std::string EventPhrase(carom::v1::EventKind kind, uint32_t ball, int other,
                        const ShotNames& names);
/// The same with all that the event tells: "ball 3 is pressed against nose 2 for 0.113 s".
std::string EventPhrase(const ShotEvent& event, const ShotNames& names);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_EVENT_PHRASE_H_
