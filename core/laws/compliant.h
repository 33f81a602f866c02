#ifndef CAROM_CORE_LAWS_COMPLIANT_H_
#define CAROM_CORE_LAWS_COMPLIANT_H_

#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "core/laws/ball_slate/slate_laws.h"
#include "core/laws/friction/contensou.h"
#include "core/laws/friction/slip_friction.h"
#include "core/laws/normal/normal_law.h"
#include "core/material/material.h"
#include "core/math/ivp/integrator.h"
#include "core/table/environment.h"
#include "core/table/shot.h"

namespace carom {

/// How constraints enter the equations of motion, [Compliant pool table] section 2.
enum class ConstraintMethod {
  kLagrangeMultipliers,  ///< (2.20): accelerations obey Phi'' = 0; Phi and Phi' drift.
  kBaumgarte,            ///< (2.23): Phi'' + 2 alpha Phi' + beta^2 Phi = 0.
  kAugmentedLagrangian,  ///< (2.21)-(2.22): iterated penalties; redundant rows do no harm.
  kDirectCorrection,     ///< (2.24)-(2.29): (2.20), and q and v corrected after each step.
};

struct ConstraintOptions {
  ConstraintMethod method = ConstraintMethod::kBaumgarte;
  double baumgarte_alpha_1_s = 5.0;  ///< (2.23); the paper's 5.
  double baumgarte_beta_1_s = 5.0;
  double penalty = 1e7;                ///< alpha of (2.21), kg.
  double penalty_frequency = 10.0;     ///< omega of (2.21), rad/s.
  double penalty_damping_ratio = 1.0;  ///< mu of (2.21).
  /// epsilon of (2.22): m/s^2 and rad/s^2, or relative to |q''| where that is above 1.
  double tolerance = 1e-9;
  int max_iterations = 50;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("method", self.method);
    visit("baumgarte_alpha_1_s", self.baumgarte_alpha_1_s, {0.0, 1e6});
    visit("baumgarte_beta_1_s", self.baumgarte_beta_1_s, {0.0, 1e6});
    visit("penalty", self.penalty, {1.0, 1e15});
    visit("penalty_frequency", self.penalty_frequency, {0.0, 1e6});
    visit("penalty_damping_ratio", self.penalty_damping_ratio, {0.0, 1e3});
    visit("tolerance", self.tolerance, {1e-15, 1.0});
    visit("max_iterations", self.max_iterations, {1, 100});
  }
};

/// Normal force and friction of one kind of contact.
struct CompliantContact {
  NormalLaw normal;
  SlipFriction friction;
};

/// The Contensou patch that slides, rolls and spins like the cloth of the event engine: pure
/// sliding has mu_slide, pure rolling a d/(7 R) = mu_roll (with 5 (1 + c) for 7 where a ball's
/// inertia is c m R^2), pure spin 3 pi a mu/(16 R) = mu_spin.
struct PatchOfCloth {
  static constexpr char kName[] = "patch_of_cloth";

  /// Slip at the patch's centre below which friction fades out, m/s, like Ambrosio's v1.
  /// compliant.proto says what it costs in accuracy.
  double full_slip_m_s = 1e-3;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("full_slip_m_s", self.full_slip_m_s, {1e-6, 1.0});
  }
};

using ClothFriction = std::variant<PatchOfCloth, ContensouPatch, SlipFriction>;

/// How balls that lie on the cloth start.
enum class CompliantStart {
  kSeated,    ///< Pressed into the cloth until it bears their weight: nothing moves.
  kAsPlaced,  ///< Where they are placed, so they fall at first: [Compliant pool table] 3.4.
};

/// Two balls, by index, that are held together.
struct BallWeld {
  int first = 0;
  int second = 0;
};

/// Most welds of a shot. The equations of a chain of k of them are a dense system of 6 k rows,
/// which is solved at every evaluation of all forces.
inline constexpr int kMostWelds = 8;

/// Where a ball touches the upright face of a cushion.
enum class CushionFaces {
  kExact,   ///< Where the solid is nearest, edges and corners included.
  kWindow,  ///< [Compliant pool table] 3.2: within the bounds of each face widened by the radius.
};

/// The settings of the compliant engine besides table, cloth and balls. By default balls and
/// cushions follow Table 2 of [Smooth contact]. The cloth is damped, and its friction is the patch:
/// of the papers' laws only the patch slows a rolling ball.
struct CompliantSettings {
  CompliantContact ball_ball = {LankaraniNikravesh{{.restitution = 0.93}},
                                Threlfall{.friction = 0.06}};
  CompliantContact cushion = {LankaraniNikravesh{{.restitution = 0.98}},
                              Ambrosio{.friction = 0.14}};
  CushionFaces cushion_faces = CushionFaces::kExact;
  /// Contact with the liners of pockets. The law is that of Flores, since the law of Lankarani and
  /// Nikravesh holds for small losses only.
  CompliantContact liner = {FloresLaw{{.restitution = kLinerRestitution, .exact = true}},
                            Ambrosio{.friction = kLinerFriction}};
  NormalLaw cloth_normal = FloresLaw{{.restitution = 0.5, .exact = true}};
  /// Contacts with the cloth that begin more slowly than this, m/s, are damped as if they had begun
  /// at this speed, so that a ball settles. With 0 the laws alone decide.
  double cloth_least_approach_m_s = 0.01;
  ClothFriction cloth_friction = PatchOfCloth{};

  Material ball_material = *FindMaterial("phenolic_resin");
  Material cloth_material = *FindMaterial("rigid");
  Material cushion_material = *FindMaterial("rubber");
  Material liner_material = *FindMaterial("rubber");

  CompliantStart start = CompliantStart::kSeated;
  /// The reduced model of [Compliant pool table] 4.1: no gravity and no normal force of the cloth,
  /// frozen heights, and the friction that the weight would cause. Pockets then take balls by their
  /// circles only.
  bool horizontal = false;
  /// With `horizontal`: balls keep the vertical part of the friction between them and at cushions,
  /// and move up and down by it. 4.1 had to leave it out, for balls flew over the cloth or sank.
  bool vertical_friction = false;
  /// A shot ends at rest once every ball's speed, and that of its surface by its spin, are below
  /// this, m/s. core/models/pool/pool_record.h says when a single ball is at rest.
  double rest_speed_m_s = 1e-4;
  /// MultibodySpec has it; 0: steps do not depend on penetration.
  double penetration_step_m = 0.0;

  /// Pairs of balls that touch at the start and are held together as they then are. There are at
  /// most kMostWelds, and none with `horizontal`, whose frozen heights a weld would not keep. A
  /// weld ends when one of its balls goes out of play. A strike on one ball of a weld moves both at
  /// once. Initial velocities that would tear the two apart are shared in the same way. Momentum is
  /// conserved.
  std::vector<BallWeld> welds;
  /// The cloth and each cushion are bodies that are welded to the ground, as [Compliant pool table]
  /// has them, instead of ground. What welds hold does not move but for their violation, so that
  /// nothing depends on a mass.
  bool welded_table = false;
  ConstraintOptions constraints;  ///< How welds hold.

  IntegrationSpec integration = {.relative_tolerance = 1e-8, .absolute_tolerance = 1e-10};

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("start", self.start);
    visit("cushion_faces", self.cushion_faces);
    visit("cloth_least_approach_m_s", self.cloth_least_approach_m_s, {0.0, 10.0});
    visit("horizontal", self.horizontal);
    visit("vertical_friction", self.vertical_friction);
    visit("welded_table", self.welded_table);
    visit("rest_speed_m_s", self.rest_speed_m_s, {1e-9, 1.0});
    visit.Or("penetration_step_m", self.penetration_step_m, {1e-9, 1.0}, 0.0);
  }
};

/// Any law of the cloth as a patch or as friction at one point. `ball` rolls on the cloth.
std::variant<SlipFriction, ContensouPatch> FrictionOf(const ClothFriction& friction,
                                                      const Cloth& cloth, const BallSpec& ball);

/// INVALID_ARGUMENT with a path such as "ball_ball.normal.flores.restitution".
absl::Status ValidateCompliant(const CompliantSettings& settings);

/// The lines of Table 2 of [Smooth contact]. [Compliant pool table] lacks the numbers of this
/// table. Each paper uses one line for each interaction. Between balls the normal force is that of
/// Lankarani and Nikravesh with c = 0.93.
enum class PaperBallBall {
  kThrelfall,  ///< mu = 0.06, v0 = 0.01 m/s.
  kAlciatore,  ///< mu(v) of (3.8).
};

/// At cushions the normal force is that of Lankarani and Nikravesh.
enum class PaperCushion {
  kFrictionless,  ///< c = 0.85.
  kAmbrosio,      ///< c = 0.98, mu = 0.14.
};

/// The settings of the papers: the cloth has Hertz's force without loss and Ambrosio's friction
/// with mu = 0.2, nothing slows a rolling ball, and balls start where they are placed.
inline CompliantSettings PaperTable2(PaperBallBall ball_ball, PaperCushion cushion) {
  CompliantSettings settings;
  settings.ball_ball.normal = LankaraniNikravesh{{.restitution = 0.93}};
  settings.ball_ball.friction = ball_ball == PaperBallBall::kThrelfall
                                    ? SlipFriction(Threlfall{.friction = 0.06})
                                    : SlipFriction(RegularAlciatore{});
  settings.cushion =
      cushion == PaperCushion::kFrictionless
          ? CompliantContact{LankaraniNikravesh{{.restitution = 0.85}}, Frictionless{}}
          : CompliantContact{LankaraniNikravesh{{.restitution = 0.98}}, Ambrosio{.friction = 0.14}};
  settings.cloth_normal = HertzLaw{};
  settings.cloth_least_approach_m_s = 0.0;
  settings.cloth_friction = SlipFriction(Ambrosio{.friction = 0.2});
  settings.start = CompliantStart::kAsPlaced;
  return settings;
}

/// Settings by name.
struct CompliantPreset {
  std::string_view name;
  CompliantSettings settings;
};

/// The presets that ship, "table_2_BALLBALL_CUSHION": the four ways to take one line of Table 2 for
/// each interaction. What the table does not state, such as materials, stays at its default.
std::span<const CompliantPreset> CompliantPresets();

/// The preset of that name; null when there is none.
const CompliantPreset* FindCompliantPreset(std::string_view name);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_COMPLIANT_H_
