#include "tests/testing/shots/invariants.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/testing/shots/energy_ledger.h"
#include "tests/testing/state_machine.h"

namespace carom::testing {
namespace {

constexpr double kTolerance_m = 1e-9;
constexpr double kNever_s = -1.0;

bool Finite(const BallState& state) {
  return state.position.allFinite() && state.velocity.allFinite() && state.spin.allFinite();
}

Vec3 InSpace(const Vec2& point_m, double height_m) { return {point_m.x(), point_m.y(), height_m}; }

double DistanceFromSegment(const Vec3& point_m, const Vec3& start_m, const Vec3& end_m) {
  const Vec3 span = end_m - start_m;
  const double share = std::clamp(span.dot(Vec3(point_m - start_m)) / span.squaredNorm(), 0.0, 1.0);
  return (point_m - start_m - share * span).norm();
}

// Whether x is further than `reach` from all between a and b.
bool IsBeside(double x, double a, double b, double reach) {
  return x < std::min(a, b) - reach || x > std::max(a, b) + reach;
}

class Check {
 public:
  Check(const Scene& scene, const Shot& shot, const Record& record)
      : scene_(scene), shot_(shot), record_(record), driven_in_s_(shot.start.size(), kNever_s) {}

  Invariants Run() {
    CheckEvents();
    start_overlap_m_ = DeepestPair(shot_.start.data());
    const size_t balls = shot_.start.size();
    for (size_t row = 0; row < record_.sample_times_s.size(); ++row) {
      CheckStates(record_.samples.data() + row * balls, "sample");
    }
    CheckStates(record_.final_states.data(), "final state");
    CheckDepartures();
    CheckEnd();
    return std::move(result_);
  }

 private:
  const Table& table() const { return scene_.table(); }
  const Environment& environment() const { return scene_.settings().environment; }
  bool AtRest() const { return record_.stop_reason == StopReason::kAtRest; }
  double Radius(size_t ball) const { return scene_.balls()[ball].radius_m; }

  void CheckEvents() {
    EnergyLedger ledger(scene_, shot_.start);
    for (size_t k = 0; k < record_.events.size(); ++k) {
      ledger.Add(record_.events[k], &record_.event_states[2 * k]);
      CheckEvent(k);
    }
    ledger.Finish();
    for (size_t i = 0; i < driven_in_s_.size(); ++i) {
      const bool in_time = driven_in_s_[i] == kNever_s || !AtRest();
      if (!in_time) OffItsCloth(i, record_.end_time_s);
    }
    result_.worst_energy_gain = ledger.worst_gain();
    result_.worst_flight_drift = ledger.worst_flight_drift();
    result_.worst = ledger.where();
  }

  void CheckEvent(size_t k) {
    const Event& event = record_.events[k];
    if (k > 0) result_.in_order &= event.time_s >= record_.events[k - 1].time_s;
    const bool pair = event.kind == EventKind::kBallBall;
    for (size_t n = 0; n < (pair ? 2u : 1u); ++n) {
      const auto ball = static_cast<size_t>(n == 0 ? event.ball : event.other);
      const EventStates& states = record_.event_states[2 * k + n];
      result_.all_finite &= Finite(states.before) && Finite(states.after);
      CheckTransition(event, states);
      CheckOnCloth(states.after, ball, k);
      CheckClearOfTable(states.after, ball, "event");
    }
  }

  void CheckTransition(const Event& event, const EventStates& states) {
    if (Allowed(states.before.motion, event.kind, states.after.motion)) return;
    result_.by_state_machine = false;
    result_.worst = "event of kind " + std::to_string(static_cast<int>(event.kind)) + " at " +
                    std::to_string(event.time_s) + " s takes a ball from state " +
                    std::to_string(static_cast<int>(states.before.motion)) + " to " +
                    std::to_string(static_cast<int>(states.after.motion));
  }

  // A ball on the cloth lies at its height and does not leave it; one that was driven into the
  // slate meets it at the same time.
  void CheckOnCloth(const BallState& after, size_t ball, size_t k) {
    const bool on_cloth = OnCloth(after.motion);
    const double off_m = std::fabs(after.position.z() - Radius(ball));
    const double now_s = record_.events[k].time_s;
    const bool in_time = driven_in_s_[ball] == kNever_s || driven_in_s_[ball] == now_s;
    if ((on_cloth && (off_m > kTolerance_m || after.velocity.z() > 0.0)) || !in_time) {
      OffItsCloth(ball, now_s);
    }
    driven_in_s_[ball] = on_cloth && after.velocity.z() < 0.0 ? now_s : kNever_s;
  }

  void OffItsCloth(size_t ball, double time_s) {
    result_.on_its_cloth = false;
    result_.worst =
        "ball " + std::to_string(ball) + " on the cloth at " + std::to_string(time_s) + " s";
  }

  double DeepestPair(const BallState* states) const {
    double deepest = 0.0;
    for (size_t i = 0; i < shot_.start.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        if (!InPlay(states[i].motion) || !InPlay(states[j].motion)) continue;
        const double apart_m = (states[i].position - states[j].position).norm();
        deepest = std::max(deepest, Radius(i) + Radius(j) - apart_m);
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
    if (depth_m > kTolerance_m) result_.worst = "overlap in a " + where;
  }

  void CheckClearOfTable(const BallState& state, size_t ball, const std::string& where) {
    if (!InPlay(state.motion)) return;
    const bool plane = environment().nose_contact == NoseContact::kPlane;
    // Vertical planes are met at every height.
    const auto height_m = [&](double of_edge_m) { return plane ? state.position.z() : of_edge_m; };
    const double x = state.position.x();
    const double y = state.position.y();
    for (const Nose& nose : table().noses) {
      if (IsBeside(x, nose.start_m.x(), nose.end_m.x(), Radius(ball)) ||
          IsBeside(y, nose.start_m.y(), nose.end_m.y(), Radius(ball))) {
        continue;
      }
      const double apart_m =
          DistanceFromSegment(state.position, InSpace(nose.start_m, height_m(nose.start_height_m)),
                              InSpace(nose.end_m, height_m(nose.EndHeight())));
      NoteOverlap(Radius(ball) - apart_m, where);
    }
    for (const Jaw& jaw : table().jaws) {
      const double beside_m = (state.position.head<2>() - jaw.centre_m).norm() - jaw.radius_m;
      const double above_m = state.position.z() - height_m(jaw.height_m);
      NoteOverlap(Radius(ball) - std::hypot(std::max(beside_m, 0.0), above_m), where);
    }
    if (!AbovePocket(state)) NoteOverlap(Radius(ball) - state.position.z(), where);
  }

  // Above a hole in the slate; on the circle itself both are right.
  bool AbovePocket(const BallState& state) const {
    if (environment().pocket_model == PocketModel::kCircle) return false;
    return std::any_of(table().pockets.begin(), table().pockets.end(), [&](const Pocket& pocket) {
      const double from_axis_m = (state.position.head<2>() - pocket.centre_m).norm();
      return from_axis_m < pocket.radius_m + kTolerance_m;
    });
  }

  void CheckDepartures() {
    for (const Departure& departure : record_.outcome.pocketed) {
      const Pocket& pocket = table().pockets[static_cast<size_t>(departure.where)];
      const double from_axis_m = (departure.position_m.head<2>() - pocket.centre_m).norm();
      if (from_axis_m > pocket.radius_m + kTolerance_m) LeftWrongly(departure);
    }
    const auto& outline = table().bed_outline_m;
    for (const Departure& departure : record_.outcome.left_table) {
      const auto edge = static_cast<size_t>(departure.where);
      const Vec2& next = outline[(edge + 1) % outline.size()];
      const Vec3 place = InSpace(departure.position_m.head<2>(), 0.0);
      const double apart_m =
          DistanceFromSegment(place, InSpace(outline[edge], 0.0), InSpace(next, 0.0));
      if (apart_m > kTolerance_m) LeftWrongly(departure);
    }
  }

  void LeftWrongly(const Departure& departure) {
    result_.left_properly = false;
    result_.worst = "ball " + std::to_string(departure.ball) + " left at " +
                    std::to_string(departure.time_s) + " s";
  }

  void CheckEnd() {
    const bool spins_for_ever = environment().cloth.spinning_friction == 0.0;
    bool moving = false;
    for (const BallState& state : record_.final_states) {
      const bool spins = state.motion == MotionState::kSpinning && !spins_for_ever;
      moving |= Translates(state.motion) || spins;
    }
    result_.ended_properly = !(AtRest() && moving) && record_.stop_reason != StopReason::kCancelled;
  }

  const Scene& scene_;
  const Shot& shot_;
  const Record& record_;
  std::vector<double> driven_in_s_;  // When each ball was driven into the slate, unanswered yet.
  double start_overlap_m_ = 0.0;
  Invariants result_;
};

}  // namespace

Invariants CheckInvariants(const Scene& scene, const Shot& shot, const Record& record) {
  return Check(scene, shot, record).Run();
}

bool AtLimit(StopReason reason) {
  return reason == StopReason::kTimeLimit || reason == StopReason::kEventLimit ||
         reason == StopReason::kZeroTimeLimit;
}

}  // namespace carom::testing
