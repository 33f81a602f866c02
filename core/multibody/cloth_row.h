#ifndef CAROM_CORE_MULTIBODY_CLOTH_ROW_H_
#define CAROM_CORE_MULTIBODY_CLOTH_ROW_H_

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/base/constants.h"
#include "core/kernels/cloth.h"
#include "core/multibody/contact.h"
#include "core/multibody/open_field.h"

namespace carom {

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

#endif  // CAROM_CORE_MULTIBODY_CLOTH_ROW_H_
