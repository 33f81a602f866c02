#ifndef CAROM_CORE_MODELS_PATCH_STUDY_H_
#define CAROM_CORE_MODELS_PATCH_STUDY_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/interval.h"
#include "core/base/stop_token.h"
#include "core/laws/friction/contensou.h"

namespace carom {

/// Of PatchSlip's slip, each axis, 1/s, and of its spin, rad/s.
inline constexpr Interval kRateRange{-1e9, 1e9};

/// The points of [Contensou ball] Fig. 3: slip along x, d = 1, and a grid of 25 angles theta of
/// slip and spin (6) by 13 directions gamma of rolling (2), gamma by gamma.
std::vector<PatchSlip> PointsOfFig3();

/// The friction of a patch at given slips and spins, in the scaled quantities of [Contensou ball]
/// section 2: the surfaces T_x, T_y and M of its Figs. 3 and 4.
struct PatchSurface {
  ContensouModel model = ContensouModel::kIntegral;
  std::optional<ContensouBlend> blend = std::nullopt;  ///< Of an approximation; else the paper's.
  double smoothing_per_s = 0.0;                        ///< eps_t of Eqs. (16), (17).
  std::vector<PatchSlip> points = PointsOfFig3();      ///< 1 to 65536.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("model", self.model);
    visit("smoothing_per_s", self.smoothing_per_s, {0.0, 1e6});
  }
};

/// (T_x, T_y) and M at each point. INVALID_ARGUMENT with a path such as "points[3].shift".
absl::StatusOr<std::vector<PatchFriction>> EvaluatePatch(const PatchSurface& surface);

/// The pressure on a patch that rolls, [Contensou ball] 2.1. With the defaults it is the scaled one
/// of Fig. 2.
struct PatchPressure {
  double radius_m = 1.0;        ///< a.
  double normal_force_N = 1.0;  ///< N.
  double lean = 1.0;            ///< d.
  double direction_rad = 1.0;   ///< gamma, of rolling.
  int grid = 25;                ///< Points along each axis, from edge to edge; of 2 none is on it.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("radius_m", self.radius_m, {1e-9, 1.0});
    visit("normal_force_N", self.normal_force_N, {0.0, 1e9});
    visit("lean", self.lean, {0.0, 1.0});
    visit("direction_rad", self.direction_rad, {-1e3, 1e3});
    visit("grid", self.grid, {3, 257});
  }
};

/// The pressure at the points of the grid that are on the patch, by y, then x; and its integrals
/// over the patch, by quadrature of the same pressure.
struct PressureField {
  std::vector<Vec2> points_m;
  std::vector<double> pressures_Pa;
  double normal_force_N = 0.0;
  Vec2 centre_m = Vec2::Zero();            ///< Of pressure.
  Vec2 rolling_moment_N_m = Vec2::Zero();  ///< Eqs. (3), (4), about the centre of the patch.
  /// Of friction about the normal at a pure spin, over the coefficient of friction.
  double drilling_moment_N_m = 0.0;
};

/// INVALID_ARGUMENT with the field's path.
absl::StatusOr<PressureField> EvaluatePressure(const PatchPressure& patch);

/// The parameters of the approximation (10) that fit measured friction best: [Contensou ball] 2.3.
struct PatchFit {
  /// kFourParameter fits b and m of force and moment, kTwoParameter b alone, m = 2 kept.
  ContensouModel model = ContensouModel::kFourParameter;
  std::optional<ContensouBlend> start = std::nullopt;  ///< Else the paper's.
  std::vector<FrictionMeasurement> rows;  ///< At least as many as parameters, to 16384.
};

/// INVALID_ARGUMENT with a path, also for rows that do not determine a parameter; CANCELLED.
absl::StatusOr<BlendFit> FitPatch(const PatchFit& fit, StopToken stop);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_PATCH_STUDY_H_
