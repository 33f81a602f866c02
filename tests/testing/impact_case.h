#ifndef CAROM_TESTS_TESTING_IMPACT_CASE_H_
#define CAROM_TESTS_TESTING_IMPACT_CASE_H_

#include <string>

#include "core/laws/routh_impact.h"

namespace carom {

/// Which arrangement of lines in Fig. 4 of [Double pendulum] an impact is: "a" slips to the end,
/// "b" and "c" lose the slip in compression and then stick or slip back, "d" and "e" do so in
/// restitution. A prime marks the mirrored ones, with s(0) > 0. Without friction there is no line
/// of friction: "none".
inline std::string ImpactCase(RouthPath path, double slip_before_m_s) {
  static constexpr const char* kCases[] = {"none", "a", "b", "c", "d", "e"};
  std::string name = kCases[static_cast<int>(path)];
  if (path != RouthPath::kFrictionless && slip_before_m_s > 0.0) name += "'";
  return name;
}

}  // namespace carom

#endif  // CAROM_TESTS_TESTING_IMPACT_CASE_H_
