#ifndef CAROM_TESTS_PAPERS_POCKETS_TARGET_SIZE_H_
#define CAROM_TESTS_PAPERS_POCKETS_TARGET_SIZE_H_

namespace carom::papers {

/// A pocket as [TP 3.5] and [TP 3.6] measure it, seen from above.
///   D. G. Alciatore, TP 3.5 "Effective target sizes for slow shots into a side pocket at different
///   angles", TP 3.6 "... into a corner pocket ...", billiards.colostate.edu.
struct PocketMouth {
  double mouth_m = 0.0;        ///< p: between the points of the two noses.
  double facing_rad = 0.0;     ///< alpha: of a facing from the pocket's axis, opening outwards.
  double hole_radius_m = 0.0;  ///< R_hole
  double shelf_m = 0.0;        ///< b: from the line of the mouth to the edge of the hole.
  double ball_radius_m = 0.0;  ///< R
  double rail_m = 0.0;         ///< L: of the rail beside a corner pocket.
};

/// Where slow balls may pass the middle of the mouth, measured across their path: from `left_m` to
/// its left to `right_m` to its right. Reflections off points and facings are those of a mirror;
/// a ball is in the pocket once its centre passes the edge of the hole.
struct TargetSize {
  double left_m = 0.0;
  double right_m = 0.0;

  double Width() const { return left_m + right_m; }
};

/// `angle_rad` is that of the path from the pocket's axis.
TargetSize SlowSideTarget(const PocketMouth& pocket, double angle_rad);

/// The same beside two rails, off which a ball may come first. `angle_rad` in (-pi/4, pi/4),
/// positive where the rail to the left of the path is met first.
TargetSize SlowCornerTarget(const PocketMouth& pocket, double angle_rad);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POCKETS_TARGET_SIZE_H_
