// When contacts begin and end, what is watched for, and how far a step may go without a look.

#include <algorithm>
#include <cmath>
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

// The time in which a pair touches, or moves by `depth_m` where it is nearer than that or in
// contact. A step from further away that ended `depth_m` deep would, however short the way in
// contact, push with its last stage's weight for its whole length. [Smooth contact] 6
double StepByPenetration(const GapAndRate& gap, double depth_m) {
  if (gap.rate_m_s < 0.0) return std::max(gap.gap_m, depth_m) / -gap.rate_m_s;
  if (gap.gap_m < 0.0 && gap.rate_m_s > 0.0) return depth_m / gap.rate_m_s;
  return std::numeric_limits<double>::infinity();
}

// How far a body still is from what it is watched for, and the rate of that.
GapAndRate LeftOf(const PlaneWatch& watch, const BodyMotion& motion) {
  return {watch.normal.dot(motion.position_m) - watch.offset_m,
          watch.normal.dot(motion.velocity_m_s)};
}

GapAndRate LeftOf(const CylinderWatch& watch, const BodyMotion& motion) {
  const Vec2 from_axis = motion.position_m.head<2>() - watch.centre_m;
  if (from_axis.squaredNorm() > watch.Reach() * watch.Reach()) return {watch.radius_m, 0.0};
  const double off_axis = from_axis.norm();
  const double outside = off_axis - watch.radius_m;
  const double above = motion.position_m.z() - watch.top_m;
  if (above > outside) return {above, motion.velocity_m_s.z()};
  const double separation =
      off_axis > 0.0 ? from_axis.dot(motion.velocity_m_s.head<2>()) / off_axis : 0.0;
  return {outside, separation};
}

}  // namespace

void MultibodySystem::FindGuardBounds() {
  std::vector<double> radius_m(spec_.bodies.size(), 0.0);
  near_.assign(Index(guard_count()), Box::Everything());
  for (int i = 0; i < body_count(); ++i) {
    open_.push_back(OpenField::Of(i, spec_.contacts, spec_.watches));
  }
  for (const ContactPair& pair : spec_.contacts) {
    if (pair.other == kGround) {
      radius_m[Index(pair.sphere)] = std::max(radius_m[Index(pair.sphere)], pair.radius_m);
    }
    GuardBound& bound = bounds_.emplace_back();
    bound.body = pair.sphere;
    bounds_m_.push_back(pair.radius_m);
    if (OpenField::Represents(pair)) {
      bound.kind = GuardBound::Kind::kField;
      near_[bounds_.size() - 1] = OpenField::Near(pair);
    } else if (const auto reach_m = FarReach(pair)) {
      bound.kind = GuardBound::Kind::kDistance;
      bound.other = pair.other;
      bound.reach_m = *reach_m;
    }
  }
  for (const Watch& watch : spec_.watches) {
    GuardBound& bound = bounds_.emplace_back();
    if (const auto* cylinder = std::get_if<CylinderWatch>(&watch)) {
      bound = {.kind = GuardBound::Kind::kField, .body = cylinder->body};
      bounds_m_.push_back(cylinder->radius_m);
      near_[bounds_.size() - 1] = SquareAround(cylinder->centre_m, cylinder->Reach());
      continue;
    }
    const auto& plane = std::get<PlaneWatch>(watch);
    const double least_m = radius_m[Index(plane.body)];
    bounds_m_.push_back(least_m);
    bound.body = plane.body;
    const bool sphere = least_m > 0.0;  // On the ground, where LimitStep() bounds its steps.
    const double nearest_m = open_[Index(plane.body)].LeastAlong(plane.normal) - plane.offset_m;
    if (!sphere || nearest_m < least_m) continue;
    bound.kind = GuardBound::Kind::kField;
  }
  FindWatchRuns();
}

void MultibodySystem::FindWatchRuns() {
  for (std::size_t g = contacts_.size(); g < bounds_.size(); ++g) {
    const GuardBound& bound = bounds_[g];
    if (watch_runs_.empty() || watch_runs_.back().body != bound.body) {
      watch_runs_.push_back({.body = bound.body, .first = static_cast<std::ptrdiff_t>(g)});
    }
    WatchRun& run = watch_runs_.back();
    run.by_field = run.by_field && bound.kind == GuardBound::Kind::kField;
    ++run.count;
  }
}

// Inlined, since most guards need no more than this.
[[gnu::always_inline]] inline bool MultibodySystem::IsFarFromZero(std::size_t guard) const {
  const GuardBound& bound = bounds_[guard];
  if (bound.kind == GuardBound::Kind::kNone) return false;
  const Vec2& place_m = places_m_[Index(bound.body)];
  if (bound.kind == GuardBound::Kind::kField) {
    return in_open_[Index(bound.body)] || IsOutside(near_[guard], place_m.x(), place_m.y());
  }
  const Vec2 apart = place_m - places_m_[Index(bound.other)];
  return apart.squaredNorm() > bound.reach_m * bound.reach_m;
}

int MultibodySystem::guard_count() const {
  return static_cast<int>(spec_.contacts.size() + spec_.watches.size());
}

void MultibodySystem::Guards(double /*t*/, std::span<const double> y, std::span<double> value,
                             std::span<double> rate) {
  Read(y);
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    places_m_[i] = motions_[i].position_m.head<2>();
    in_open_[i] = open_[i].Covers(places_m_[i].x(), places_m_[i].y());
  }
  for (std::size_t p = 0; p < contacts_.size(); ++p) {
    if (!contacts_[p].touching && IsFarFromZero(p)) {
      value[p] = bounds_m_[p];
      rate[p] = 0.0;
      continue;
    }
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
  for (const WatchRun& run : watch_runs_) {
    if (run.by_field && in_open_[Index(run.body)]) {
      std::copy_n(bounds_m_.begin() + run.first, run.count, value.begin() + run.first);
      std::fill_n(rate.begin() + run.first, run.count, 0.0);
      continue;
    }
    for (std::ptrdiff_t g = run.first; g < run.first + run.count; ++g) {
      LookAtWatch(static_cast<std::size_t>(g), value, rate);
    }
  }
}

void MultibodySystem::LookAtWatch(std::size_t g, std::span<double> value,
                                  std::span<double> rate) const {
  const std::size_t w = g - contacts_.size();
  GapAndRate left{bounds_m_[g], 0.0};
  if (passed_[w]) {
    left = {1.0, 0.0};
  } else if (!IsFarFromZero(g)) {
    left = LeftOf(spec_.watches[w]);
  }
  value[g] = left.gap_m;
  rate[g] = left.rate_m_s;
}

GapAndRate MultibodySystem::LeftOf(const Watch& watch) const {
  const auto left_of = [this](const auto& at) {
    const auto body = Index(at.body);
    return out_[body] ? GapAndRate{1.0, 0.0} : carom::LeftOf(at, motions_[body]);
  };
  const auto* cylinder = std::get_if<CylinderWatch>(&watch);
  return cylinder != nullptr ? left_of(*cylinder) : left_of(std::get<PlaneWatch>(watch));
}

bool MultibodySystem::OnGuards(double t, std::span<double> y, std::span<const int> crossed) {
  Read(y);
  for (const int g : crossed) {
    const int pairs = static_cast<int>(contacts_.size());
    if (g >= pairs) {
      passed_[Index(g - pairs)] = true;
      if (listener_ != nullptr && !listener_->Passed(g - pairs, t, motions_)) return false;
      continue;
    }
    const ContactPair& pair = spec_.contacts[Index(g)];
    ContactState& contact = contacts_[Index(g)];
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
    if (out_[Index(i)]) WriteBody(motions_[Index(i)], i, y);  // Removed just now: at rest.
  }
  return !failed_;
}

double MultibodySystem::WantedStep(double /*t*/, std::span<const double> y) {
  double step_s = std::numeric_limits<double>::infinity();
  if (spec_.penetration_step_m == 0.0) return step_s;
  Read(y);
  for (const ContactPair& pair : spec_.contacts) {
    if (Apart(pair) || pair.constant_force_N > 0.0) continue;
    const GapAndRate gap = GapOf(pair, MotionOf(pair.sphere), MotionOf(pair.other));
    step_s = std::min(step_s, StepByPenetration(gap, spec_.penetration_step_m));
  }
  return step_s;
}

double MultibodySystem::LimitStep(double /*t*/, std::span<const double> y, double step) {
  constexpr double kRoundedUp = 1.0 + 1e-9;
  // Two bodies approach each other at most twice as fast as the fastest moves.
  const double most_travel_m = kRoundedUp * (2.0 * FastestBody(y, body_count())) * step;
  if (most_travel_m < kMostTravel * least_radius_m_) return step;
  Read(y);
  const ContactPair* before = nullptr;
  for (const ContactPair& pair : spec_.contacts) {
    // A ball has the same bound at all that stands still.
    const bool same = before != nullptr && pair.other == kGround && before->other == kGround &&
                      pair.sphere == before->sphere && pair.radius_m == before->radius_m;
    before = &pair;
    if (same) continue;
    const Vec3 relative = MotionOf(pair.sphere).velocity_m_s - MotionOf(pair.other).velocity_m_s;
    const double speed = relative.norm();
    if (speed * step > kMostTravel * pair.radius_m) step = kMostTravel * pair.radius_m / speed;
  }
  return step;
}

}  // namespace carom
