#include "tests/testing/paper_stepping.h"

#include <algorithm>
#include <cmath>

#include "core/base/portable_math.h"

namespace carom::testing {
namespace {

// The ball in frame K: x along the cushion, y into it, z up.
struct PaperState {
  Vec3 v = Vec3::Zero();
  Vec3 u = Vec3::Zero();  // R w.
};

class PaperScheme {
 public:
  PaperScheme(const Mathavan2010& law, const CushionImpact& impact)
      : law_(law),
        slate_friction_(law.slate_friction < 0.0 ? impact.cloth_friction : law.slate_friction),
        mass_(impact.ball.mass_kg),
        sine_(impact.nose_height_m / impact.ball.radius_m - 1.0),
        cosine_(std::sqrt(1.0 - sine_ * sine_)) {}

  PaperState Run(PaperState state, const PaperSteps& steps) const {
    double compression = 0.0;
    double halved = std::max(steps.impulse_N_s, mass_ * state.v.y() / steps.max_steps);
    for (int halvings = 0; halvings <= 8;) {
      const PaperState next = Step(state, halved);
      if (next.v.y() > 0.0) {
        state = next;
        compression += Work(state, halved);
        if (halvings == 0) continue;
      }
      halved /= 2.0;
      ++halvings;
    }
    double left = law_.restitution * law_.restitution * compression;
    const double step = std::max(steps.impulse_N_s, left / steps.max_steps);
    while (left > Work(state, step)) {
      state = Step(state, step);
      left -= Work(state, step);
    }
    return left > 0.0 ? Step(state, step * left / Work(state, step)) : state;
  }

 private:
  double Work(const PaperState& state, double impulse) const {
    return std::abs(state.v.y()) * cosine_ * impulse;
  }

  // [Mathavan 2010] Eqs. (12)-(17).
  PaperState Step(PaperState state, double impulse) const {
    Vec3& v = state.v;
    Vec3& u = state.u;
    const Vec3 slip_i(v.x() + u.y() * sine_ - u.z() * cosine_, -v.y() * sine_ + u.x(), 0.0);
    const Vec3 slip_c(v.x() - u.y(), v.y() + u.x(), 0.0);
    const Vec3 i = law_.friction * slip_i.stableNormalized();
    const double slate = slate_friction_ * std::max(0.0, sine_ + i.y() * cosine_);
    const Vec3 c = slate * slip_c.stableNormalized();
    const double dp = impulse / mass_;
    v -= dp * Vec3(i.x() + c.x(), cosine_ - sine_ * i.y() + c.y(), 0.0);
    u -= 2.5 * dp * Vec3(i.y() + c.y(), i.x() * sine_ - c.x(), -i.x() * cosine_);
    return state;
  }

  const Mathavan2010 law_;
  const double slate_friction_;
  const double mass_;
  const double sine_;
  const double cosine_;
};

}  // namespace

BallState PaperStepping(const Mathavan2010& law, const CushionImpact& impact,
                        const BallState& before, const PaperSteps& steps) {
  const Vec3 into = -impact.normal;
  const Vec3 along(into.y(), -into.x(), 0.0);
  const auto in_k = [&](const Vec3& w) { return Vec3(along.dot(w), into.dot(w), w.z()); };
  const auto in_w = [&](const Vec3& k) -> Vec3 {
    return k.x() * along + k.y() * into + k.z() * Vec3::UnitZ();
  };
  const double radius = impact.ball.radius_m;
  const PaperState end =
      PaperScheme(law, impact).Run({in_k(before.velocity), radius * in_k(before.spin)}, steps);
  BallState after = before;
  after.velocity = in_w(end.v);
  after.spin = in_w(end.u) / radius;
  return after;
}

double Distance(const BallSpec& ball, const BallState& a, const BallState& b) {
  return std::max((a.velocity - b.velocity).norm(), ball.radius_m * (a.spin - b.spin).norm());
}

PaperLimit PaperLimitOf(const Mathavan2010& law, const CushionImpact& impact,
                        const BallState& before) {
  constexpr double kLong_N_s = 2e-6;
  const BallState coarse = PaperStepping(law, impact, before, {kLong_N_s});
  PaperLimit limit{PaperStepping(law, impact, before, {kLong_N_s / 2.0}),
                   kLong_N_s / impact.ball.mass_kg};
  limit.after.velocity += limit.after.velocity - coarse.velocity;
  limit.after.spin += limit.after.spin - coarse.spin;
  return limit;
}

double DistanceToPeer(const Mathavan2010& law, const CushionImpact& impact, const BallState& before,
                      const BallState& peer) {
  constexpr PaperSteps kPeerSteps = {1e-3, 1000.0};
  constexpr double kTurn = 2.0 * 3.14159265358979323846;
  constexpr int kDirections = 3600;
  const auto distance = [&](const BallState& state) {
    return Distance(impact.ball, PaperStepping(law, impact, state, kPeerSteps), peer);
  };
  double nearest = distance(before);
  double nearest_angle = 0.0;
  // All directions, then those about the nearest.
  for (double spread = kTurn; nearest > 1e-9 && spread > 1e-4; spread *= 4.0 / kDirections) {
    const double first = nearest_angle - spread / 2.0;
    for (int i = 0; i < kDirections; ++i) {
      const double angle = first + i * spread / kDirections;
      BallState noisy = before;
      noisy.velocity += 1e-11 * Vec3(Cos(angle), Sin(angle), 0.0);
      const double apart = distance(noisy);
      if (apart >= nearest) continue;
      nearest = apart;
      nearest_angle = angle;
    }
  }
  return nearest;
}

}  // namespace carom::testing
