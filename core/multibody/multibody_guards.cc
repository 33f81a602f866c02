// When contacts begin and end, what is watched for, and how far a step may go without a look.

#include <algorithm>
#include <limits>
#include <variant>

#include "core/multibody/multibody_system.h"

namespace carom {
namespace {

// A sphere goes at most this share of its radius in a step, so that it cannot pass through another
// between two looks at the guards.
constexpr double kMostTravel = 0.5;

// A contact that began at rest ends at a gap of this, m, not of nought, where rounding alone would
// begin and end it without time moving on (within some 100 m of the origin; beyond, coordinates are
// coarser). Nothing acts over a gap.
constexpr double kApart_m = 1e-12;

// How far a body still is from what it is watched for, and the rate of that.
GapAndRate LeftOf(const PlaneWatch& watch, const BodyMotion& motion) {
  return {watch.normal.dot(motion.position_m) - watch.offset_m,
          watch.normal.dot(motion.velocity_m_s)};
}

GapAndRate LeftOf(const CylinderWatch& watch, const BodyMotion& motion) {
  const Vec2 from_axis = motion.position_m.head<2>() - watch.centre_m;
  const double off_axis = from_axis.norm();
  const double outside = off_axis - watch.radius_m;
  const double above = motion.position_m.z() - watch.top_m;
  if (above > outside) return {above, motion.velocity_m_s.z()};
  const double parting =
      off_axis > 0.0 ? from_axis.dot(motion.velocity_m_s.head<2>()) / off_axis : 0.0;
  return {outside, parting};
}

}  // namespace

int MultibodySystem::guard_count() const {
  return static_cast<int>(spec_.contacts.size() + spec_.watches.size());
}

void MultibodySystem::Guards(double /*t*/, std::span<const double> y, std::span<double> value,
                             std::span<double> rate) {
  Read(y);
  for (std::size_t p = 0; p < contacts_.size(); ++p) {
    const ContactPair& pair = spec_.contacts[p];
    if (Apart(pair) || pair.constant_force_N > 0.0) {
      value[p] = 1.0;
      rate[p] = 0.0;
      continue;
    }
    const GapAndRate gap = GapOf(pair, MotionOf(pair.sphere), MotionOf(pair.other));
    const ContactState& contact = contacts_[p];
    const double sign = contact.touching ? -1.0 : 1.0;
    const double apart_m = contact.touching && contact.approach_m_s == 0.0 ? kApart_m : 0.0;
    value[p] = sign * (gap.gap_m - apart_m);
    rate[p] = sign * gap.rate_m_s;
  }
  for (std::size_t w = 0; w < spec_.watches.size(); ++w) {
    const std::size_t g = contacts_.size() + w;
    const int body = std::visit([](const auto& watch) { return watch.body; }, spec_.watches[w]);
    const bool quiet = passed_[w] || out_[ToIndex(body)];
    const GapAndRate left =
        quiet
            ? GapAndRate{1.0, 0.0}
            : std::visit([&](const auto& watch) { return LeftOf(watch, motions_[ToIndex(body)]); },
                         spec_.watches[w]);
    value[g] = left.gap_m;
    rate[g] = left.rate_m_s;
  }
}

bool MultibodySystem::OnGuards(double t, std::span<double> y, std::span<const int> crossed) {
  Read(y);
  for (const int g : crossed) {
    const int pairs = static_cast<int>(contacts_.size());
    if (g >= pairs) {
      passed_[ToIndex(g - pairs)] = true;
      if (listener_ != nullptr && !listener_->Passed(g - pairs, t, motions_)) return false;
      continue;
    }
    const ContactPair& pair = spec_.contacts[ToIndex(g)];
    ContactState& contact = contacts_[ToIndex(g)];
    if (contact.touching) {
      contact = ContactState{};
      touching_.erase(std::find(touching_.begin(), touching_.end(), g));
      if (listener_ != nullptr) listener_->Ended(g, t, motions_);
      continue;
    }
    const GapAndRate gap = GapOf(pair, MotionOf(pair.sphere), MotionOf(pair.other));
    contact = {true, ApproachOf(gap)};
    touching_.insert(std::lower_bound(touching_.begin(), touching_.end(), g), g);
    if (pair.normal.Undefined(std::max(contact.approach_m_s, pair.least_approach_m_s))) {
      failed_ = true;
    }
    if (listener_ != nullptr) listener_->Began(g, t, motions_);
  }
  for (int i = 0; i < body_count(); ++i) {
    if (out_[ToIndex(i)]) WriteBody(motions_[ToIndex(i)], i, y);  // Removed just now: at rest.
  }
  return !failed_;
}

double MultibodySystem::LargestStep(double /*t*/, std::span<const double> y) {
  Read(y);
  double step = std::numeric_limits<double>::infinity();
  for (const ContactPair& pair : spec_.contacts) {
    const Vec3 relative = MotionOf(pair.sphere).velocity_m_s - MotionOf(pair.other).velocity_m_s;
    const double speed = relative.norm();
    if (speed * step > kMostTravel * pair.radius_m) step = kMostTravel * pair.radius_m / speed;
  }
  return step;
}

}  // namespace carom
