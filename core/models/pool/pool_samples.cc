#include "core/models/pool/pool_samples.h"

#include <cstddef>

namespace carom {

void PoolSamples::Add(std::span<const double> y) {
  if (detail_.sample_orientations) {
    for (int ball = 0; ball < system_.body_count(); ++ball) {
      if ((detail_.sample_balls >> ball & 1u) == 0) continue;
      const EulerParameters p = ReadBody(y, ball).orientation;
      record_.sample_orientations.push_back({p[0], p[1], p[2], p[3]});
    }
  }
  if (detail_.sample_energies) {
    record_.sample_energies.push_back(EnergyRowOf(system_.Energy(y), start_J_));
  }
  if (detail_.sample_violations) {
    const Violation violation = system_.MeasureConstraints(y);
    record_.sample_violations.push_back({violation.position, violation.velocity});
  }
  ++rows_;
}

void PoolSamples::Finish(std::span<const double> y) {
  record_.energy_residual_J = system_.Energy(y).Total() - start_J_;
  while (rows_ < record_.sample_times_s.size()) Add(y);
}

}  // namespace carom
