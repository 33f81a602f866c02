#include "core/models/bounce/bouncing_balls.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/multibody/multibody_system.h"

namespace carom {
namespace {

constexpr std::size_t kMostBalls = 3;

// Its depth is that of a cube.
Prism PrismOf(const BouncingBalls& b) {
  const double r = b.surface_radius_m;
  const Vec2 corners_m[] = {Vec2(-r, -r), Vec2(r, -r), Vec2(r, r), Vec2(-r, r)};
  return *Prism::Create(corners_m, -2.0 * r, 0.0);
}

// How far the ball's surface is above what it bounces on; a bound from below.
double GapAbove(const BouncingBalls& b, const Vec3& at) {
  const double r = b.ball_radius_m;
  const double around = b.surface_radius_m;
  switch (b.surface) {
    case BounceSurface::kPlane:
      return at.z() - r;
    case BounceSurface::kCylinder:
      return Vec2(at.y(), at.z() + around).norm() - around - r;
    case BounceSurface::kBowl:
      return around - r - (at - around * UnitZ()).norm();
    case BounceSurface::kPrism:
      return SpherePrism(at, r, PrismOf(b)).gap_m;
    case BounceSurface::kNone:
      break;
  }
  return 0.0;
}

// The greatest penetration of an impact. More is a mistake, and would shoot the balls away.
constexpr double kMostOverlap = 0.01;  // Of the radius.

absl::Status CheckBalls(const BouncingBalls& b) {
  if (b.balls.empty() || b.balls.size() > kMostBalls) {
    return InvalidField("balls", static_cast<int>(b.balls.size()), "1 to 3 in number");
  }
  const double deep_m = -kMostOverlap * b.ball_radius_m;
  for (std::size_t i = 0; i < b.balls.size(); ++i) {
    const std::string path = "balls[" + std::to_string(i) + "]";
    const BouncingBall& ball = b.balls[i];
    if (absl::Status bad = CheckParameters(ball); !bad.ok()) return UnderPath(path, bad);
    if (GapAbove(b, ball.position_m) < deep_m) {
      return InvalidField(path + ".position_m", ball.position_m,
                          "outside the surface, or no deeper in it than ball_radius_m/100");
    }
    for (std::size_t j = 0; j < i; ++j) {
      const double apart_m = (ball.position_m - b.balls[j].position_m).norm();
      if (apart_m - 2.0 * b.ball_radius_m >= deep_m) continue;
      return InvalidField(
          path + ".position_m", ball.position_m,
          "clear of balls[" + std::to_string(j) + "], or no deeper in it than ball_radius_m/100");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckSurface(const BouncingBalls& b) {
  if (b.surface == BounceSurface::kBowl && !(b.surface_radius_m > b.ball_radius_m)) {
    return InvalidField("surface_radius_m", b.surface_radius_m,
                        "above ball_radius_m, for a ball to lie in the bowl");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Validate(const BouncingBalls& bounce, const MechanismDetail& detail) {
  if (absl::Status bad = CheckParameters(bounce); !bad.ok()) return bad;
  if (absl::Status bad = CheckSurface(bounce); !bad.ok()) return bad;
  if (absl::Status bad = CheckBalls(bounce); !bad.ok()) return bad;
  if (absl::Status bad = CheckChoice(bounce.normal); !bad.ok()) return UnderPath("normal", bad);
  if (absl::Status bad = CheckChoice(bounce.friction); !bad.ok()) return UnderPath("friction", bad);
  return ValidateRun(bounce.duration_s, bounce.integration, detail);
}

namespace {

// In frame W, except for a bowl, whose centre is the origin of the ground: see Lift().
std::optional<Surface> SurfaceOf(const BouncingBalls& b) {
  switch (b.surface) {
    case BounceSurface::kPlane:
      return Plane();
    case BounceSurface::kBowl:
      return HollowBallSurface{b.surface_radius_m};
    case BounceSurface::kPrism:
      return PrismOf(b);
    case BounceSurface::kNone:
      return std::nullopt;
    case BounceSurface::kCylinder:
      break;
  }
  // Longer than any ball goes along it, so that its ends do not matter.
  constexpr double kHalfLength_m = 1e6;
  CylinderSurface cylinder;
  cylinder.cylinder = {b.surface_radius_m, kHalfLength_m};
  cylinder.pose.position_m = -b.surface_radius_m * UnitZ();
  cylinder.pose.rotation << 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0;  // z to x
  return cylinder;
}

// How far the system's z is below that of frame W.
double Lift(const BouncingBalls& b) {
  return b.surface == BounceSurface::kBowl ? b.surface_radius_m : 0.0;
}

// Balls hit the surface first, then each other: pairs (1, 0), (2, 0), (2, 1).
std::vector<ContactPair> PairsOf(const BouncingBalls& b) {
  std::vector<ContactPair> pairs;
  const std::optional<Surface> surface = SurfaceOf(b);
  const int balls = static_cast<int>(b.balls.size());
  for (int i = 0; i < balls && surface; ++i) {
    pairs.push_back({.sphere = i,
                     .radius_m = b.ball_radius_m,
                     .surface = *surface,
                     .normal = MakeNormalForce(b.normal, b.stiffness),
                     .friction = b.friction});
  }
  for (int i = 1; i < balls; ++i) {
    for (int j = 0; j < i; ++j) {
      pairs.push_back({.sphere = i,
                       .radius_m = b.ball_radius_m,
                       .other = j,
                       .surface = BallSurface{b.ball_radius_m},
                       .normal = MakeNormalForce(b.normal, b.ball_stiffness),
                       .friction = b.friction});
    }
  }
  return pairs;
}

MultibodySpec PartsOf(const BouncingBalls& b) {
  MultibodySpec spec;
  const double inertia = 0.4 * b.ball_mass_kg * b.ball_radius_m * b.ball_radius_m;
  spec.bodies.assign(b.balls.size(), {b.ball_mass_kg, Vec3::Constant(inertia)});
  spec.contacts = PairsOf(b);
  spec.gravity_m_s2 = -b.gravity_m_s2 * UnitZ();
  spec.penetration_step_m = b.penetration_step_m;
  return spec;
}

std::vector<BodyMotion> StartOf(const BouncingBalls& b) {
  std::vector<BodyMotion> motions(b.balls.size());
  for (std::size_t i = 0; i < motions.size(); ++i) {
    motions[i].position_m = b.balls[i].position_m - Lift(b) * UnitZ();
    motions[i].velocity_m_s = b.balls[i].velocity_m_s;
    motions[i].spin_rad_s = b.balls[i].spin_rad_s;
  }
  return motions;
}

// The balls, and what is recorded of them.
class BouncingSystem final : public MultibodySystem, public ContactEvents {
 public:
  BouncingSystem(const BouncingBalls& bounce, MechanismRecord& record)
      : MultibodySystem(PartsOf(bounce), this),
        ContactEvents(spec().contacts, body_count(), record.events),
        bounce_(bounce),
        record_(record),
        began_(spec().contacts.size()) {}

  std::vector<double> Release() {
    std::vector<double> y = Start(StartOf(bounce_));
    start_J_ = Energy(y);
    for (std::size_t p = 0; p < began_.size(); ++p) {
      began_[p].approach_m_s = contact(static_cast<int>(p)).approach_m_s;
    }
    return y;
  }

  void Began(int pair, double t, std::span<const BodyMotion> motions) override {
    began_[Index(pair)] = {t, contact(pair).approach_m_s};
    ContactEvents::Began(pair, t, motions);
  }

  void Ended(int pair, double t, std::span<const BodyMotion> motions) override {
    ContactEvents::Ended(pair, t, motions);
    ++contacts_;
    const ContactPair& parts = spec().contacts[Index(pair)];
    const BodyMotion& ball = motions[Index(parts.sphere)];
    const BodyMotion other = parts.other == kGround ? BodyMotion() : motions[Index(parts.other)];
    const double up_m_s = std::max(ball.velocity_m_s.z(), 0.0);
    const double g = bounce_.gravity_m_s2;
    const double row[] = {began_[Index(pair)].time_s, began_[Index(pair)].approach_m_s,
                          GapOf(parts, ball, other).rate_m_s,
                          g > 0.0 ? 0.5 * up_m_s * up_m_s / g : 0.0};
    record_.impacts.AddRow(t, row);
  }

  bool AfterStep(double t, std::span<double> y) override {
    const bool changed = MultibodySystem::AfterStep(t, y);
    for (int pair = 0; pair < static_cast<int>(began_.size()); ++pair) {
      const ContactForces forces = ForcesAt(pair, y);
      deepest_m_ = std::max(deepest_m_, forces.penetration_m);
      least_force_N_ = std::min(least_force_N_, forces.normal_N);
    }
    greatest_residual_J_ =
        std::max(greatest_residual_J_, std::fabs(Energy(y).Total() - start_J_.Total()));
    return changed;
  }

  void WriteSample(double /*t*/, std::span<const double> y, ChannelWriter& to) {
    for (int i = 0; i < body_count(); ++i) {
      const BodyMotion ball = ReadBody(y, i);
      const std::string& name = record_.bodies[Index(i)];
      to.Add(name, "position", "m", ball.position_m + Lift(bounce_) * UnitZ());
      to.Add(name, "velocity", "m_s", ball.velocity_m_s);
    }
    const EnergyAccount account = Energy(y);
    to.Add("system", "energy_J", Stored(account));
    to.Add("system", "lost_in_contacts_J", account.lost_in_contacts);
    to.Add("system", "lost_to_friction_J", account.lost_to_friction);
  }

  void WriteFigures(std::span<const double> y, std::vector<Figure>& figures) {
    figures = {{"contacts", static_cast<double>(contacts_)},
               {"greatest_indentation_m", deepest_m_},
               {"least_normal_force_N", least_force_N_},
               {"energy_change_J", Stored(Energy(y)) - Stored(start_J_)},
               {"greatest_balance_residual_J", greatest_residual_J_}};
  }

 private:
  struct Beginning {
    double time_s = 0.0;
    double approach_m_s = 0.0;
  };

  // Potential energy counts from z = 0 of frame W.
  double Stored(const EnergyAccount& account) const {
    const double lifted = body_count() * bounce_.ball_mass_kg * bounce_.gravity_m_s2;
    return account.kinetic + account.potential + account.elastic + lifted * Lift(bounce_);
  }

  const BouncingBalls& bounce_;
  MechanismRecord& record_;
  std::vector<Beginning> began_;
  EnergyAccount start_J_;
  int contacts_ = 0;
  double deepest_m_ = 0.0;
  double least_force_N_ = 0.0;
  double greatest_residual_J_ = 0.0;
};

}  // namespace

absl::Status Simulate(const BouncingBalls& bounce, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record) {
  if (absl::Status bad = Validate(bounce, detail); !bad.ok()) return bad;
  record.Clear();
  for (std::size_t i = 1; i <= bounce.balls.size(); ++i) {
    record.bodies.push_back("ball_" + std::to_string(i));
  }
  record.bodies.push_back("surface");
  record.impacts.channels = {{"contact", "begin_time_s"},
                             {"contact", "approach_m_s"},
                             {"contact", "separation_m_s"},
                             {"ball", "rise_m"}};
  record.stop_reason = StopReason::kNumericalFailure;  // Should the system ask for an end.
  BouncingSystem system(bounce, record);
  std::vector<double> y = system.Release();
  return RunMechanism(system, y, bounce.duration_s, bounce.integration, detail, stop, record);
}

}  // namespace carom
