#ifndef CAROM_CORE_MODELS_POOL_POOL_PLAY_H_
#define CAROM_CORE_MODELS_POOL_POOL_PLAY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/stop_token.h"
#include "core/math/ivp/integrator.h"
#include "core/models/pool/compliant_world.h"
#include "core/models/pool/contact_log.h"
#include "core/models/pool/pool_motion.h"
#include "core/models/pool/pool_samples.h"
#include "core/models/pool/pool_watch.h"
#include "core/models/pool/pool_welds.h"
#include "core/multibody/multibody_system.h"
#include "core/record/shot_recorder.h"
#include "core/table/shot.h"

namespace carom {

/// One shot in play (pool_shot.h). The system reports contacts to it, the integrator steps and
/// samples.
class PoolPlay final : public ContactListener, public IvpObserver {
 public:
  PoolPlay(const CompliantWorld& world, const Shot& shot, const Detail& detail, StopToken stop,
           Record& record)
      : world_(world),
        detail_(detail),
        stop_(stop),
        record_(record),
        model_(MakeWeldedTable(world, shot.start)),
        system_(model_.spec, this),
        samples_(detail, system_, record),
        contact_log_(detail, model_, system_, record),
        watch_(model_, system_, world.balls),
        rules_(MakePoolMotionRules(model_, world.settings, world.balls,
                                   world.environment.gravity_m_s2)),
        motion_state_(WordsAtStart(shot.start)) {
    recorder_.Begin(detail, BallCount(), shot.strike ? shot.strike->cue_ball : -1,
                    world.environment.rest_hop_s, record);
  }

  bool Play(const Shot& shot, Integrator& integrator);

  void Began(int pair, double t, std::span<const BodyMotion> motions) override;
  void Ended(int pair, double t, std::span<const BodyMotion> motions) override;
  bool Passed(int watch, double t, std::span<const BodyMotion> motions) override;
  void Sample(double t, std::span<const double> y) override;
  bool Step(double t, std::span<const double> y) override;

 private:
  int BallCount() const { return static_cast<int>(world_.balls.size()); }
  BallState StateOf(int ball, const BodyMotion& motion) const {
    return StateOf(ball, motion, motion_state_[static_cast<std::size_t>(ball)]);
  }
  BallState StateOf(int ball, const BodyMotion& motion, MotionState word) const;
  BallState Strike(const CueStrike& strike);
  void SetOff(const Shot& shot);
  void Log(const Event& event, std::span<const BodyMotion> motions);
  void Log(const Event& event, const BallPair& before, const BallPair& after);
  void Turn(int ball, MotionState to, double t);
  void ComeToRest(std::span<const PoolTouch> touches, double t);
  void BeginInContact();

  const CompliantWorld& world_;
  const Detail& detail_;
  StopToken stop_;
  Record& record_;
  PoolTableModel model_;
  MultibodySystem system_;
  ShotRecorder recorder_;
  PoolSamples samples_;
  ContactLog contact_log_;
  PoolWatch watch_;
  std::vector<PoolMotionRule> rules_;  // by ball
  std::vector<MotionState> motion_state_;
  std::vector<BodyMotion> motions_;  // at the last step
  uint32_t potted_ = 0;
  std::optional<StopReason> asked_;
};

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_POOL_PLAY_H_
