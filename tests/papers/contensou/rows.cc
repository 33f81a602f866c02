#include "tests/papers/contensou/rows.h"

#include "tests/papers/contensou/experiments.h"

namespace carom::papers {

// G. Kudra, M. Szewc, I. Wojtunik, J. Awrejcewicz, "Shaping the trajectory of the billiard ball
// with approximations of the resultant contact forces".
std::vector<Claim> ContensouClaims() {
  using enum ClaimKind;
  return {
      {"contensou-01", "2.1, (1)-(2), Fig 2", "distorted Hertzian pressure", kFigure},
      {"contensou-02", "(3)-(4)", "rolling resistance from the shifted centre, d/5", kValue},
      {"contensou-03", "2.1", "two deformable bodies: two superposed resistances", kFeature},
      {"contensou-04", "2.2, (5)-(8)", "integral friction force and moment", kValue},
      {"contensou-05", "(9)", "four symmetries", kValue},
      {"contensou-06", "Fig 3", "T_x, T_y, M over (theta, gamma) for d = 1", kFigure},
      {"contensou-07", "2.3, (10), (12), (13)", "approximations from five moments", kValue},
      {"contensou-08", "(11)", "exact for pure sliding and pure spin", kValue},
      {"contensou-09", "2.3", "optimal b_T, m_T, b_M, m_M", kValue},
      {"contensou-10", "2.3, 4", "parameters can come from measured data", kFeature},
      {"contensou-11", "Fig 4", "both approximations beside the integral", kFigure},
      {"contensou-12", "2.3, 3.2", "integral too costly; m = 2 faster than free m", kValue},
      {"contensou-13", "2.4, (14)-(17)", "smooth forms without singularities", kFeature},
      {"contensou-14", "1, 2.4", "smoothed models give what a stick-slip scheme gives", kTrend},
      {"contensou-15", "3.1, (18)-(27)", "ball of five degrees of freedom", kMisprint},
      {"contensou-16", "Fig 6", "straight motion, w = (-50, 0, 0)", kFigure},
      {"contensou-17", "Fig 7", "diagonal motion, w = (-50, 5, 0)", kFigure},
      {"contensou-18", "Fig 8", "reversal, w = (150, 5, 0)", kFigure},
      {"contensou-19", "Fig 9", "curve, w = (-50, -3.5, -150)", kFigure},
      {"contensou-20", "Fig 10", "full turn, w = (150, 0, -150)", kFigure},
      {"contensou-21", "4", "approximations can substitute the integral", kTrend},
      {"contensou-22", "title, 3.2, 4", "an initial spin for a desired rest point", kFeature},
      {"contensou-23", "4", "the patch joined with impacts of balls, cue, band", kFeature},
      {"contensou-24", "3.2", "parameters of the simulation", kMisprint},
      {"contensou-25", "misprints", "scalings, a sign and a word", kMisprint},
  };
}

std::vector<Experiment> ContensouExperiments() {
  return {
      {"contensou-01", PressureSurface},
      {"contensou-02", RollingResistance},
      {"contensou-03", TwoDeformableBodies},
      {"contensou-04", IntegralModel},
      {"contensou-05", FourSymmetries},
      {"contensou-06", IntegralSurfaces},
      {"contensou-07", FivePressureMoments},
      {"contensou-08", ExactForPureMotions},
      {"contensou-09", OptimalParameters},
      {"contensou-10", ParametersFromData},
      {"contensou-11", ApproximationsBeside},
      {"contensou-12", CostOfModels},
      {"contensou-13", SmoothForms},
      {"contensou-14", StickSlipScheme},
      {"contensou-15", FiveDegreeBall},
      {"contensou-16", StraightMotion},
      {"contensou-17", DiagonalMotion},
      {"contensou-18", ReversalMotion},
      {"contensou-19", CurveMotion},
      {"contensou-20", FullTurnMotion},
      {"contensou-21", ApproximationsSubstitute},
      {"contensou-22", SpinForTarget},
      {"contensou-24", ParametersOfSimulation},
      {"contensou-25", MisprintsOfPaper},
  };
}

}  // namespace carom::papers
