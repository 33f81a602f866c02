#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/constants.h"
#include "core/laws/cue_ball/point_strike.h"
#include "core/models/mechanism_run.h"
#include "core/models/pool/pool_record.h"
#include "core/models/pool/pool_table.h"
#include "core/record/shot_recorder.h"

namespace carom {
namespace {

// One shot in play. The system reports contacts to it, the integrator steps and
// samples.
class PoolPlay final : public ContactListener, public IvpObserver {
 public:
  PoolPlay(const CompliantWorld& world, const Shot& shot, const Detail& detail, StopToken stop,
           Record& record)
      : world_(world),
        detail_(detail),
        record_(record),
        stop_(stop),
        model_(MakeWeldedTable(world, shot.start)),
        system_(model_.spec, this),
        samples_(detail, BallCount(), system_, record),
        contact_log_(detail, model_, system_, record),
        watch_(model_, system_, world.balls),
        rules_(MakePoolMotionRules(model_, world.settings, world.balls,
                                   world.environment.gravity_m_s2)),
        motion_state_(MotionStatesAtStart(shot.start)) {
    recorder_.Begin(detail, shot, record);
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
  BallState StateOf(int ball, const BodyMotion& motion, MotionState last) const;
  BallState Strike(const CueStrike& strike);
  void SetOff(const Shot& shot);
  void Log(const Event& event, std::span<const BodyMotion> motions);
  void Log(const Event& event, const BallPair& before, const BallPair& after);
  void Turn(int ball, MotionState to, double t);
  void ComeToRest(std::span<const PoolTouch> touches, double t);
  void BeginInContact();

  const CompliantWorld& world_;
  const Detail& detail_;
  Record& record_;
  StopToken stop_;
  PoolTableModel model_;
  MultibodySystem system_;
  ShotRecorder recorder_;
  SameTouch same_touch_;
  PoolSamples samples_;
  ContactLog contact_log_;
  PoolWatch watch_;
  std::vector<PoolMotionRule> rules_;  // by ball
  std::vector<MotionState> motion_state_;
  std::vector<BodyMotion> motions_;  // at the last step
  uint32_t potted_ = 0;
  std::optional<StopReason> asked_;
};

// Once the shot has ended at rest, what is slower than the settings' rest_speed_m_s is at rest.
BallState PoolPlay::StateOf(int ball, const BodyMotion& motion, MotionState last) const {
  PoolMotionRule rule = rules_[Index(ball)];
  if (asked_ == StopReason::kAtRest) rule.zero_m_s = rule.rest_speed_m_s;
  return rule.StateOf(motion, last);
}

void PoolPlay::Log(const Event& event, std::span<const BodyMotion> motions) {
  BallPair states;
  states[0] = StateOf(event.ball, motions[Index(event.ball)]);
  if (event.kind == EventKind::kBallBall) {
    states[1] = StateOf(event.other, motions[Index(event.other)]);
  }
  Log(event, states, states);
}

void PoolPlay::Log(const Event& event, const BallPair& before, const BallPair& after) {
  // A contact has only begun, so its states do not tell that the ball bounces.
  recorder_.Log(event, before, after, !IsRail(event.kind) || !same_touch_.Continues(event));
  if (!asked_) asked_ = recorder_.StopAfter(world_.environment, potted_, event);
}

void PoolPlay::Began(int pair, double t, std::span<const BodyMotion> motions) {
  const EventIdentity& identity = model_.contacts[Index(pair)];
  const Event event =
      EventOf(world_.table, identity, t, motions[Index(identity.ball)].position_m.head<2>());
  contact_log_.Began(pair, event);
  Log(event, motions);
}

// Pairs that touch from the start. Balls and cushions that approach each other touch at once.
// Others separate, or stay in contact, as all balls do with the cloth.
void PoolPlay::BeginInContact() {
  for (int p = 0; p < static_cast<int>(model_.contacts.size()); ++p) {
    if (!system_.contact(p).touching) continue;
    const EventIdentity& identity = model_.contacts[Index(p)];
    const Event event =
        EventOf(world_.table, identity, 0.0, motions_[Index(identity.ball)].position_m.head<2>());
    contact_log_.Began(p, event);
    const bool approaching = system_.contact(p).approach_m_s > 0.0;
    if (approaching && identity.kind != EventKind::kBallSlate) Log(event, motions_);
  }
}

void PoolPlay::Ended(int pair, double t, std::span<const BodyMotion> /*motions*/) {
  contact_log_.Ended(pair, t);
}

bool PoolPlay::Passed(int watch, double t, std::span<const BodyMotion> motions) {
  const EventIdentity& identity = model_.watches[Index(watch)];
  const bool pocketed = identity.kind == EventKind::kBallPocket;
  if (pocketed) potted_ |= 1u << identity.ball;
  const BodyMotion& motion = motions[Index(identity.ball)];
  const BallPair before = {StateOf(identity.ball, motion)};
  motion_state_[Index(identity.ball)] = pocketed ? MotionState::kPocketed : MotionState::kLeftTable;
  const BallPair after = {StateOf(identity.ball, motion)};
  Log(EventOf(world_.table, identity, t, motion.position_m.head<2>()), before, after);
  system_.Remove(identity.ball);
  contact_log_.EndContactsOf(identity.ball, t);
  return true;
}

void PoolPlay::Sample(double t, std::span<const double> y) {
  recorder_.SampleRow(t, [&](int ball) { return StateOf(ball, ReadBody(y, ball)); });
  samples_.Add(t, y);
}

// The motion of the ball changes now.
void PoolPlay::Turn(int ball, MotionState to, double t) {
  const MotionState from = motion_state_[Index(ball)];
  motion_state_[Index(ball)] = to;
  const auto kind = TransitionOf(from, to);
  if (!kind) return;
  const BodyMotion& motion = motions_[Index(ball)];
  const BallPair before = {StateOf(ball, motion, from)};
  const BallPair after = {StateOf(ball, motion, to)};
  Log({t, *kind, static_cast<int16_t>(ball), -1}, before, after);
}

void PoolPlay::ComeToRest(std::span<const PoolTouch> touches, double t) {
  asked_ = StopReason::kAtRest;
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (!InPlay(motion_state_[Index(ball)])) continue;
    const bool cloth = touches[Index(ball)].cloth;
    Turn(ball, cloth ? MotionState::kStationary : MotionState::kSupported, t);
  }
}

bool PoolPlay::Step(double t, std::span<const double> y) {
  contact_log_.Step(t, y);
  ReadBodies(y, motions_);
  const std::span<const PoolTouch> touches = watch_.Touches();
  bool at_rest = true;
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (!InPlay(motion_state_[Index(ball)])) continue;
    const BodyMotion& motion = motions_[Index(ball)];
    const PoolMotionRule& rule = rules_[Index(ball)];
    const PoolTouch& touch = touches[Index(ball)];
    const MotionState now = rule.Classify(motion, touch, motion_state_[Index(ball)]);
    if (now != motion_state_[Index(ball)]) Turn(ball, now, t);
    at_rest = at_rest && (touch.cloth || touch.others) && rule.Slow(motion);
  }
  if (!asked_ && at_rest && watch_.RemainsAtRest(world_.settings.rest_speed_m_s, t, y))
    ComeToRest(touches, t);
  if (watch_.IsInsideACushion(y)) asked_ = StopReason::kNumericalFailure;
  if (recorder_.Overflow() || contact_log_.Overflow()) asked_ = StopReason::kCancelled;
  return !asked_;
}

// The motion of the ball before.
BallState PoolPlay::Strike(const CueStrike& strike) {
  BodyMotion& motion = motions_[Index(strike.cue_ball)];
  const BallState before = StateOf(strike.cue_ball, motion);
  BallState struck = before;
  Resolve(strike, world_.environment.cue, world_.balls[Index(strike.cue_ball)], struck);
  if (world_.settings.horizontal) struck.velocity.z() = 0.0;
  motion.velocity_m_s = struck.velocity;
  motion.spin_rad_s = struck.spin;
  return before;
}

// Where balls start and how they move, after the strike and with the welds in force.
void PoolPlay::SetOff(const Shot& shot) {
  motions_ = StartMotions(model_, world_.settings, world_.balls, shot.start);
  BallState before;
  if (shot.strike) before = Strike(*shot.strike);
  if (system_.constraints() != nullptr) system_.constraints()->ShareMomentum(motions_);
  if (!shot.strike) return;
  const int ball = shot.strike->cue_ball;
  recorder_.LogStrike(*shot.strike, IsMiscue(*shot.strike, world_.environment.cue), before,
                      StateOf(ball, motions_[Index(ball)]));
}

bool PoolPlay::Play(const Shot& shot, Integrator& integrator) {
  const Environment& environment = world_.environment;
  SetOff(shot);
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (InPlay(motion_state_[Index(ball)])) continue;
    if (motion_state_[Index(ball)] == MotionState::kPocketed) potted_ |= 1u << ball;
    motions_[Index(ball)].velocity_m_s.setZero();
    motions_[Index(ball)].spin_rad_s.setZero();
    system_.Remove(ball);
  }
  std::vector<double> y = system_.Start(motions_);
  samples_.Begin(y);
  BeginInContact();

  const double end_s = LastTime(environment);
  IvpResult result;
  if (Step(0.0, y) && end_s > 0.0) {
    IvpOptions options = OptionsOf(world_.settings.integration);
    options.stop = stop_;
    result = integrator.Run(system_, 0.0, y, end_s, options, SampleTimes(detail_, end_s), *this);
  }
  contact_log_.Finish(result.t);
  const bool cut = !asked_ && result.end != IvpEnd::kComplete;
  recorder_.Finish(cut ? ReasonOf(result.end, StopReason::kCancelled)
                       : asked_.value_or(ReasonAtLastTime(environment)),
                   result.t, [&](int ball, double) { return StateOf(ball, ReadBody(y, ball)); });
  samples_.Finish(result.t, y);
  record_.evaluations = result.cost.evaluations;
  record_.steps = result.cost.accepted_steps;
  return !recorder_.Overflow() && !contact_log_.Overflow();
}

}  // namespace

bool PlayCompliant(const CompliantWorld& world, const Shot& shot, const Detail& detail,
                   StopToken stop, Integrator& integrator, Record& record) {
  return PoolPlay(world, shot, detail, stop, record).Play(shot, integrator);
}

}  // namespace carom
