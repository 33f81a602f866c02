#include "tests/papers/event/experiments.h"

#include "tests/papers/contensou/rows.h"
#include "tests/papers/frame/claim.h"
#include "tests/papers/pendulum/rows.h"
#include "tests/papers/pool/break_rows.h"
#include "tests/papers/pool/constraint_rows.h"
#include "tests/papers/pool/cut_rows.h"
#include "tests/papers/pool/law_rows.h"
#include "tests/papers/pool/table_rows.h"
#include "tests/papers/smooth/bearing_rows.h"
#include "tests/papers/smooth/bounce_rows.h"
#include "tests/papers/smooth/contact_rows.h"
#include "tests/papers/smooth/cradle_rows.h"

namespace carom::papers {
namespace {

std::vector<Experiment> EventExperiments() {
  return {
      {"event-01", EvaluateAtAnyTime},
      {"event-02", LatenessOfSteps},
      {"event-03", HundredTimesSmallerSteps},
      {"event-04", StepsOfRealism},
      {"event-05", AdaptiveSteps},
      {"event-06", UpdateWithNewVelocity},
      {"event-07", AlgorithmAsPrinted},
      {"event-08", ShareOfPrediction},
      {"event-09", CostOfShots},
      {"event-10", StatesInAndOut},
      {"event-11", AirborneOnTableBall},
      {"event-12", CushionSlateAirborne},
      {"event-13", FourTransitions},
      {"event-14", SlidingToStationary},
      {"event-15", CountOfTransitions},
      {"event-16", Candidates},
      {"event-17", TransitionTimes},
      {"event-18", BallBallQuartic},
      {"event-19", CushionPlane},
      {"event-20", FalseHitsOfPlane},
      {"event-21", PlaneAgainstEdge},
      {"event-22", EdgeQuartic},
      {"event-23", SlopingEdge},
      {"event-24", OffTheTable},
      {"event-25", EndsOfCushions},
      {"event-26", LawsOfEvents},
      {"event-27", NamesOfStates},
      {"event-28", SevenEvents},
  };
}

}  // namespace

const std::vector<Experiment>& Experiments() {
  static const std::vector<Experiment> experiments = [] {
    std::vector<Experiment> all = EventExperiments();
    for (const Experiment& experiment : PendulumExperiments()) all.push_back(experiment);
    for (const Experiment& experiment : PoolConstraintExperiments()) all.push_back(experiment);
    for (const Experiment& experiment : PoolLawExperiments()) all.push_back(experiment);
    for (const Experiment& experiment : PoolBreakExperiments()) all.push_back(experiment);
    for (const Experiment& experiment : PoolCutExperiments()) all.push_back(experiment);
    for (const Experiment& experiment : PoolTableExperiments()) all.push_back(experiment);
    for (const Experiment& experiment : SmoothContactExperiments()) all.push_back(experiment);
    for (const Experiment& experiment : SmoothBounceExperiments()) all.push_back(experiment);
    for (const Experiment& experiment : BearingExperiments()) all.push_back(experiment);
    for (const Experiment& experiment : CradleExperiments()) all.push_back(experiment);
    for (const Experiment& experiment : ContensouExperiments()) all.push_back(experiment);
    return all;
  }();
  return experiments;
}

}  // namespace carom::papers
