#ifndef CAROM_CORE_TABLE_RACK_H_
#define CAROM_CORE_TABLE_RACK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/interval.h"
#include "core/base/random.h"
#include "core/table/catalog.h"
#include "core/table/shot.h"
#include "core/table/table.h"

namespace carom {

/// How tightly and in which order the balls are racked.
struct RackOptions {
  /// Between the surfaces of neighbouring balls, m.
  double gap_m = 1e-4;
  /// Draws what the rules leave free: the order of the balls (three_cushion: the side of the cue
  /// ball), and the jitter. Seed 0 keeps the order of the ball set as far as the rules allow.
  uint64_t seed = 0;
  /// Largest displacement of each ball but the cue ball, uniform over a disc, m; in [0, gap_m / 2].
  /// Two neighbours come closer by no more than their gap and never overlap.
  double jitter_m = 0.0;
  /// Where order and jitter are drawn from in place of the seed, which then decides nothing that
  /// these do: every shot of a batch has its own.
  std::optional<CounterRandom> order = std::nullopt;
  std::optional<CounterRandom> places = std::nullopt;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("gap_m", self.gap_m, {0.0, 0.01});
    visit("seed", self.seed);
    visit("jitter_m", self.jitter_m);
  }
};

/// How many balls a rack has, the cue ball among them; 0 for an unknown name.
size_t RackSize(std::string_view name);

/// All racks: "eight_ball", "nine_ball", "snooker", "ten_ball", "three_cushion", in order of name.
const std::vector<std::string>& RackNames();

/// The layout that begins a game, every ball at rest on the cloth, index = index in the ball set:
///
/// - eight_ball: 1 to 15 in a triangle, apex on the foot spot; the 8 in the middle of the third
///   row, a solid and a stripe in the rear corners.
/// - nine_ball: 1 to 9 in a diamond; the 1 at the apex, the 9 in the middle.
/// - ten_ball: 1 to 10 in a triangle; the 1 at the apex, the 10 in the middle of the third row.
/// - snooker: reds in a triangle behind the pink, colours on their spots. The spots scale with the
///   table's length_m and width_m, which must be known.
/// - three_cushion: red on the foot spot, yellow on the head spot, the cue ball 18.25 cm beside it.
///
/// The cue ball (index 0) lies on the head spot, except in three_cushion. Neighbours stand on
/// equilateral triangles with sides of the largest racked diameter plus the gap.
///
/// INVALID_ARGUMENT with the path of the field at fault ("name", "gap_m", "jitter_m", "ball_set",
/// "table.length_m") when the rack is unknown, an option is out of range, or the set has fewer
/// balls than the rack. Whether the balls fit the table is left to ValidatePlacement.
absl::StatusOr<Layout> MakeRack(std::string_view name, const Table& table, const BallSet& ball_set,
                                const RackOptions& options);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_RACK_H_
