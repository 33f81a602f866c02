#include "tests/testing/shots/energy_ledger.h"

#include <algorithm>
#include <cmath>

namespace carom::testing {
namespace {

// A ball that lies on something may be put back by as much as it may overlap it.
constexpr double kPutBack_m = 1e-9;

double Relative(double change_J, double before_J, double after_J) {
  const double scale_J = std::max(before_J, after_J);
  return scale_J > 0.0 ? change_J / scale_J : 0.0;
}

}  // namespace

EnergyLedger::EnergyLedger(const Scene& scene, const std::vector<BallState>& start)
    : scene_(scene), accounts_(start.size()) {
  for (size_t i = 0; i < start.size(); ++i) accounts_[i].last_J = Energy(start[i], i);
}

double EnergyLedger::Energy(const BallState& state, size_t ball) const {
  const BallSpec& spec = scene_.balls()[ball];
  const Environment& environment = scene_.settings().environment;
  const double kinetic_J = 0.5 * spec.mass_kg * state.velocity.squaredNorm() +
                           0.5 * spec.Inertia() * state.spin.squaredNorm();
  if (environment.flight == Flight::kOff) return kinetic_J;
  const double height_m = state.position.z() + spec.radius_m;
  return kinetic_J + spec.mass_kg * environment.gravity_m_s2 * height_m;
}

double EnergyLedger::Arriving(const BallState& state, size_t ball) const {
  const Environment& environment = scene_.settings().environment;
  if (environment.flight == Flight::kOff) return Energy(state, ball);
  const double weight_N = scene_.balls()[ball].mass_kg * environment.gravity_m_s2;
  return Energy(state, ball) + weight_N * kPutBack_m;
}

void EnergyLedger::Add(const Event& event, const EventStates* states) {
  if (event.time_s != now_s_) CloseGroups();
  now_s_ = event.time_s;
  const bool pair = event.kind == EventKind::kBallBall;
  const bool strike = event.kind == EventKind::kCueStrike;
  double before_J = 0.0;
  double after_J = 0.0;
  for (size_t n = 0; n < (pair ? 2u : 1u); ++n) {
    const auto ball = static_cast<size_t>(n == 0 ? event.ball : event.other);
    Arrive(event, ball, states[n].before);
    Account& account = accounts_[ball];
    account.last_J = Energy(states[n].after, ball);
    account.flies = states[n].after.motion == MotionState::kAirborne;
    if (strike) account.before_J = account.last_J;
    before_J += Arriving(states[n].before, ball);
    after_J += account.last_J;
  }
  if (pair) Unite(static_cast<size_t>(event.ball), static_cast<size_t>(event.other));
  const auto simultaneous = scene_.settings().environment.simultaneous;
  if (simultaneous == SimultaneousImpacts::kCluster) {
    // Contacts of a cluster that carried no impulse are not logged, though they joined its parts.
    for (size_t ball = 0; ball < accounts_.size(); ++ball) {
      if (accounts_[ball].here) Unite(static_cast<size_t>(event.ball), ball);
    }
  }
  if (simultaneous == SimultaneousImpacts::kSequential && !strike) {
    Compare(before_J, after_J, "event of kind " + std::to_string(static_cast<int>(event.kind)));
  }
}

void EnergyLedger::Arrive(const Event& event, size_t ball, const BallState& state) {
  Account& account = accounts_[ball];
  if (account.here) return;
  const double arriving_J = Energy(state, ball);
  const std::string what = "span of ball " + std::to_string(ball);
  Compare(account.last_J, arriving_J, what);
  if (account.flies && event.kind != EventKind::kCueStrike) {
    const double drift =
        Relative(std::fabs(arriving_J - account.last_J), account.last_J, arriving_J);
    worst_flight_drift_ = std::max(worst_flight_drift_, drift);
  }
  account.here = true;
  account.before_J = Arriving(state, ball);
  account.group = ball;
}

void EnergyLedger::Unite(size_t a, size_t b) {
  const size_t from = accounts_[b].group;
  for (Account& account : accounts_) {
    if (account.here && account.group == from) account.group = accounts_[a].group;
  }
}

void EnergyLedger::CloseGroups() {
  for (size_t group = 0; group < accounts_.size(); ++group) {
    double before_J = 0.0;
    double after_J = 0.0;
    for (const Account& account : accounts_) {
      if (!account.here || account.group != group) continue;
      before_J += account.before_J;
      after_J += account.last_J;
    }
    Compare(before_J, after_J, "group of ball " + std::to_string(group));
  }
  for (Account& account : accounts_) account.here = false;
}

void EnergyLedger::Finish() { CloseGroups(); }

void EnergyLedger::Compare(double before_J, double after_J, const std::string& what) {
  const double gain = Relative(after_J - before_J, before_J, after_J);
  if (gain <= worst_gain_) return;
  worst_gain_ = gain;
  where_ = what + " at " + std::to_string(now_s_) + " s";
}

}  // namespace carom::testing
