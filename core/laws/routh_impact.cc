// Dictionary: P the impulse, p its normal and P_t its tangential part; u = u_0 + W P the velocity,
// c = u_n its normal part (the paper's closing velocity, here negative on approach) and s = u_t the
// slip. W has the blocks gamma = W_nn, b = W_tn, K = W_tt; in the plane they are the paper's gamma,
// epsilon and alpha, Eqs. (34), (35). While the surfaces slide along the unit vector e,
//
//   dP_t/dp = -mu e,   ds/dp = g(e) = b - mu K e,   dc/dp = gamma - mu b.e
//
// so that P is a straight line in impulse space as long as g is along e. Once the slip has
// vanished, a force f = -K^-1 b keeps it at zero if |f| <= mu (sticking). Otherwise the slip grows
// again, in a straight line along the only e with g(e) = lambda e and lambda > 0 (reversal). The
// same test decides where the impact begins without slip, s(0) = 0. That differs from Eq. (37),
// which is 0/0 there.

#include "core/laws/routh_impact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/constants.h"
#include "core/laws/impact.h"
#include "core/math/ode.h"
#include "core/math/sign_changes.h"

namespace carom {

// With n the normal and r = -R n the arm of the contact:
//   P_n = (1 + e) m (-v.n)                      normal impulse, along n
//   s   = v_t + w x (-R n)                      slip of the ball's surface
//   P_t = min(mu P_n, (2/7) m |s|), against s   a unit of it changes s by 7/2 / m
void BounceOffSurface(const BallSpec& spec, const Vec3& normal, double restitution, double friction,
                      BallState& ball) {
  const double mass = spec.mass_kg;
  const double radius = spec.radius_m;
  const double approach = -ball.velocity.dot(normal);
  if (approach <= 0.0) return;
  const double normal_impulse = (1.0 + restitution) * mass * approach;
  const Vec3 slip = ball.velocity + approach * normal - radius * ball.spin.cross(normal);
  const double slip_speed = slip.norm();
  Vec3 friction_impulse = Vec3::Zero();
  if (slip_speed > 0.0) {
    const double sliding = friction * normal_impulse;
    const double sticking = 2.0 / 7.0 * mass * slip_speed;
    friction_impulse = (-std::min(sliding, sticking) / slip_speed) * slip;
  }
  ball.velocity += (normal_impulse * normal + friction_impulse) / mass;
  ball.spin -= (radius / spec.Inertia()) * normal.cross(friction_impulse);
}

namespace {

// Of the slip or approach at the start, or of the normal impulse: what rounding may leave of some
// thousands of steps.
constexpr double kLocalError = 4096.0 * std::numeric_limits<double>::epsilon();
// A tenth of a step's error: no slip, no approach. |e x g| below a tenth of that, relative, is the
// rounding of a slip that keeps its direction.
constexpr double kNothing = kLocalError / 10.0;
constexpr double kStraight = kNothing / 10.0;

enum class Phase { kCompression, kRestitution };

Eigen::Vector2d SolveTangential(const Eigen::Matrix2d& k, const Eigen::Vector2d& rhs) {
  const double determinant = k(0, 0) * k(1, 1) - k(0, 1) * k(1, 0);
  return {(k(1, 1) * rhs.x() - k(0, 1) * rhs.y()) / determinant,
          (k(0, 0) * rhs.y() - k(1, 0) * rhs.x()) / determinant};
}

class RouthPush {
 public:
  explicit RouthPush(const RouthContact& contact)
      : mu_(contact.friction),
        gamma_(contact.inverse_mass(0, 0)),
        b_(contact.inverse_mass.block<2, 1>(1, 0)),
        k_(contact.inverse_mass.block<2, 2>(1, 1)),
        first_approach_(-contact.velocity.x()),
        first_slip_(contact.velocity.tail<2>()),
        slip_(first_slip_) {}

  RouthImpulse Run(double restitution) {
    if (mu_ == 0.0) {
      Settle(RouthPath::kFrictionless, Eigen::Vector2d::Zero());
    } else if (slip_.squaredNorm() == 0.0) {
      LoseSlip();
    }
    Advance();
    const double compression = p_;
    phase_ = Phase::kRestitution;
    p_end_ = (1.0 + restitution) * compression;
    Advance();
    if (Approach() > kNothing * first_approach_) {
      // A turning slip has made the bodies approach again. The impact lasts until that approach
      // ends.
      phase_ = Phase::kCompression;
      Advance();
    }
    return {Vec3(p_, tangential_.x(), tangential_.y()), compression, path_};
  }

 private:
  using Slide = std::array<double, 3>;  // Slip and normal impulse.
  using Stepper = DormandPrince54<Slide>;

  // Runs to the end of the phase.
  void Advance() {
    while (!straight_) {
      const double speed = slip_.norm();
      const Eigen::Vector2d e = slip_ / speed;
      const Eigen::Vector2d g = b_ - mu_ * (k_ * e);
      const bool turns = std::fabs(e.x() * g.y() - e.y() * g.x()) > kStraight * Stiffness();
      if (turns ? SlideTurning() : SlideStraight(e, speed, g.dot(e))) return;
    }
    Go(StepToGoal(rate_), rate_);
  }

  // Each returns true when the phase ends, false when the slip has vanished (or goes on straight).
  bool SlideStraight(const Eigen::Vector2d& e, double speed, double growth) {
    const Eigen::Vector2d rate = -mu_ * e;
    const double to_goal = StepToGoal(rate);
    const double to_zero = growth < 0.0 ? speed / -growth : kInfinity;
    Go(std::min(to_goal, to_zero), rate);
    if (to_goal < to_zero) {
      slip_ = (speed + growth * to_goal) * e;
      return true;
    }
    LoseSlip();
    return false;
  }

  // Integrates over sigma with dp = |s| dsigma, so that ds/dsigma = |s| b - mu K s. Over sigma the
  // direction of a vanishing slip turns at a bounded rate, and the slip fades away exponentially.
  bool SlideTurning() {
    const auto slope_at = [this](double, const Slide& y) {
      const Eigen::Vector2d s(y[0], y[1]);
      const double speed = s.norm();
      const Eigen::Vector2d rate = speed * b_ - mu_ * (k_ * s);
      return Slide{rate.x(), rate.y(), speed};
    };
    Slide y = {slip_.x(), slip_.y(), p_};
    Slide slope = slope_at(0.0, y);
    double h = 0.1 / Stiffness();
    for (int step = 0; step < kMaxImpactSteps; ++step) {
      const Stepper::Trial trial = Stepper::Step(slope_at, y, slope, 0.0, h);
      const double error = ErrorRatio(trial.error);
      if (error <= 1.0) {
        if (Remaining(trial.y) <= 0.0) {
          Take(AtGoal(slope_at, y, slope, h));
          return true;
        }
        y = trial.y;
        slope = trial.slope_end;
        Take(y);
        if (slip_.norm() <= kNothing * first_slip_.norm()) {
          LoseSlip();
          return false;
        }
        const Eigen::Vector2d rate(slope[0], slope[1]);
        const double cross = slip_.x() * rate.y() - slip_.y() * rate.x();
        if (std::fabs(cross) <= kStraight * Stiffness() * slip_.squaredNorm()) return false;
      }
      h *= StepFactor(error);
    }
    LoseSlip();
    return false;
  }

  // The step from y, no longer than h, that ends the phase.
  template <class F>
  Slide AtGoal(F&& slope_at, const Slide& y, const Slide& slope, double h) const {
    const auto end = [&](double step) { return Stepper::Step(slope_at, y, slope, 0.0, step).y; };
    const double scale = phase_ == Phase::kRestitution ? p_end_ : first_approach_;
    return end(
        FalsePosition([&](double step) { return Remaining(end(step)); }, 0.0, h, 1e-15 * scale));
  }

  // What is left of the approach in compression, of the normal impulse in restitution.
  double Remaining(const Slide& y) const {
    if (phase_ == Phase::kRestitution) return p_end_ - y[2];
    return first_approach_ - gamma_ * y[2] - b_.dot(TangentialOf(y));
  }

  double ErrorRatio(const Slide& error) const {
    const double slip = std::max(std::fabs(error[0]), std::fabs(error[1])) / first_slip_.norm();
    return std::max(slip, std::fabs(error[2]) * gamma_ / first_approach_) / kLocalError;
  }

  double Stiffness() const { return b_.norm() + mu_ * (k_(0, 0) + k_(1, 1)); }

  // Normal impulse to the end of the phase while dP_t/dp = rate; infinite if c keeps falling.
  double StepToGoal(const Eigen::Vector2d& rate) const {
    if (phase_ == Phase::kRestitution) return p_end_ - p_;
    const double slope = gamma_ + b_.dot(rate);
    return slope > 0.0 ? std::max(0.0, Approach() / slope) : kInfinity;
  }

  double Approach() const { return first_approach_ - gamma_ * p_ - b_.dot(tangential_); }

  void Go(double step, const Eigen::Vector2d& rate) {
    p_ += step;
    tangential_ += step * rate;
  }

  Eigen::Vector2d TangentialOf(const Slide& y) const {
    return SolveTangential(k_, Eigen::Vector2d(y[0], y[1]) - first_slip_ - y[2] * b_);
  }

  void Take(const Slide& y) {
    slip_ << y[0], y[1];
    p_ = y[2];
    tangential_ = TangentialOf(y);
  }

  void Settle(RouthPath path, const Eigen::Vector2d& rate) {
    path_ = path;
    rate_ = rate;
    straight_ = true;
  }

  // The slip has vanished: sticking or reversal.
  void LoseSlip() {
    const bool compressing = phase_ == Phase::kCompression;
    const Eigen::Vector2d hold = -SolveTangential(k_, b_);
    if (hold.norm() <= mu_) {
      Settle(compressing ? RouthPath::kStickInCompression : RouthPath::kStickInRestitution, hold);
    } else {
      Settle(compressing ? RouthPath::kReversalInCompression : RouthPath::kReversalInRestitution,
             -mu_ * DirectionOfGrowth());
    }
  }

  // e = x / |x| with (mu K + lambda) x = b and |x| = 1. Newton's method for 1/|x|, which is almost
  // linear in lambda, rises from lambda = 0, where |x| > 1, until it has no number left to rise to.
  Eigen::Vector2d DirectionOfGrowth() const {
    double lambda = 0.0;
    Eigen::Vector2d x = Eigen::Vector2d::Zero();
    for (;;) {
      const Eigen::Matrix2d shifted = mu_ * k_ + lambda * Eigen::Matrix2d::Identity();
      x = SolveTangential(shifted, b_);
      const double size = x.norm();
      const double next = lambda + (size - 1.0) * size * size / x.dot(SolveTangential(shifted, x));
      if (!(next > lambda)) break;
      lambda = next;
    }
    return x / x.norm();
  }

  const double mu_;
  const double gamma_;
  const Eigen::Vector2d b_;
  const Eigen::Matrix2d k_;
  const double first_approach_;
  const Eigen::Vector2d first_slip_;

  Phase phase_ = Phase::kCompression;
  RouthPath path_ = RouthPath::kSlip;
  double p_ = 0.0;
  double p_end_ = 0.0;  // Of restitution.
  Eigen::Vector2d tangential_ = Eigen::Vector2d::Zero();
  Eigen::Vector2d slip_;
  bool straight_ = false;  // The slip has vanished, or there is no friction: `rate_` to the end.
  Eigen::Vector2d rate_ = Eigen::Vector2d::Zero();  // dP_t/dp.
};

}  // namespace

RouthImpulse SolveRouthImpact(const RouthContact& contact) {
  return RouthPush(contact).Run(contact.restitution);
}

Vec3 RouthImpulseAlong(const Vec3& normal, const Eigen::Matrix3d& inverse_mass, double approach,
                       const Vec3& slip, double friction, double restitution) {
  Eigen::Matrix3d frame;  // Columns: normal and tangents.
  frame.col(0) = normal;
  const Vec3 least = std::fabs(normal.z()) < 0.5 ? Vec3(Vec3::UnitZ()) : Vec3(Vec3::UnitX());
  frame.col(1) = least.cross(normal).normalized();
  frame.col(2) = normal.cross(Vec3(frame.col(1)));
  const Vec3 velocity(-approach, slip.dot(frame.col(1)), slip.dot(frame.col(2)));
  const RouthContact contact = {frame.transpose() * inverse_mass * frame, velocity, friction,
                                restitution};
  return frame * SolveRouthImpact(contact).impulse;
}

Eigen::Matrix3d InverseMassAt(double mass_kg, double inertia_kg_m2, const Vec3& arm) {
  // -[r]x [r]x = r.r - r r^T
  return Eigen::Matrix3d::Identity() * (1.0 / mass_kg + arm.squaredNorm() / inertia_kg_m2) -
         arm * arm.transpose() / inertia_kg_m2;
}

void RouthBounce(const BallSpec& spec, const Vec3& normal, double friction, double restitution,
                 BallState& ball) {
  const double approach = -ball.velocity.dot(normal);
  if (approach <= 0.0) return;
  const Vec3 arm = -spec.radius_m * normal;
  const Vec3 slip = ball.velocity + ball.spin.cross(arm);
  const Eigen::Matrix3d inverse_mass = InverseMassAt(spec.mass_kg, spec.Inertia(), arm);
  const Vec3 impulse =
      RouthImpulseAlong(normal, inverse_mass, approach, slip, friction, restitution);
  ball.velocity += impulse / spec.mass_kg;
  ball.spin += arm.cross(impulse) / spec.Inertia();
}

}  // namespace carom
