#ifndef CAROM_TESTS_PLAY_MATCHES_H_
#define CAROM_TESTS_PLAY_MATCHES_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "tests/play/setting.h"

namespace carom::play_record {

/// Innings of one player that begin alike and end alike.
struct InningsOfKind {
  int64_t count = 0;
  int64_t lost = 0;  ///< The other player wins the rack in them, or in the inning that follows.
};

/// Racks between the player of the setting and an opponent on the same table with the same noise;
/// they break in turns.
struct Matches {
  int64_t racks = 0;
  int64_t won = 0;        ///< By the player of the setting.
  int64_t undecided = 0;  ///< After the most turns.
  int64_t turns = 0;
  /// Decisions, and the processor time of them: by the player of the setting, by his opponent.
  int64_t decisions[2] = {};
  double seconds[2] = {};
  uint64_t hash = 0;
  /// By "player,beginning,end": what PrintMatches() prints.
  std::map<std::string, InningsOfKind> innings;
};

/// `opponent`: "greedy", who plays the likeliest pot and thinks no further; "cuecard" (cue_card.h),
/// or "cuecard:" and his number of shots for a decision; or a number: the same player with so many.
absl::Status PlayMatches(const Ground& ground, const std::string& opponent, Matches& matches);

}  // namespace carom::play_record

#endif  // CAROM_TESTS_PLAY_MATCHES_H_
