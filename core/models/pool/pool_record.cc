#include "core/models/pool/pool_record.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>

#include "core/base/constants.h"
#include "core/models/mechanism_run.h"
#include "core/solid/plane_geometry.h"
#include "core/table/environment.h"

namespace carom {

namespace {

// m/s: of the centre, and of the surface by the spin about horizontal axes and the vertical.
struct Speeds {
  double centre;
  double roll;
  double spin;

  double OffAxis() const { return std::max(centre, roll); }
  double Greatest() const { return std::max(OffAxis(), spin); }
};

Speeds SpeedsOf(const BodyMotion& motion, const PoolMotionRule& rule) {
  const Vec3& velocity = motion.velocity_m_s;
  return {(rule.horizontal ? Horizontal(velocity) : velocity).norm(),
          rule.ball.radius_m * Horizontal(motion.spin_rad_s).norm(),
          rule.ball.radius_m * std::fabs(motion.spin_rad_s.z())};
}

// Whether the cloth holds the ball's lowest point: it slips by less than PoolMotionRule says, and
// the ball rolls more than it slips. (A ball that is set in motion from rest slips at its full
// speed, which at first is low.)
bool Grips(const BodyMotion& motion, double full_slip_m_s) {
  constexpr double kSlipShare = 0.01;
  const double speed = Horizontal(motion.velocity_m_s).norm();
  // The velocity of the ball's material in the plane of the cloth, which lies above the ball's
  // lowest point by the penetration.
  const Vec3 slip = Horizontal(motion.VelocityAt(-motion.position_m.z() * UnitZ()));
  return slip.norm() < std::min(kSlipShare * speed + full_slip_m_s, 0.5 * speed);
}

// The speed, m/s, that the integration does not distinguish from zero: its absolute tolerance, or
// the effect of rounding on a ball that lies still. Its height R is known to R 2^-54 = 1.6e-18 m,
// and the cloth answers with the frequency sqrt(3 g / 2 d) = 3.7e3/s, where d = 1.08e-6 m is the
// depth at which it bears the ball. That makes 6e-15 m/s a step, and 1e-12 m/s after the 3e4 steps
// of a long shot, which add up like their square root.
constexpr double kRounding_m_s = 1e-12;

// mu_roll of the cloth for a ball that all but rests: a d / (5 (1 + c) R) of a patch
// (core/laws/compliant.cc); else none.
double RollingFriction(const BallSpec& ball, const ContactPair& cloth) {
  const auto* patch = std::get_if<ContensouPatch>(&cloth.friction);
  if (patch == nullptr) return 0.0;
  return patch->radius_m * (patch->LeanAt(Vec2::Zero()) + patch->other_lean) /
         (5.0 * (1.0 + ball.inertia_ratio) * cloth.radius_m);
}

double FullSlipOf(const ContactFriction& friction) {
  if (const auto* patch = std::get_if<ContensouPatch>(&friction)) return patch->FullSlip();
  return FullSlip(std::get<SlipFriction>(friction));
}

PoolMotionRule RuleOf(const BallSpec& ball, const ContactPair& cloth,
                      const CompliantSettings& settings, double gravity_m_s2) {
  const double zero_m_s =
      std::max(std::max(settings.integration.absolute_tolerance, kRounding_m_s),
               std::sqrt(2.0 * kLeastPath_m * RollingFriction(ball, cloth) * gravity_m_s2));
  return {ball, std::min(zero_m_s, settings.rest_speed_m_s), settings.rest_speed_m_s,
          settings.horizontal, FullSlipOf(cloth.friction)};
}

}  // namespace

std::vector<PoolMotionRule> MakePoolMotionRules(const PoolTableModel& model,
                                                const CompliantSettings& settings,
                                                std::span<const BallSpec> balls,
                                                double gravity_m_s2) {
  std::vector<PoolMotionRule> rules;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const auto cloth = static_cast<std::size_t>(model.cloth_contact[i]);
    rules.push_back(RuleOf(balls[i], model.spec.contacts[cloth], settings, gravity_m_s2));
  }
  return rules;
}

std::vector<MotionState> MotionStatesAtStart(std::span<const BallState> start) {
  std::vector<MotionState> states;
  for (const BallState& state : start) {
    states.push_back(InPlay(state.motion) ? MotionState::kStationary : state.motion);
  }
  return states;
}

bool PoolMotionRule::Slow(const BodyMotion& motion) const {
  return SpeedsOf(motion, *this).Greatest() < rest_speed_m_s;
}

MotionState PoolMotionRule::Classify(const BodyMotion& motion, const PoolTouch& touch,
                                     MotionState before) const {
  const Speeds speeds = SpeedsOf(motion, *this);
  const bool at_rest = speeds.Greatest() < zero_m_s;
  if (!touch.cloth) {
    return at_rest && touch.others ? MotionState::kSupported : MotionState::kAirborne;
  }
  if (at_rest) return MotionState::kStationary;
  const bool spins = before == MotionState::kSpinning || speeds.spin >= rest_speed_m_s;
  if (speeds.OffAxis() < zero_m_s && spins) return MotionState::kSpinning;
  const double speed = Horizontal(motion.velocity_m_s).norm();
  const bool may_begin = !touch.others && speed >= rest_speed_m_s;
  const bool rolls = before == MotionState::kRolling ? !touch.others || Grips(motion, full_slip_m_s)
                                                     : may_begin && Grips(motion, full_slip_m_s);
  return rolls ? MotionState::kRolling : MotionState::kSliding;
}

BallState PoolMotionRule::StateOf(const BodyMotion& motion, MotionState last) const {
  const Speeds speeds = SpeedsOf(motion, *this);
  BallState state;
  state.position = motion.position_m;
  state.motion = last;
  if (!InPlay(last)) return state;
  const bool rests = last == MotionState::kStationary || last == MotionState::kSupported;
  if (rests && speeds.Greatest() < zero_m_s) return state;
  state.spin = motion.spin_rad_s;
  if (last == MotionState::kSpinning && speeds.OffAxis() < zero_m_s) {
    state.spin = Vec3(0.0, 0.0, motion.spin_rad_s.z());
    return state;
  }
  state.velocity = motion.velocity_m_s;
  if (last == MotionState::kStationary || last == MotionState::kSpinning) {
    state.motion = MotionState::kSliding;
  } else if (last == MotionState::kSupported) {
    state.motion = MotionState::kAirborne;
  }
  return state;
}

PoolWatch::PoolWatch(const PoolTableModel& model, MultibodySystem& system,
                     std::span<const BallSpec> balls)
    : model_(model), system_(system), balls_(balls), touches_(balls.size()) {}

std::span<const PoolTouch> PoolWatch::Touches() {
  std::fill(touches_.begin(), touches_.end(), PoolTouch());
  for (const int p : system_.touching()) {
    const EventIdentity& identity = model_.contacts[Index(p)];
    PoolTouch& touch = touches_[Index(identity.ball)];
    (identity.kind == EventKind::kBallSlate ? touch.cloth : touch.others) = true;
    if (identity.kind == EventKind::kBallBall) touches_[Index(identity.other)].others = true;
  }
  return touches_;
}

bool PoolWatch::RemainsAtRest(double rest_speed_m_s, double t, std::span<const double> y) {
  constexpr double kRestHorizon_s = 5e-3;
  const std::span<const Acceleration> accelerations = system_.AccelerationsAt(t, y);
  for (std::size_t ball = 0; ball < balls_.size(); ++ball) {
    const Acceleration& a = accelerations[ball];
    const double surface = balls_[ball].radius_m * a.angular_rad_s2.norm();
    if (kRestHorizon_s * std::max(a.linear_m_s2.norm(), surface) > rest_speed_m_s) return false;
  }
  return true;
}

bool PoolWatch::IsInsideACushion(std::span<const double> y) {
  // A nose whose force points down by this much is above the ball. A ball in a pocket's hole may
  // jump up against the underside of a nose too; its centre is then lower than this share of the
  // radius, lower than that of any ball on the cloth.
  constexpr double kStraightDown = -0.95;
  constexpr double kOnCloth = 0.9;
  for (const int p : system_.touching()) {
    if (model_.contacts[Index(p)].kind != EventKind::kBallCushion) continue;
    const ContactForces forces = system_.ForcesAt(p, y);
    const ContactPair& pair = model_.spec.contacts[Index(p)];
    if (forces.penetration_m >= pair.radius_m) return true;
    const double height_m = ReadBody(y, pair.sphere).position_m.z();
    if (forces.normal.z() < kStraightDown && height_m > kOnCloth * pair.radius_m) return true;
  }
  return false;
}

Event EventOf(const Table& table, const EventIdentity& identity, double time_s,
              const Vec2& centre_m) {
  Event event{time_s, identity.kind, static_cast<int16_t>(identity.ball),
              static_cast<int16_t>(identity.other)};
  double nearest = std::numeric_limits<double>::infinity();
  const auto consider = [&](double distance, EventKind kind, std::size_t index) {
    if (distance >= nearest) return;
    nearest = distance;
    event.kind = kind;
    event.other = static_cast<int16_t>(index);
  };
  if (identity.kind == EventKind::kBallCushion && identity.other < 0) {
    for (std::size_t n = 0; n < table.noses.size(); ++n) {
      const Vec2 at = NearestOnSegment(centre_m, table.noses[n].start_m, table.noses[n].end_m);
      consider((centre_m - at).norm(), EventKind::kBallCushion, n);
    }
    for (std::size_t j = 0; j < table.jaws.size(); ++j) {
      const double distance = (centre_m - table.jaws[j].centre_m).norm() - table.jaws[j].radius_m;
      consider(distance, EventKind::kBallJaw, j);
    }
  } else if (identity.kind == EventKind::kPocketRim) {
    for (std::size_t p = 0; p < table.pockets.size(); ++p) {
      consider((centre_m - table.pockets[p].centre_m).norm(), EventKind::kPocketRim, p);
    }
  } else if (identity.kind == EventKind::kLeftTable) {
    const std::vector<Vec2>& outline = table.bed_outline_m;
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Vec2 at = NearestOnSegment(centre_m, outline[i], outline[(i + 1) % outline.size()]);
      consider((centre_m - at).norm(), EventKind::kLeftTable, i);
    }
  }
  return event;
}

std::vector<double> SampleTimes(const Detail& detail, double end_s) {
  if (!detail.samples) return {};
  std::vector<double> periodic;
  if (detail.sample_period_s > 0.0) {
    for (int64_t i = 0; i <= detail.max_samples; ++i) {
      const double time = static_cast<double>(i) * detail.sample_period_s;
      if (time > end_s) break;
      periodic.push_back(time);
    }
  }
  return MergedTimes(periodic, detail.sample_times_s);
}

ContactLog::ContactLog(const Detail& detail, const PoolTableModel& model, MultibodySystem& system,
                       Record& record)
    : detail_(detail),
      model_(model),
      system_(system),
      record_(record),
      open_(model.contacts.size(), -1) {}

void ContactLog::Began(int pair, const Event& event) {
  if (!detail_.contacts) return;
  open_[Index(pair)] = static_cast<int>(record_.contacts.size());
  ContactHistory history;
  history.begin = event;
  record_.contacts.push_back(history);
}

void ContactLog::Ended(int pair, double t) {
  int& open = open_[Index(pair)];
  if (open >= 0) record_.contacts[Index(open)].end_time_s = t;
  open = -1;
}

void ContactLog::EndContactsOf(int ball, double t) {
  for (int p = 0; p < static_cast<int>(open_.size()); ++p) {
    if (model_.contacts[Index(p)].Involves(ball)) Ended(p, t);
  }
}

bool ContactLog::TouchesMoreThanCloth(int ball) const {
  for (std::size_t p = 0; p < open_.size(); ++p) {
    const EventIdentity& identity = model_.contacts[p];
    if (open_[p] < 0 || identity.kind == EventKind::kBallSlate) continue;
    if (identity.Involves(ball)) return true;
  }
  return false;
}

void ContactLog::Step(double t, std::span<const double> y) {
  if (!detail_.contacts) return;
  for (int p = 0; p < static_cast<int>(open_.size()); ++p) {
    if (open_[Index(p)] < 0) continue;
    const EventIdentity& identity = model_.contacts[Index(p)];
    if (identity.kind == EventKind::kBallSlate && !TouchesMoreThanCloth(identity.ball)) continue;
    const ContactForces forces = system_.ForcesAt(p, y);
    rows_.push_back(
        {open_[Index(p)],
         {t, forces.penetration_m, forces.rate_m_s, forces.normal_N, forces.friction_N.norm()}});
  }
  overflow_ = static_cast<int64_t>(rows_.size()) > detail_.max_contact_rows;
}

void ContactLog::Finish(double end_s) {
  for (int p = 0; p < static_cast<int>(open_.size()); ++p) Ended(p, end_s);
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const Row& a, const Row& b) { return a.contact < b.contact; });
  for (const Row& row : rows_) {
    ContactHistory& history = record_.contacts[Index(row.contact)];
    if (history.row_count++ == 0) history.first_row = static_cast<int>(record_.contact_rows.size());
    record_.contact_rows.push_back(row.row);
  }
}

void PoolSamples::AddAccelerations(std::span<const Acceleration> all) {
  for (int ball = 0; ball < balls_; ++ball) {
    if (!Wants(ball)) continue;
    const Acceleration& a = all[Index(ball)];
    if (detail_.sample_accelerations) record_.sample_accelerations.push_back(OrZero(a.linear_m_s2));
    if (detail_.sample_angular_accelerations) {
      record_.sample_angular_accelerations.push_back(OrZero(a.angular_rad_s2));
    }
  }
}

std::span<const Acceleration> PoolSamples::WantedAccelerations(double t,
                                                               std::span<const double> y) {
  if (!detail_.sample_accelerations && !detail_.sample_angular_accelerations) return {};
  return system_.AccelerationsAt(t, y);
}

void PoolSamples::Add(double t, std::span<const double> y) { AddRow(y, WantedAccelerations(t, y)); }

void PoolSamples::AddRow(std::span<const double> y, std::span<const Acceleration> accelerations) {
  if (detail_.sample_orientations) {
    for (int ball = 0; ball < balls_; ++ball) {
      if (!Wants(ball)) continue;
      const EulerParameters p = ReadBody(y, ball).orientation;
      record_.sample_orientations.push_back({p[0], p[1], p[2], p[3]});
    }
  }
  if (!accelerations.empty()) AddAccelerations(accelerations);
  if (detail_.sample_energies) {
    record_.sample_energies.push_back(EnergyRowOf(system_.Energy(y), start_J_));
  }
  if (detail_.sample_violations) {
    const Violation violation = system_.MeasureConstraints(y);
    record_.sample_violations.push_back({violation.position, violation.velocity});
  }
  ++rows_;
}

void PoolSamples::Finish(double t, std::span<const double> y) {
  record_.energy_residual_J = system_.Energy(y).Total() - start_J_;
  if (rows_ >= record_.sample_times_s.size()) return;
  // The final state repeats: its forces are asked for once.
  const std::span<const Acceleration> now = WantedAccelerations(t, y);
  const std::vector<Acceleration> last(now.begin(), now.end());
  while (rows_ < record_.sample_times_s.size()) AddRow(y, last);
}

}  // namespace carom
