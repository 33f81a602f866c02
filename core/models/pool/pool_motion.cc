#include "core/models/pool/pool_motion.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

#include "core/base/constants.h"
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
    const PoolMeaning& meaning = model_.contacts[Index(p)];
    PoolTouch& touch = touches_[Index(meaning.ball)];
    (meaning.kind == EventKind::kBallSlate ? touch.cloth : touch.others) = true;
    if (meaning.kind == EventKind::kBallBall) touches_[Index(meaning.other)].others = true;
  }
  return touches_;
}

bool PoolWatch::StaysStill(double rest_speed_m_s, double t, std::span<const double> y) {
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

}  // namespace carom
