// The smooth-contact paper. What it tells of the pool table's heights and run times (smooth-22,
// -23) stands in the pool paper too: pool-20, pool-25. smooth-04, -05, -11, -16, -20 and -30 claim
// nothing: shapes, integrators and work in progress are named.

#include <string>

#include "tests/papers/pool/experiments.h"
#include "tests/papers/smooth/experiments.h"

namespace carom::papers {
namespace {

const char* const kRounding = "rounding";
// Of the first two numbers of a passage.
double MeanOfTwo(const std::string& passage) {
  const size_t after = passage.find(' ', passage.find_first_of("0123456789"));
  return 0.5 * (FirstNumber(passage) + FirstNumber(passage.substr(after)));
}

const char* const kSigns = "sign test, one-sided 5 %: z of chance";

}  // namespace

const std::vector<Experiment>& SmoothExperiments() {
  static const std::vector<Experiment> experiments = {
      {"smooth-01",
       "Spheres",
       SmoothSpheres,
       {{"smooth-01a", "2.1.1, (1)",
         "For an external contact, the expression that defines "
         "penetration",
         Word(), Below(1e-12, kRounding),
         "1000 pairs: (1) less how deep the deepest point of one sphere is in the other, m"},
        {"smooth-01b", "2.1.1, (2)",
         "in this last case, the value of the largest radius is introduced with negative sign",
         Word(), Below(1e-12, kRounding),
         "1000 pairs: (2) less how far the outermost point of the inner sphere is beyond the outer "
         "one, m"}}},
      {"smooth-02",
       "Sphere and plane",
       SmoothPlane,
       {{"smooth-02", "2.1.2, (4), (5), (8)",
         "Once the distuv is calculated, \u03b4 can be derived", Word(), Below(1e-12, kRounding),
         "1000 planes with unit normals: (8) less how deep the sphere's lowest point is, m"}}},
      {"smooth-03",
       "Projection",
       SmoothLocalFrame,
       {{"smooth-03", "(6), (7)", "The projection of the mass centre of the sphere on plane",
         Word(), Below(1e-12, kRounding),
         "1000 planes: distance of (6) from the plane, and its height by (7) in the plane's frame, "
         "m"}}},
      {"smooth-06",
       "Hertz's law",
       SmoothExponents,
       {{"smooth-06", "2.2, (9)", "it doesn\u2019t consider any energy dissipation phenomena",
         Word(), Below(1e-8, "integration"), "energy that an impact loses, n = 1, 1.5 and 2"}}},
      {"smooth-07",
       "Lankarani and Nikravesh's law",
       SmoothLankarani,
       {{"smooth-07", "2.2, (10)",
         "This model has proved to work well with contact events in which the value of cr is close "
         "to unity and the impact velocities are low.",
         Word(), Below(0.01, "a hundredth"), "restitution less c, at c = 0.95 and 0.98, 0.1 m/s"}}},
      {"smooth-08",
       "Flores's law",
       SmoothFlores,
       {{"smooth-08", "2.2, (11)", "that can be applied to the entire range of values of cr",
         Word(), Below(0.05, "a twentieth"),
         "c from 0.05 to 0.99: greatest error of the restitution"}}},
      {"smooth-09",
       "Three bodies",
       SmoothThreeBodies,
       {{"smooth-09", "2.2",
         "the value of the normal impact velocity could lead to attractive forces if three bodies "
         "collide successively",
         Word(), Above(0.5, "one"),
         "of 1000 random impacts of two balls on a third within a contact's length, those with a "
         "pull "
         "of more than 1e-5 N"}}},
      {"smooth-10",
       "Drive of the bearing",
       BearingDrive,
       {{"smooth-10", "3, Fig 4", "transmitting the motion through friction forces to the balls",
         Word(), Above(0.5, "half of it"),
         "cage's speed over that of rolling without slip, spheres and cylinders"}}},
      {"smooth-12",
       "Elastic bounce on a cylinder",
       SmoothBounceOnCylinder,
       {{"smooth-12", "3, Fig 5",
         "for an elastic impact, the initial position should be reached after each impact", Word(),
         Below(1e-6, "integration at 1e-10 over six contacts"),
         "worst of six tops over the start, less 1, by either integrator"}}},
      {"smooth-13",
       "Tolerances of the elastic bounce",
       SmoothTolerances,
       {{"smooth-13a", "3, Fig 6", "the sphere gained energy after each rebound", Word(),
         Above(1.645, kSigns),
         "RelTol 1e-3, AbsTol 1e-6, 100 heights: tops above the one before, less the others", "",
         "", "as many rebounds lose as gain, but the gains are greater: the energy grows overall",
         true},
        {"smooth-13d", "3, Fig 6",
         "and surpassed the initial position at one point of the simulation", Word(),
         Above(1e-3, "a tenth of a per cent, which no plot shows"),
         "the same: median of the highest top over the start, less 1", "", "", "", true},
        {"smooth-13b", "3", "This issue was solved reducing these tolerances", Word(),
         Below(1e-3, "a tenth of a per cent, which no plot shows"),
         "1e-12, 20 heights: median size of the change of energy in 2 s, relative", "", "", "",
         true},
        {"smooth-13c", "3",
         "the ball didn\u2019t surpass the initial Z-axis position or lose energy after each "
         "impact "
         "either",
         Word(), Below(1e-3, "a tenth of a per cent, which no plot shows"),
         "AbsTol 1e-6, RelTol 1e-8, 60 heights: the same", "", "", "", true}}},
      {"smooth-14",
       "Inelastic bounce",
       SmoothInelastic,
       {{"smooth-14", "3, Fig 7",
         "the simulation collapses with ODE45, even for really small tolerance values", Word(),
         Above(0.5, "one"),
         "runs of 1.2 s with c = 0.7 that break off: 20 heights, five tolerances from 1e-6 to "
         "1e-13",
         "", "",
         "unknown: how their code takes the speed of approach, by which the law divides, is "
         "not "
         "printed",
         true}}},
      {"smooth-15",
       "ODE113 beside ODE45",
       SmoothAdamsBetter,
       {{"smooth-15a", "3",
         "proved to give better results than ODE45, for a non-fully elastic impact", Word(),
         Mostly(), "c = 0.7, eight tolerances: log of ODE45's error of the third top over ODE113's",
         "", "", "", true},
        {"smooth-15b", "3", "this integrator led to a subsequent slight energy loss", Word(),
         Mostly(), "elastic, eight tolerances: energy that the median of 40 drops loses", "", "",
         "", true}}},
      {"smooth-17",
       "Spectrum of the bearing",
       BearingSpectrum,
       {{"smooth-17a", "3, Fig 8",
         "there is only a peak at low frequencies, caused by the own system", Word(),
         Below(0.01, "a hundredth: a line's width of a figure"),
         "a ball's acceleration: highest density away from the cage's frequency, over that there"},
        Undecidable(
            "smooth-17b", "3, Fig 8", "there are no traces of defects",
            "load, speed and sampling: with our stand-ins the acceleration of a ball does not "
            "show a "
            "pit that is there")}},
      {"smooth-18",
       "Dimensions of the bearing",
       BearingDimensions,
       {{"smooth-18", "Table 1", "Mean diameter 31.438 mm", Number("31.438", "mm"), Rounds(),
         "mean of bore and outside diameter", "", "", "", false,
         "Shaft diameter / bore 15.875 mm Outside diameter 47.000 mm", MeanOfTwo}}},
      {"smooth-19",
       "Pockets",
       SmoothPockets,
       {{"smooth-19", "4",
         "Pocket algorithm has been defined and implemented, so the balls fall when they get "
         "to "
         "them.",
         Word(), Above(0.5, "it falls"),
         "balls that fall into a corner pocket of a 9-foot table"}}},
      {"smooth-21",
       "Permanent and intermittent contact",
       SmoothDurations,
       {{"smooth-21a", "4", "a permanent contact (between the balls and the cloth", Word(),
         Below(0.5, "none"), "contacts with the cloth that begin before the first hit", "", "",
         "the cue ball of [18], whose model this is, starts 1 um above the cloth and bounces on it "
         "for ever, as Hertz's law loses nothing; one that is seated stays"},
        {"smooth-21b", "4", "and an intermittent one (between the balls themselves", Word(),
         Below(0.01, "a hundredth"),
         "longest contact of two balls or with a cushion, over the run of 0.5 s"}}},
      {"smooth-24",
       "Newton's cradle",
       CradleHeights,
       {{"smooth-24", "5", "is kicked off and reaches about the same dropping height", Word(),
         Below(0.05, "a twentieth"), "height that the last of five balls lacks, over the drop"}}},
      {"smooth-25",
       "Damped laws between balls that touch",
       CradlePolicies,
       {{"smooth-25a", "5", "the main issue that arose was the stall of the system", Word(),
         Below(0.999, "all of it"), "c = 0.9, the ratio 0/0 as printed: share of the run done"},
        {"smooth-25b", "5",
         "A possible solution to this problem could be to consider a ratio of 1/1", Word(),
         Above(0.999, "all of it"), "the same with a ratio of 1: share of the run done"}}},
      {"smooth-26",
       "Constraint methods of the cradle",
       CradleMethods,
       {{"smooth-26a", "5, Fig 14",
         "The method based on standard Lagrange multipliers led to a failure of the system", Word(),
         Below(0.999, "all of it"), "ODE45 at its defaults: share of a run of 10 s done", "", "",
         "as far as failure is a run that breaks off: it comes to its end, though the rods grow",
         true},
        {"smooth-26b", "5, Fig 14", "and, therefore, inconsistent results", Word(),
         Above(1.0, "1 where it is no worse"),
         "the same: greatest |Phi| over that of the three other methods", "", "", "", true}}},
      {"smooth-27",
       "Both integrators at their defaults",
       CradleDefaults,
       {{"smooth-27a", "5, Fig 14a",
         "Both Matlab integrators introduced earlier, ODE45 and ODE113, made the ball gain "
         "energy "
         "after each impact",
         Word(), Above(1.645, kSigns),
         "49 releases, four tops: tops above the one before, beside the exact ones, less the "
         "others",
         "", "", "", true},
        {"smooth-27b", "5, Fig 14a", "and reach a higher position, which is also incoherent",
         Word(), Above(1.645, kSigns), "49 releases: last tops above the exact one less the others",
         "", "", "", true}}},
      {"smooth-28",
       "Tolerances of the cradle",
       CradleTolerances,
       {{"smooth-28a", "5, Fig 14b", "reducing the default tolerances values improved the results",
         Word(), Below(1.0, "1 where it does not"),
         "error of the fourth top, ODE45 at 1e-10 and ODE113 at 1e-7 over that at the "
         "defaults",
         "", "", "", true},
        {"smooth-28b", "5, Fig 14b", "but also made the system lose some energy", Word(),
         Below(0.0, "its sign"), "energy of all balls after 4 s, less 1", "", "",
         "ODE45 gains at every lower tolerance; it is ODE113 that loses", true},
        {"smooth-28c", "5, Fig 14b", "ODE113 provided better results at a lower computational cost",
         Word(), Below(1.0, "1 where neither is better"),
         "error of the fourth top, and evaluations: ODE113 at 1e-7 over ODE45 at 1e-10", "", "",
         "the looser tolerance costs less, and leaves more of the error", true},
        {"smooth-28d", "5, Fig 14b",
         "whereas ODE45 gave lower Z-axis positions for even lower tolerance values", Word(),
         Mostly(), "17 releases: fourth top by ODE113 at 1e-7 less that by ODE45 at 1e-10, mm", "",
         "", "the sign is that of ODE113's larger error", true}}},
      {"smooth-29",
       "What is left to later",
       SmoothSchemes,
       {{"smooth-29a", "6",
         "a penetration-dependent integration scheme like the one some authors developed "
         "previously",
         Word(), Below(1.0, "1 where it does not help"),
         "bounce, cradle and break at 1e-3, 1e-5 and 1e-7: error of the energy over that without",
         "", "", "", true},
        {"smooth-29b", "6", "to limit the number of iterations during each step", Word(),
         Below(1.0, "1 where it does not help"),
         "the same with one repetition at most over that without", "", "",
         "the step that leaps into a contact is then taken as it is", true}}},
  };
  return experiments;
}

}  // namespace carom::papers
