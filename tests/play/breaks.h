#ifndef CAROM_TESTS_PLAY_BREAKS_H_
#define CAROM_TESTS_PLAY_BREAKS_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/play/breaks.h"
#include "tests/play/setting.h"

namespace carom::play_record {

/// One break for all racks, which knows nothing of their gaps: of 2 048 drawn ones the one that
/// keeps the turn in most draws of noise, each on a rack of its own (from 20000000, which no game
/// of the record uses); the best quarters go on to more draws. Of eight-ball.
absl::StatusOr<play::PlannedShot> FindFixedBreak(const Ground& ground);

/// What draws of a shot came to.
struct Draws {
  int64_t played = 0;
  int64_t kept = 0;  ///< That keep the turn.
  double worth = 0.0;

  double Share() const {
    return played > 0 ? static_cast<double>(kept) / static_cast<double>(played) : 0.0;
  }
  double Mean() const { return played > 0 ? worth / static_cast<double>(played) : 0.0; }
};

/// Draws by which no plan has chosen begin here.
inline constexpr uint64_t kFreshDraw = uint64_t{1} << 40;

/// Draws [first, end) of a shot. `values` null: only whether it keeps the turn is asked.
Draws PlayDraws(const Ground& ground, const play::Position& position,
                const play::ValuesAfter* values, const play::PlannedShot& shot, uint64_t seed,
                uint64_t first, uint64_t end, Workspace& workspace);

/// What breaks of the racks do, under fresh draws of the noise.
struct Breaks {
  int64_t racks = 0;
  int64_t draws = 0;
  int64_t kept = 0;      ///< Of these, those that keep the turn.
  double worth = 0.0;    ///< The sum over racks of what the break is worth.
  double squares = 0.0;  ///< Of these.
};

/// By the plan of each rack, which sees its gaps; or by one break for all of them.
absl::Status PlayBreaks(const Ground& ground, const play::PlannedShot* fixed, Breaks& breaks);

/// An aim, and what the best of it and those before it is worth in the mean of the racks, judged by
/// draws by which it was not chosen.
struct ListedAim {
  play::BreakAim aim;
  double worth;
};

/// Aims of eight-ball of a grid, each the one that adds most to those before it.
absl::StatusOr<std::vector<ListedAim>> ListAims(const std::vector<Ground>& grounds, size_t most);

}  // namespace carom::play_record

#endif  // CAROM_TESTS_PLAY_BREAKS_H_
