#ifndef CAROM_CORE_LAWS_CLUSTER_CHAIN_KERNELS_H_
#define CAROM_CORE_LAWS_CLUSTER_CHAIN_KERNELS_H_

namespace carom::internal {

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
  // These have the names that HertzHysteresis gives them (core/laws/cluster/hysteresis.h).
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

/// The arithmetic of HertzChain for all contacts of a group at once, for one width of registers.
/// All widths give the same bits. Thread-safe, no allocation.
struct ChainKernels {
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
};

extern const ChainKernels kPlainChainKernels;
extern const ChainKernels kAvx2ChainKernels;  ///< On x86-64 alone.

/// The kernels for the ChosenWidth(). Thread-safe.
const ChainKernels& ChosenChainKernels();

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_CLUSTER_CHAIN_KERNELS_H_
