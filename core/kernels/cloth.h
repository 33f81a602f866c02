#ifndef CAROM_CORE_KERNELS_CLOTH_H_
#define CAROM_CORE_KERNELS_CLOTH_H_

// Read by kernels: includes neither Eigen nor the standard library
// (core/kernels/lanes.inl says why).

namespace carom::internal {

/// The contacts of balls with the flat of the cloth, in columns by contact. Entries beyond the
/// contacts may hold anything.
struct ClothColumns {
  /// Room for kMaxBalls (core/base/constants.h), a multiple of every kernel's width.
  static constexpr int kRows = 32;
  using Column = double[kRows];

  // Numbers of the two-parameter blend (core/laws/friction/contensou_friction.h).
  double force_by_shift = 0.0, moment_of_spin = 0.0, moment_by_shift = 0.0;
  /// A contact that begins more slowly, m/s, has its ratio at rest.
  double least_ratio_approach_m_s = 0.0;

  // What does not change: of the balls, the law of the normal force, and the patch. Radii > 0 in m,
  // stiffness in N/m^(3/2), smoothing in 1/s; the others are ratios.
  alignas(64) Column radius_m{};
  Column stiffness{}, damping{}, least_force_N{}, ratio_at_rest{};
  Column patch_m{}, friction{}, lean{}, other_lean{};
  Column force_blend{}, moment_blend{}, slip_smoothing{}, rolling_smoothing{};
  bool balls_deform = false;  ///< Any of them.

  // How the balls move: height z in m, velocity v in m/s, spin w in rad/s; and the rate at which
  // each contact began.
  Column z{}, vx{}, vy{}, vz{}, wx{}, wy{}, wz{}, approach_m_s{};

  // What the kernels find.
  Column normal_N{}, contact_loss_W{};
  Column friction_x_N{}, friction_y_N{};
  Column moment_x{}, moment_y{}, moment_z{};  ///< N m
  Column friction_loss_W{};
};

/// Finds the forces of the first `count` contacts (core/kernels/cloth.inl has the
/// formulas), for one width of registers. All widths give the same bits. Thread-safe, no
/// allocation.
using FindClothForces = void (*)(ClothColumns& cloth, int count);

void FindClothForcesPlain(ClothColumns& cloth, int count);
void FindClothForcesAvx2(ClothColumns& cloth, int count);  ///< On x86-64 alone.

}  // namespace carom::internal

#endif  // CAROM_CORE_KERNELS_CLOTH_H_
