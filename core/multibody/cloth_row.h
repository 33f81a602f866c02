#ifndef CAROM_CORE_MULTIBODY_CLOTH_ROW_H_
#define CAROM_CORE_MULTIBODY_CLOTH_ROW_H_

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/base/constants.h"
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

  /// Of those of `contacts` that this file knows.
  explicit ClothRow(std::span<const ContactPair> contacts);

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
  using Column = std::array<double, kWidth>;

  bool Knows(const ContactPair& pair) const;
  void Add(const ContactPair& pair, int contact);
  void Read(std::span<const ContactState> states, std::span<const BodyMotion> motions);
  void FindHoles();
  void FindNormalForces();
  void AddLeans(const Column& lean, const Column& rate_x, const Column& rate_y);
  void FindShifts();
  void FindFriction();

  std::size_t count_ = 0;
  std::vector<int> place_of_;  // By contact; -1: none.
  std::array<int, kWidth> contact_{};
  std::array<int, kWidth> body_{};
  std::vector<Hole> holes_;
  std::array<OpenField, kWidth> clear_of_holes_{};
  std::array<bool, kWidth> covered_{};
  bool balls_deform_ = false;  // Any of them.

  // What does not change: of the balls, the law of the normal force, and the patch.
  Column radius_m_{}, stiffness_{}, damping_{}, least_force_N_{}, ratio_at_rest_{};
  Column least_approach_m_s_{}, patch_m_{}, friction_{}, lean_{}, other_lean_{};
  Column force_blend_{}, moment_blend_{}, slip_smoothing_{}, rolling_smoothing_{};

  // How the balls move: velocity v and spin w.
  Column x_{}, y_{}, z_{}, vx_{}, vy_{}, vz_{}, wx_{}, wy_{}, wz_{}, approach_m_s_{};

  Column normal_N_{}, contact_loss_W_{};
  Column slip_x_{}, slip_y_{};    // m/s
  Column shift_x_{}, shift_y_{};  // (d_c, d_s)
  Column friction_x_N_{}, friction_y_N_{};
  Column moment_x_{}, moment_y_{}, moment_z_{};  // N m
  Column friction_loss_W_{};
};

// Defined here so that it is inlined: its caller then adds the numbers of the columns themselves,
// not a copy that has just been stored.
inline ClothRow::Forces ClothRow::Of(int contact) const {
  const auto i = static_cast<std::size_t>(place_of_[static_cast<std::size_t>(contact)]);
  Forces forces;
  forces.normal_N = normal_N_[i];
  forces.friction_N = Vec3(friction_x_N_[i], friction_y_N_[i], 0.0);
  forces.arm_m = Vec3(0.0, 0.0, -z_[i]);
  forces.moment_N_m = Vec3(moment_x_[i], moment_y_[i], moment_z_[i]);
  forces.contact_loss_W = contact_loss_W_[i];
  forces.friction_loss_W = friction_loss_W_[i];
  return forces;
}

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_CLOTH_ROW_H_
