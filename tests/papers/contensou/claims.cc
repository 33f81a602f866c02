// G. Kudra, M. Szewc, I. Wojtunik, J. Awrejcewicz, "Shaping the trajectory of the billiard ball
// with approximations of the resultant contact forces". contensou-23 is a plan, and contensou-24
// lists parameters: neither claims anything.

#include "tests/papers/contensou/experiments.h"

namespace carom::papers {
namespace {

const char* const kRounding = "rounding";
// (10), whose denominators (9) has not.
constexpr char kApproximation[] =
    "{(b_M^{m_M} |\\omega_s|^{m_M} + |v_s|^{m_M})^{m_M^{-1}}} \\end{aligned} \\quad (10)";
const char* const kGarbled =
    "the printed page: hats and scales of symbols are lost in the text at hand";
const char* const kElsewhere =
    "the printed objective is least elsewhere; the paper does not tell how it was searched";

}  // namespace

const std::vector<Experiment>& ContensouExperiments() {
  static const std::vector<Experiment> experiments = {
      {"contensou-01",
       "Pressure of the patch",
       PressureSurface,
       {{"contensou-01", "2.1, (1)",
         "\\frac{\\hat{a}^2}{\\hat{N}} = \\frac{3}{2\\pi} \\sqrt{1 - x^2 - y^2} (1 + d_c x + d_s "
         "y)",
         Word(), Below(1e-12, kRounding),
         "integral of the non-dimensional pressure over the patch, less 1; d = 0 to 1"}}},
      {"contensou-02",
       "Rolling resistance",
       RollingResistance,
       {{"contensou-02", "(4)", "M_{rx} = \\frac{1}{5}d_s \\quad M_{ry} = -\\frac{1}{5}d_c", Word(),
         Below(1e-12, kRounding), "60 pressures: f x e_z by quadrature of (1), less (4)"}}},
      {"contensou-03",
       "Two deformable bodies",
       TwoDeformableBodies,
       {{"contensou-03", "2.1",
         "can be modelled as a superposition of two independent rolling resistances, and the "
         "quantities d_c and d_s (2) can be understood as a resultant action of them",
         Word(), Below(1e-12, kRounding),
         "50 pairs of bodies: centre of the pressure by quadrature with d_c, d_s added, less the "
         "sum of the two alone"}}},
      {"contensou-04",
       "The integral by angles",
       IntegrandsByAngles,
       {{"contensou-04", "2.2, (8)",
         "Taking into account the relation (6\u20137) in Eq. (5), one gets", Word(),
         Below(1e-12, kRounding),
         "1000 motions and places: the integrands of (5) less those of (8)"}}},
      {"contensou-05",
       "Four symmetries",
       FourSymmetries,
       {{"contensou-05a", "(9)",
         "f(\\theta_s, \\varphi_s, \\gamma) &= -f(\\theta_s + \\pi, \\varphi_s, \\gamma) \\text{ "
         "for "
         "} f = T_{sx}, T_{sy}, M_s",
         Word(), Below(1e-12, kRounding), "1000 motions: greatest difference of both sides"},
        {"contensou-05b", "(9)",
         "f(\\theta_s, \\varphi_s, \\gamma) &= -f(-\\theta_s, \\varphi_s + \\pi, \\gamma) \\text{ "
         "for } f = T_{sx}, T_{sy}, M_s",
         Word(), Below(1e-12, kRounding), "1000 motions: greatest difference of both sides"},
        {"contensou-05c", "(9)",
         "f(\\theta_s, \\varphi_s, \\gamma) &= f(-\\theta_s, \\varphi_s, \\gamma + \\pi) \\text{ "
         "for "
         "} f = T_{sx}, T_{sy}",
         Word(), Below(1e-12, kRounding), "1000 motions: greatest difference of both sides"},
        {"contensou-05d", "(9)",
         "f(\\theta_s, \\varphi_s, \\gamma) &= -f(-\\theta_s, \\varphi_s, \\gamma + \\pi) \\text{ "
         "for } f = M_s",
         Word(), Below(1e-12, kRounding), "1000 motions: greatest difference of both sides"}}},
      {"contensou-06",
       "Surfaces of the integral model",
       IntegralSurfaces,
       {Undecidable("contensou-06", "Fig 3",
                    "The components (T_{sx} , T_{sy} , M_s) of the integral friction model (9), "
                    "for $d = 1$, "
                    "$\\varphi_s = 0$.",
                    "numbers of the figure, of which the text has none")}},
      {"contensou-07",
       "Five pressure moments",
       FivePressureMoments,
       {{"contensou-07a", "(12)",
         "c_{0,1,1}^{(x,y)} &= \\frac{3}{32} \\pi d_s & c_{1,0,1}^{(x,y)} &= \\frac{3}{32} \\pi "
         "d_c "
         "\\\\ c_{0,0,-1}^{(x,y)} &= \\frac{3}{16} \\pi & c_{0,1,0}^{(x,y)} &= \\frac{1}{5} d_s & "
         "c_{1,0,0}^{(x,y)} &= \\frac{1}{5} d_c",
         Word(), Below(1e-12, kRounding), "by quadrature less the print"},
        {"contensou-07b", "(13)",
         "Using the relation (6\u20137) and changing the kinematic variables", Word(),
         Below(1e-12, kRounding), "1000 motions, both blends: (10) less (13)"}}},
      {"contensou-08",
       "Pure motions",
       ExactForPureMotions,
       {{"contensou-08a", "(11)", "f^{(l)}|_{v_s=0} &= f|_{v_s=0}", Word(), Below(1e-12, kRounding),
         "1000 random b, m, d: approximation less integral"},
        {"contensou-08b", "(11)", "f^{(l)}|_{\\omega_s=0} &= f|_{\\omega_s=0}", Word(),
         Below(1e-12, kRounding), "1000 random b, m, d: approximation less integral"}}},
      {"contensou-09",
       "Optimal parameters",
       OptimalParameters,
       {{"contensou-09a", "2.3", "optimal parameters: $b_T = 0.771$", Number("0.771"), Rounds(),
         "b_T of the least F_T", "", "", kElsewhere},
        {"contensou-09b", "2.3", "$m_T = 2.655$", Number("2.655"), Rounds(), "m_T of the least F_T",
         "", "", kElsewhere},
        {"contensou-09c", "2.3", "$b_M = 0.419$", Number("0.419"), Rounds(), "b_M of the least F_M",
         "", "", kElsewhere},
        {"contensou-09d", "2.3", "$m_M = 3.073$", Number("3.073"), Rounds(), "m_M of the least F_M",
         "", "", kElsewhere},
        {"contensou-09e", "2.3", "resulted in the following parameters: $b_T = 0.68102$",
         Number("0.68102"), Rounds(), "b_T of the least F_T with m_T = 2", "", "", kElsewhere},
        {"contensou-09f", "2.3", "$b_M = 0.480909$. This assumption", Number("0.480909"), Rounds(),
         "b_M of the least F_M with m_M = 2", "", "", kElsewhere}}},
      {"contensou-10",
       "Parameters from data",
       nullptr,
       {Undecidable("contensou-10", "2.3",
                    "They can be identified from the experimental data as well.",
                    "data of an experiment; of made-up data a fit finds what made them")}},
      {"contensou-11",
       "Approximations beside the integral",
       ApproximationsBeside,
       {Undecidable("contensou-11", "2.3", "exhibits comparison of the full integral model (8)",
                    "numbers of the figure, of which the text has none")}},
      {"contensou-12",
       "Cost of the models",
       CostOfModels,
       {{"contensou-12a", "4", "extremely computationally expensive integral expressions", Word(),
         Above(10.0, "an order of magnitude more than one approximation"),
         "points of a midpoint rule for an error of 0.01, a tenth of the approximations'"},
        Undecidable(
            "contensou-12b", "2.3",
            "This assumption leads to the significant reduction of the computational time in some "
            "cases.",
            "the authors' program; run times of another do not judge it")}},
      {"contensou-13",
       "Smoothed forms",
       SmoothForms,
       {{"contensou-13", "2.4", "obtaining their smooth (regularized) counterparts", Word(),
         Below(1.01, "1 where the form has a slope at rest"),
         "growth of resistance over slip from eps/1000 to eps/10 000, for (14), (16), (17) with "
         "four and with two parameters"}}},
      {"contensou-14",
       "Smoothed models and a stick-slip scheme",
       StickSlipScheme,
       {{"contensou-14", "1",
         "the developed models of friction lead to the same results as event-driven algorithm",
         Word(), Below(1.0, "per cent: a line's width of a printed path"),
         "eps = 0.01: rest point off that of a stick-slip scheme, per cent of the path, and stop "
         "time, per cent"}}},
      {"contensou-15",
       "Sign of friction",
       SignOfFriction,
       {{"contensou-15", "3.1, (19)",
         "\\hat{\\mathbf{T}}_{s\\epsilon} = \\begin{bmatrix} \\hat{T}_{sx\\epsilon} \\\\ "
         "\\hat{T}_{sy\\epsilon} \\\\ 0 \\end{bmatrix} = \\mu mg \\begin{bmatrix} T_{sx\\epsilon} "
         "\\\\ T_{sy\\epsilon} \\\\ 0 \\end{bmatrix}",
         Word(), Below(1e-12, kRounding),
         "sliding ball: acceleration by (18a) and (19) less that of (21), over mu g",
         "2.2 has T_s = -T_sx e_x - T_sy e_y and (21) the minus too; without it (19) has friction "
         "push the way the ball slides"}}},
      {"contensou-16",
       "Straight motion",
       StraightMotion,
       {{"contensou-16", "3.2, Fig 6",
         "the straight motion of the ball along the direction of Y axis", Word(),
         Below(1e-9, kRounding), "greatest |X|, m"}}},
      {"contensou-17",
       "Diagonal motion",
       DiagonalMotion,
       {{"contensou-17", "3.2, Fig 7", "The diagonal movement of the ball is presented in Fig. 7.",
         Word(), Above(1.0, "per cent: a line's width of a printed path"),
         "X and Y of the rest point, per cent of the path"}}},
      {"contensou-18",
       "Reversal",
       ReversalMotion,
       {{"contensou-18a", "3.2, Fig 8",
         "Fig. 8 shows the reversal motion of the ball along the Y direction.", Word(),
         Above(1.0, "per cent: a line's width of a printed path"),
         "return along Y, per cent of the path"},
        Undecidable(
            "contensou-18b", "Fig 8",
            "Position of the billiard ball during turning in x direction.",
            "what \"turning in x direction\" means: X only grows, and it is Y that turns back")}},
      {"contensou-19",
       "Curve",
       CurveMotion,
       {{"contensou-19a", "3.2, Fig 9",
         "the ball is turning in direction X and then it is doing a curve motion in the opposite "
         "direction",
         Word(), Above(1.0, "a degree: what a figure shows"),
         "degrees that the heading turns to the left, and to the right"},
        Undecidable(
            "contensou-19b", "3.2",
            "because of the difficulty of carrying out calculations with some initial conditions",
            "the authors' program and its calculations")}},
      {"contensou-20",
       "Full turn",
       FullTurnMotion,
       {{"contensou-20a", "3.2, Fig 10",
         "the ball is turning in both X and Y direction at the same time", Word(),
         Below(1.0, "per cent: a line's width of a printed path; the figure shows positions"),
         "way between the turns in X and in Y, per cent of the path"},
        {"contensou-20b", "3.2, Fig 10", "in both X and Y direction until it stops", Word(),
         Below(1.0, "per cent: a line's width of a printed path"),
         "way back along X and Y after both turns, up to 1 mm/s, per cent of the path"},
        Undecidable(
            "contensou-20c", "3.2, Fig 10", "and then it constantly rolls",
            "whether \"rolls\" says more than that it goes on: its patch slips all the way")}},
      {"contensou-21",
       "Approximations in place of the integral",
       ApproximationsSubstitute,
       {{"contensou-21", "4", "occurred very effective and able ... to substitute inconvenient",
         Word(), Below(1.0, "per cent: a line's width of a printed path"),
         "Figs 6-10, both approximations: path off the integral's, per cent of its length"}}},
      {"contensou-22",
       "A spin for a path",
       nullptr,
       {Undecidable(
           "contensou-22", "3.2",
           "Proper set of the initial conditions may result in obtaining the desired trajectory.",
           "which trajectories are meant: that some are obtained, nothing could contradict")}},
      {"contensou-25",
       "References, words and scales",
       ReferencesAndWords,
       {{"contensou-25a", "2.4", "They possess singularities for vanishing rolling resistance",
         Word(), Below(1e-12, "it vanishes"),
         "rolling resistance on either side of the singularity of (2)",
         "(2) is singular where the rolling velocity vanishes, as the sentence before says; the "
         "resistance is d/5 on both sides"},
        {"contensou-25b", "2.2", "of the integral model (9) are presented in Fig. 3", Number("9"),
         Rounds(), "number of the equation that has the integral model",
         "(9) is the list of symmetries; the integral model is (8)", "", "", false,
         "M_s &= \\iint_F \\sigma(x, y) \\frac{N_3}{D} dx dy \\end{aligned} \\quad (8)",
         EquationNumber},
        {"contensou-25c", "2.3", "The components (9) fulfil the following conditions", Number("9"),
         Rounds(), "number of the equation that has the approximate components",
         "(9) is the list of symmetries; the components with the mark of approximation are (10)",
         "", "", false, kApproximation, EquationNumber},
        {"contensou-25d", "2.3", "the expressions (9) take the following form", Number("9"),
         Rounds(), "number of the equation that (13) rewrites",
         "(13) rewrites (10) by angles; (9) is the list of symmetries", "", "", false,
         kApproximation, EquationNumber},
        Undecidable("contensou-25e", "(25)",
                    "\\begin{bmatrix} v_{sx} \\\\ v_{sy} \\\\ v_{sz} \\end{bmatrix} = "
                    "\\begin{bmatrix} v_{Ax} "
                    "\\\\ v_{Ay} \\\\ v_{Az} \\end{bmatrix}",
                    kGarbled),
        Undecidable("contensou-25f", "2.2", "d\\hat{\\mathbf{M}}_s / (\\hat{\\mu} \\hat{N})",
                    kGarbled)}},
  };
  return experiments;
}

}  // namespace carom::papers
