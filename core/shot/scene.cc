#include "core/shot/scene.h"

#include <string>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/laws/validate.h"
#include "core/models/pool/compliant_world.h"
#include "core/models/pool/cushions.h"
#include "core/table/validate.h"

namespace carom {
namespace {

// What its steps can do: balls in the plane, all of one piece.
absl::Status ValidateForSteps(const Settings& settings) {
  if (settings.environment.flight != Flight::kOff) {
    return InvalidField("flight", std::string("ON"), "OFF with the engine DISCRETE_TIME");
  }
  return UnderPath("discrete_time", CheckParameters(settings.discrete_time));
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

}  // namespace

namespace {

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
      BytesOf(set.solids) + BytesOf(set.bounds) + BytesOf(set.beside) + holes_of_a_plate;
  for (const RailTop& top : table.rail_tops) bytes += BytesOf(top.corners_m) + holes_of_a_plate;
  for (const std::vector<size_t>& places : set.place_of) bytes += BytesOf(places);
  return bytes;
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
  if (auto status = ValidateTable(*table); !status.ok()) return UnderPath("table", status);
  if (auto status = ValidateEnvironment(settings->environment); !status.ok()) {
    return UnderPath("settings", status);
  }
  if (auto status = ValidateLaws(settings->laws); !status.ok()) {
    return UnderPath("settings", status);
  }
  if (settings->engine == Engine::kCompliant) {
    if (auto status = ValidateCompliant(settings->compliant); !status.ok()) {
      return UnderPath("settings.compliant", status);
    }
    if (auto status = ValidateCushions(*table); !status.ok()) return UnderPath("table", status);
    if (auto status = ValidateCushionFaces(settings->compliant.cushion_faces,
                                           settings->environment.nose_contact);
        !status.ok()) {
      return UnderPath("settings.compliant", status);
    }
  }
  if (auto bad = CheckContactTime(*settings); !bad.ok()) return UnderPath("settings", bad);
  if (settings->engine == Engine::kDiscreteTime) {
    if (auto bad = ValidateForSteps(*settings); !bad.ok()) return UnderPath("settings", bad);
  }
  if (auto status = ValidateBalls(balls); !status.ok()) return status;
  if (settings->engine == Engine::kCompliant) {
    const int ball_count = static_cast<int>(balls.size());
    if (auto bad = ValidateWeldedBalls(settings->compliant, ball_count); !bad.ok()) {
      return UnderPath("settings.compliant", bad);
    }
  }
  if (auto status = ValidateBallsOnTable(*table, balls); !status.ok()) {
    return UnderPath("table", status);
  }
  if (settings->engine != Engine::kCompliant) {
    if (auto status = ValidateHomogeneous(balls); !status.ok()) return status;
    const double cloth_friction = settings->environment.cloth.sliding_friction;
    if (auto status = ValidateDoubleContacts(settings->laws, *table, balls, cloth_friction);
        !status.ok()) {
      return UnderPath("settings", status);
    }
  }
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

}  // namespace carom
