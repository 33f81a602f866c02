#ifndef CAROM_CORE_LAWS_COMPLIANT_H_
#define CAROM_CORE_LAWS_COMPLIANT_H_

#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "core/laws/ball_slate/liner.h"
#include "core/laws/constraint_options.h"
#include "core/laws/friction/contensou.h"
#include "core/laws/friction/slip_friction.h"
#include "core/laws/normal/normal_law.h"
#include "core/material/material.h"
#include "core/math/ivp/integrator.h"
#include "core/table/ball.h"
#include "core/table/environment.h"

namespace carom {

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

/// Where a ball meets the upright face of a cushion.
enum class CushionFaces {
  kExact,   ///< Where the solid is nearest, edges and corners included.
  kWindow,  ///< [Compliant pool table] 3.2: within the bounds of each face widened by the radius.
};

/// The settings of the compliant engine besides table, cloth and balls. By default balls and
/// cushions follow Table 2 of [Smooth contact]. The cloth is damped, and its friction is the patch:
/// of the papers' laws only the patch slows a rolling ball.
struct CompliantSettings {
  CompliantContact ball_ball = {LankaraniNikravesh{.restitution = 0.93},
                                Threlfall{.friction = 0.06}};
  CompliantContact cushion = {LankaraniNikravesh{.restitution = 0.98}, Ambrosio{.friction = 0.14}};
  CushionFaces cushion_faces = CushionFaces::kExact;
  /// Contact with the liners of pockets. The law is that of Flores, since the law of Lankarani and
  /// Nikravesh holds for small losses only.
  CompliantContact liner = {FloresLaw{.restitution = kLinerRestitution, .exact = true},
                            Ambrosio{.friction = kLinerFriction}};
  NormalLaw cloth_normal = FloresLaw{.restitution = 0.5, .exact = true};
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
  /// A shot ends at rest once every ball's speed, and that of its surface by its spin, are below
  /// this, m/s. core/models/pool/pool_motion.h says when a single ball is at rest.
  double rest_speed_m_s = 1e-4;

  /// Pairs of balls that touch at the start and are held together as they then are. There are at
  /// most kMostWelds, and none with `horizontal`, whose frozen heights a weld would not keep. A
  /// weld ends when one of its balls goes out of play. A strike on one ball of a weld moves both at
  /// once. Initial velocities that would tear the two apart are shared in the same way. Momentum is
  /// conserved.
  std::vector<BallWeld> welds;
  ConstraintOptions constraints;  ///< How welds hold.

  IntegrationSpec integration = {.relative_tolerance = 1e-8, .absolute_tolerance = 1e-10};

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("cloth_least_approach_m_s", self.cloth_least_approach_m_s, {0.0, 10.0});
    visit("horizontal", self.horizontal);
    visit("rest_speed_m_s", self.rest_speed_m_s, {1e-9, 1.0});
  }
};

/// Any law of the cloth as a patch or as friction at one point. `ball` rolls on the cloth.
std::variant<SlipFriction, ContensouPatch> FrictionOf(const ClothFriction& friction,
                                                      const Cloth& cloth, const BallSpec& ball);

/// INVALID_ARGUMENT with a path such as "ball_ball.normal.flores.restitution".
absl::Status ValidateCompliant(const CompliantSettings& settings);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_COMPLIANT_H_
