#ifndef CAROM_CORE_LAWS_NORMAL_HERTZ_H_
#define CAROM_CORE_LAWS_NORMAL_HERTZ_H_

namespace carom {

/// F = K d^n, without loss. [Compliant pool table] (3.9), [Smooth contact] (9)
struct HertzLaw {
  double exponent = 1.5;  ///< n in [1, 3]; 1.5 between spheres.
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_NORMAL_HERTZ_H_
