#ifndef CAROM_TESTS_PLAY_INNINGS_H_
#define CAROM_TESTS_PLAY_INNINGS_H_

#include <array>
#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "tests/play/setting.h"

namespace carom::play_record {

/// Pots whose chance was promised between tenths.
struct Bin {
  int64_t shots = 0;
  double promised = 0.0;
  int64_t made = 0;

  void Add(double chance, bool is_made) {
    ++shots;
    promised += chance;
    made += is_made;
  }
};

/// That of a chance.
Bin& BinOf(double chance, std::array<Bin, 10>& bins);

/// What innings came to.
struct Innings {
  int64_t racks = 0;
  bool points = false;  ///< Three-cushion: an inning makes points and clears nothing.
  int64_t kept = 0;     ///< Innings that went on after a legal break; of three-cushion: all.
  int64_t cleared = 0;  ///< Of these innings, those that won the rack; of three-cushion: points.
  std::array<Bin, 10> bins;
  int64_t decisions = 0;  ///< After the break.
  double seconds = 0.0;   ///< Of this thread, for these.
  uint64_t hash = 0;      ///< Of all shots that were played.
};

/// Plays one inning from each rack, the break included, to clear the table.
absl::Status PlayInnings(const Ground& ground, Innings& innings);

}  // namespace carom::play_record

#endif  // CAROM_TESTS_PLAY_INNINGS_H_
