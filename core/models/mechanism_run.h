#ifndef CAROM_CORE_MODELS_MECHANISM_RUN_H_
#define CAROM_CORE_MODELS_MECHANISM_RUN_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/base/interval.h"
#include "core/base/stop_token.h"
#include "core/base/vec3.h"
#include "core/math/ivp/integrator.h"
#include "core/math/welch.h"
#include "core/multibody/body.h"
#include "core/record/record.h"

namespace carom {

/// From sample to sample, and when: s.
inline constexpr Interval kSampleRange{0.0, std::numeric_limits<double>::infinity(),
                                       Interval::Ends::kOpenHigh};

/// How long a mechanism may run, s.
inline constexpr Interval kDurationRange{0.0, 1e6, Interval::Ends::kOpenLow};

/// Two ascending lists of times as one, each time once.
std::vector<double> MergedTimes(std::span<const double> a, std::span<const double> b);

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
    visit("window", self.welch.window);
  }
};

/// What is recorded of a run. It never changes a result.
struct MechanismDetail {
  double sample_period_s = 0.0;             ///< > 0: samples at 0, period, ... up to the duration.
  std::vector<double> sample_times_s = {};  ///< Further times, ascending, >= 0.
  int64_t max_samples = 1 << 20;            ///< Rows beyond which a run is refused.
  std::optional<SpectrumRequest> spectrum = std::nullopt;
  bool accelerations = false;  ///< Samples have those of all bodies too.
  /// Asked before a run begins, which may keep so many bytes of samples; an error ends it there.
  std::function<absl::Status(int64_t bytes)> may_keep = nullptr;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("sample_period_s", self.sample_period_s, kSampleRange);
    visit("accelerations", self.accelerations);
  }
};

/// INVALID_ARGUMENT with a path below "detail.".
absl::Status ValidateDetail(const MechanismDetail& detail, double duration_s);

/// The same, or what ValidateIntegration refuses, or steps so short that the duration needs more of
/// them than there may be evaluations. Requires a duration in kDurationRange.
absl::Status ValidateRun(double duration_s, const IntegrationSpec& integration,
                         const MechanismDetail& detail);

/// Takes the channels of a row one by one, each with its number, so that a name stands beside what
/// it names: notes the names, or fills the row.
class ChannelWriter {
 public:
  explicit ChannelWriter(std::vector<Channel>& names) : names_(&names) {}
  explicit ChannelWriter(std::span<double> row) : row_(row) {}

  void Add(std::string_view body, std::string_view quantity, double number) {
    if (names_ == nullptr) {
      row_[next_++] = number;
    } else {
      names_->push_back({std::string(body), std::string(quantity)});
    }
  }
  /// A vector's three: "position_x_m" for the quantity "position" and the unit "m".
  void Add(std::string_view body, std::string_view quantity, std::string_view unit, const Vec3& v);
  /// Those of AddEnergyChannels().
  void Add(const EnergyRow& energies);
  /// A body's "acceleration_x_m_s2", ... and "angular_acceleration_x_rad_s2", ...; 0 where they are
  /// no numbers, at a state that ends its run.
  void AddAcceleration(std::string_view body, const Vec3& linear_m_s2);
  void AddAngularAcceleration(std::string_view body, const Vec3& angular_rad_s2);

 private:
  std::vector<Channel>* names_ = nullptr;
  std::span<double> row_;
  std::size_t next_ = 0;
};

/// The accelerations of the first bodies, by their names.
void AddAccelerations(std::span<const Acceleration> accelerations,
                      std::span<const std::string> bodies, ChannelWriter& to);

/// The channels that `write(ChannelWriter&)` names.
template <class Write>
std::vector<Channel> ChannelsOf(const Write& write) {
  std::vector<Channel> names;
  ChannelWriter writer(names);
  write(writer);
  return names;
}

/// Appends a row to a table of those channels.
template <class Write>
void AddRow(double t, const Write& write, ChannelTable& table) {
  std::vector<double> row(table.channels.size());
  ChannelWriter writer(row);
  write(writer);
  table.AddRow(t, row);
}

/// Writes the channels of MechanismRecord::samples at a state. Which channels there are does not
/// depend on it.
using WriteSample = std::function<void(double t, std::span<const double> y, ChannelWriter& to)>;

/// Integrates `system` from (0, y) over the duration and writes samples, cost, stop reason, end
/// time, spectra and hash into `record`; events are the model's. Ends early when `stop` asks for
/// it. Requires valid arguments. y becomes the final state.
///
/// INVALID_ARGUMENT at "detail.spectrum.channels[i]" for a channel that the model has not named, or
/// the error of `detail.may_keep`; nothing is run then, and the record is empty. Spectra use
/// samples before the end only: a run that ends before a segment is full has none.
absl::Status RunMechanism(OdeSystem& system, std::span<double> y, double duration_s,
                          const IntegrationSpec& integration, const MechanismDetail& detail,
                          StopToken stop, const WriteSample& write_sample, MechanismRecord& record);

/// The same for a system that writes samples and figures itself, and either its accelerations or has
/// those of all bodies.
template <class System>
absl::Status RunMechanism(System& system, std::span<double> y, double duration_s,
                          const IntegrationSpec& integration, const MechanismDetail& detail,
                          StopToken stop, MechanismRecord& record) {
  const WriteSample write = [&](double t, std::span<const double> state, ChannelWriter& to) {
    system.WriteSample(t, state, to);
    if (!detail.accelerations) return;
    if constexpr (requires { system.WriteAccelerations(t, state, to); }) {
      system.WriteAccelerations(t, state, to);
    } else {
      AddAccelerations(system.AccelerationsAt(t, state), record.bodies, to);
    }
  };
  absl::Status refused =
      RunMechanism(system, y, duration_s, integration, detail, stop, write, record);
  if (refused.ok()) system.WriteFigures(y, record.figures);
  return refused;
}

}  // namespace carom

#endif  // CAROM_CORE_MODELS_MECHANISM_RUN_H_
