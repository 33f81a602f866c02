#ifndef CAROM_TESTS_PLAY_SETTING_H_
#define CAROM_TESTS_PLAY_SETTING_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "core/base/random.h"
#include "core/play/match.h"
#include "core/play/plan.h"
#include "core/table/catalog.h"
#include "server/command_line/flag_set.h"

namespace carom::play_record {

/// Shots of one rack at the most, and the seeds that it has for its decisions.
inline constexpr int kMostTurns = 150;

/// What all parts of the record are told by flags.
struct Setting {
  std::optional<std::string> game;
  std::optional<std::string> table;
  std::optional<std::string> pockets;
  std::optional<double> noise;
  std::optional<double> break_m_s;
  std::optional<uint64_t> shots;
  std::optional<uint64_t> break_shots;
  std::optional<uint64_t> racks;
  std::optional<uint64_t> first;
  bool cue_passes_through = false;

  void Declare(FlagSet* flags);
};

/// What follows from it.
struct Ground {
  rules::GameKind game;
  const BallSet* set;
  Scene scene;
  play::PlanOptions options;
  int64_t break_shots;  // In place of those of the options.
  uint64_t first;
  uint64_t end;

  /// Of a decision at this position.
  play::PlanOptions OptionsAt(const play::Position& position, uint64_t seed) const;
};
absl::StatusOr<Ground> MakeGround(const Setting& setting);

/// The options by which rack number `rack` is racked and broken: its order, a jitter of 50 um, and
/// the noise of its shots.
play::MatchOptions RackNumber(const Ground& ground, uint64_t rack);

/// With the cue ball at a random place; nothing where that finds none that is free.
std::optional<play::Position> WithCueBallElsewhere(const Ground& ground, play::Position position,
                                                   CounterRandom& random);

/// Processor time of this thread, s.
double ThreadSeconds();

}  // namespace carom::play_record

#endif  // CAROM_TESTS_PLAY_SETTING_H_
