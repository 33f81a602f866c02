// "Double pendulum colliding with a rough obstacle", with impacts by the method of Routh.
// pendulum-07, pendulum-10 and pendulum-19 claim nothing: Poisson's hypothesis and the slip at the
// beginning of an impact are assumed, and the paper ends before impacts accumulate.

#include "tests/papers/pendulum/experiments.h"

namespace carom::papers {

const std::vector<Experiment>& PendulumExperiments() {
  static const std::vector<Experiment> experiments = {
      {"pendulum-01",
       "What can touch the obstacle",
       PendulumConditions,
       {{"pendulum-01", "2, below (2)",
         "only the disk placed at the end of the pendulum may come into contact with the rough "
         "obstacle",
         Word(), Below(0.0, "the obstacle"),
         "100 000 positions with f >= 0: the rods' lowest point less D, m"}}},
      {"pendulum-02",
       "Equations of motion",
       PendulumEquationsOfMotion,
       {{"pendulum-02", "3.1",
         "The equations of the double pendulum motion derived from the Lagrange equations of the "
         "second kind",
         Word(), Below(1e-9, "rounding of kilowatts"),
         "1000 states with damping and torques: dE/dt by (3) as printed less the power of torques "
         "and dampers, W"}}},
      {"pendulum-03",
       "The mass matrix",
       PendulumMassMatrix,
       {{"pendulum-03a", "(6)",
         "I_1 \\left( I_2 +l_c^2 m_2 \\right) +\\frac{1}{4}l_1^2 \\left( I_2 m_1 +4I_2 m_2 +l_c^2 "
         "m_1 m_2 \\right) +l_1^2 l_c^2 m_2^2 \\sin ^{2}\\left( \\psi _1 -\\psi _2 \\right)",
         Word(), Below(1e-13, "rounding"),
         "1000 positions: (6) over a_11 a_22 - a_12^2 of (3), less 1"},
        {"pendulum-03b", "3.1, below (6)", "is positive for each pendulum configuration", Word(),
         Above(0.0, "its sign"), "least |A| over 10 000 angles psi_1 - psi_2, kg^2 m^4"}}},
      {"pendulum-04",
       "Order of the integration",
       PendulumStepStudy,
       {{"pendulum-04", "3.1", "numerically using the fourth order Runge\u2013Kutta method",
         Number("4"), Rounds(),
         "order in h of its impact times, h from 2e-3 to 2e-4 s, located on its own solution"}}},
      {"pendulum-05",
       "Collisions by a change of sign",
       PendulumSignChange,
       {{"pendulum-05", "3.2, below (9)",
         "Fulfillment of the condition (9) means that in the found interval ... the collision "
         "appears.",
         Word(), Below(0.5, "none"),
         "intervals of the paper's scheme, h = 1e-3 s, 6 s, that fulfil (9) with a disc that "
         "leaves",
         "", "",
         "interpolated positions lie slightly behind the obstacle after impacts, so f changes its "
         "sign again on the way up"}}},
      {"pendulum-06",
       "Impulses",
       PendulumImpulses,
       {{"pendulum-06", "3.3", "and then rewrite the system of Eqs. (13)\u2013(18)", Word(),
         Below(1e-11, "rounding of 30 N s"),
         "16 impacts by (3): greatest residual of (21)-(26) as printed, N s"}}},
      {"pendulum-08",
       "Coefficients of the lines",
       PendulumCoefficients,
       {{"pendulum-08a", "(36)",
         "\\alpha _i =\\frac{\\mathrm{A}_i }{4\\left| \\mathbf{A} \\right| }, \\quad {\\gamma _i "
         "=\\frac{\\Gamma _i }{4\\left| \\mathbf{A} \\right| }}",
         Word(), Below(1e-12, "rounding"), "1000 positions: (36) less J A^-1 J^T, 1/kg"},
        {"pendulum-08b", "(36)",
         "2l_1^2 (l_c m_2 (l_2 +r\\left( 1+\\cos \\left( \\psi _{2i}^*\\right) \\right) -I_2 "
         "-l_c^2 "
         "m_2 ) \\sin (2 \\psi _{1i}^*)",
         Word(), Below(0.5, "each is closed"), "brackets of this line that are not closed",
         "one bracket stays open; closed before -I_2 the line agrees with first principles to "
         "1e-12/kg, and nowhere else",
         "", "", false, "", OpenBrackets}}},
      {"pendulum-09",
       "Arrangements of the lines",
       PendulumImpulsePlane,
       {{"pendulum-09a", "3.4, Fig 4",
         "The relation between the angles \\(\\varphi \\) and \\(\\varphi _s \\) is of decisive "
         "importance for the possibility of the continuation of the collision which is accompanied "
         "by the slip.",
         Word(), Below(0.5, "none"),
         "random impacts whose slip vanishes: those that, with friction integrated over the "
         "impulse, "
         "slide on although phi > phi_s, or stick although phi < phi_s"},
        {"pendulum-09b", "3.4",
         "For each of the graphs shown in Fig. 4 exists its counterpart that presents an "
         "arrangement with the line of friction which is symmetric in respect of the horizontal "
         "axis.",
         Word(), Above(0.5, "one"),
         "of 20 000 random impacts, those of each arrangement with s(0) < 0 and with s(0) > 0"}}},
      {"pendulum-11",
       "Energy at the equilibrium",
       PendulumParameters,
       {{"pendulum-11", "4", "is about of \u221240.007 J", Number("-40.007", "J"), Rounds(),
         "(m_1/2 + m_2) g l_1 + m_2 g l_c below the pivot, with the digits of l_c and of g = 9.81 "
         "m/s^2",
         "", "g, which is not printed, and l_c with one digit more: 0.3627 m leaves 1.9 mJ open"}}},
      {"pendulum-12",
       "Energy",
       PendulumEnergy,
       {{"pendulum-12a", "4, Fig 5", "between the collisions the total energy is constant", Word(),
         Below(1e-8, "tolerance of the integration, of 20 J"),
         "greatest change of energy between impacts, J"},
        {"pendulum-12b", "4, Fig 5",
         "The energy decreases stepwise after each contact with the obstacle.", Word(),
         Above(1e-6, "a hundred times that of the integration"), "least loss of an impact, J"},
        {"pendulum-12c", "4, Fig 5",
         "The total energy of the pendulum after the first collision decreased much more when the "
         "friction force was taken into account.",
         Word(), Above(1.0, "1 at equal losses"), "first loss with friction over that without"},
        {"pendulum-12d", "4, Fig 5",
         "Greater global energy loss which is observed in the case when the friction force exists",
         Word(), Above(0.0, "no difference"), "loss in 6 s with friction less that without, J"}}},
      {"pendulum-13",
       "How many collisions",
       PendulumImpactCounts,
       {{"pendulum-13", "4",
         "the pendulum collides six times in time of simulation for the case \\(\\mu =0\\), and "
         "ten "
         "times, when \\( \\mu =0.15.\\)",
         Word(), Above(0.0, "no time at all; the paper prints none"),
         "for how long there have been six impacts without friction and ten with it, s"}}},
      {"pendulum-14",
       "Angular velocities",
       PendulumAngularVelocities,
       {{"pendulum-14", "4, Figs 6, 7",
         "the angular velocities of the pendulum parts are subject to the discontinuous changes",
         Word(), Above(1e-6, "a thousand times the integration's error"),
         "least jump of either rod's angular velocity at 16 impacts, rad/s"}}},
      {"pendulum-15",
       "Forces at O",
       PendulumPivotForces,
       {{"pendulum-15", "4, Fig 8",
         "The divergence between the graphs (presented in one figure), which is caused by the "
         "influence of the friction force",
         Word(), Below(1e-6, "the integration"),
         "P and R of the two simulations apart before friction acts, over that after it, "
         "greatest"}}},
      {"pendulum-16",
       "Forces at A",
       PendulumJointForces,
       {{"pendulum-16", "4, Fig 9", "The differences observed for the both components", Word(),
         Above(1e-6, "the integration, of 69 N"),
         "V and H of the two simulations apart after the first impact, greatest, N"}}},
      {"pendulum-17",
       "The influence of friction",
       PendulumGrowingInfluence,
       {{"pendulum-17a", "4, Fig 8",
         "becomes more and more visible after each subsequent collision", Word(),
         Above(0.0, "no growth"),
         "rms difference of P and of R from one impact with friction to the next, less that "
         "before: "
         "least of impacts 2 to 10, N",
         "", "",
         "the swings lose their energy, and the forces and their difference shrink with it"},
        {"pendulum-17b", "4, Fig 9",
         "deepen with time, i.e., with the growing number of collisions", Word(),
         Above(1.645, "one-sided 5 %"),
         "trend of the rms difference of V and of H over ten impacts: Kendall's z", "", "",
         "the swings lose their energy, and the forces and their difference shrink with it"}}},
      {"pendulum-18",
       "Routh's method",
       PendulumImpulseSpace,
       {{"pendulum-18", "3.4", "It should be emphasized that Routh\u2019s method is an exact one.",
         Word(), Below(1e-9, "local errors of 1e-13 N s over some hundred steps"),
         "impacts with mu = 0.05, 0.15 and 0.8: impulses less those of friction that is integrated "
         "over the impulse, greatest, N s"}}},
      {"pendulum-20",
       "Brackets and references",
       PendulumMisprints,
       {{"pendulum-20a", "(30)", "s=0 \\Rightarrow T \\le \\mu F", Word(),
         Below(1.0, "what friction can bear"),
         "|T|/(mu F) of impacts of the second simulation that stick by (30) as printed",
         "T is a projection with a sign, so any T < 0 fulfils it; Coulomb's law bounds its size"},
        {"pendulum-20b", "(32)",
         "(r+(d+l_c )\\cos \\left( \\psi _{2i}^*\\right) \\Delta \\omega _{2y} (\\tau )", Word(),
         Below(0.5, "each is closed"), "brackets that are not closed",
         "one bracket stays open; a length r cannot be added to a velocity", "", "", false, "",
         OpenBrackets},
        {"pendulum-20c", "3.4", "In accordance with Eq. (16), the abscissa of the point",
         Number("16"), Rounds(), "number of the equation that says so",
         "1 + k follows from (28), Poisson's hypothesis; (16) is momentum along z, without k", "",
         "", false, "\\bar{{F}}_{II} =k \\bar{{F}}_m , \\end{aligned}$$ (28)", EquationNumber},
        {"pendulum-20d", "3", "when the constraints (1) become inactive", Number("1"), Rounds(),
         "number of the constraint on the angles",
         "(1) bounds the constant D; what becomes inactive is the unilateral constraint (2)", "",
         "", false,
         "D-l_1 \\cos (\\psi _1 )-(l_2 +r)\\cos (\\psi _2 ) -r\\ge 0, \\end{aligned}$$ (2)",
         EquationNumber}}},
  };
  return experiments;
}

}  // namespace carom::papers
