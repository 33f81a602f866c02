#include "tests/testing/shots/trace.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::testing {
namespace {

// A layout's ball up to this high above the cloth lies on it, m (core/table/validate.h).
constexpr double kOnCloth_m = 1e-6;

// Whether rolling friction depends on speed.
bool RollsInBands(const Environment& env) { return !env.cloth.rolling_factor.IsConstant(); }

// Where a ball with this state goes if nothing happens: [Leckie & Greenspan 2006] in components,
// and the free fall.
Span Follow(const BallState& state, double begin_s, const BallSpec& ball, const Environment& env) {
  Span span;
  span.begin_s = span.end_s = begin_s;
  span.motion = state.motion;
  const Real vx = state.velocity.x();
  const Real vy = state.velocity.y();
  Real ax = 0;
  Real ay = 0;
  if (state.motion == MotionState::kSliding) {
    const Real ux = vx - static_cast<Real>(ball.radius_m) * state.spin.y();
    const Real uy = vy + static_cast<Real>(ball.radius_m) * state.spin.x();
    const Real slip = std::sqrt(ux * ux + uy * uy);
    const Real a = static_cast<Real>(env.cloth.sliding_friction) * env.gravity_m_s2;
    if (slip > 0) ax = -a * ux / slip;
    if (slip > 0) ay = -a * uy / slip;
  } else if (state.motion == MotionState::kRolling) {
    const Real speed = std::sqrt(vx * vx + vy * vy);
    const Real a = static_cast<Real>(env.cloth.rolling_friction) * env.gravity_m_s2;
    if (speed > 0) ax = -a * vx / speed;
    if (speed > 0) ay = -a * vy / speed;
  }
  span.centre.x = {state.position.x(), vx, ax / 2};
  span.centre.y = {state.position.y(), vy, ay / 2};
  span.centre.z = {state.position.z(), 0, 0};
  if (state.motion == MotionState::kAirborne) {
    span.centre.z = {state.position.z(), state.velocity.z(),
                     -static_cast<Real>(env.gravity_m_s2) / 2};
  }
  return span;
}

class TraceBuilder {
 public:
  TraceBuilder(const Scene& scene, const std::vector<BallState>& start) : scene_(scene) {
    trace_.balls.resize(start.size());
    for (size_t i = 0; i < start.size(); ++i) Begin(i, InitialState(start[i], i), 0.0);
  }

  void Continue(const Event& event, size_t ball, const EventStates& states) {
    Close(ball, event.time_s, states.before);
    Begin(ball, states.after, event.time_s);
  }

  Trace Finish(const Record& record) {
    for (size_t i = 0; i < trace_.balls.size(); ++i) {
      Close(i, record.end_time_s, record.final_states[i]);
    }
    return std::move(trace_);
  }

 private:
  const Environment& environment() const { return scene_.settings().environment; }

  // What kind of motion a start is, by the definitions of flight and rolling.
  BallState InitialState(BallState state, size_t i) const {
    if (!InPlay(state.motion) || StartsOffCloth(state, i)) return state;
    const double radius_m = scene_.balls()[i].radius_m;
    state.position.z() = radius_m;
    const double ux = state.velocity.x() - radius_m * state.spin.y();
    const double uy = state.velocity.y() + radius_m * state.spin.x();
    const double scale = state.velocity.norm() + radius_m * state.spin.norm();
    const bool slips = std::hypot(ux, uy) > 1e-14 * scale;
    state.motion = slips                         ? MotionState::kSliding
                   : state.velocity.norm() > 0.0 ? MotionState::kRolling
                                                 : MotionState::kStationary;
    return state;
  }

  bool StartsOffCloth(BallState& state, size_t i) const {
    if (environment().flight == Flight::kOff) return false;
    if (state.motion == MotionState::kSupported) return true;
    const double height_m = state.position.z() - scene_.balls()[i].radius_m;
    if (height_m > kOnCloth_m || state.velocity.z() > 0.0 || OverHole(state)) {
      state.motion = MotionState::kAirborne;
    }
    return state.motion == MotionState::kAirborne;
  }

  // There the cloth has ended.
  bool OverHole(const BallState& state) const {
    if (environment().pocket_model != PocketModel::kDrop) return false;
    for (const Pocket& pocket : scene_.table().pockets) {
      const Vec2 from_axis = state.position.head<2>() - pocket.centre_m;
      if (from_axis.norm() < pocket.radius_m - kOverlapTolerance) return true;
    }
    return false;
  }

  void Begin(size_t ball, const BallState& state, double time_s) {
    trace_.balls[ball].push_back(Follow(state, time_s, scene_.balls()[ball], environment()));
  }

  void Close(size_t ball, double time_s, const BallState& stated) {
    Span& span = trace_.balls[ball].back();
    span.end_s = time_s;
    if (!InPlay(span.motion)) return;
    const Real t = static_cast<Real>(time_s) - span.begin_s;
    if (span.motion == MotionState::kRolling && RollsInBands(environment())) Slow(stated, t, span);
    const Real off = std::hypot(At(span.centre.x, t) - stated.position.x(),
                                At(span.centre.y, t) - stated.position.y(),
                                At(span.centre.z, t) - stated.position.z());
    trace_.worst_seam_m = std::max(trace_.worst_seam_m, static_cast<double>(off));
  }

  // In bands of speed a ball slows at a constant rate from event to event, which the velocities at
  // both tell; it is one of those of the law. What changes too little to tell is taken as constant.
  void Slow(const BallState& stated, Real time, Span& span) {
    if (time < 1e-6) return;
    const Real ax = (stated.velocity.x() - span.centre.x[1]) / time;
    const Real ay = (stated.velocity.y() - span.centre.y[1]) / time;
    span.centre.x[2] = ax / 2;
    span.centre.y[2] = ay / 2;
    const Cloth& cloth = environment().cloth;
    double least = cloth.rolling_factor[0].factor;
    for (int i = 1; i < cloth.rolling_factor.size(); ++i) {
      least = std::min(least, cloth.rolling_factor[i].factor);
    }
    const Real rate = std::hypot(ax, ay);
    const Real one = static_cast<Real>(cloth.rolling_friction) * environment().gravity_m_s2;
    const Real noise = 1e-14 / time;
    if (rate > one * cloth.rolling_factor.Greatest() + noise || rate < one * least - noise) {
      trace_.worst_seam_m = std::numeric_limits<double>::infinity();
    }
  }

  const Scene& scene_;
  Trace trace_;
};

}  // namespace

Trace MakeTrace(const Scene& scene, const std::vector<BallState>& start, const Record& record) {
  TraceBuilder builder(scene, start);
  for (size_t i = 0; i < record.events.size(); ++i) {
    const Event& event = record.events[i];
    builder.Continue(event, static_cast<size_t>(event.ball), record.event_states[2 * i]);
    if (event.kind != EventKind::kBallBall) continue;
    builder.Continue(event, static_cast<size_t>(event.other), record.event_states[2 * i + 1]);
  }
  return builder.Finish(record);
}

}  // namespace carom::testing
