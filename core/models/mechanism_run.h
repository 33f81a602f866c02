#ifndef CAROM_CORE_MODELS_MECHANISM_RUN_H_
#define CAROM_CORE_MODELS_MECHANISM_RUN_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/base/interval.h"
#include "core/base/stop_token.h"
#include "core/math/ivp/integrator.h"
#include "core/math/ivp/ode_system.h"
#include "core/math/welch.h"
#include "core/record/mechanism_record.h"

namespace carom {

/// From sample to sample, and when: s.
inline constexpr Interval kSampleRange{0.0, std::numeric_limits<double>::infinity(),
                                       Interval::Ends::kOpenHigh};

/// How long a mechanism may run, s.
inline constexpr Interval kDurationRange{0.0, 1e6, Interval::Ends::kOpenLow};

/// INVALID_ARGUMENT at "duration_s" unless it is in kDurationRange.
absl::Status ValidateDuration(double duration_s);

/// The same, and what ValidateIntegration refuses, and steps so short that the duration needs more
/// of them than there may be evaluations.
absl::Status ValidateRun(double duration_s, const IntegrationSpec& integration);

/// Why a run ended: `asked` is the reason that the model or the caller's token gave.
StopReason ReasonOf(IvpEnd end, StopReason asked);

/// Which spectra of a run are taken, and how. Their samples are their own.
struct SpectrumRequest {
  std::vector<Channel> channels;  ///< Of the mechanism's samples, 1 to 16.
  double period_s = 1e-4;         ///< From sample to sample.
  double from_s = 0.0;            ///< Samples before are left out: a run-up.
  WelchOptions welch = {};        ///< The segment is a power of two.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("period_s", self.period_s, {1e-9, 1e3});
    visit("from_s", self.from_s);
    visit("segment", self.welch.segment, {16, 65536});
    visit("overlap", self.welch.overlap, {0.0, 0.95});
  }
};

/// What is recorded of a run. It never changes a result.
struct MechanismDetail {
  double sample_period_s = 0.0;             ///< > 0: samples at 0, period, ... up to the duration.
  std::vector<double> sample_times_s = {};  ///< Further times, ascending, >= 0.
  int64_t max_samples = 1 << 20;            ///< Rows beyond which a run is refused.
  std::optional<SpectrumRequest> spectrum = std::nullopt;
  /// Asked before a run begins, which may keep so many bytes of samples; an error ends it there.
  std::function<absl::Status(int64_t bytes)> may_keep = nullptr;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("sample_period_s", self.sample_period_s, kSampleRange);
  }
};

/// INVALID_ARGUMENT with a path below "detail.".
absl::Status ValidateDetail(const MechanismDetail& detail, double duration_s);

/// Turns a state into a row of MechanismRecord::samples.
using SampleRow = std::function<void(double t, std::span<const double> y, std::span<double> row)>;

/// Integrates `system` from (0, y) over the duration and writes samples (whose channels the model
/// has named), cost, stop reason, end time, spectra and hash into `record`; events are the model's.
/// Ends early when `stop` asks for it. Requires valid arguments. y becomes the final state.
///
/// INVALID_ARGUMENT at "detail.spectrum.channels[i]" for a channel that the model has not named, or
/// the error of `detail.may_keep`; nothing is run then, and the record is empty. Spectra use
/// samples before the end only: a run that ends before a segment is full has none.
absl::Status RunMechanism(OdeSystem& system, std::span<double> y, double duration_s,
                          const IntegrationSpec& integration, const MechanismDetail& detail,
                          StopToken stop, const SampleRow& sample_row, MechanismRecord& record);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_MECHANISM_RUN_H_
