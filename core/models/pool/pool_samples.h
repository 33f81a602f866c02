#ifndef CAROM_CORE_MODELS_POOL_POOL_SAMPLES_H_
#define CAROM_CORE_MODELS_POOL_POOL_SAMPLES_H_

#include <cstddef>
#include <span>

#include "core/multibody/multibody_system.h"
#include "core/record/record.h"

namespace carom {

/// What is sampled of a compliant shot beside the states of its balls, as far as the detail asks
/// for it: orientations, energies, the violation of constraints. All arguments outlive it.
class PoolSamples {
 public:
  PoolSamples(const Detail& detail, MultibodySystem& system, Record& record)
      : detail_(detail), system_(system), record_(record) {}

  /// Starts the balance of energy.
  void Begin(std::span<const double> y) { start_J_ = system_.Energy(y).Total(); }

  /// One row, at the state y.
  void Add(std::span<const double> y);

  /// The shot is over, with the state y, which fills all rows of the record that are still empty.
  void Finish(std::span<const double> y);

 private:
  const Detail& detail_;
  MultibodySystem& system_;
  Record& record_;
  double start_J_ = 0.0;
  std::size_t rows_ = 0;
};

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_POOL_SAMPLES_H_
