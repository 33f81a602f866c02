#ifndef CAROM_TESTS_PAPERS_SMOOTH_BEARING_EXPERIMENTS_H_
#define CAROM_TESTS_PAPERS_SMOOTH_BEARING_EXPERIMENTS_H_

#include <optional>

#include "core/models/bearing/ball_bearing.h"
#include "tests/papers/frame/findings.h"

namespace carom::papers {

// The experiments on the ball bearing; bearing_rows.cc binds them.

void BearingDrive(Findings& findings);       // smooth-10, bearing.cc
void BearingLoads(Findings& findings);       // smooth-11, bearing.cc
void BearingSpectrum(Findings& findings);    // smooth-17, bearing_spectrum.cc
void BearingDimensions(Findings& findings);  // smooth-18, bearing.cc

/// A run, or Findings::Failed.
std::optional<MechanismRecord> Turn(const BallBearing& bearing, double sample_period_s,
                                    Findings& findings);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_SMOOTH_BEARING_EXPERIMENTS_H_
