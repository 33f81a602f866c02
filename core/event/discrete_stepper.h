#ifndef CAROM_CORE_EVENT_DISCRETE_STEPPER_H_
#define CAROM_CORE_EVENT_DISCRETE_STEPPER_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/stop_token.h"
#include "core/event/impact_state.h"
#include "core/event/world.h"
#include "core/laws/discrete_time.h"
#include "core/record/record.h"
#include "core/record/shot_recorder.h"
#include "core/solid/solid.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"

namespace carom {

/// The other algorithm of [Event-based], "discrete time evolution": advance all balls by a step,
/// look which of them overlap, resolve those and go on. It plays by the event engine's own motion
/// (core/motion) and impacts (event/resolve.h), and differs in nothing but when they are applied:
/// an impact where the overlap is noticed, a change of motion at the end of the step in which it
/// falls. So it shows what the paper says of it: what it costs, and what it misses. Impacts of one
/// step happen one by one, pairs of balls first. Balls stay on the cloth; an outline is not looked
/// at.
///
/// Holds the memory of one simulation and reuses it. Not thread-safe; one per worker.
class DiscreteStepper {
 public:
  /// Plays a validated shot by Settings::discrete_time in a validated world, up to the limits of
  /// the environment. Requires Flight::kOff. The same bits for the same arguments, whatever the
  /// detail. False when `stop` was set, or samples or log outgrew what the detail allows; the
  /// record is then incomplete.
  bool Play(const World& world, const Shot& shot, const Detail& detail, StopToken stop,
            Record& record);

  int64_t steps() const { return steps_; }
  /// Of two balls, or of a ball and a cushion, when the overlap was noticed.
  double deepest_overlap_m() const { return deepest_overlap_m_; }
  /// Whether the log outgrew its bound.
  bool LogOverflow() const { return recorder_.LogOverflow(); }

 private:
  void PlaceBalls(const Shot& shot);
  void StrikeCueBall(const CueStrike& strike);
  void Begin(std::size_t i, const BallState& state);
  StopReason Run(StopToken stop);

  bool Translates(std::size_t i) const;
  bool AnyMoves() const;
  double NextTime() const;
  double SpeedBound(std::size_t i) const;
  double StepBySpeed() const;
  double StepByDistance() const;
  double Reach(std::size_t i, std::size_t j) const;
  double Depth(const Solid& solid, std::size_t i) const;
  double Depth(const Bound& bound, std::size_t i) const;

  BallState StateUntil(std::size_t i, double time_s) const;
  void Advance();
  void EndPhase(std::size_t i);
  void MeetBalls();
  void MeetTable(std::size_t i);
  bool Pot(std::size_t i);
  void Meet(EventKind kind, std::size_t i, std::size_t other, double depth_m);
  void Log(const Event& event, const BallPair& before, const BallPair& after);

  const Environment& environment() const { return world_->settings->environment; }
  const DiscreteTimeSettings& stepping() const { return world_->settings->discrete_time; }

  const World* world_ = nullptr;
  Record* record_ = nullptr;
  ShotRecorder recorder_;
  double now_s_ = 0.0;
  int64_t steps_ = 0;
  double deepest_overlap_m_ = 0.0;
  std::optional<StopReason> asked_;  // The caller's wish to end after an event.
  std::vector<Trajectory> phases_;
  std::vector<Vec2> places_;  // Of the centres, now.
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_DISCRETE_STEPPER_H_
