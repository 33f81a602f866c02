#ifndef CAROM_CORE_EVENT_DISCRETE_STEPPER_H_
#define CAROM_CORE_EVENT_DISCRETE_STEPPER_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/stop_token.h"
#include "core/event/impact.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/laws/settings.h"
#include "core/record/record.h"
#include "core/record/shot_recorder.h"
#include "core/solid/solid.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"

namespace carom {

/// The other algorithm of [Event-based], "discrete time evolution": it advances all balls by a
/// step, looks for overlaps, resolves them and goes on. It uses the motion (core/motion) and the
/// impacts (event/impact.h) of the event engine and differs only in when it applies them: an
/// impact happens when a step finds the overlap, and a change of motion takes effect at the end of
/// the step in which it falls. The stepper therefore shows what the paper claims: what steps cost,
/// and what they miss. Impacts of one step happen one by one, pairs of balls first. Balls stay on
/// the cloth; the outline of the table is ignored.
///
/// Holds the memory of one simulation and reuses it. Not thread-safe; one per worker.
class DiscreteStepper {
 public:
  /// Plays a validated shot by Settings::discrete_time in a validated world, up to the limits of
  /// the environment. Requires Flight::kOff. The same arguments give the same bits, whatever the
  /// detail. Returns false, with an incomplete record, when `stop` was set or when samples or log
  /// outgrew what the detail allows.
  bool Play(const World& world, const Shot& shot, const Detail& detail, StopToken stop,
            Record& record);

  int64_t steps() const { return steps_; }
  /// The deepest overlap of two balls, or of a ball and a cushion, when it was noticed.
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
  double Depth(const Sensor& sensor, std::size_t i) const;

  BallState StateUntil(std::size_t i, double time_s) const;
  void Advance();
  void EndPhase(std::size_t i);
  void CollideBalls();
  void CollideWithTable(std::size_t i);
  bool Pot(std::size_t i);
  void Collide(EventKind kind, std::size_t i, std::size_t other, double depth_m);
  void Log(const Event& event, const BallPair& before, const BallPair& after);

  const Environment& environment() const { return world_->settings->environment; }
  const DiscreteTimeSettings& stepping() const { return world_->settings->discrete_time; }

  const World* world_ = nullptr;
  ShotRecorder recorder_;
  SameTouch same_touch_;
  double now_s_ = 0.0;
  int64_t steps_ = 0;
  double deepest_overlap_m_ = 0.0;
  std::optional<StopReason> asked_;  // Why the shot ends after an event, if it does.
  std::vector<Trajectory> phases_;
  const TrajectoryTable nobody_{};  // Nobody is in flight.
  std::vector<Vec2> places_;        // Of the centres at now_s_.
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_DISCRETE_STEPPER_H_
