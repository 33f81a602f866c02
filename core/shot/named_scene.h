#ifndef CAROM_CORE_SHOT_NAMED_SCENE_H_
#define CAROM_CORE_SHOT_NAMED_SCENE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/base/random.h"
#include "core/shot/simulate.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"

namespace carom {

/// A closed interval from which a generator draws uniformly; lo == hi is a constant.
struct Range {
  double lo = 0.0;
  double hi = 0.0;
};

/// Distribution of cue strikes, each parameter drawn independently.
struct UniformStrikes {
  int cue_ball = 0;
  Range speed_m_s;
  Range azimuth_rad;
  Range elevation_rad;
  Range side_offset;
  Range height_offset;
};

/// One strike; five draws, in the order of the fields above.
CueStrike DrawStrike(const UniformStrikes& strikes, CounterRandom& random);

/// Shot `index` of the sequence with this `seed`, into `shot` (its memory is reused): the balls
/// start as given, the strike is the first draw of CounterRandom(seed, index). A pure function of
/// its arguments.
void GenerateShot(const std::vector<BallState>& start, const UniformStrikes& strikes, uint64_t seed,
                  uint64_t index, Shot& shot);

/// A scene of the benchmark and of batches by name: a catalogue table, settings, balls, and a
/// recipe for the index-th shot. Immutable, thread-safe.
struct NamedScene {
  /// Moves the balls of a shot that starts as `layout`, before its strike is drawn.
  using Place = void (*)(const NamedScene&, CounterRandom&, Shot&);
  /// Changes the strike drawn from `strikes` to suit the balls; may be null.
  using Aim = void (*)(const NamedScene&, CounterRandom&, Shot&);

  std::string name;
  std::string description;
  std::string table_name;
  /// Default laws. Flight, pockets and the resolution of simultaneous impacts are spelled out, so
  /// that a scene keeps its answers whatever the defaults become.
  Settings settings;
  Layout layout;
  UniformStrikes strikes;
  Place place = nullptr;
  Aim aim = nullptr;

  /// A fresh scene of the catalogue's table, the settings and the layout's balls.
  Scene MakeScene() const;

  /// Shot `index` of the sequence with this `seed`, into `shot` (its memory is reused): a pure
  /// function of both, drawn from CounterRandom(seed, index) in the order place, strike, aim.
  void Generate(uint64_t seed, uint64_t index, Shot& shot) const;
};

/// In this order, built once:
/// - on the cloth, impacts pair by pair: nine_ball_break, eight_ball_break, two_ball_cut,
///   eight_ball_scatter, one_ball_three_cushions;
/// - in flight: jump_shot (over a ball at one behind it), elevated_break (of a 9-ball rack; balls
///   drop into the pockets);
/// - on the cloth, tight racks struck as one cluster: nine_ball_break_frozen,
///   eight_ball_break_frozen. A break takes milliseconds.
const std::vector<NamedScene>& NamedScenes();

/// Null when the name is unknown.
const NamedScene* FindNamedScene(std::string_view name);

/// Plays a few shots of three scenes, some milliseconds, and compares their hashes with those that
/// every x86-64 machine must get: a processor or a build that computes otherwise must not serve.
/// INTERNAL names the scene.
absl::Status SelfTest();

}  // namespace carom

#endif  // CAROM_CORE_SHOT_NAMED_SCENE_H_
