#include "core/multibody/cloth_row.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

namespace carom {
namespace {

double Larger(double a, double b) { return a < b ? b : a; }

bool SameHole(const Hole& a, const Hole& b) {
  return a.centre_m == b.centre_m && a.radius_m == b.radius_m;
}

}  // namespace

ClothRow::ClothRow(std::span<const ContactPair> contacts) : place_of_(contacts.size(), -1) {
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    if (Knows(contacts[p])) Add(contacts[p], static_cast<int>(p));
  }
}

bool ClothRow::Knows(const ContactPair& pair) const {
  const auto* cloth = std::get_if<ClothSurface>(&pair.surface);
  const auto* patch = std::get_if<ContensouPatch>(&pair.friction);
  if (cloth == nullptr || patch == nullptr || pair.other != kGround || pair.pit) return false;
  if (pair.constant_force_N != 0.0 || pair.normal.exponent != 1.5 || count_ == kWidth) return false;
  const ContensouBlend& blend = patch->two_parameter_blend;
  if (patch->model != ContensouModel::kTwoParameter || blend.force.m != 2.0) return false;
  return blend.moment.m == 2.0 &&
         (count_ == 0 || std::equal(holes_.begin(), holes_.end(), cloth->holes.begin(),
                                    cloth->holes.end(), SameHole));
}

void ClothRow::Add(const ContactPair& pair, int contact) {
  const std::size_t i = count_++;
  const auto& patch = std::get<ContensouPatch>(pair.friction);
  holes_ = std::get<ClothSurface>(pair.surface).holes;
  std::vector<Rectangle> near_holes;
  for (const Hole& hole : holes_) {
    near_holes.push_back(SquareAround(hole.centre_m, hole.radius_m + 2.0 * pair.radius_m));
  }
  clear_of_holes_[i] = OpenField::ClearOf(near_holes);
  place_of_[static_cast<std::size_t>(contact)] = static_cast<int>(i);
  contact_[i] = contact;
  body_[i] = pair.sphere;
  radius_m_[i] = pair.radius_m;
  stiffness_[i] = pair.normal.stiffness;
  damping_[i] = pair.normal.damping;
  least_force_N_[i] = pair.normal.clip ? 0.0 : -std::numeric_limits<double>::infinity();
  ratio_at_rest_[i] = pair.normal.policy == ZeroVelocityPolicy::kRatioOne ? 1.0 : 0.0;
  least_approach_m_s_[i] = pair.least_approach_m_s;
  patch_m_[i] = patch.radius_m;
  friction_[i] = patch.friction;
  lean_[i] = patch.lean;
  other_lean_[i] = patch.other_lean;
  balls_deform_ = balls_deform_ || patch.other_lean != 0.0;
  force_blend_[i] = patch.two_parameter_blend.force.b;
  moment_blend_[i] = patch.two_parameter_blend.moment.b;
  slip_smoothing_[i] = patch.slip_smoothing_per_s;
  rolling_smoothing_[i] = patch.rolling_smoothing_per_s;
}

void ClothRow::Read(std::span<const ContactState> states, std::span<const BodyMotion> motions) {
  for (std::size_t i = 0; i < count_; ++i) {
    const ContactState& state = states[static_cast<std::size_t>(contact_[i])];
    const BodyMotion& motion = motions[static_cast<std::size_t>(body_[i])];
    covered_[i] = state.touching;
    approach_m_s_[i] = Larger(state.approach_m_s, least_approach_m_s_[i]);
    x_[i] = motion.position_m.x();
    y_[i] = motion.position_m.y();
    z_[i] = motion.position_m.z();
    vx_[i] = motion.velocity_m_s.x();
    vy_[i] = motion.velocity_m_s.y();
    vz_[i] = motion.velocity_m_s.z();
    wx_[i] = motion.spin_rad_s.x();
    wy_[i] = motion.spin_rad_s.y();
    wz_[i] = motion.spin_rad_s.z();
  }
}

// A contact near a hole is not covered. Most balls are where there are none.
void ClothRow::FindHoles() {
  for (std::size_t i = 0; i < count_; ++i) {
    if (!covered_[i] || clear_of_holes_[i].Covers(x_[i], y_[i])) continue;
    const Vec3 centre_m(x_[i], y_[i], z_[i]);
    covered_[i] = std::none_of(holes_.begin(), holes_.end(), [&](const Hole& hole) {
      return NearHole(centre_m, radius_m_[i], hole);
    });
  }
}

// F = K d^(3/2) (1 + h d'/v), with the penetration d = R - z and its rate d' = -v_z.
void ClothRow::FindNormalForces() {
  constexpr double kLeastApproach_m_s = NormalForceLaw::kLeastApproach_m_s;
  for (std::size_t i = 0; i < count_; ++i) {
    const double d = -(z_[i] - radius_m_[i]);
    const double rate = -vz_[i];
    const double positive = d > 0.0 ? d : 0.0;
    const double elastic = stiffness_[i] * (positive * std::sqrt(positive));
    const bool began = approach_m_s_[i] >= kLeastApproach_m_s;
    const double ratio = (began ? rate : ratio_at_rest_[i]) / (began ? approach_m_s_[i] : 1.0);
    const double damped = Larger(elastic * (1.0 + damping_[i] * ratio), least_force_N_[i]);
    const double force = d > 0.0 ? damped : 0.0;
    normal_N_[i] = force;
    contact_loss_W_[i] = (force - elastic) * rate;
  }
}

// d v / sqrt(v^2 + eps^2), Eq. (14): LeanOf (contensou.cc) without a branch, added to the shift.
void ClothRow::AddLeans(const Column& lean, const Column& rate_x, const Column& rate_y) {
  for (std::size_t i = 0; i < count_; ++i) {
    const double smoothing = rolling_smoothing_[i];
    const double size = Larger(std::fabs(rate_x[i]), std::fabs(rate_y[i]));
    const double scale = Larger(size, smoothing);
    const double divisor = scale == 0.0 ? 1.0 : scale;  // Of zeros, then.
    const double v_x = rate_x[i] / divisor;
    const double v_y = rate_y[i] / divisor;
    const double eps = smoothing / divisor;
    const double speed = std::sqrt(v_x * v_x + v_y * v_y + eps * eps);
    const double factor = lean[i] / (scale == 0.0 ? 1.0 : speed);
    shift_x_[i] += v_x * factor;
    shift_y_[i] += v_y * factor;
  }
}

// The slip of the ball's lowest point, v + w x (0, 0, -z), and Eqs. (2), (14): the lean by the
// ball's velocity over the cloth, and by that of its own surface.
void ClothRow::FindShifts() {
  Column rate_x = {};
  Column rate_y = {};
  for (std::size_t i = 0; i < count_; ++i) {
    slip_x_[i] = vx_[i] + wy_[i] * -z_[i];
    slip_y_[i] = vy_[i] - wx_[i] * -z_[i];
    rate_x[i] = vx_[i] / patch_m_[i];
    rate_y[i] = vy_[i] / patch_m_[i];
    shift_x_[i] = shift_y_[i] = 0.0;
  }
  AddLeans(lean_, rate_x, rate_y);
  if (!balls_deform_) return;
  for (std::size_t i = 0; i < count_; ++i) {
    rate_x[i] = (vx_[i] - slip_x_[i]) / patch_m_[i];
    rate_y[i] = (vy_[i] - slip_y_[i]) / patch_m_[i];
  }
  AddLeans(other_lean_, rate_x, rate_y);
}

// Eq. (17) with m = 2, and the load of Eqs. (3), (4), (15).
void ClothRow::FindFriction() {
  for (std::size_t i = 0; i < count_; ++i) {
    const double a = patch_m_[i];
    const double rate_x = slip_x_[i] / a;
    const double rate_y = slip_y_[i] / a;
    const double scale =
        Larger(Larger(Larger(std::fabs(rate_x), std::fabs(rate_y)), std::fabs(wz_[i])),
               slip_smoothing_[i]);
    const bool moves = scale != 0.0;
    const double divisor = moves ? scale : 1.0;  // Of zeros, then.
    const double velocity_x = rate_x / divisor;
    const double velocity_y = rate_y / divisor;
    const double spin = wz_[i] / divisor;
    const double eps = slip_smoothing_[i] / divisor;
    const double v = std::sqrt(velocity_x * velocity_x + velocity_y * velocity_y);
    const double w = std::fabs(spin);
    const double d_c = shift_x_[i];
    const double d_s = shift_y_[i];
    const double by_spin = force_blend_[i] * kForceByShift * spin;
    const double force_spin = force_blend_[i] * w;
    const double force_divisor = std::sqrt(v * v + force_spin * force_spin + eps * eps);
    const double moment_spin = moment_blend_[i] * w;
    const double moment_divisor = std::sqrt(v * v + moment_spin * moment_spin + eps * eps);
    const double moment = moment_blend_[i] * kMomentOfSpin * spin -
                          kMomentByShift * d_s * velocity_x + kMomentByShift * d_c * velocity_y;
    const double force_x = (velocity_x - d_s * by_spin) / (moves ? force_divisor : 1.0);
    const double force_y = (velocity_y + d_c * by_spin) / (moves ? force_divisor : 1.0);
    const double scaled_moment = moment / (moves ? moment_divisor : 1.0);

    const double friction_N = friction_[i] * normal_N_[i];
    const double lever_N_m = kMomentByShift * a * normal_N_[i];
    friction_x_N_[i] = -friction_N * force_x;
    friction_y_N_[i] = -friction_N * force_y;
    moment_x_[i] = lever_N_m * d_s;
    moment_y_[i] = lever_N_m * -d_c;
    moment_z_[i] = -friction_N * a * scaled_moment;
    friction_loss_W_[i] = -(friction_x_N_[i] * slip_x_[i] + friction_y_N_[i] * slip_y_[i]) -
                          (moment_x_[i] * wx_[i] + moment_y_[i] * wy_[i] + moment_z_[i] * wz_[i]);
  }
}

void ClothRow::Evaluate(std::span<const ContactState> states, std::span<const BodyMotion> motions) {
  if (count_ == 0) return;
  Read(states, motions);
  FindHoles();
  FindNormalForces();
  FindShifts();
  FindFriction();
}

}  // namespace carom
