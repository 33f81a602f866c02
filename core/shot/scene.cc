#include "core/shot/scene.h"

#include <utility>

#include "core/base/field_error.h"
#include "core/laws/validate.h"
#include "core/models/cushions.h"
#include "core/models/pool_welds.h"
#include "core/table/validate.h"

namespace carom {

absl::StatusOr<Scene> Scene::Make(std::shared_ptr<const Table> table,
                                  std::shared_ptr<const Settings> settings,
                                  std::vector<BallSpec> balls) {
  if (auto status = ValidateTable(*table); !status.ok()) return UnderPath("table.", status);
  if (auto status = ValidateEnvironment(settings->environment); !status.ok()) {
    return UnderPath("settings.", status);
  }
  if (auto status = ValidateLaws(settings->laws); !status.ok()) {
    return UnderPath("settings.", status);
  }
  if (settings->engine == Engine::kCompliant) {
    if (auto status = ValidateCompliant(settings->compliant); !status.ok()) {
      return UnderPath("settings.compliant.", status);
    }
    if (auto status = ValidateCushions(*table); !status.ok()) return UnderPath("table.", status);
    if (auto status = ValidateCushionFaces(settings->compliant.cushion_faces,
                                           settings->environment.nose_contact);
        !status.ok()) {
      return UnderPath("settings.compliant.", status);
    }
  }
  if (auto status = ValidateBalls(balls); !status.ok()) return status;
  if (settings->engine == Engine::kCompliant) {
    const int ball_count = static_cast<int>(balls.size());
    if (auto bad = ValidateWeldedBalls(settings->compliant, ball_count); !bad.ok()) {
      return UnderPath("settings.compliant.", bad);
    }
  }
  if (auto status = ValidateBallsOnTable(*table, balls); !status.ok()) {
    return UnderPath("table.", status);
  }
  if (settings->engine == Engine::kEventDriven) {
    if (auto status = ValidateHomogeneous(balls); !status.ok()) return status;
    const double cloth_friction = settings->environment.cloth.sliding_friction;
    if (auto status = ValidateHeldBalls(settings->laws, *table, balls, cloth_friction);
        !status.ok()) {
      return UnderPath("settings.", status);
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

}  // namespace carom
