// E. Kiefl, "Creating a billiards simulator II: Algorithm theory". event-23, event-25 and event-26
// claim nothing: a plan, a list of things to do, and a reference to another post.

#include <string>

#include "tests/papers/event/experiments.h"

namespace carom::papers {
namespace {

const char* const kSteps = "Discrete time evolution";
const char* const kBoth = "both are so";

// How many of the paper's five motions a passage names.
double DifferentStates(const std::string& passage) {
  double named = 0.0;
  for (const char* state : {"stationary", "spinning", "rolling", "sliding", "airborne"}) {
    named += passage.find(state) == std::string::npos ? 0.0 : 1.0;
  }
  return named;
}

}  // namespace

const std::vector<Experiment>& EventExperiments() {
  static const std::vector<Experiment> experiments = {
      {"event-01",
       "The state at any time",
       EvaluateAtAnyTime,
       {{"event-01", "Continuous event-based evolution",
         "we can use them to evolve the ball states to any arbitrary time", Word(),
         Below(1e-12, "rounding of metres and metres per second"),
         "a cut shot at 1000 times: states by direct evaluation, less those by marching"}}},
      {"event-02",
       "Fixed steps are late",
       LatenessOfSteps,
       {{"event-02a", kSteps, "detected _after_ they were already supposed to have happened",
         Word(), Above(0.0, "the impact itself"),
         "least lateness of an impact over nine steps of 1e-2 to 1e-6 s and 32 shots"},
        {"event-02b", kSteps,
         "there will always exist a margin of error on the order of $\\Delta t$", Number("1"),
         Rounds(), "exponent of the step in the error"}}},
      {"event-03",
       "A hundred times smaller steps",
       HundredTimesSmallerSteps,
       {{"event-03a", kSteps, "you increase the accuracy 100-fold", Number("1e2"), Rounds(),
         "how many times less late steps are that are 100 times smaller, means of 32 shots"},
        {"event-03b", kSteps, "you also increase the computational complexity 100-fold",
         Number("100"), Rounds(), "how many times more of them there are in 1 s"}}},
      {"event-04",
       "Steps of realism",
       StepsOfRealism,
       {{"event-04a", kSteps, "$1/100$th of a ball radius ($0.3$ mm)", Number("0.3", "mm"),
         Rounds(), "a hundredth of a pool ball's radius"},
        {"event-04b", kSteps,
         "The required timestep for this level of realism is then $30$ microseconds.",
         Number("30", "us"), Rounds(), "0.3 mm at 10 m/s"},
        {"event-04c", kSteps, "that is $30,000$ time steps in total for one shot", Number("30,000"),
         Rounds(), "steps of 30 us in 10 s, counted",
         "10 s / 30 us is 333 333: the paper lost a factor of ten"},
        {"event-04d", kSteps, "that is $300,000$ time steps", Number("300,000"), Rounds(),
         "steps of 3 us in 10 s, counted", "10 s / 3 us is 3 333 333, for the same reason"}}},
      {"event-05",
       "Adaptive steps",
       AdaptiveSteps,
       {{"event-05a", kSteps, "based on the distances between balls", Word(),
         Below(1.0, "1 where it saves nothing"),
         "steps that adapt to distances over fixed ones, at an overlap of R/100"},
        {"event-05b", kSteps,
         "based on velocities (if they are moving fast, decrease the time step)", Word(),
         Below(1.0, "1 where it saves nothing"),
         "steps that adapt to speeds over fixed ones, at an overlap of R/100"}}},
      {"event-06",
       "The update of a place",
       UpdateWithNewVelocity,
       {{"event-06", "Aside",
         "\\vec{r}_{i+1} = \\frac{(\\vec{F}/m)}{2}t^2 + \\vec{v}_{i+1} t + \\vec{r}_i", Word(),
         Below(1e-9, "rounding of 10 000 sums; the force is constant"),
         "error of a place after 0.25 s at -0.2 g, in m, with 10 to 10 000 steps",
         "v_(i+1) t is v_i t + a t^2, so the sum has a t^2 one and a half times, where constant "
         "acceleration gives v_i t + a t^2/2"}}},
      {"event-07",
       "The loop as printed",
       LoopAsPrinted,
       {{"event-07", "What is a pool simulator?",
         "from the moment the cue ball is struck to the moment the last ball stops moving", Word(),
         Below(1e-12, "rounding; nothing moves"),
         "fastest ball, m/s, when the printed loop finds no next event, in 20 cut shots"}}},
      {"event-08",
       "The share of the search",
       ShareOfPrediction,
       {Undecidable("event-08", "(1)",
                    "my guess is that around 95% of the algorithm's computational complexity is "
                    "allocated to "
                    "this specific task",
                    "a profile of the author's program, which the guess is about; run times of "
                    "another do not "
                    "judge it")}},
      {"event-09",
       "What a shot costs",
       CostOfShots,
       {{"event-09a", "(1)", "A typical shot may only have as little as 5 events", Word(),
         Below(5.5, "5 at most"), "fewest events of 100 shots of two balls on a table"},
        {"event-09b", "(1)", "calculating when they occur is orders of magnitude less computation",
         Word(), Above(100.0, "two orders of magnitude at least"),
         "steps that let balls overlap by R/100 and R/1000, for each event; least of ten shots"},
        {"event-09c", "(1)",
         "the only error in the continuous event-based evolution algorithm is due to floating "
         "point "
         "precision",
         Word(), Below(1e-11, "1e-16 m, times 1 m/R at each of three impacts"),
         "where the balls of six shots end, less the same in 34 digits, m"}}},
      {"event-10",
       "States into and out of events",
       StatesInAndOut,
       {Undecidable(
            "event-10a", "(2), Fig 2",
            "a table-bound ball cannot become airborne due to a ball-ball collision",
            "the law of the impact, which is behind a link: an impulse along the line of centres "
            "lifts "
            "no ball, friction between the balls lifts one"),
        {"event-10b", "(2), Fig 2", "one of which must be in a translating motion state", Word(),
         Below(0.5, "none"), "ball-ball impacts of 2000 random shots in which neither translates"},
        Undecidable("event-10c", "(2), Fig 4", "The output state is either sliding or airborne.",
                    "the law of the cushion, which is behind a link: whether the ball rolls or "
                    "rests after it "
                    "is a matter of the law"),
        {"event-10d", "(2), Fig 6",
         "the only available input motion states are sliding and airborne", Word(),
         Below(0.5, "none"), "other states that meet the slate in 2000 random shots"},
        Undecidable("event-10e", "(2), Fig 6",
                    "The second possible outgoing motion state is sliding, which occurs when the "
                    "ball doesn't "
                    "have enough velocity to become airborne.",
                    "the law of the slate, which is behind a link: whether the ball rolls or rests "
                    "after it "
                    "is a matter of the law")}},
      {"event-11",
       "A ball in flight falls onto one on the table",
       AirborneOnTableBall,
       {{"event-11a", "(2), Fig 3", "They both end up airborne.", Word(), Above(0.0, "the cloth"),
         "height of each ball's lowest point 10 ms after the impact, m"},
        {"event-11b", "(2), Fig 3",
         "which are separated by an infinitesimally small amount of time", Word(),
         Below(1e-12, "rounding"),
         "from the impact to the slate's with the ball on the table, s"}}},
      {"event-12",
       "A sliding ball at a cushion",
       CushionSlateAirborne,
       {{"event-12a", "(2), Fig 5", "after a collision with a cushion, you often see it airborne",
         Word(), Above(0.0, "the cloth"), "height of the ball's lowest point 10 ms later, m"},
        {"event-12b", "(2), Fig 5",
         "ball-slate collision, which occurs an infinitesimally small amount of time after the "
         "ball-cushion collision",
         Word(), Below(1e-12, "rounding"), "from the cushion to the slate, s"}}},
      {"event-13",
       "Transitions",
       FourTransitions,
       {{"event-13", "(2)",
         "1. spinning-stationary 2. rolling-stationary 3. rolling-spinning 4. sliding-rolling",
         Word(), Above(0.5, "once"),
         "how often each happens, as listed, to a ball that is put into its first state"}}},
      {"event-14",
       "Sliding to stationary",
       SlidingToStationary,
       {{"event-14a", "(2), Fig 8",
         "decomposed into 2 transition events separated by some very small amount of time", Word(),
         Below(1e-12, "rounding"), "time that perfect backspin leaves for rolling, s"},
        {"event-14b", "(2)", "a ball will exit the sliding state with non-zero speed", Word(),
         Above(0.0, "rest"), "least speed with which 1000 random sliding balls begin to roll, m/s"},
        {"event-14c", "(2)",
         "using 64-bit floats with SI units yields femptometer $(10^{-15})$ per second precisions",
         Number("-15"), Rounds(),
         "log10 of the spacing of doubles at 10 m/s, in m/s: the speed that the paper has balls "
         "reach"}}},
      {"event-15",
       "How many transitions there are",
       CountOfTransitions,
       {{"event-15a", "(2)", "there are $5^4 = 1024$ transitions", Number("1024"), Rounds(),
         "5^4, where 5 is the number of states that balls were seen in",
         "5^4 is 625, 1024 is 4^5, and ordered pairs of five states are 5 x 4"},
        {"event-15b", "(2)", "only 4 occur naturally", Number("4"), Rounds(),
         "pairs of states that 2000 random shots joined without a collision"}}},
      {"event-16",
       "Candidates of the next event",
       Candidates,
       {{"event-16a", "(3), Fig 9", "There are 3 next events", Number("3"), Rounds(),
         "candidates of a sliding ball with two before it"},
        {"event-16b", "(3)",
         "which could happen if ball A has a curved trajectory that goes around ball B", Word(),
         Above(0.5, kBoth), "of a curve around B: B is missed; C is next"}}},
      {"event-17",
       "Transition times",
       TransitionTimes,
       {{"event-17a", "Transition times", "\\Delta t_E = \\frac{2}{7} \\frac{u_0}{\\mu_s g}",
         Word(), Below(1e-9, "steps of 1e-5 s with constant deceleration are exact to rounding"),
         "two sliding balls: the printed time less that of an integrated slip, s"},
        {"event-17b", "Transition times", "\\Delta t_E = \\frac{v_0}{\\mu_{r} g}", Word(),
         Below(1e-9, "rounding of the integration"),
         "two rolling balls: the printed time less that of an integrated roll, s"},
        {"event-17c", "Transition times",
         "\\Delta t_E = \\frac{2R}{5 \\mu_{sp} g} \\omega_{0z} ... where $\\omega _{0z}$ is the "
         "current angular velocity in the $z-$direction.",
         Word(), Below(1e-9, "rounding of the integration"),
         "spins of 30 and -30 rad/s: the printed time less that of an integrated spin, s",
         "for a spin to the right the printed time is negative, and the printed omega_z(t) that it "
         "follows from grows in size, against the paper's own \"always from high energy to low "
         "energy\": both need the size of omega_0z"},
        {"event-17d", "Transition times",
         "If $\\omega _{z}(\\Delta t_E) = 0$, the event is a rolling-stationary transition event. "
         "Otherwise, it is a rolling-spinning transition event.",
         Word(), Below(0.5, "none"), "of 1000 rolling balls with spin, those that end otherwise"}}},
      {"event-18",
       "The ball-ball quartic",
       BallBallQuartic,
       {{"event-18a", "Ball-ball collision times",
         "$\\Delta t_E$ is the smallest real and positive root to this polynomial equation", Word(),
         Below(0.5, "none"),
         "20 000 random pairs in all states: impacts that are not the first root in 34 digits"},
        {"event-18b", "Ball-ball collision times",
         "If there exists no real and positive root, then the balls do not collide.", Word(),
         Below(0.5, "none"), "impacts of a ball that passes 2R (1 + 1e-9) from another"}}},
      {"event-19",
       "The collision plane",
       CushionPlane,
       {{"event-19", "Ball-cushion collision times (I)", "A \\Delta t_E^2 + B \\Delta t_E + C = 0",
         Word(), Below(1e-12, "rounding"),
         "from either side of a cushion along x, an oblique one and one along y: the time of the "
         "impact less that to roll to R before it, s"}}},
      {"event-20",
       "False hits of the plane",
       FalseHitsOfPlane,
       {{"event-20a", "Ball-cushion collision times",
         "creates false-positive collision events when balls in airborne motion motion states "
         "intersect the collision plane",
         Word(), Above(0.5, "once"), "hits of the plane by a ball 17 cm above the nose"},
        {"event-20b", "II",
         "avoiding all false-positive ball-cushion collision events that occur with a collision "
         "plane",
         Word(), Below(0.5, "none"), "hits of the line by the same ball"}}},
      {"event-21",
       "Plane against edge",
       PlaneAgainstEdge,
       {{"event-21a", "Fig 12", "inaccuracy introduced that depends on how airborne the ball is",
         Word(), Above(0.0, "no inaccuracy"),
         "at 1 m/s, 40 heights: how much later the edge is hit than the plane, of R/v: greatest; "
         "greatest less least"},
        {"event-21b", "II", "allows complete accuracy in determining collision times", Word(),
         Below(1e-12, "rounding"), "time of the edge's hit less the same in 34 digits, s"},
        Undecidable("event-21c", "Fig 12",
                    "Even if balls remain on or nearly on the table, there is a slight inaccuracy",
                    "what is slight: the paper gives no number, nor the height of its nose")}},
      {"event-22",
       "The edge's quartic",
       EdgeQuartic,
       {{"event-22a", "II", "this is a legitimate quartic polynomial with respect to time", Word(),
         Below(1e-25, "rounding of 34 digits"),
         "1000 random edges: the printed distance squared at three times more, less the quartic "
         "through five of them, relative"},
        Undecidable("event-22b", "II", "where $A$ is given by [this equation]",
                    "the five pages behind the links")}},
      {"event-24",
       "Off the table",
       OffTheTable,
       {{"event-24", "II", "permits balls to fly off the table", Word(), Above(0.5, "one"),
         "balls that leave over a nose that is a line"}}},
      {"event-27",
       "Names of states",
       NamesOfStates,
       {{"event-27a", "Ball-ball collision times",
         "the whether the balls are stationary, spinning, rolling, spinning, or airborne", Word(),
         Above(4.5, "five states"), "different states that the sentence names",
         "it names spinning twice, and of the paper's own five motions not sliding", "", "", false,
         "", DifferentStates},
        {"event-27b", "(2)",
         "a ball can transition from spinning to stationary if the perfect amount of backspin is "
         "applied",
         Word(), Above(0.5, "it spins"),
         "whether a ball with perfect backspin only spins, not slides, before it stops",
         "the transition that the paper lists for this sentence is \"sliding-stationary\"; "
         "spinning "
         "to stationary is the first of its four common ones"}}},
      {"event-28",
       "Seven events",
       SevenEvents,
       {{"event-28", "(2)",
         "In total, there are 7 events, 3 of which are collisions, 4 of which are transitions.",
         Number("7"), Rounds(),
         "kinds of events in 200 shots of three balls, with flight, between four noses"}}},
  };
  return experiments;
}

}  // namespace carom::papers
