#include "core/shot/simulate.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/estimate/strike_noise.h"
#include "core/event/discrete_stepper.h"
#include "core/event/engine.h"
#include "core/laws/validate.h"
#include "core/models/pool/pool_table.h"
#include "core/table/validate.h"
#include "core/tangent/tangent_player.h"

namespace carom {
namespace {

// A weld solves for six reactions at each evaluation. Tables of the catalogue have up to 18 noses.
constexpr std::size_t kMostWeldedNoses = 32;

// What its steps can do: balls in the plane, all of one piece.
absl::Status ValidateForSteps(const Settings& settings) {
  if (settings.environment.flight != Flight::kOff) {
    return InvalidField("flight", std::string("ON"), "OFF with the engine DISCRETE_TIME");
  }
  return UnderPath("discrete_time", CheckParameters(settings.discrete_time));
}

// What its forces can hold.
absl::Status ValidateForForces(const Table& table, const Settings& settings, size_t balls) {
  const CompliantSettings& compliant = settings.compliant;
  if (absl::Status bad = ValidateCushions(table); !bad.ok()) return UnderPath("table", bad);
  absl::Status bad = ValidateCompliant(compliant);
  if (bad.ok() && compliant.welded_table && table.noses.size() > kMostWeldedNoses) {
    bad =
        InvalidField("welded_table", std::string("true"), "false on a table of more than 32 noses");
  }
  if (bad.ok()) {
    bad = ValidateCushionFaces(compliant.cushion_faces, settings.environment.nose_contact);
  }
  if (bad.ok()) bad = ValidateWeldedBalls(compliant, static_cast<int>(balls));
  return UnderPath("settings.compliant", bad);
}

// Neither steps through time nor impacts of groups know a cushion that gives way.
absl::Status CheckContactTime(const Settings& settings) {
  const double time_s = settings.laws.cushion_contact_s;
  const bool steps = settings.engine == Engine::kDiscreteTime;
  const bool pairs = settings.environment.simultaneous == SimultaneousImpacts::kSequential;
  if (time_s == 0.0 || settings.engine == Engine::kCompliant || (pairs && !steps)) {
    return absl::OkStatus();
  }
  return InvalidField(
      "cushion.contact_time_s", time_s,
      steps ? "0 with the engine DISCRETE_TIME" : "0 unless simultaneous is SEQUENTIAL");
}

template <class Item>
int64_t BytesOf(const std::vector<Item>& items) {
  return static_cast<int64_t>(items.capacity() * sizeof(Item));
}

int64_t BytesOf(const Table& table) {
  int64_t bytes = BytesOf(table.noses) + BytesOf(table.jaws) + BytesOf(table.pockets) +
                  BytesOf(table.rail_tops) + BytesOf(table.bed_outline_m);
  for (const RailTop& top : table.rail_tops) bytes += BytesOf(top.corners_m);
  return bytes;
}

template <class Shape>
int64_t BytesOf(const ShapeList<Shape>& list) {
  return BytesOf(list.items) + list.vicinities.memory_bytes();
}

// The plates of slate and rails hold their corners and the holes in them, at most all pockets.
int64_t BytesOf(const SolidSet& set, const Table& table) {
  const int64_t holes_of_a_plate = static_cast<int64_t>(table.pockets.size() * sizeof(PlateHole));
  int64_t bytes =
      BytesOf(set.solids) + BytesOf(set.sensors) + BytesOf(set.beside) + holes_of_a_plate;
  for (const RailTop& top : table.rail_tops) bytes += BytesOf(top.corners_m) + holes_of_a_plate;
  for (const std::vector<size_t>& places : set.place_of) bytes += BytesOf(places);
  return bytes;
}

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

// By events or in steps through time.
template <class ImpulseEngine>
absl::Status PlayWithImpulses(const Scene& scene, const Shot& shot, const Detail& detail,
                              StopToken stop, ImpulseEngine& engine, Record& record) {
  const auto status = ValidatePlacement(scene.table(), scene.settings().environment,
                                        scene.world().solids, scene.balls(), shot.start);
  if (!status.ok()) return status;
  if (engine.Play(scene.world(), shot, detail, stop, record)) return absl::OkStatus();
  return engine.LogOverflow() ? LogTooLong(detail) : TooManySamples(detail);
}

absl::Status PlayWithForces(const Scene& scene, const Shot& shot, const Detail& detail,
                            StopToken stop, Integrator& integrator, Record& record) {
  const Settings& settings = scene.settings();
  const CompliantWorld world{scene.table(), settings.environment, settings.compliant,
                             scene.balls()};
  if (auto status = ValidateCompliantStart(world, shot.start); !status.ok()) return status;
  if (PlayCompliant(world, shot, detail, stop, integrator, record)) {
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

int64_t Scene::memory_bytes() const {
  auto bytes = static_cast<int64_t>(sizeof(World) + sizeof(Table) + sizeof(Settings));
  bytes += BytesOf(*world_->table) + BytesOf(world_->balls) + BytesOf(world_->solids.set_of_ball);
  for (const SolidSet& set : world_->solids.sets) {
    bytes += static_cast<int64_t>(sizeof(set)) + BytesOf(set, *world_->table);
  }
  return bytes;
}

absl::StatusOr<Scene> Scene::Make(std::shared_ptr<const Table> table,
                                  std::shared_ptr<const Settings> settings,
                                  std::vector<BallSpec> balls) {
  const bool forces = settings->engine == Engine::kCompliant;
  const double cloth_friction = settings->environment.cloth.sliding_friction;
  absl::Status bad = UnderPath("table", ValidateTable(*table));
  if (bad.ok()) bad = UnderPath("settings", ValidateEnvironment(settings->environment));
  if (bad.ok()) bad = UnderPath("settings", ValidateLaws(settings->laws));
  if (bad.ok()) bad = UnderPath("settings", CheckContactTime(*settings));
  if (bad.ok() && settings->engine == Engine::kDiscreteTime) {
    bad = UnderPath("settings", ValidateForSteps(*settings));
  }
  if (bad.ok()) bad = ValidateBalls(balls);
  if (bad.ok()) bad = UnderPath("table", ValidateBallsOnTable(*table, balls));
  if (bad.ok() && forces) bad = ValidateForForces(*table, *settings, balls.size());
  if (bad.ok() && !forces) bad = ValidateHomogeneous(balls);
  if (bad.ok() && !forces) {
    bad = UnderPath("settings",
                    ValidateDoubleContacts(settings->laws, *table, balls, cloth_friction));
  }
  if (!bad.ok()) return bad;
  auto world = std::make_shared<World>();
  world->solids = MakeSolids(*table, settings->environment, balls);
  for (const BallSpec& ball : balls) world->motion.emplace_back(ball, settings->environment);
  world->table = std::move(table);
  world->settings = std::move(settings);
  world->balls = std::move(balls);
  return Scene(std::move(world));
}

absl::Status RequireEventDriven(const Scene& scene) {
  if (scene.settings().engine == Engine::kEventDriven) return absl::OkStatus();
  return InvalidField("settings.engine", std::string_view("another"), "EVENT_DRIVEN");
}

Workspace::Workspace()
    : event_engine_(std::make_unique<EventEngine>()),
      discrete_stepper_(std::make_unique<DiscreteStepper>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

estimate::KeptNoise& Workspace::probe_noise() {
  if (!probe_noise_) probe_noise_ = std::make_unique<estimate::KeptNoise>();
  return *probe_noise_;
}

TangentPlayer& Workspace::tangent_player() {
  if (!tangent_player_) tangent_player_ = std::make_unique<TangentPlayer>();
  return *tangent_player_;
}

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
  const auto play_by = [&] {
    if (engine == Engine::kCompliant) {
      return PlayWithForces(scene, *played, detail, stop, workspace.integrator(), record);
    }
    if (engine == Engine::kDiscreteTime) {
      return PlayWithImpulses(scene, *played, detail, stop, workspace.discrete_stepper(), record);
    }
    return PlayWithImpulses(scene, *played, detail, stop, workspace.event_engine(), record);
  };
  const absl::Status played_by_engine = play_by();
  if (!played_by_engine.ok()) {
    record.Clear();
    return moved_m > 0.0 ? AfterSeparation(played_by_engine, moved_m) : played_by_engine;
  }
  record.outcome.separated_by_m = moved_m;
  return absl::OkStatus();
}

}  // namespace carom
