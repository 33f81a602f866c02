#include "tests/papers/event/discrete.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/event/resolve.h"
#include "core/laws/cue_ball/point_strike.h"
#include "core/motion/motion.h"

namespace carom::papers {
namespace {

class Stepper {
 public:
  Stepper(const Scene& scene, const Shot& shot, const Stepping& stepping)
      : world_(scene.world()),
        environment_(scene.settings().environment),
        stepping_(stepping),
        phases_(shot.start.size()),
        places_(shot.start.size()) {
    for (size_t i = 0; i < phases_.size(); ++i) Begin(i, shot.start[i]);
    if (!shot.strike) return;
    const auto cue_ball = static_cast<size_t>(shot.strike->cue_ball);
    BallState struck = shot.start[cue_ball];
    Resolve(*shot.strike, environment_.cue, world_.balls[cue_ball], struck);
    struck.velocity.z() = 0.0;
    Begin(cue_ball, struck);
  }

  SteppedShot Run() {
    while (now_s_ < stepping_.until_s && AnyMoves()) {
      now_s_ = NextTime();
      ++shot_.steps;
      Advance();
      MeetBalls();
      for (size_t i = 0; i < phases_.size(); ++i) MeetTable(i);
    }
    // The last step may reach beyond the end.
    const double end_s = std::min(now_s_, stepping_.until_s);
    for (const Trajectory& phase : phases_) shot_.final_states.push_back(StateAt(phase, end_s));
    return std::move(shot_);
  }

 private:
  void Begin(size_t i, const BallState& state) {
    phases_[i] = InPlay(state.motion) ? BeginPhase(state, now_s_, world_.balls[i], environment_)
                                      : RestingPhase(state, now_s_);
    places_[i] = state.position.head<2>();
  }

  bool Moves(size_t i) const { return Translates(phases_[i].motion); }

  bool AnyMoves() const {
    for (size_t i = 0; i < phases_.size(); ++i) {
      if (Moves(i)) return true;
    }
    return false;
  }

  // A fixed step is counted, not summed, so that its rounding does not grow with the shot.
  double NextTime() const {
    if (stepping_.rule == StepRule::kFixed) {
      return static_cast<double>(shot_.steps + 1) * stepping_.step_s;
    }
    return now_s_ + std::min(stepping_.step_s, stepping_.rule == StepRule::kBySpeed
                                                   ? StepBySpeed()
                                                   : StepByDistance());
  }

  // Friction may speed a ball up within the longest step.
  double SpeedBound(size_t i) const {
    if (!Moves(i)) return 0.0;
    const Trajectory& phase = phases_[i];
    const double tau = now_s_ - phase.epoch_s;
    const Vec3 velocity = phase.velocity + 2.0 * tau * phase.half_acceleration;
    return velocity.norm() + 2.0 * phase.half_acceleration.norm() * stepping_.step_s;
  }

  double StepBySpeed() const {
    double fastest = 0.0;
    double second = 0.0;
    for (size_t i = 0; i < phases_.size(); ++i) {
      second = std::max(second, std::min(fastest, SpeedBound(i)));
      fastest = std::max(fastest, SpeedBound(i));
    }
    return stepping_.depth_m / (fastest + second);
  }

  // Until the first two bodies, at their greatest speeds, could overlap by the depth allowed.
  double StepByDistance() const {
    double step_s = std::numeric_limits<double>::infinity();
    const auto consider = [&](double gap_m, double speed_m_s) {
      if (speed_m_s == 0.0) return;
      step_s = std::min(step_s, (std::max(gap_m, 0.0) + stepping_.depth_m) / speed_m_s);
    };
    for (size_t i = 0; i < phases_.size(); ++i) {
      const double speed_m_s = SpeedBound(i);
      for (size_t j = 0; j < i; ++j) {
        if (!InPlay(phases_[j].motion) || !InPlay(phases_[i].motion)) continue;
        consider((places_[i] - places_[j]).norm() - Reach(i, j), speed_m_s + SpeedBound(j));
      }
      if (speed_m_s == 0.0) continue;
      const ObstacleSet& table = world_.obstacles.ForBall(static_cast<int>(i));
      for (const StraightEdge& nose : table.noses) consider(-Depth(nose, i), speed_m_s);
      for (const CentreCircle& jaw : table.jaws) consider(-Depth(jaw, i), speed_m_s);
      for (const CentreCircle& pocket : table.pockets) consider(-Depth(pocket, i), speed_m_s);
    }
    return step_s;
  }

  // All balls to the end of the step; a phase that ended within it is noticed only now.
  void Advance() {
    for (size_t i = 0; i < phases_.size(); ++i) {
      Trajectory& phase = phases_[i];
      if (phase.EndTime() <= now_s_) {
        Begin(i, StateAt(NextPhase(phase, world_.balls[i], environment_), phase.EndTime()));
      } else if (Moves(i)) {
        const double tau = now_s_ - phase.epoch_s;
        places_[i] =
            (phase.position + tau * (phase.velocity + tau * phase.half_acceleration)).head<2>();
      }
    }
  }

  void MeetBalls() {
    for (size_t i = 0; i < phases_.size(); ++i) {
      for (size_t j = i + 1; j < phases_.size(); ++j) {
        if (!Moves(i) && !Moves(j)) continue;
        if (!InPlay(phases_[i].motion) || !InPlay(phases_[j].motion)) continue;
        const double reach_m = Reach(i, j);
        const double squared_m2 = (places_[i] - places_[j]).squaredNorm();
        if (squared_m2 >= reach_m * reach_m) continue;
        Meet(EventKind::kBallBall, i, j, reach_m - std::sqrt(squared_m2));
      }
    }
  }

  void MeetTable(size_t i) {
    if (!Moves(i)) return;
    const ObstacleSet& table = world_.obstacles.ForBall(static_cast<int>(i));
    const Box here = {places_[i].x(), places_[i].x(), places_[i].y(), places_[i].y()};
    // The boxes hold all places within reach; most features are ruled out by them.
    const auto depth_m = [&](const auto& feature) {
      return here.Meets(feature.box) ? Depth(feature, i) : 0.0;
    };
    for (const CentreCircle& pocket : table.pockets) {
      if (depth_m(pocket) <= 0.0) continue;
      BallState gone = StateAt(phases_[i], now_s_);
      gone.motion = MotionState::kPocketed;
      Begin(i, gone);
      return;
    }
    for (size_t n = 0; n < table.noses.size(); ++n) {
      const double depth = depth_m(table.noses[n]);
      if (depth > 0.0) Meet(EventKind::kBallCushion, i, n, depth);
    }
    for (size_t j = 0; j < table.jaws.size(); ++j) {
      const double depth = depth_m(table.jaws[j]);
      if (depth > 0.0) Meet(EventKind::kBallJaw, i, j, depth);
    }
  }

  // Overlapping bodies that already part have been resolved before.
  void Meet(EventKind kind, size_t i, size_t other, double depth_m) {
    const Event event{now_s_, kind, static_cast<int16_t>(i), static_cast<int16_t>(other)};
    ImpactState impact;
    impact.ball[0] = event.ball;
    impact.state[0] = StateAt(phases_[i], now_s_);
    if (kind == EventKind::kBallBall) {
      impact.count = 2;
      impact.ball[1] = event.other;
      impact.state[1] = StateAt(phases_[other], now_s_);
    }
    const ContactGeometry contact = MakeContact(world_, event, impact);
    if (PartingSpeed(contact.normal, impact) >= 0.0) return;
    ResolveImpact(world_, event, Pile::kNone, impact);
    for (int k = 0; k < impact.count; ++k) {
      const auto side = static_cast<size_t>(k);
      Begin(static_cast<size_t>(impact.ball[side]), impact.state[side]);
    }
    shot_.impacts.push_back(event);
    shot_.deepest_overlap_m = std::max(shot_.deepest_overlap_m, depth_m);
  }

  double Reach(size_t i, size_t j) const {
    return 2.0 * std::sqrt(world_.balls[i].radius_m * world_.balls[j].radius_m);
  }

  double Depth(const StraightEdge& edge, size_t i) const {
    return edge.reach_m - (NearestPoint(edge, places_[i]) - places_[i]).norm();
  }

  double Depth(const CentreCircle& circle, size_t i) const {
    return circle.reach_m - (circle.centre_m - places_[i]).norm();
  }

  const World& world_;
  const Environment& environment_;
  const Stepping stepping_;
  double now_s_ = 0.0;
  std::vector<Trajectory> phases_;
  std::vector<Vec2> places_;  // Of the centres, now.
  SteppedShot shot_;
};

}  // namespace

SteppedShot PlayInSteps(const Scene& scene, const Shot& shot, const Stepping& stepping) {
  return Stepper(scene, shot, stepping).Run();
}

}  // namespace carom::papers
