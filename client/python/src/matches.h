#ifndef CAROM_CLIENT_PYTHON_SRC_MATCHES_H_
#define CAROM_CLIENT_PYTHON_SRC_MATCHES_H_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/client/client.h"
#include "carom/v1/rules.pb.h"
#include "client/python/src/game.h"
#include "client/python/src/rulings.h"
#include "client/python/src/touches.h"

namespace carom::python {

/// Where the balls of matches lie, in the memory of NumPy: one row a match.
struct MatchBalls {
  size_t balls = 0;
  double* positions_m = nullptr;  ///< x, y, z of each ball.
  int8_t* motions = nullptr;      ///< The number of a v1::MotionState.
};

/// What a player sees of the table: of each ball x and y, scaled, and 1; or 0, 0, 0 out of play.
void SeeBalls(std::span<const double> positions_m, std::span<const int8_t> motions, double x_scale,
              double y_scale, float* seen);

/// Matches of one game, each between players 0 and 1: what the rules remember of each before its
/// next shot. The balls are the caller's, whose arrays have one row a match; `rows` are indices of
/// matches below size(). After an error all matches are what they were, though not `balls`. By one
/// thread at a time; what asks a client is called without the GIL.
class Matches {
 public:
  /// Of pool, on the table and with the settings of `game`. Begin() begins a match.
  Matches(const Game& game, v1::Rules rules, std::string rack, size_t count);

  size_t size() const { return states_.size(); }

  /// Begins anew, with player 0 to break. `seeds` are of the racks, one a row.
  absl::Status Begin(const Client& client, const CallOptions& call, std::span<const int64_t> rows,
                     std::span<const uint64_t> seeds, const MatchBalls& balls);

  /// Puts the cue balls that are in hand at the free places nearest to the wishes, x and y a row,
  /// m.
  absl::Status PutCueBalls(const Client& client, const CallOptions& call,
                           std::span<const int64_t> rows, std::span<const double> wishes_m,
                           const MatchBalls& balls) const;

  /// Rules one shot of each row, whose balls are where it left them, and puts spotted balls down.
  /// `calls` has a ball, or 0 for a safety, and a pocket a row; empty: nothing is called. Matches
  /// whose shot cannot be ruled stay as they are. Where there is a choice, the first is taken.
  absl::StatusOr<Rulings> Rule(const Client& client, const CallOptions& call,
                               std::span<const int64_t> rows, const Touches& touches,
                               std::span<const int8_t> calls, const MatchBalls& balls);

  /// Where the cue ball of a match's next shot comes from.
  v1::CueBallPlace CueBall(size_t match) const { return cue_balls_[match]; }
  /// The message GameState of a match, as a dict.
  nb::dict State(size_t match) const;
  /// Arrays over all matches: shooter; cue_ball, the number of a v1::CueBallPlace; targets (n,
  /// balls), whether the shooter may touch the ball first, and before the first shot all 1.
  nb::dict Columns() const;
  /// Writes one row a match: SeeBalls(); whether it is the break, the cue ball is in hand anywhere,
  /// and behind the head string; fouls in a row / 3 of the player and of the other; whether the
  /// player's group is open, solids, stripes. The player is 0, 1, or if negative who shoots.
  void Observe(const MatchBalls& balls, double x_scale, double y_scale, int player,
               float* seen) const;
  static constexpr size_t kSeenOfTheGame = 8;

  size_t balls() const { return balls_; }

  /// For pickles.
  nb::tuple Pickled() const;
  explicit Matches(const nb::tuple& pickled);

 private:
  using Fill = std::function<void(size_t k, v1::Layout& layout, v1::Placing& placing)>;
  absl::Status Place(const Client& client, const CallOptions& call, std::span<const int64_t> rows,
                     const Fill& fill, const MatchBalls& balls) const;
  void Take(const v1::Ruling& ruling, size_t match);

  v1::PlaceBallsRequest ground_;  // Table and settings alone.
  v1::Rules rules_;
  std::string rack_;
  size_t balls_;
  std::vector<v1::GameState> states_;
  std::vector<v1::CueBallPlace> cue_balls_;
  std::vector<uint8_t> targets_;  // Of each match one a ball.
};

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_MATCHES_H_
