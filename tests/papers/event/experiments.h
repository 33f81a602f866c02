#ifndef CAROM_TESTS_PAPERS_EVENT_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_EVENT_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// The experiments of the event-based paper, in the order of their ids; experiments.cc binds them.

void EvaluateAtAnyTime(Findings& findings);         // event-01, algorithm.cc
void LatenessOfSteps(Findings& findings);           // event-02, stepping.cc
void HundredTimesSmallerSteps(Findings& findings);  // event-03, stepping.cc
void StepsOfRealism(Findings& findings);            // event-04, stepping.cc
void AdaptiveSteps(Findings& findings);             // event-05, adaptive.cc
void UpdateWithNewVelocity(Findings& findings);     // event-06, stepping.cc
void AlgorithmAsPrinted(Findings& findings);        // event-07, algorithm.cc
void ShareOfPrediction(Findings& findings);         // event-08, cost.cc
void CostOfShots(Findings& findings);               // event-09, cost.cc
void StatesInAndOut(Findings& findings);            // event-10, states.cc
void AirborneOnTableBall(Findings& findings);       // event-11, flight.cc
void CushionSlateAirborne(Findings& findings);      // event-12, flight.cc
void FourTransitions(Findings& findings);           // event-13, transitions.cc
void SlidingToStationary(Findings& findings);       // event-14, transitions.cc
void CountOfTransitions(Findings& findings);        // event-15, states.cc
void Candidates(Findings& findings);                // event-16, candidates.cc
void TransitionTimes(Findings& findings);           // event-17, transitions.cc
void BallBallQuartic(Findings& findings);           // event-18, ball_ball.cc
void CushionPlane(Findings& findings);              // event-19, cushion.cc
void FalseHitsOfPlane(Findings& findings);          // event-20, cushion_flight.cc
void PlaneAgainstEdge(Findings& findings);          // event-21, cushion_flight.cc
void EdgeQuartic(Findings& findings);               // event-22, edge.cc
void SlopingEdge(Findings& findings);               // event-23, edge.cc
void OffTheTable(Findings& findings);               // event-24, flight.cc
void EndsOfCushions(Findings& findings);            // event-25, cushion.cc
void LawsOfEvents(Findings& findings);              // event-26, laws.cc
void NamesOfStates(Findings& findings);             // event-27, transitions.cc
void SevenEvents(Findings& findings);               // event-28, states.cc

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_EVENT_EXPERIMENTS_H_
