// The compliant pool table. pool-03 and pool-39 claim nothing: Newton's method is named, and the
// whole rack is not run.

#include <string>

#include "tests/papers/pool/experiments.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

const char* const kRounding = "rounding";
const char* const kNone = "none";
const char* const kMillimetre = "a millimetre: what a figure of the table's heights shows";
const char* const kFree =
    "free balls carry no constraint, so the four methods solve the same equations; the code that "
    "moved a ball is not printed";
const char* const kRebounds =
    "Fig 21, which has the measured rebounds and tells which two models are meant";
const char* const kNotByMeans = "the table's numbers";

// A word that gives a range.
Print Range(double low, double high) {
  Print print = Number("0");
  print.value = 0.5 * (low + high);
  print.precision = 0.5 * (high - low);
  return print;
}

// The number in brackets, which is a speed in mph, in m/s.
double MilesPerHour(const std::string& passage) {
  return EquationNumber(passage) * kMilesPerHour_m_s;
}

// 1 when a passage is about cushions.
double NamesCushions(const std::string& passage) {
  return passage.find("cushion") == std::string::npos ? 0.0 : 1.0;
}

std::vector<Experiment> Formulation() {
  return {
      {"pool-01",
       "Euler angles and Euler parameters",
       PoolOrientations,
       {{"pool-01a", "2.1",
         "when \\(\\sin \\theta = 0\\), intermediate systems defined by angles \\( \\psi\\) and "
         "\\(\\sigma\\) are indistinguishable",
         Word(), Below(1e-12, kRounding),
         "(2.4) at theta = 0: A of 1000 pairs psi, sigma less A of others with the same sum"},
        {"pool-01b", "2.1",
         "this formulation presents some singularities that make it impossible to implement it",
         Word(), Below(1e-9, "not one step"),
         "time that an integration of zxz angles gets on from theta = 0, s"},
        {"pool-01c", "2.1",
         "a rotation in the three-dimensional space can always be described by a rotation along a "
         "certain axis over a certain angle",
         Word(), Below(1e-9, "integration at 1e-12"),
         "Euler parameters through theta = 0 and past it: error of A after a turn"}}},
      {"pool-02",
       "Newton-Euler equations with multipliers",
       PoolMultipliers,
       {{"pool-02a", "2.2",
         "This system is solved for \\(\\ddot{q}\\) and \\({\\uplambda }\\) to obtain the dynamic "
         "evolution of the system.",
         Word(), Below(1e-7, "integration at 1e-12"),
         "pendulum of 1 m from 90 and 30 degrees: period less that by elliptic integrals, s"},
        {"pool-02b", "(2.19)", "g^{\\left( c \\right)} = D^{T} \\cdot\\lambda", Word(),
         Below(1e-6, "integration"),
         "its rod's tension by D^T lambda at the bottom, less m g (3 - 2 cos a), N"},
        {"pool-02c", "(2.16), (2.17)",
         "n_{i} - \\tilde{\\omega }_{i} \\cdot J_{i} \\cdot \\omega_{i}", Word(),
         Below(1e-8, "integration"),
         "a body of three different moments turns freely for 5 s by (2.16), (2.17): change of its "
         "angular momentum, relative"}}},
      {"pool-04",
       "Drift of constraints",
       PoolDrift,
       {{"pool-04a", "2.3",
         "This leads to a violation of the constraint equations when dealing with moderately long "
         "simulations, due to the error accumulated over the integration process",
         Word(), Above(1.0, "1 where nothing accumulates"),
         "standard multipliers, pendulum and cradle: greatest |Phi| to 10 s over that to 1 s"},
        {"pool-04b", "2.3", "at least keep such errors within a defined margin", Word(),
         Below(1.0, "1 where nothing is contained"),
         "the three other methods: greatest |Phi| in 10 s over that of standard multipliers"}}},
      {"pool-05",
       "Redundant and singular constraints",
       PoolRedundantRows,
       {{"pool-05a", "2.3",
         "Even when the system is close to a singular position or when dealing with redundant "
         "constraints the system of equations can still be solved.",
         Word(), Above(0.999, "all of it"),
         "augmented Lagrangian: share of the run that it comes through"},
        {"pool-05b", "2.3",
         "Baumgarte\u2019s method uses to fail when dealing with kinematic singular configurations "
         "or with redundant constraints",
         Word(), Below(0.999, "all of it"), "Baumgarte: share of the run that it comes through"}}},
      {"pool-06",
       "Baumgarte's constants",
       PoolBaumgarte,
       {{"pool-06a", "2.3",
         "for a fixed time step, the values \\(\\alpha\\) = \\(\\beta\\) = 5 lead to a convergence "
         "of the integration process without oscillation",
         Word(), Below(0.5, kNone), "changes of sign of Phi in 2 s, step 0.01 s"},
        {"pool-06b", "2.3", "being this process even faster if \\(\\alpha\\) = \\(\\beta\\) = 20",
         Word(), Below(1.0, "1: as fast"),
         "time until |Phi| has fallen to 1 %, with 20 over that with 5"},
        {"pool-06c", "2.3", "However, this implied a stiffer system.", Word(),
         Below(1.0, "1: as stiff"),
         "longest stable step of Runge and Kutta's method with 20 over that with 5"},
        {"pool-06d", "2.3",
         "A bigger increase in \\(\\beta\\) compared to one of \\(\\alpha\\) produces oscillations "
         "of the results",
         Word(), Above(0.5, "one"), "changes of sign of Phi in 2 s"},
        {"pool-06e", "2.3", "and, ultimately, the divergence of the integration process", Word(),
         Above(1.0, "the start"), "5 and 500, step 0.01 s: greatest |Phi/Phi(0)|"},
        {"pool-06f", "2.3", "If both values are equal, the critical damping is reached.", Word(),
         Below(1e-7, "integration with steps of 1 ms"),
         "Phi/Phi(0) less (1 + a t) e^(-a t) over 2 s"},
        Undecidable(
            "pool-06g", "2.3",
            "Baumgarte proved that values of these parameters smaller than 10 are advantageous",
            "Baumgarte's proof, and what an advantage is"),
        {"pool-06h", "2.3", "these being always in the interval 1\u201320", Range(1.0, 20.0),
         Rounds(),
         "alpha = beta of 0.1, 0.2, 0.5 ... 200 with the least rms |Phi| of a pendulum in 10 s, "
         "steps of 0.01 and 0.001 s"}}},
      {"pool-07",
       "Direct correction",
       PoolDirectCorrection,
       {{"pool-07a", "(2.27)",
         "\\delta q = - D^{T} \\cdot \\left( {D \\cdot D^{T} } \\right) \\cdot \\Phi \\left( "
         "{q^{u} "
         "} \\right)",
         Word(), Below(0.05, "what |Phi| of second order leaves"),
         "rods of 0.3, 1 and 2 m, Phi = (|d|^2 - L^2)/2: what one correction as printed leaves",
         "the inverse of D D^T is missing: the text asks for Moore and Penrose's, and (2.29) has "
         "it; D D^T is L^2 here, so (2.27) leaves 1 - L^4"},
        {"pool-07b", "2.3",
         "by using Eq. (2.29) with the new values of \\(q^{c}\\), the velocity constraints "
         "violation "
         "is corrected",
         Word(), Below(1e-12, kRounding), "|Phi'| after (2.29) over that before"}}},
      {"pool-37",
       "Signs, sizes and words",
       PoolMisprints,
       {{"pool-37a", "(2.20)", "M & {D^{T} } \\\\ D & 0 \\\\ \\end{array} } \\right]", Word(),
         Below(1e-12, kRounding),
         "hanging mass: M q'' - g - D^T lambda of (2.18), (2.19) with q'', lambda of (2.20), N",
         "(2.18), (2.19) say M q'' - D^T lambda = g: -D^T belongs into (2.20), which as printed "
         "turns reactions round"},
        {"pool-37b", "(2.22)",
         "\\left\\| {\\ddot{q}_{i + 1} - \\ddot{q}}_{i} \\right\\|= \\varepsilon", Word(),
         Above(0.5, "one"), "of 1000 iterations of (2.21), those that meet (2.22)",
         "a tolerance is a bound: each change is 1 + alpha D M^-1 D^T times smaller than the last, "
         "and equal to epsilon none"},
        {"pool-37c", "4", "for the second test an analysis time of 2 s was defined",
         Number("2", "s"), Rounds(), "analysis time of the second test, as 4.2 has it",
         "4.2 has 3 s for the same test: both cannot stand", "", "", false,
         "The analysis time was 3 s, with a default time step value of 0.0001 s", FirstNumber},
        {"pool-37d", "5", "to define the permanent contact between the balls and the cushion",
         Word(), Above(0.5, "so"),
         "whether 3.3 gives the permanent contact, for which it takes Hertz's law, to the cushions",
         "3.3 gives them to the cloth, and Lankarani and Nikravesh's law to the cushions, as the "
         "sentence before says",
         "", "", false, "As there is an almost-permanent contact between the balls and the cloth",
         NamesCushions},
        Undecidable("pool-37e", "3.4",
                    "testing different impact velocities on x-axis direction (see Fig. 6d, e)",
                    "Fig 6, and whether it has panels d and e: the text cites a to c of it for "
                    "friction laws, "
                    "and a to c of Fig 7 for the starts of the other two experiments")}},
  };
}

std::vector<Experiment> TableAndLaws() {
  return {
      {"pool-08",
       "A multiple impact",
       PoolMultipleImpact,
       {{"pool-08", "Fig 1",
         "a cue ball contacting with the blue one and the latter penetrating in the cushion",
         Word(), Above(0.0, "one before the other"),
         "time for which both contacts last together, 3 m/s, blue 20 um off the cushion, ms"}}},
      {"pool-09",
       "Inertia of a ball",
       PoolDimensions,
       {{"pool-09", "3.4", "the inertia of the balls was J = 0.000055 kg m2",
         Number("0.000055", "kg m^2"), Rounds(),
         "2/5 m R^2 of 170 g and 57.15 mm, with their digits", "",
         "the mass with one digit more: 169.5 g would give the printed J"}}},
      {"pool-10",
       "Materials",
       PoolMaterials,
       {Undecidable("pool-10a", "Table 1", "Table 1 Material properties of the bodies",
                    kNotByMeans),
        {"pool-10b", "(3.6)",
         "K = \\frac{4}{{3\\left( {\\sigma_{i} + \\sigma_{j} } \\right)}} \\cdot \\sqrt {R_{i} }",
         Word(), Below(1e-6, "R_i/R_j"),
         "(3.6) as printed over (3.4) with a second sphere of 1e6 R, less 1"}}},
      {"pool-11",
       "Parts of the cushions",
       PoolCushionBodies,
       {{"pool-11", "3.2, Fig 3",
         "Each cushion is divided into three half-bodies, as shown in Fig. 3, thus being a total "
         "of "
         "18 planes",
         Number("18"), Rounds(), "noses and facings of a 9-foot table of the catalogue"}}},
      {"pool-12",
       "Corners",
       PoolCornerPaths,
       {{"pool-12", "3.2, Fig 4",
         "the ball will rebound on the direction normal to the longest side of the cushion (Fig. "
         "4a), the original direction (Fig. 4b) or the normal to the shortest side of the cushion "
         "(Fig. 4c)",
         Word(), Below(1e-3, "integration"),
         "balls along these three: direction off the one that is told, degrees"}}},
      {"pool-13",
       "Windows of faces",
       PoolFaceWindows,
       {{"pool-13", "3.2, Fig 5", "in Fig. 5), contact will not happen", Word(),
         Above(-1e-12, kRounding),
         "10 000 centres whose projection is beyond the bounds +-R: least gap to the exact box, "
         "m"}}},
      {"pool-14",
       "Elastic cushions",
       PoolNormalForces,
       {{"pool-14", "3.3",
         "cushions dissipated most of the impact energy through elastic deformation, being the "
         "impact almost fully elastic",
         Word(), Below(0.1, "a tenth of the energy"),
         "energy that a cushion takes by (3.3), (3.7) with the coefficients of Table 2", "", "",
         "the 0.85 that stands for it takes more"}}},
      {"pool-15",
       "Friction laws",
       PoolFrictionLaws,
       {{"pool-15a", "3.3", "Both models show similar behaviours to Coulomb\u2019s law", Word(),
         Below(1e-3, "what a figure shows"),
         "friction at 0.1 and 10 m/s less that at 1 m/s, over it"},
        {"pool-15b", "3.3",
         "for tangential velocity values close to zero, the friction force will always be low",
         Word(), Below(0.1, "a tenth of sliding friction"),
         "friction at 1e-5 m/s over that at 1 m/s"},
        {"pool-15c", "3.3",
         "This model, as well as Threlfall\u2019s, set up a null friction force for very low "
         "tangential velocities.",
         Word(), Below(1e-2, "a hundredth of sliding friction"),
         "friction at no slip and at 1e-5 m/s over that at 1 m/s"}}},
      {"pool-16",
       "Coefficients",
       nullptr,
       {Undecidable(
           "pool-16", "Table 2",
           "Table 2 Restitution and friction coefficients used to model the different interactions",
           kNotByMeans)}},
      {"pool-17",
       "Slip or roll",
       PoolSlipOrRoll,
       {{"pool-17", "3.3", "they will tend to slip rather than roll", Word(),
         Above(1.0, "it slips all the way"),
         "way that the cue ball slips over that to the first ball, by the starts of 3.4", "", "",
         "the slow ball of the second experiment rolls before it gets there"}}},
      {"pool-18",
       "Speed of the break",
       nullptr,
       {{"pool-18", "3.4", "value 10.729 m/s (24 mph)", Number("10.729", "m/s"), Rounds(),
         "the speed in miles per hour", "", "", "", false, "", MilesPerHour}}},
      {"pool-38",
       "Dimensions through inertia",
       PoolPrismInertia,
       {{"pool-38", "3.2",
         "the dimensions of the prisms are implemented through their inertia matrixes, their terms "
         "being functions of these, as well as their mass",
         Word(), Below(1e-12, kRounding),
         "18 parts: dimensions from inertia and mass over those of the faces, less 1"}}},
  };
}

std::vector<Experiment> FirstExperiment() {
  return {
      {"pool-19",
       "The rack",
       nullptr,
       {Undecidable("pool-19", "Table 3",
                    "Table 3 Positions of red and blue balls as a function of", kNotByMeans)}},
      {"pool-20",
       "Heights after the break",
       PoolBreakHeights,
       {{"pool-20a", "4.1, Fig 10",
         "with lower values of \\(\\alpha\\), some of the balls (mainly the cue and the yellow "
         "ones) "
         "tended to increase their position in global z-axis",
         Word(), Above(1.0, kMillimetre),
         "greatest z - R of cue and yellow ball in 4 s at 1e-9 m: median of five breaks, speeds "
         "within 0.2 %, mm"},
        {"pool-20b", "4.1, Fig 10",
         "As \\(\\alpha\\) was increased, the maximum values reached by these balls reduced",
         Word(), Above(7.0, "Kendall's test, 5 %: of 120 orders of five values 5 reach 8"),
         "cue and yellow ball, the same medians at five gaps: pairs of gaps of which the larger "
         "has "
         "the lower one, less the others"},
        {"pool-20c", "4.1, Fig 10",
         "For the random value set, cue and yellow balls hardly move in z-axis.", Word(),
         Below(1.0, kMillimetre), "the same medians at the random gap, mm"}}},
      {"pool-21",
       "The reduced model",
       PoolReducedModel,
       {{"pool-21", "4.1",
         "friction forces normal to the cloth had to be neglected to avoid the balls to either fly "
         "over the cloth or to sink into it",
         Word(), Above(1.0, kMillimetre), "with that part kept: greatest |z - R| in 0.2 s, mm"}}},
      {"pool-22",
       "Way of the yellow ball",
       PoolYellowPath,
       {{"pool-22", "4.1, Fig 11",
         "for the lower values of \\(\\alpha\\), the model provided consistent results, as the "
         "ball "
         "reached the boundaries faster",
         Word(), Above(0.0, "as fast"),
         "yellow ball at the end cushion, full model less reduced one, ms"}}},
      {"pool-23",
       "Yellow meets red and blue",
       PoolYellowHits,
       {Undecidable(
           "pool-23", "4.1, Fig 11",
           "the reason is that the yellow ball impacted with both the red and the blue ones at "
           "\\(t\\) "
           "~ 0.7 s",
           "Table 1: the time hangs on the resin, whose constants are lost")}},
      {"pool-24",
       "Which way the yellow ball goes",
       PoolYellowBack,
       {{"pool-24a", "4.1, Fig 11",
         "for the random value of \\(\\alpha\\), the yellow ball did not move in positive x axis "
         "direction after the first impact with the cue ball, but in the negative one",
         Word(), Below(0.0, "its sign"),
         "its v_x 10 ms after the break, m/s, with what resins of 2 to 10.5 GPa leave open", "",
         "Table 1: the sign hangs on the resin, whose constants are lost"},
        {"pool-24b", "4.1", "This was later checked in a non-smooth model and proved to be wrong.",
         Word(), Above(0.0, "its sign"),
         "rigid balls, c = 0.93: its v_x by impacts solved together, with the random gap, and pair "
         "by "
         "pair, m/s"},
        Undecidable(
            "pool-24c", "4.1",
            "the value of \\(\\alpha\\) that should be used to obtain proper results should be in "
            "the "
            "interval 10\u22129\u201310\u22127",
            "what is proper: by the sign of the yellow ball's speed these gaps agree with rigid "
            "balls, "
            "by its size the random one is nearer")}},
      {"pool-25",
       "What the break costs",
       PoolBreakCost,
       {{"pool-25a", "4.1", "This resulted in a substantial reduction of the computing time",
         Word(), Above(2.0, "a half"),
         "evaluations, full over reduced model, at 1e-9 and the random gap"},
        Undecidable(
            "pool-25b", "4.1",
            "from an average of 15,500 s for the lower values of \\(\\alpha\\) and 7700 s for the "
            "random value, to clearly lower values of 1730s and 440 s, respectively",
            "the authors' program and machine; run times of another do not judge theirs")}},
      {"pool-26",
       "Symmetry, steps of 0.01 s",
       PoolSymmetry,
       {{"pool-26a", "4.1, Fig 12",
         "both standard and Baumgarte methods provided logical results, as the cue ball remained "
         "along the global x-axis",
         Word(), Below(1e-6, "a micrometre"), "greatest |y| of the cue ball in 3 s, m"},
        {"pool-26b", "4.1, Figs 12-13",
         "the Augmented Lagrangian and the direct correction methods showed that the cue ball "
         "moved "
         "on the global y-axis",
         Word(), Above(1e-6, "a micrometre"), "greatest |y| of the cue ball in 3 s, m", "", "",
         kFree}}},
      {"pool-27",
       "Symmetry, steps of 1e-5 s",
       PoolSymmetryFine,
       {{"pool-27a", "4.1, Fig 14",
         "for the augmented Lagrangian method, the symmetry of the problem was kept", Word(),
         Below(1e-6, "a micrometre"), "greatest |y| of the cue ball in 0.15 s, m"},
        {"pool-27b", "4.1, Figs 14-15",
         "the direct correction method still showed a slight deviation of the cue ball on y-axis",
         Word(), Above(1e-6, "a micrometre"), "greatest |y| of the cue ball in 0.15 s, m", "", "",
         kFree}}},
      {"pool-28",
       "What the methods cost",
       PoolMethodCost,
       {Undecidable(
           "pool-28", "4.1, Fig 16",
           "the Augmented Lagrangian formulation and the direct correction method are not "
           "computationally efficient for the proposed model",
           "Fig 16, the penalty and tolerance of (2.21), and how (2.20) and (2.21) are solved: the "
           "systems of (2.21) are more, and smaller")}},
      {"pool-29",
       "Steps at the beginning of contacts",
       PoolSteps,
       {{"pool-29", "4",
         "These values of time steps would be reduced automatically by ODE integrator at the "
         "critical moments, mainly when contact starts",
         Word(), Below(0.5, "a half of it"),
         "median step that ends in a new contact of balls or with a cushion, over the default step "
         "of its experiment",
         "", "", "where the default step follows a contact anyway, error control cuts nothing",
         true}}},
      {"pool-36",
       "What moves a ball",
       PoolSensitivity,
       {{"pool-36a", "5", "The arrangement of the bodies, distances between them", Word(),
         Above(28.575, "a ball's radius"),
         "greatest displacement of a ball at 3 s, where the analysis ends, by another gap, mm"},
        {"pool-36d", "5", "distances between them and contact and friction models", Word(),
         Above(28.575, "a ball's radius"),
         "the same by another ball-ball law, and by another friction between balls, mm"},
        {"pool-36b", "5", "as well as time step differential have a critical impact in the results",
         Word(), Above(28.575, "a ball's radius"),
         "the same between default steps of 0.01 and 1e-5 s, mm", "", "", "", true},
        Undecidable("pool-36c", "5",
                    "penalty-based approaches have proved to work reasonably well with "
                    "simultaneous-multiple-impact multibody systems",
                    "what \"reasonably well\" is measured by")}},
  };
}

std::vector<Experiment> Verification() {
  return {
      {"pool-30",
       "The rule of 30 degrees",
       PoolThirtyDegrees,
       {Undecidable("pool-30a", "4.2",
                    "between a 1/4-ball and 3/4-ball hit, the cue ball will deflect by very close "
                    "to 30\u00b0",
                    "how close is \"very close\": (4.1) gives 27.3 to 33.7 degrees"),
        {"pool-30b", "(4.1)",
         "\\arctan \\left( {\\frac{\\sin \\left( \\varphi \\right) \\cdot \\cos \\left( \\varphi "
         "\\right)}{{\\sin^{2} \\left( \\varphi \\right) + \\frac{2}{5}}}} \\right)",
         Word(), Below(1e-9, kRounding),
         "seven f: (4.1) less the direction of a rolling ball after an elastic impact without "
         "friction, once it rolls again, degrees"}}},
      {"pool-31",
       "Deflections",
       PoolDeflections,
       {{"pool-31", "4.2, Fig 19",
         "the deflection angle values provided by the model were quite similar, for both friction "
         "force models",
         Word(),
         Below(3.7, "(4.1) strays so far from 30 degrees where 4.2 calls it very close to them"),
         "3 mph, seven f: greatest deviation from (4.1), degrees"}}},
      {"pool-32",
       "What the deflection depends on",
       PoolDeflectionTrends,
       {{"pool-32a", "4.2",
         "with the velocity-dependent model a slight deviation was noted, for low ball hit "
         "fraction "
         "values, with respect to the experimental results",
         Word(), Above(0.0, "as far off"),
         "f = 0.05, 3 mph: deviation from (4.1) by Alciatore's law less that by Threlfall's, "
         "degrees"},
        {"pool-32b", "4.2", "except for the augmented Lagrangian method", Word(),
         Above(1e-6, "no difference"),
         "the same: deviation by Baumgarte's method less that by the augmented Lagrangian, degrees",
         "", "", kFree},
        {"pool-32c", "4.2", "as the cue ball speed increased, the deflection angle also did",
         Word(), Above(0.0, "no growth"),
         "seven f, both laws: least deflection at 7 mph less that at 3 mph, "
         "degrees"},
        {"pool-32d", "4.2", "as kinetic energy of the balls was greater", Word(),
         Above(0.5, "half of the growth"),
         "f = 0.5: growth from 3 to 7 mph of balls that both roll at impact, over that of 4.2's "
         "start",
         "", "",
         "not the energy: the faster ball still slides when it hits, and a ball that slides "
         "turns aside more"},
        {"pool-32e", "4.2",
         "For both cases, the maximum values of deflection angle were obtained for values of "
         "\\(f\\) between 0.7 and 0.9.",
         Range(0.7, 0.9), Rounds(), "f of the greatest of the seven deflections", "", "",
         "at 3 mph the greatest is at f = 0.5, as that of (4.1) is"}}},
      {"pool-33",
       "The filmed shot",
       PoolFilmedShot,
       {Undecidable(
            "pool-33a", "4.3, Fig 20",
            "The proposed model provided results almost identical to the real shot from the video",
            "the film"),
        {"pool-33b", "4.3",
         "a specific frame in which the ball was at, approximately, 92.914 mm from the cushion",
         Number("92.914", "mm"), Rounds(),
         "from the start y = 0.55 m to the cushion at 0.635 m: of the centre; of the surface", "",
         "", "position and distance do not belong together, and nothing tells which is meant"}}},
      {"pool-34",
       "Rebound against speed",
       PoolRebounds,
       {Undecidable("pool-34a", "4.3, Fig 21",
                    "for low incident velocities, both models complied reasonably well with the "
                    "experimental "
                    "results",
                    kRebounds),
        Undecidable(
            "pool-34b", "4.3, Fig 21",
            "for greater values, specially from 2.5 onwards, there was a slight deviation with "
            "respect "
            "to the experimental results",
            kRebounds)}},
      {"pool-35",
       "Side spin",
       PoolSideSpin,
       {{"pool-35", "Fig 8", "English effect in pool/billiards", Word(),
         Above(1.0, "a degree: what a figure shows"),
         "2 m/s along the cushion's normal, friction 0.14: off it with 100 rad/s of side spin, "
         "degrees"}}},
  };
}

}  // namespace

const std::vector<Experiment>& PoolExperiments() {
  static const std::vector<Experiment> experiments = [] {
    std::vector<Experiment> all;
    for (const auto& part : {Formulation(), TableAndLaws(), FirstExperiment(), Verification()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return experiments;
}

}  // namespace carom::papers
