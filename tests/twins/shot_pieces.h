#ifndef CAROM_TESTS_TWINS_SHOT_PIECES_H_
#define CAROM_TESTS_TWINS_SHOT_PIECES_H_

#include <functional>
#include <string>

#include "carom/v1/simulation.pb.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"
#include "tests/twins/peer_case.h"

namespace carom::testing {

/// For shots with a law that the peer takes in coarse steps, or otherwise than we do, so that whole
/// shots drift apart. Each piece of such a shot starts in the peer's own state after an impact and
/// must meet the next impact as the peer does, to rounding; for the first piece the cue strikes.

constexpr double kPieceRounding = 1e-9;  ///< In s, m and m/s.

/// Says which events end a piece; they must be of all balls of the layout.
using EndsPiece = std::function<bool(const WireEvent& event)>;

/// Judges what such an event makes of the states before it.
using ImpactJudge = std::function<void(const WireEvent& ours, const WireEvent& peer)>;

/// Plays all pieces of a case of tests/data/peer_shots and compares events and samples. Returns how
/// many pieces there were.
int PlayPieces(const std::string& name, const EndsPiece& ends_piece, const ImpactJudge& judge);

/// The ball of the layout; balls are alike in all of the peer's cases.
BallSpec BallOf(const carom::v1::SimulateRequest& request);

/// Velocity and spin only.
BallState ToBallState(const WireState& state);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TWINS_SHOT_PIECES_H_
