#ifndef CAROM_TESTS_PAPERS_SMOOTH_CRADLE_SETUP_H_
#define CAROM_TESTS_PAPERS_SMOOTH_CRADLE_SETUP_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/models/cradle/newtons_cradle.h"

namespace carom::papers {

/// The cradle of catalogue D-13, whose sizes stand in for those that the paper withholds.
NewtonsCradle PaperCradle();

/// A figure of a run; NaN where there is none.
double FigureNamed(const MechanismRecord& record, const std::string& name);

/// How the first ball swings.
struct Swings {
  std::vector<double> times_s;
  std::vector<double> heights_m;   ///< Of ball 1 above its lowest point, at those times.
  std::vector<double> energies;    ///< Of all, without what contacts have taken; 1 at the start.
  std::vector<double> violations;  ///< Greatest |Phi|.
  std::vector<double> tops_m;      ///< Its successive tops after the release.
  std::int64_t evaluations = 0;
  bool complete = false;
  double EnergyChange() const { return energies.empty() ? 0.0 : energies.back() - 1.0; }
};

/// Runs a cradle as it is set; by default its contacts begin and end at their own times.
Swings SwingAsSet(const NewtonsCradle& cradle);

/// The same as the paper's tool sees it: Hertz's force is a function of the state, and a step may
/// leap into a contact; error control alone shortens steps.
Swings SwingWithoutGuards(const NewtonsCradle& cradle);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_SMOOTH_CRADLE_SETUP_H_
