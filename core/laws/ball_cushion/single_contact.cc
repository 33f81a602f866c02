#include "core/laws/ball_cushion/single_contact.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/math/sign_changes.h"

// [Stronge] chapter 5. The phase phi of the normal spring, whose frequency is W, measures the
// course of the impact. It is 0 .. pi/2 in compression and pi/2 .. pi in restitution, where the
// spring is stiffer by 1/e^2 and so faster by 1/e. With time in 1/W, velocities in units of the
// approach v and impulses in m v:
//
//   normal force       F = sin phi,  dt = r dphi,  r = 1 in compression, e in restitution
//   surface velocity   x along the first slip;  dx/dt = -beta f,  beta = 7/2 for a sphere
//   tangential spring  stretched by w, it pulls f = w / eta^2;  |f| <= mu F;  eta^2 = beta / O^2 is
//                      the ratio of the stiffnesses, normal to tangential, with O the ratio of the
//                      frequencies, tangential to normal
//   sticking           dw/dt = x: (x, O w) turns about the origin with the frequency O
//   slipping, s = +-1  f = s mu F and w = s mu eta^2 F as long as s (x - dw/dt) > 0
//
// Normal and tangential motion of a sphere are not coupled, so that the slip keeps to a line.
// Neither spring nor friction adds energy: e^2 of the normal motion's energy is left, and the
// tangential motion loses energy.

namespace carom {
namespace {

constexpr double kBeta = 7.0 / 2.0;

class TangentialPush {
 public:
  // `velocity` x >= 0 at the start.
  TangentialPush(const StrongeCompliant& law, double velocity)
      : e_(law.restitution),
        mu_(law.friction),
        ratio_(law.frequency_ratio),
        eta2_(kBeta / (ratio_ * ratio_)),
        velocity_(velocity) {}

  // x at the end.
  double Run() {
    constexpr int kMaxTurns = 8;  // Slip, stick and slip back; more are not known to occur.
    bool slips = velocity_ > mu_ * eta2_;
    for (int turn = 0; turn < kMaxTurns && phase_ < kPi; ++turn) {
      if (slips) {
        Slip(turn + 1 < kMaxTurns);
      } else {
        Stick();
      }
      slips = !slips;
    }
    return velocity_;
  }

 private:
  double TimeAt(double phase) const {
    return phase <= kHalfPi ? phase : kHalfPi + e_ * (phase - kHalfPi);
  }

  // Advances to where the spring keeps up with the surface, or else to the end. Within compression
  // and within restitution the slip is linear in cos phi, which falls:
  //   r s (x - dw/dt) = r (s x_0 - mu beta r cos phi_0) + mu (beta r^2 - eta^2) cos phi
  void Slip(bool may_stick) {
    while (phase_ < kPi) {
      const bool compressing = phase_ < kHalfPi;
      const double r = compressing ? 1.0 : e_;
      const double cosine_at_end = compressing ? 0.0 : -1.0;
      const double cosine = Cos(phase_);
      const double growth = mu_ * (kBeta * r * r - eta2_);
      const double constant = r * (side_ * velocity_ - mu_ * kBeta * r * cosine);
      const bool sticks = may_stick && growth > 0.0 && constant - growth * -cosine_at_end <= 0.0;
      const double stop = sticks ? std::min(-constant / growth, cosine) : cosine_at_end;
      velocity_ -= side_ * mu_ * kBeta * r * (cosine - stop);
      if (sticks) {
        phase_ = std::max(phase_, Acos(stop));
        spring_ = side_ * mu_ * eta2_ * Sin(phase_);
        return;
      }
      phase_ = compressing ? kHalfPi : kPi;
    }
  }

  // Advances to where the spring would pull more than friction can hold.
  void Stick() {
    constexpr int kSamples = 16;  // The spring swings through less than one period.
    const double start = phase_;
    const auto hold = [&](double phase) {
      return mu_ * eta2_ * Sin(phase) - std::fabs(SpringAt(start, phase));
    };
    double before = start;
    double after = start;
    for (int i = 1; i <= kSamples; ++i) {
      after = i == kSamples ? kPi : start + (kPi - start) * i / kSamples;
      if (hold(after) < 0.0) break;
      before = after;
    }
    const double let_go =
        before == after ? kPi : FalsePosition(hold, before, after, 1e-15 * mu_ * eta2_);
    const double angle = ratio_ * (TimeAt(let_go) - TimeAt(start));
    const double spring = SpringAt(start, let_go);
    velocity_ = velocity_ * Cos(angle) - ratio_ * spring_ * Sin(angle);
    spring_ = spring;
    side_ = spring < 0.0 ? -1.0 : 1.0;
    phase_ = let_go;
  }

  double SpringAt(double start, double phase) const {
    const double angle = ratio_ * (TimeAt(phase) - TimeAt(start));
    return spring_ * Cos(angle) + velocity_ / ratio_ * Sin(angle);
  }

  const double e_;
  const double mu_;
  const double ratio_;  // O
  const double eta2_;
  double velocity_;      // x
  double spring_ = 0.0;  // w
  double side_ = 1.0;    // s
  double phase_ = 0.0;   // phi
};

}  // namespace

void Resolve(const StrongeCompliant& law, const CushionImpact& impact, BallState& ball) {
  const Vec3 normal = NoseNormal(impact);
  const double approach = -ball.velocity.dot(normal);
  if (approach <= 0.0) return;
  const double radius = impact.ball.radius_m;
  const Vec3 slip = ball.velocity + approach * normal - radius * ball.spin.cross(normal);
  const double speed = slip.norm();
  ball.velocity += (1.0 + law.restitution) * approach * normal;
  if (speed == 0.0 || law.friction == 0.0) return;

  const double speed_after = approach * TangentialPush(law, speed / approach).Run();
  // A unit of impulse per mass changes the slip by beta, of which 1 is velocity and 5/2 is spin.
  const Vec3 change = (speed_after - speed) / (kBeta * speed) * slip;
  ball.velocity += change;
  ball.spin -= 2.5 / radius * normal.cross(change);
}

}  // namespace carom
