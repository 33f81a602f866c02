#ifndef CAROM_TESTS_PAPERS_EVENT_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_EVENT_EXPERIMENTS_H_

#include "tests/papers/frame/findings.h"

namespace carom::papers {

// The experiments of the event-based paper; claims.cc binds them to what it claims.

void AdaptiveSteps(Findings& findings);
void AirborneOnTableBall(Findings& findings);
void BallBallQuartic(Findings& findings);
void Candidates(Findings& findings);
void CostOfShots(Findings& findings);
void CountOfTransitions(Findings& findings);
void CushionPlane(Findings& findings);
void CushionSlateAirborne(Findings& findings);
void EdgeQuartic(Findings& findings);
void EvaluateAtAnyTime(Findings& findings);
void FalseHitsOfPlane(Findings& findings);
void FourTransitions(Findings& findings);
void HundredTimesSmallerSteps(Findings& findings);
void LatenessOfSteps(Findings& findings);
void LoopAsPrinted(Findings& findings);
void NamesOfStates(Findings& findings);
void OffTheTable(Findings& findings);
void PlaneAgainstEdge(Findings& findings);
void SevenEvents(Findings& findings);
void ShareOfPrediction(Findings& findings);
void SlidingToStationary(Findings& findings);
void StatesInAndOut(Findings& findings);
void StepsOfRealism(Findings& findings);
void TransitionTimes(Findings& findings);
void UpdateWithNewVelocity(Findings& findings);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_EVENT_EXPERIMENTS_H_
