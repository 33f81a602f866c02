#ifndef CAROM_CORE_LAWS_RANGES_H_
#define CAROM_CORE_LAWS_RANGES_H_

#include "core/base/interval.h"

namespace carom {

/// Ranges of the parameters that many laws have in common.
inline constexpr Interval kRestitutionRange{0.0, 1.0};
inline constexpr Interval kPositiveRestitutionRange{0.0, 1.0, Interval::Ends::kOpenLow};
inline constexpr Interval kFrictionRange{0.0, 10.0};
/// Decay of friction with the speed of slip, s/m.
inline constexpr Interval kFrictionDecayRange{0.0, 1000.0};
/// Slip speed up to which friction builds up, m/s; 0 where the law has a jump.
inline constexpr Interval kFullSlipRange{0.0, 1.0};
inline constexpr Interval kPositiveSlipRange{0.0, 1.0, Interval::Ends::kOpenLow};
/// How long a ball is in contact with a cushion, s.
inline constexpr Interval kContactTimeRange{0.0, 0.05};
/// n of Hertz's F = K d^n.
inline constexpr Interval kHertzExponentRange{1.0, 3.0};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_RANGES_H_
