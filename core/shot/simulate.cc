#include "core/shot/simulate.h"

#include <algorithm>
#include <string>

#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/estimate/strike_noise.h"
#include "core/event/discrete_stepper.h"
#include "core/event/engine.h"
#include "core/models/pool/pool_shot.h"
#include "core/table/validate.h"
#include "core/tangent/tangent_player.h"

namespace carom {

Workspace::Workspace()
    : event_engine_(std::make_unique<EventEngine>()),
      discrete_stepper_(std::make_unique<DiscreteStepper>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

TangentPlayer& Workspace::tangent_player() {
  if (!tangent_player_) tangent_player_ = std::make_unique<TangentPlayer>();
  return *tangent_player_;
}

estimate::KeptNoise& Workspace::probe_noise() {
  if (!probe_noise_) probe_noise_ = std::make_unique<estimate::KeptNoise>();
  return *probe_noise_;
}

namespace {

// Whether a set of ball indices, one bit each, names a ball that does not exist.
bool HasIndexFrom(uint32_t balls, size_t ball_count) {
  return ball_count < kMaxBalls && (balls >> ball_count) != 0;
}

// Impulses tell neither how a ball lies nor where energy goes, and no accelerations.
absl::Status ValidateQuantities(const Detail& detail, Engine engine) {
  if (engine == Engine::kCompliant) return absl::OkStatus();
  const char* const asked = detail.sample_orientations            ? "ORIENTATION"
                            : detail.sample_energies              ? "ENERGY"
                            : detail.sample_violations            ? "CONSTRAINT_VIOLATION"
                            : detail.sample_accelerations         ? "ACCELERATION"
                            : detail.sample_angular_accelerations ? "ANGULAR_ACCELERATION"
                                                                  : nullptr;
  if (asked == nullptr) return absl::OkStatus();
  return InvalidField("samples.quantities", std::string(asked),
                      std::string("absent: the engine ") +
                          (engine == Engine::kEventDriven ? "EVENT_DRIVEN" : "DISCRETE_TIME") +
                          " does not know it");
}

absl::Status ValidateDetail(const Detail& detail, size_t ball_count, Engine engine) {
  if (!detail.samples) return absl::OkStatus();
  if (auto status = ValidateQuantities(detail, engine); !status.ok()) return status;
  if (detail.sample_balls != ~0u && HasIndexFrom(detail.sample_balls, ball_count)) {
    return InvalidField("samples.balls", std::string("an index"),
                        "below " + std::to_string(ball_count) + ", the number of balls");
  }
  if (detail.sample_period_s != 0.0 && !kSamplePeriodRange.Contains(detail.sample_period_s)) {
    return InvalidField("samples.period_s", detail.sample_period_s, Describe(kSamplePeriodRange));
  }
  for (size_t i = 0; i < detail.sample_times_s.size(); ++i) {
    const double time_s = detail.sample_times_s[i];
    const double earliest_s = i == 0 ? 0.0 : detail.sample_times_s[i - 1];
    if (!(time_s >= earliest_s) || !kSampleTimeRange.Contains(time_s)) {
      return InvalidField("samples.times_s[" + std::to_string(i) + "]", time_s,
                          Describe(kSampleTimeRange) + ", ascending");
    }
  }
  return absl::OkStatus();
}

absl::Status ValidateShot(const Scene& scene, const Shot& shot) {
  if (shot.start.size() != scene.balls().size()) {
    return InvalidField("balls", static_cast<int>(shot.start.size()),
                        "as many states as the scene has balls");
  }
  if (HasIndexFrom(scene.settings().environment.stop.when_potted, shot.start.size())) {
    return InvalidField("settings.stop.potted_balls", std::string("an index"),
                        "below " + std::to_string(shot.start.size()) + ", the number of balls");
  }
  if (!shot.strike) return absl::OkStatus();
  return UnderPath("strike", ValidateStrike(*shot.strike, scene.balls(), shot.start));
}

absl::Status TooManySamples(const Detail& detail) {
  return InvalidField("samples", std::string("this shot's samples"),
                      "at most " + std::to_string(detail.max_samples) +
                          " states: take a longer period or fewer balls");
}

absl::Status LogTooLong(const Detail& detail) {
  return UnusableField("detail",
                       "the log of this shot takes more than " +
                           std::to_string(detail.max_log_bytes) +
                           " bytes of memory: take less detail, or end the shot earlier",
                       absl::StatusCode::kOutOfRange);
}

absl::Status PlayByEvents(const Scene& scene, const Shot& shot, const Detail& detail,
                          StopToken stop, Workspace& workspace, Record& record) {
  const auto status = ValidatePlacement(scene.table(), scene.settings().environment,
                                        scene.world().solids, scene.balls(), shot.start);
  if (!status.ok()) return status;
  EventEngine& engine = workspace.event_engine();
  if (engine.Play(scene.world(), shot, detail, stop, record)) return absl::OkStatus();
  return engine.LogOverflow() ? LogTooLong(detail) : TooManySamples(detail);
}

absl::Status PlayInSteps(const Scene& scene, const Shot& shot, const Detail& detail, StopToken stop,
                         Workspace& workspace, Record& record) {
  const auto status = ValidatePlacement(scene.table(), scene.settings().environment,
                                        scene.world().solids, scene.balls(), shot.start);
  if (!status.ok()) return status;
  DiscreteStepper& stepper = workspace.discrete_stepper();
  if (stepper.Play(scene.world(), shot, detail, stop, record)) return absl::OkStatus();
  return stepper.LogOverflow() ? LogTooLong(detail) : TooManySamples(detail);
}

absl::Status PlayWithForces(const Scene& scene, const Shot& shot, const Detail& detail,
                            StopToken stop, Workspace& workspace, Record& record) {
  const Settings& settings = scene.settings();
  const CompliantWorld world{scene.table(), settings.environment, settings.compliant,
                             scene.balls()};
  if (auto status = ValidateCompliantStart(world, shot.start); !status.ok()) return status;
  if (PlayCompliant(world, shot, detail, stop, workspace.integrator(), record)) {
    return absl::OkStatus();
  }
  if (static_cast<int64_t>(record.samples.size()) > detail.max_samples ||
      static_cast<int64_t>(record.sample_times_s.size()) > detail.max_samples) {
    return TooManySamples(detail);
  }
  return InvalidField(
      "contacts", std::string("this shot's contact histories"),
      "at most " + std::to_string(detail.max_contact_rows) + " steps: end the shot earlier");
}

// What the error quotes is then not where the caller put the balls.
absl::Status AfterSeparation(const absl::Status& status, double moved_m) {
  return WithError(status, [moved_m](FieldError& error) {
    error.must +=
        ", after balls that overlapped were moved by up to " + FormatNumber(moved_m) + " m";
  });
}

}  // namespace

absl::Status Simulate(const Scene& scene, const Shot& shot, const Detail& detail, StopToken stop,
                      Workspace& workspace, Record& record) {
  record.Clear();
  const Engine engine = scene.settings().engine;
  if (auto status = ValidateDetail(detail, scene.balls().size(), engine); !status.ok()) {
    return status;
  }
  if (auto status = ValidateShot(scene, shot); !status.ok()) return status;
  const Environment& environment = scene.settings().environment;
  const Shot* played = &shot;
  double moved_m = 0.0;
  if (environment.overlap == OverlapPolicy::kSeparate) {
    workspace.separated_shot() = shot;
    played = &workspace.separated_shot();
    const auto status = SeparateOverlaps(scene.world().solids, environment, scene.balls(),
                                         workspace.separated_shot().start, &moved_m);
    if (!status.ok()) return status;
  }
  const auto play = engine == Engine::kCompliant      ? PlayWithForces
                    : engine == Engine::kDiscreteTime ? PlayInSteps
                                                      : PlayByEvents;
  const auto played_by_engine = play(scene, *played, detail, stop, workspace, record);
  if (!played_by_engine.ok()) {
    record.Clear();
    return moved_m > 0.0 ? AfterSeparation(played_by_engine, moved_m) : played_by_engine;
  }
  record.outcome.separated_by_m = moved_m;
  return absl::OkStatus();
}

}  // namespace carom
