#ifndef CAROM_CORE_EVENT_STAGE_H_
#define CAROM_CORE_EVENT_STAGE_H_

#include <array>
#include <cstdint>

#include "core/event/contact_record.h"
#include "core/event/group_impact.h"
#include "core/event/impact.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/laws/settings.h"
#include "core/motion/motion.h"
#include "core/record/event.h"
#include "core/record/shot_recorder.h"
#include "core/table/shot.h"

namespace carom {

/// How a ball of a validated shot lies at the start: exactly on the cloth if the layout places it
/// there within the tolerance, else in flight or supported.
BallState PlacedBall(const World& world, const Shot& shot, int ball);

/// The cue ball right after the strike, of its state right before.
BallState StruckBall(const World& world, const CueStrike& strike, const BallState& before);

/// The balls whose `motion_of` is that of a pocketed one, one bit per ball.
template <class MotionOf>
uint32_t PocketedBalls(int ball_count, const MotionOf& motion_of) {
  uint32_t pocketed = 0;
  for (int ball = 0; ball < ball_count; ++ball) {
    if (motion_of(ball) == MotionState::kPocketed) pocketed |= 1u << ball;
  }
  return pocketed;
}

/// The balls of one shot, and what an event does to them: it ends phases and begins others, by the
/// selected laws. The stage keeps the phases and the record of contacts. It does not know what
/// happens next: a scheduler decides (event/scheduler.h), or a log that is played again. The same
/// events give the same bits, wherever they come from.
///
/// Holds the memory of one shot and reuses it. Not thread-safe; one per worker.
class Stage {
 public:
  /// What happens is logged in `recorder`, which must outlive the stage.
  explicit Stage(ShotRecorder& recorder) : recorder_(recorder) {}

  /// Places the balls of a validated shot in a validated world, which must outlive it, and strikes
  /// the cue ball. A ball that starts at rest off the cloth falls if nothing carries it.
  void Begin(const World& world, const Shot& shot);

  /// Plays an event at its time, at which it must be due and not before the last one.
  void ProcessEvent(const Event& event);
  /// Plays the transitions that `event`, the last one, causes at the same time: balls come to rest
  /// off the cloth, or lose their support. Returns whether there are any.
  bool UpdateSupport(const Event& event);

  /// The balls that have begun a new phase in the last call, one bit per ball.
  uint32_t touched() const { return touched_; }
  uint32_t Pocketed() const;
  double now_s() const { return now_s_; }
  /// A callable: the state of a ball (int) at a time (double) of its present phase.
  auto States() const {
    return [this](int ball, double time_s) { return StateAt(phases_[ball], time_s); };
  }
  /// Not const, since prediction keeps its bounds beside the phases (TrajectoryTable::SetHorizon).
  TrajectoryTable& phases() { return phases_; }

 private:
  void PlaceBalls(const Shot& shot);
  void StrikeCueBall(const CueStrike& strike);
  void FindCarriers();
  void ReleaseUncarried(uint32_t changed);
  void PlayTransition(EventKind kind, int ball);

  void Collide(const Event& event);
  void AddToSequence(const Event& event, double impulse_Ns, bool collapsed,
                     ContactSequence& sequence);
  bool CollideTogether(const Event& event);
  void ApplyTransition(const Event& event);
  void DropOrRemove(const Event& event);
  BallPair StatesAt(const Event& event) const;
  BallState ArrivingState(int ball) const;
  /// Of a ball on the cloth that came with this velocity.
  bool RemainsAtCushion(const Impact& impact, const Vec3& arrival_m_s) const;
  void BeginContact(const Impact& impact, const Vec3& arrival_m_s);
  void BeginPhase(const Event& cause, int ball, const BallState& state);
  void Log(const Event& event, const BallPair& states, bool bounced);

  int BallCount() const { return static_cast<int>(world_->balls.size()); }
  const Environment& environment() const { return world_->settings->environment; }

  ShotRecorder& recorder_;
  const World* world_ = nullptr;
  TrajectoryTable phases_;
  ContactRecord contacts_;
  GroupWorkspace group_work_;
  GroupImpact group_;
  BallPair before_;
  std::array<BallState, kMaxBalls> leaving_{};  // Of balls at a cushion: when they leave it.
  uint32_t touched_ = 0;
  double now_s_ = 0.0;
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_STAGE_H_
