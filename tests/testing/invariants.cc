#include "tests/testing/invariants.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace carom::testing {
namespace {

double Energy(const BallState& state, const BallSpec& ball) {
  const double inertia = 0.4 * ball.mass_kg * ball.radius_m * ball.radius_m;
  return 0.5 * ball.mass_kg * state.velocity.squaredNorm() +
         0.5 * inertia * state.spin.squaredNorm();
}

bool Finite(const BallState& state) {
  return state.position.allFinite() && state.velocity.allFinite() && state.spin.allFinite();
}

class Check {
 public:
  Check(const Scene& scene, const Shot& shot, const Record& record)
      : scene_(scene), shot_(shot), record_(record) {}

  Invariants Run() {
    for (size_t i = 0; i < shot_.start.size(); ++i) {
      energy_.push_back(Energy(shot_.start[i], scene_.balls()[i]));
    }
    for (size_t k = 0; k < record_.events.size(); ++k) CheckEvent(k);
    start_overlap_m_ = DeepestPair(shot_.start.data());
    const size_t balls = shot_.start.size();
    for (size_t row = 0; row < record_.sample_times_s.size(); ++row) {
      CheckStates(record_.samples.data() + row * balls, "sample");
    }
    CheckStates(record_.final_states.data(), "final state");
    result_.stayed_inside = scene_.table().noses.empty() || record_.outcome.left_table.empty();
    CheckEnd();
    return std::move(result_);
  }

 private:
  // Energy may fall between events (the cloth) and at them (the impact), and grow at the strike.
  void CheckEvent(size_t k) {
    const Event& event = record_.events[k];
    if (k > 0) result_.in_order &= event.time_s >= record_.events[k - 1].time_s;
    const bool pair = event.kind == EventKind::kBallBall;
    double before = 0.0;
    double after = 0.0;
    for (size_t n = 0; n < (pair ? 2u : 1u); ++n) {
      const auto ball = static_cast<size_t>(n == 0 ? event.ball : event.other);
      const EventStates& states = record_.event_states[2 * k + n];
      result_.all_finite &= Finite(states.before) && Finite(states.after);
      CheckClearOfTable(states.after, ball, "event");
      const double arriving = Energy(states.before, scene_.balls()[ball]);
      const double leaving = Energy(states.after, scene_.balls()[ball]);
      CompareEnergy(energy_[ball], arriving, "span of ball " + std::to_string(ball), event);
      energy_[ball] = leaving;
      before += arriving;
      after += leaving;
    }
    if (event.kind != EventKind::kCueStrike) CompareEnergy(before, after, "event", event);
  }

  void CompareEnergy(double before, double after, const std::string& where, const Event& event) {
    const double gain = before > 0.0 ? (after - before) / before : (after > 0.0 ? 1.0 : 0.0);
    if (gain <= result_.worst_energy_gain) return;
    result_.worst_energy_gain = gain;
    result_.worst = where + " kind " + std::to_string(static_cast<int>(event.kind)) + " at " +
                    std::to_string(event.time_s);
  }

  double DeepestPair(const BallState* states) const {
    double deepest = 0.0;
    for (size_t i = 0; i < shot_.start.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        if (!InPlay(states[i].motion) || !InPlay(states[j].motion)) continue;
        const double touch_m = scene_.balls()[i].radius_m + scene_.balls()[j].radius_m;
        const double apart_m = (states[i].position - states[j].position).norm();
        deepest = std::max(deepest, touch_m - apart_m);
      }
    }
    return deepest;
  }

  void CheckStates(const BallState* states, const std::string& where) {
    for (size_t i = 0; i < shot_.start.size(); ++i) {
      result_.all_finite &= Finite(states[i]);
      CheckClearOfTable(states[i], i, where);
    }
    NoteOverlap(DeepestPair(states) - start_overlap_m_, where);
  }

  void NoteOverlap(double depth_m, const std::string& where) {
    if (depth_m <= result_.worst_overlap_m) return;
    result_.worst_overlap_m = depth_m;
    if (depth_m > 1e-9) result_.worst = "overlap in a " + where;
  }

  // How close a centre may come to an edge of this height.
  double Reach(size_t ball, double height_m) const {
    const double radius_m = scene_.balls()[ball].radius_m;
    if (scene_.settings().environment.nose_contact == NoseContact::kPlane) return radius_m;
    return std::sqrt(radius_m * radius_m - (height_m - radius_m) * (height_m - radius_m));
  }

  void CheckClearOfTable(const BallState& state, size_t ball, const std::string& where) {
    if (!InPlay(state.motion)) return;
    const Vec2 centre(state.position.x(), state.position.y());
    for (const Nose& nose : scene_.table().noses) {
      const Vec2 span = nose.end_m - nose.start_m;
      const double along =
          std::clamp(span.dot(centre - nose.start_m) / span.squaredNorm(), 0.0, 1.0);
      const double apart_m = (centre - nose.start_m - along * span).norm();
      NoteOverlap(Reach(ball, nose.height_m) - apart_m, where);
    }
    for (const Jaw& jaw : scene_.table().jaws) {
      const double apart_m = (centre - jaw.centre_m).norm();
      NoteOverlap(jaw.radius_m + Reach(ball, jaw.height_m) - apart_m, where);
    }
  }

  void CheckEnd() {
    const bool spins_for_ever = scene_.settings().environment.cloth.spinning_friction == 0.0;
    bool moving = false;
    for (const BallState& state : record_.final_states) {
      const bool spins = state.motion == MotionState::kSpinning && !spins_for_ever;
      moving |= Translates(state.motion) || spins;
    }
    const bool at_rest = record_.stop_reason == StopReason::kAtRest;
    const bool timed_out = record_.stop_reason == StopReason::kTimeLimit;
    result_.ended_properly = (at_rest && !moving) || timed_out;
  }

  const Scene& scene_;
  const Shot& shot_;
  const Record& record_;
  std::vector<double> energy_;
  double start_overlap_m_ = 0.0;
  Invariants result_;
};

}  // namespace

Invariants CheckInvariants(const Scene& scene, const Shot& shot, const Record& record) {
  return Check(scene, shot, record).Run();
}

}  // namespace carom::testing
