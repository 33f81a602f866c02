#ifndef CAROM_CORE_MULTIBODY_OPEN_FIELD_H_
#define CAROM_CORE_MULTIBODY_OPEN_FIELD_H_

#include <array>
#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include "core/base/constants.h"
#include "core/base/vec3.h"
#include "core/kernels/integration.h"
#include "core/multibody/contact.h"
#include "core/solid/plane_geometry.h"

namespace carom {

/// A body's centre comes to the far side of a plane of frame W: normal . r <= offset.
struct PlaneWatch {
  int body = 0;
  Vec3 normal = UnitZ();
  double offset_m = 0.0;
};

/// A body's centre comes into an upright cylinder with an upper end.
struct CylinderWatch {
  int body = 0;
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
  double top_m = 0.0;

  /// Further than this from the axis, the radius stands for what is left: a bound, since no step
  /// leads that far.
  double Reach() const { return 2.0 * radius_m; }
};

/// What the listener hears of once.
using Watch = std::variant<PlaneWatch, CylinderWatch>;

/// The sides of a box belong to neither. A place that is no number is neither inside nor outside.
inline bool IsInside(const Box& box, double x_m, double y_m) {
  return x_m > box.x_low && x_m < box.x_high && y_m > box.y_low && y_m < box.y_high;
}
inline bool IsOutside(const Box& box, double x_m, double y_m) {
  return x_m < box.x_low || x_m > box.x_high || y_m < box.y_low || y_m > box.y_high;
}

/// The square around a circle.
inline Box SquareAround(const Vec2& centre_m, double radius_m) {
  return {centre_m.x() - radius_m, centre_m.x() + radius_m, centre_m.y() - radius_m,
          centre_m.y() + radius_m};
}

/// A rectangle, seen from above, that keeps clear of others.
class OpenField {
 public:
  /// Nowhere.
  OpenField() = default;

  /// What is left of the smallest rectangle around all of `others`. Nowhere if there are none.
  static OpenField ClearOf(std::span<const Box> others);

  /// Where the body is more than its radius from all cushions and liners, and as far as it needs
  /// to be (CylinderWatch::Reach) from the cylinders that it is watched for: most guards of a ball
  /// in the middle of a table need no look.
  static OpenField Of(int body, std::span<const ContactPair> contacts,
                      std::span<const Watch> watches);

  /// Whether that field stands for the guard of such a pair while it does not touch.
  static bool Represents(const ContactPair& pair);
  /// Seen from above, the gap of such a pair is above its radius outside of this: IsFar
  /// (contact.h). Everywhere for liners, which lie apart.
  static Box Near(const ContactPair& pair);

  /// The least value of normal . r on it; -inf where the normal is not level.
  double LeastAlong(const Vec3& normal) const;

  bool Covers(double x_m, double y_m) const { return IsInside(field_, x_m, y_m); }

 private:
  Box field_ = Box::Nowhere();
};

/// The contacts of balls with the flat of the cloth, all at once: each ball of a table lies on it
/// at nearly all times, so that these contacts are most of what a shot costs.
///
/// The formulas are those of ForcesOf (contact.h), NormalForceLaw::Force, ContensouPatch::Evaluate
/// and ApproximateFriction for the normal z and a blend with m = 2, in columns by ball, with the
/// same operations in the same order: the same bits. Where something else is at work (another law,
/// a hole nearby), a contact is not covered, and ForcesOf has to be asked.
class ClothRow {
 public:
  /// What a covered contact does to its ball, frame W.
  struct Forces {
    double normal_N = 0.0;           ///< Along z.
    Vec3 friction_N = Vec3::Zero();  ///< At the ball's lowest point, `arm_m` from its centre.
    Vec3 arm_m = Vec3::Zero();
    Vec3 moment_N_m = Vec3::Zero();  ///< Beside that of the friction.
    double contact_loss_W = 0.0;
    double friction_loss_W = 0.0;
  };

  /// Of those of `contacts` that it handles.
  explicit ClothRow(std::span<const ContactPair> contacts,
                    internal::FindClothForces find_forces = ChosenKernel());

  /// Finds the forces of all that touch now. `states` are by contact, `motions` by body.
  void Evaluate(std::span<const ContactState> states, std::span<const BodyMotion> motions);

  /// Whether the last Evaluate() found the forces of this contact.
  bool Covers(int contact) const {
    const int place = place_of_[static_cast<std::size_t>(contact)];
    return place >= 0 && covered_[static_cast<std::size_t>(place)];
  }
  /// Requires Covers(contact).
  Forces Of(int contact) const;

 private:
  static constexpr std::size_t kWidth = kMaxBalls;
  static_assert(kWidth == internal::ClothColumns::kRows);

  /// That for the ChosenWidth() (core/base/register_width.h).
  static internal::FindClothForces ChosenKernel();
  bool Handles(const ContactPair& pair) const;
  void Add(const ContactPair& pair, int contact);
  void Read(std::span<const ContactState> states, std::span<const BodyMotion> motions);
  bool IsNearHole(std::size_t i, const Vec3& centre_m) const;

  internal::FindClothForces find_forces_;
  std::size_t count_ = 0;
  std::vector<int> place_of_;  // By contact; -1: none.
  std::array<int, kWidth> contact_{};
  std::array<int, kWidth> body_{};
  std::vector<std::pair<std::size_t, ContensouPatch>> leans_;  // That depend on speed, by place.
  std::vector<Hole> holes_;
  std::array<OpenField, kWidth> clear_of_holes_{};
  std::array<bool, kWidth> covered_{};
  std::array<double, kWidth> least_approach_m_s_{};
  internal::ClothColumns columns_;
};

// Defined here so that it is inlined: its caller then adds the numbers of the columns themselves,
// not a copy that has just been stored.
inline ClothRow::Forces ClothRow::Of(int contact) const {
  const auto i = static_cast<std::size_t>(place_of_[static_cast<std::size_t>(contact)]);
  Forces forces;
  forces.normal_N = columns_.normal_N[i];
  forces.friction_N = Vec3(columns_.friction_x_N[i], columns_.friction_y_N[i], 0.0);
  forces.arm_m = Vec3(0.0, 0.0, -columns_.z[i]);
  forces.moment_N_m = Vec3(columns_.moment_x[i], columns_.moment_y[i], columns_.moment_z[i]);
  forces.contact_loss_W = columns_.contact_loss_W[i];
  forces.friction_loss_W = columns_.friction_loss_W[i];
  return forces;
}

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_OPEN_FIELD_H_
