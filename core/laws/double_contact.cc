#include "core/laws/double_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::internal {
namespace {

constexpr double kTangentialInverseMass = 7.0 / 2.0;  // Of a free sphere: 1/m + R^2/I = (7/2)/m.

// A direction (x, y) in the plane of a contact; zero for no slip at all.
struct Direction {
  double x = 0.0;
  double y = 0.0;
};

Direction DirectionOf(double x, double y) {
  const double length = std::sqrt(x * x + y * y);
  if (length == 0.0) return {};
  return {x / length, y / length};
}

// (x, y) shortened to at most `limit`.
Direction Projected(double x, double y, double limit) {
  const double length = std::sqrt(x * x + y * y);
  if (length <= limit) return {x, y};
  return {x * (limit / length), y * (limit / length)};
}

}  // namespace

DoubleContact::DoubleContact(double sine, double cosine, double cushion_friction,
                             double slate_friction, double mass_ratio)
    : sine_(sine),
      cosine_(cosine),
      cushion_friction_(cushion_friction),
      slate_friction_(slate_friction),
      mass_ratio_(mass_ratio),
      along_direct_(kTangentialInverseMass * (1.0 + mass_ratio)),
      up_direct_(2.5 * (1.0 + mass_ratio) + sine * sine),
      coupling_x_(1.0 - 2.5 * sine),
      coupling_y_(2.5 - sine) {}

Slip DoubleContact::SlipChange(double normal, const Friction& friction) const {
  return {
      along_direct_ * friction.cushion_x + coupling_x_ * friction.slate_x,
      up_direct_ * friction.cushion_up + coupling_y_ * friction.slate_y + sine_ * cosine_ * normal,
      coupling_x_ * friction.cushion_x + kTangentialInverseMass * friction.slate_x,
      coupling_y_ * friction.cushion_up + kTangentialInverseMass * friction.slate_y -
          cosine_ * normal};
}

// The slate balances the vertical part of the impulse at the nose: sin th + mu_w sin phi cos th
// while I slides. Where the nose would lift the ball the slate carries no load, and the lift is
// left out.
double DoubleContact::SlateNormal(double cushion_up) const {
  return std::max(0.0, sine_ - cosine_ * cushion_up);
}

double DoubleContact::RestingCushionUp(double slide_y) const {
  // 0 = up_direct f - coupling_y mu_s slide_y N(f) + sin th cos th, with N(f) = sin th - cos th f.
  const double drag = coupling_y_ * slate_friction_ * slide_y;
  const double stiffness = up_direct_ + drag * cosine_;
  const double pressed = (drag * sine_ - sine_ * cosine_) / stiffness;
  if (stiffness > 0.0 && sine_ - cosine_ * pressed >= 0.0) return pressed;
  return -sine_ * cosine_ / up_direct_;
}

Friction DoubleContact::Forces(const Slip& slip, const Resting& resting) const {
  Friction force;
  if (resting.cushion && resting.slate) {
    const double determinant = up_direct_ * kTangentialInverseMass - coupling_y_ * coupling_y_;
    force.cushion_up = -cosine_ * (kTangentialInverseMass * sine_ + coupling_y_) / determinant;
    force.slate_y = cosine_ * (up_direct_ + coupling_y_ * sine_) / determinant;
    return force;
  }
  if (resting.cushion) {
    const Direction slide = DirectionOf(slip.slate_x, slip.slate_y);
    force.cushion_up = RestingCushionUp(slide.y);
    const double friction = slate_friction_ * SlateNormal(force.cushion_up);
    force.slate_x = -friction * slide.x;
    force.slate_y = -friction * slide.y;
    force.cushion_x = -coupling_x_ * force.slate_x / along_direct_;
    return force;
  }
  const Direction slide = DirectionOf(slip.cushion_x, slip.cushion_up);
  force.cushion_x = -cushion_friction_ * slide.x;
  force.cushion_up = -cushion_friction_ * slide.y;
  if (resting.slate) {
    force.slate_x = -coupling_x_ * force.cushion_x / kTangentialInverseMass;
    force.slate_y = (cosine_ - coupling_y_ * force.cushion_up) / kTangentialInverseMass;
  } else {
    const Direction slate_slide = DirectionOf(slip.slate_x, slip.slate_y);
    const double friction = slate_friction_ * SlateNormal(force.cushion_up);
    force.slate_x = -friction * slate_slide.x;
    force.slate_y = -friction * slate_slide.y;
  }
  return force;
}

// Projected Gauss-Seidel: each contact in turn removes its slip rate, as far as its cone allows.
// Each sweep reduces the error by the factor coupling_y^2 / (up_direct kTangentialInverseMass) or
// better.
Friction DoubleContact::ForcesAtZeroSlip(const Slip& slip, const Resting& candidates) const {
  // 0.9^350 is the rounding of a double, and near the soft slate a sweep takes off no more than a
  // tenth of the error.
  constexpr int kMaxSweeps = 350;
  constexpr double kConverged = 4.0 * std::numeric_limits<double>::epsilon();
  Friction force = Forces(slip, {});
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    const Friction before = force;
    if (candidates.cushion) {
      const Slip rate = SlipChange(1.0, force);
      const Direction f =
          Projected(force.cushion_x - rate.cushion_x / along_direct_,
                    force.cushion_up - rate.cushion_up / along_direct_, cushion_friction_);
      force.cushion_x = f.x;
      force.cushion_up = f.y;
    }
    const double limit = slate_friction_ * SlateNormal(force.cushion_up);
    if (candidates.slate) {
      const Slip rate = SlipChange(1.0, force);
      const Direction g = Projected(force.slate_x - rate.slate_x / kTangentialInverseMass,
                                    force.slate_y - rate.slate_y / kTangentialInverseMass, limit);
      force.slate_x = g.x;
      force.slate_y = g.y;
    } else {
      const Direction slide = DirectionOf(slip.slate_x, slip.slate_y);
      force.slate_x = -limit * slide.x;
      force.slate_y = -limit * slide.y;
    }
    const double change = std::fabs(force.cushion_x - before.cushion_x) +
                          std::fabs(force.cushion_up - before.cushion_up) +
                          std::fabs(force.slate_x - before.slate_x) +
                          std::fabs(force.slate_y - before.slate_y);
    if (change < kConverged) break;
  }
  return force;
}

Friction DoubleContact::StoppingImpulse(const Slip& slip, const Resting& resting) const {
  Friction stop;
  if (resting.cushion && resting.slate) {
    const double determinant_x = along_direct_ * kTangentialInverseMass - coupling_x_ * coupling_x_;
    const double determinant_y = up_direct_ * kTangentialInverseMass - coupling_y_ * coupling_y_;
    stop.cushion_x =
        (coupling_x_ * slip.slate_x - kTangentialInverseMass * slip.cushion_x) / determinant_x;
    stop.slate_x = (coupling_x_ * slip.cushion_x - along_direct_ * slip.slate_x) / determinant_x;
    stop.cushion_up =
        (coupling_y_ * slip.slate_y - kTangentialInverseMass * slip.cushion_up) / determinant_y;
    stop.slate_y = (coupling_y_ * slip.cushion_up - up_direct_ * slip.slate_y) / determinant_y;
  } else if (resting.slate) {
    stop.slate_x = -slip.slate_x / kTangentialInverseMass;
    stop.slate_y = -slip.slate_y / kTangentialInverseMass;
  } else if (resting.cushion) {
    // Lifting the ball relieves the slate, whose friction was against its slip.
    const Direction slide = DirectionOf(slip.slate_x, slip.slate_y);
    const double relief = slate_friction_ * cosine_;
    const double stiffness = up_direct_ + coupling_y_ * relief * slide.y;
    const bool coupled = stiffness > 0.0;
    stop.cushion_up = -slip.cushion_up / (coupled ? stiffness : up_direct_);
    const double relieved = coupled ? relief * stop.cushion_up : 0.0;
    stop.slate_x = relieved * slide.x;
    stop.slate_y = relieved * slide.y;
    stop.cushion_x = -(slip.cushion_x + coupling_x_ * stop.slate_x) / along_direct_;
  }
  return stop;
}

double DoubleContact::Margin(const Friction& forces, const Resting& resting) const {
  double margin = 1.0;
  if (resting.cushion) {
    margin = std::min(margin, cushion_friction_ - std::sqrt(forces.cushion_x * forces.cushion_x +
                                                            forces.cushion_up * forces.cushion_up));
  }
  if (resting.slate) {
    margin = std::min(
        margin, slate_friction_ * SlateNormal(forces.cushion_up) -
                    std::sqrt(forces.slate_x * forces.slate_x + forces.slate_y * forces.slate_y));
  }
  return margin;
}

}  // namespace carom::internal
