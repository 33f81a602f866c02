#include "core/multibody/open_field.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/register_width.h"
#include "core/laws/friction/contensou_friction.h"
#include "core/solid/resolution.h"

namespace carom {

namespace {

void AddNear(const ContactPair& pair, std::vector<Box>& near) {
  if (std::holds_alternative<UnionSurface>(pair.surface)) {
    near.push_back(OpenField::Near(pair));
    return;
  }
  for (const Hole& hole : std::get<LinerSurface>(pair.surface).holes) {
    near.push_back(SquareAround(hole.centre_m, hole.radius_m + 2.0 * pair.radius_m));
  }
}

}  // namespace

Box OpenField::Near(const ContactPair& pair) {
  const auto* solids = std::get_if<UnionSurface>(&pair.surface);
  if (solids == nullptr) return Box::Everything();
  const double reach = 2.0 * pair.radius_m;
  return {solids->least_m.x() - reach, solids->most_m.x() + reach, solids->least_m.y() - reach,
          solids->most_m.y() + reach};
}

bool OpenField::Represents(const ContactPair& pair) {
  return pair.other == kGround && (std::holds_alternative<UnionSurface>(pair.surface) ||
                                   std::holds_alternative<LinerSurface>(pair.surface));
}

OpenField OpenField::Of(int body, std::span<const ContactPair> contacts,
                        std::span<const Watch> watches) {
  std::vector<Box> near;
  for (const ContactPair& pair : contacts) {
    if (pair.sphere == body && Represents(pair)) AddNear(pair, near);
  }
  for (const Watch& watch : watches) {
    const auto* cylinder = std::get_if<CylinderWatch>(&watch);
    if (cylinder == nullptr || cylinder->body != body) continue;
    near.push_back(SquareAround(cylinder->centre_m, cylinder->Reach()));
  }
  return ClearOf(near);
}

OpenField OpenField::ClearOf(std::span<const Box> others) {
  OpenField open;
  if (others.empty()) return open;
  open.field_ = others[0];
  for (const Box& other : others) {
    open.field_.x_low = std::min(open.field_.x_low, other.x_low);
    open.field_.x_high = std::max(open.field_.x_high, other.x_high);
    open.field_.y_low = std::min(open.field_.y_low, other.y_low);
    open.field_.y_high = std::max(open.field_.y_high, other.y_high);
  }
  for (const Box& other : others) {
    const bool apart = other.x_low >= open.field_.x_high || other.y_low >= open.field_.y_high ||
                       other.x_high <= open.field_.x_low || other.y_high <= open.field_.y_low;
    if (!apart) open.field_ = LargestBeside(open.field_, other, 0.0);
  }
  return open;
}

double OpenField::LeastAlong(const Vec3& normal) const {
  if (normal.z() != 0.0) return -std::numeric_limits<double>::infinity();
  const double along_x = normal.x() * (normal.x() > 0.0 ? field_.x_low : field_.x_high);
  const double along_y = normal.y() * (normal.y() > 0.0 ? field_.y_low : field_.y_high);
  return along_x + along_y;
}

namespace {

double Larger(double a, double b) { return a < b ? b : a; }

bool SameHole(const Hole& a, const Hole& b) {
  return a.centre_m == b.centre_m && a.radius_m == b.radius_m;
}

}  // namespace

internal::FindClothForces ClothRow::ChosenKernel() {
#if defined(__x86_64__)
  if (ChosenWidth() != RegisterWidth::kPlain) return internal::FindClothForcesAvx2;
#endif
  return internal::FindClothForcesPlain;
}

ClothRow::ClothRow(std::span<const ContactPair> contacts, internal::FindClothForces find_forces)
    : find_forces_(find_forces), place_of_(contacts.size(), -1) {
  columns_.force_by_shift = kForceByShift;
  columns_.moment_of_spin = kMomentOfSpin;
  columns_.moment_by_shift = kMomentByShift;
  columns_.least_ratio_approach_m_s = kResolution_m_s;
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    if (Handles(contacts[p])) Add(contacts[p], static_cast<int>(p));
  }
}

bool ClothRow::Handles(const ContactPair& pair) const {
  const auto* cloth = std::get_if<ClothSurface>(&pair.surface);
  const auto* patch = std::get_if<ContensouPatch>(&pair.friction);
  if (cloth == nullptr || patch == nullptr || pair.other != kGround || pair.defect) return false;
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
  std::vector<Box> near_holes;
  for (const Hole& hole : holes_) {
    near_holes.push_back(SquareAround(hole.centre_m, hole.radius_m + 2.0 * pair.radius_m));
  }
  clear_of_holes_[i] = OpenField::ClearOf(near_holes);
  place_of_[static_cast<std::size_t>(contact)] = static_cast<int>(i);
  contact_[i] = contact;
  body_[i] = pair.sphere;
  columns_.radius_m[i] = pair.radius_m;
  columns_.stiffness[i] = pair.normal.stiffness;
  columns_.damping[i] = pair.normal.damping;
  columns_.least_force_N[i] = pair.normal.clip ? 0.0 : -std::numeric_limits<double>::infinity();
  columns_.ratio_at_rest[i] = pair.normal.policy == ZeroVelocityPolicy::kRatioOne ? 1.0 : 0.0;
  least_approach_m_s_[i] = pair.least_approach_m_s;
  columns_.patch_m[i] = patch.radius_m;
  columns_.friction[i] = patch.friction;
  columns_.lean[i] = patch.lean;
  if (!patch.lean_factor.IsConstant()) leans_.push_back({i, patch});
  columns_.other_lean[i] = patch.other_lean;
  columns_.balls_deform = columns_.balls_deform || patch.other_lean != 0.0;
  columns_.force_blend[i] = patch.two_parameter_blend.force.b;
  columns_.moment_blend[i] = patch.two_parameter_blend.moment.b;
  columns_.slip_smoothing[i] = patch.slip_smoothing_per_s;
  columns_.rolling_smoothing[i] = patch.rolling_smoothing_per_s;
}

void ClothRow::Read(std::span<const ContactState> states, std::span<const BodyMotion> motions) {
  for (std::size_t i = 0; i < count_; ++i) {
    const ContactState& state = states[static_cast<std::size_t>(contact_[i])];
    const BodyMotion& motion = motions[static_cast<std::size_t>(body_[i])];
    // Most balls are where there are no holes.
    const bool clear = clear_of_holes_[i].Covers(motion.position_m.x(), motion.position_m.y());
    covered_[i] = state.touching && (clear || !IsNearHole(i, motion.position_m));
    columns_.approach_m_s[i] = Larger(state.approach_m_s, least_approach_m_s_[i]);
    columns_.z[i] = motion.position_m.z();
    columns_.vx[i] = motion.velocity_m_s.x();
    columns_.vy[i] = motion.velocity_m_s.y();
    columns_.vz[i] = motion.velocity_m_s.z();
    columns_.wx[i] = motion.spin_rad_s.x();
    columns_.wy[i] = motion.spin_rad_s.y();
    columns_.wz[i] = motion.spin_rad_s.z();
  }
  for (const auto& [i, patch] : leans_) {
    columns_.lean[i] = patch.LeanAt(Vec2(columns_.vx[i], columns_.vy[i]));
  }
}

bool ClothRow::IsNearHole(std::size_t i, const Vec3& centre_m) const {
  return std::any_of(holes_.begin(), holes_.end(), [&](const Hole& hole) {
    return NearHole(centre_m, columns_.radius_m[i], hole);
  });
}

void ClothRow::Evaluate(std::span<const ContactState> states, std::span<const BodyMotion> motions) {
  if (count_ == 0) return;
  Read(states, motions);
  find_forces_(columns_, static_cast<int>(count_));
}

}  // namespace carom
