#include <cmath>

#include "core/base/portable_math.h"
#include "core/models/bearing/ball_bearing.h"

namespace carom {
namespace {

double BallRadius(const BallBearing& bearing) { return 0.5 * bearing.ball_diameter_m; }

Vec3 PlaceOfBall(const BallBearing& bearing, int ball) {
  const double angle = kTwoPi * ball / bearing.ball_count;
  return 0.5 * bearing.pitch_diameter_m * Vec3(Cos(angle), Sin(angle), 0.0);
}

RigidBody Ball(const BallBearing& bearing) {
  const double r = BallRadius(bearing);
  const double mass = 4.0 / 3.0 * kPi * r * r * r * bearing.material.density_kg_m3;
  return {mass, Vec3::Constant(0.4 * mass * r * r)};
}

// K against a race whose radius is `race_m` (negative: the outer one). On a cylinder the balls'
// curvature differs along and across; their geometric mean is Hertz's to some per cent here.
double RaceStiffness(const BallBearing& bearing, double race_m) {
  const double r = BallRadius(bearing);
  const double around = EffectiveRadius(r, race_m);
  const double effective = bearing.races == RaceShape::kSpheres ? around : std::sqrt(around * r);
  return HertzStiffness(2.0 * Softness(bearing.material), effective);
}

// The defect, if it is there.
std::optional<SurfaceDefect> DefectOf(const BallBearing& bearing, DefectPlace place,
                                      double radius_m) {
  if (!bearing.defect || bearing.defect->place != place) return std::nullopt;
  const double angle = bearing.defect->angle_rad;
  return SurfaceDefect{.on_sphere = place == DefectPlace::kBall,
                       .radius_m = radius_m,
                       .direction = Vec3(Cos(angle), Sin(angle), 0.0),
                       .width_m = bearing.defect->width_m,
                       .depth_m = bearing.defect->depth_m};
}

ContactPair PairOf(const BallBearing& bearing, int ball, int other, Surface surface,
                   double stiffness) {
  ContactPair pair;
  pair.sphere = ball;
  pair.radius_m = BallRadius(bearing);
  pair.other = other;
  pair.surface = std::move(surface);
  pair.normal = MakeNormalForce(bearing.normal, stiffness);
  pair.friction = bearing.friction;
  pair.least_approach_m_s = bearing.damping_speed_m_s;
  return pair;
}

// Longer than any ball goes along the axis.
double RaceHalfLength(const BallBearing& bearing) { return bearing.pitch_diameter_m; }

Surface InnerRace(const BallBearing& bearing) {
  const double radius = InnerRaceRadius(bearing);
  if (bearing.races == RaceShape::kSpheres) return BallSurface{radius};
  return CylinderSurface{{radius, RaceHalfLength(bearing)}, Pose()};
}

Surface OuterRace(const BallBearing& bearing) {
  const double radius = OuterRaceRadius(bearing);
  if (bearing.races == RaceShape::kSpheres) return HollowBallSurface{radius};
  return BoreSurface{radius, Pose()};
}

// A shoulder that touches the balls from `side` (+1: from +z), solid beyond.
Surface Shoulder(const BallBearing& bearing, double side) {
  return *Plane::Create(side * BallRadius(bearing) * UnitZ(), -side * UnitZ());
}

// K of a ball between two shoulders.
double ShoulderStiffness(const BallBearing& bearing) {
  return HertzStiffness(2.0 * Softness(bearing.material), BallRadius(bearing));
}

void AddContacts(const BallBearing& bearing, std::vector<ContactPair>& contacts) {
  const double inner = RaceStiffness(bearing, InnerRaceRadius(bearing));
  const double outer = RaceStiffness(bearing, -OuterRaceRadius(bearing));
  for (int ball = 1; ball <= bearing.ball_count; ++ball) {
    ContactPair& with_inner =
        contacts.emplace_back(PairOf(bearing, ball, kGround, InnerRace(bearing), inner));
    with_inner.defect = DefectOf(bearing, DefectPlace::kInnerRace, InnerRaceRadius(bearing));
    ContactPair& with_outer =
        contacts.emplace_back(PairOf(bearing, ball, kOuterRace, OuterRace(bearing), outer));
    with_outer.defect = DefectOf(bearing, DefectPlace::kOuterRace, OuterRaceRadius(bearing));
    if (ball > 1 || !bearing.defect || bearing.defect->place != DefectPlace::kBall) continue;
    contacts[0].defect = DefectOf(bearing, DefectPlace::kBall, BallRadius(bearing));
    contacts[1].defect = contacts[0].defect;
  }
  if (bearing.axial_load_N == 0.0) return;
  const double flat = ShoulderStiffness(bearing);
  for (int ball = 1; ball <= bearing.ball_count; ++ball) {
    contacts.push_back(PairOf(bearing, ball, kGround, Shoulder(bearing, -1.0), flat));
    contacts.push_back(PairOf(bearing, ball, kOuterRace, Shoulder(bearing, 1.0), flat));
  }
}

// [Smooth contact] Fig 4b: the cage is springs between neighbours, relaxed at the start.
void AddCage(const BallBearing& bearing, std::vector<Spring>& springs) {
  const double chord = (PlaceOfBall(bearing, 1) - PlaceOfBall(bearing, 0)).norm();
  for (int ball = 0; ball < bearing.ball_count; ++ball) {
    springs.push_back({1 + ball, 1 + (ball + 1) % bearing.ball_count, bearing.cage_stiffness_N_m,
                       bearing.cage_damping_N_s_m, chord});
  }
}

// How far the axial load presses each ball into a shoulder.
double AxialSeat(const BallBearing& bearing) {
  const NormalForceLaw law = MakeNormalForce(bearing.normal, ShoulderStiffness(bearing));
  return Pow(bearing.axial_load_N / bearing.ball_count / law.stiffness, 1.0 / law.exponent);
}

}  // namespace

double InnerRaceRadius(const BallBearing& bearing) {
  return 0.5 * (bearing.pitch_diameter_m - bearing.ball_diameter_m + bearing.interference_m);
}

double OuterRaceRadius(const BallBearing& bearing) {
  return 0.5 * (bearing.pitch_diameter_m + bearing.ball_diameter_m - bearing.interference_m);
}

MultibodySpec PartsOf(const BallBearing& bearing) {
  MultibodySpec spec;
  spec.bodies.assign(static_cast<std::size_t>(bearing.ball_count) + 1, Ball(bearing));
  spec.bodies[kOuterRace] = {bearing.outer_mass_kg, Vec3::Constant(bearing.drive_inertia_kg_m2)};
  AddContacts(bearing, spec.contacts);
  AddCage(bearing, spec.springs);
  spec.gravity_m_s2 = Vec3(0.0, -bearing.gravity_m_s2, 0.0);
  const Vec3 load(0.0, -bearing.radial_load_N, -bearing.axial_load_N);
  spec.loads = [load](double /*t*/, std::span<const BodyMotion>, std::span<Load> loads) {
    loads[kOuterRace].force_N += load;
  };
  return spec;
}

std::vector<BodyMotion> StartOf(const BallBearing& bearing) {
  const double seat_m = AxialSeat(bearing);
  std::vector<BodyMotion> motions(static_cast<std::size_t>(bearing.ball_count) + 1);
  motions[kOuterRace].position_m = -2.0 * seat_m * UnitZ();
  motions[kOuterRace].spin_rad_s = bearing.outer_speed_rad_s * UnitZ();
  for (int ball = 0; ball < bearing.ball_count; ++ball) {
    motions[static_cast<std::size_t>(ball) + 1].position_m =
        PlaceOfBall(bearing, ball) - seat_m * UnitZ();
  }
  return motions;
}

}  // namespace carom
