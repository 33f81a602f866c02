#ifndef CAROM_CORE_KERNELS_INTEGRATION_H_
#define CAROM_CORE_KERNELS_INTEGRATION_H_

// Read by kernels: includes neither Eigen nor the standard library
// (core/kernels/lanes.inl says why).

namespace carom::internal {

/// A weighted sum of slopes: weight[0] slope[0] + ... + weight[count - 1] slope[count - 1], summed
/// in this order, 1 <= count <= 7.
struct WeightedSlopes {
  int count;
  const double* weight;
  const double* const* slope;
};

/// A largest error for each component: the larger of `absolute` and `relative` times its size.
struct Tolerances {
  double absolute;
  double relative;
};

/// What a stepper does with vectors of n components, for one width of registers. All widths give
/// the same bits. No result overlaps an argument. Thread-safe, no allocation.
struct StepKernels {
  /// to = y + h sum
  void (*advance)(long n, const double* y, double h, const WeightedSlopes& sum, double* to);
  /// to = h sum
  void (*weigh)(long n, double h, const WeightedSlopes& sum, double* to);
  /// The largest |error| over its tolerance, where the size of a component is the larger one of
  /// |before| and |after|; infinite when a quotient is not finite.
  double (*worst)(long n, const double* error, const double* before, const double* after,
                  const Tolerances& tolerances);
  /// The first component from `from` on that is at most 0; n if there is none.
  long (*next_reached)(long n, const double* value, long from);
  /// The first component from `from` on that falls at the start and rises at the end; n if none.
  long (*next_turned)(long n, const double* start_rate, const double* end_rate, long from);
};

extern const StepKernels kPlainStepKernels;
extern const StepKernels kAvx2StepKernels;  ///< On x86-64 alone.

/// Those for the ChosenWidth() (core/base/register_width.h). Thread-safe.
const StepKernels& ChosenStepKernels();

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

/// Columns are whole blocks of this many numbers, the most that a register holds here.
inline constexpr int kChainBlock = 4;
/// A column has room for as many contacts as a group may have.
inline constexpr int kChainColumn = 128;

/// The columns in which rows of A may have numbers other than zero: begin <= k < end, in whole
/// blocks.
struct FeltRange {
  int begin;
  int end;
};

/// The columns of a HertzChain, one number for each contact. The kernels read the first `width`
/// entries: those of the contacts, then zeros up to a multiple of kChainBlock. None overlaps
/// another.
struct ChainColumns {
  int width = 0;
  const double* coupling = nullptr;  ///< A, row after row of `width` numbers; symmetric.
  const FeltRange* felt = nullptr;   ///< For each block of rows.
  const double* penetration_m = nullptr;
  const double* rate_m_s = nullptr;
  // These have the names that HertzHysteresis gives them (core/laws/cluster/hertz_chain.h).
  const double* virgin = nullptr;
  const double* elastic = nullptr;
  const double* deepest = nullptr;
  const double* onset = nullptr;
};

/// A weighted sum of the forces of the first stages: weight[0] F_0 + ... + weight[count - 1]
/// F_(count - 1), 1 <= count <= 6. The column of F_j begins at force_N + j kChainColumn.
struct WeightedForces {
  int count;
  const double* weight;
  const double* force_N;
};

/// Contacts of a GroupMotion in columns, filled up to whole blocks of kBlock with contacts that
/// change nothing: both of their sides are the row of what is fixed, and their normal is zero. (The
/// columns here and below have no initialisers, because most of their entries are never used.)
struct MotionContacts {
  static constexpr int kMost = kChainColumn;
  static constexpr int kBlock = kChainBlock;

  int width;     ///< How many entries, in whole blocks.
  int a[kMost];  ///< Rows of the bodies.
  int b[kMost];
  alignas(64) double normal[3][kMost];  ///< x, y and z of n, from a to b.
  double inverse_mass_a[kMost];         ///< 1/kg
  double inverse_mass_b[kMost];         ///< 1/kg; 0 when fixed.
};

/// Friction at some of the contacts.
struct MotionFriction {
  MotionContacts contacts;
  double limit_Ns[MotionContacts::kMost];    ///< 0 for those that fill up.
  double bound[MotionContacts::kMost];       ///< D_c, 1/kg, > 0.
  double impulse[3][MotionContacts::kMost];  ///< p_c, N s.
  double change[3][MotionContacts::kMost];   ///< Of p_c in this round.
};

/// The bodies of a GroupMotion, one row each.
struct MotionBodies {
  static constexpr int kMost = 33;  ///< One of them for what is fixed; its row stays zero.
  static constexpr int kRow = 4;    ///< x, y, z, and a zero.

  alignas(64) double velocity[kMost][kRow];  ///< v, m/s. A row never crosses a line of the cache.
  double surface[kMost][kRow];               ///< R w, m/s.
};

/// The arithmetic of HertzChain and of GroupMotion (core/laws/cluster/contact_group.h) for all
/// contacts of a group at once, for one width of registers. All widths give the same bits.
/// Thread-safe, no allocation.
struct GroupKernels {
  /// sum = the weighted forces.
  void (*combine)(const ChainColumns& chain, const WeightedForces& forces, double* sum);
  /// opening = A q.
  void (*openings)(const ChainColumns& chain, const double* q, double* opening);
  /// force = F(penetration).
  void (*forces)(const ChainColumns& chain, const double* penetration_m, double* force_N);
  /// stage = d + h (node d' - h opening); force = F(stage).
  void (*advance)(const ChainColumns& chain, const double* opening, double node, double step_s,
                  double* stage_m, double* force_N);
  /// The largest absolute value in the column; NaN if the column holds a NaN.
  double (*largest)(const ChainColumns& chain, const double* column);
  /// approach_c = n . (v_a - v_b).
  void (*approaches)(const MotionBodies& bodies, const MotionContacts& contacts,
                     double* approach_m_s);
  /// slip2_c = |s_c|^2 of the contacts with an impulse > 0. The other entries are unspecified.
  void (*slips)(const MotionBodies& bodies, const MotionContacts& contacts,
                const double* impulse_Ns, double* slip2_m2_s2);
  /// Applies the normal impulses that are > 0, in the order of the contacts.
  void (*push)(const MotionContacts& contacts, const double* impulse_Ns, MotionBodies& bodies);
  /// Finds the impulses of friction, from zero, and applies them. Stops after `max_rounds`, or once
  /// none changes by more than `tolerance` of its limit.
  void (*rub)(MotionFriction& friction, int max_rounds, double tolerance, MotionBodies& bodies);
};

extern const GroupKernels kPlainGroupKernels;
extern const GroupKernels kAvx2GroupKernels;  ///< On x86-64 alone.

/// The kernels for the ChosenWidth(). Thread-safe.
const GroupKernels& ChosenGroupKernels();

}  // namespace carom::internal

#endif  // CAROM_CORE_KERNELS_INTEGRATION_H_
