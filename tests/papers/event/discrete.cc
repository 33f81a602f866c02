#include "tests/papers/event/discrete.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>

#include "core/event/discrete_stepper.h"

namespace carom::papers {

SteppedShot PlayInSteps(const Scene& scene, const Shot& shot, const Stepping& stepping) {
  auto settings = std::make_shared<Settings>(scene.settings());
  settings->engine = Engine::kDiscreteTime;
  settings->discrete_time = {stepping.rule, stepping.step_s, stepping.depth_m,
                             std::numeric_limits<int64_t>::max()};
  settings->environment.stop.at_time_s = stepping.until_s;
  World world = scene.world();
  world.settings = std::move(settings);
  Detail detail;
  detail.events = true;
  DiscreteStepper stepper;
  Record record;
  stepper.Play(world, shot, detail, StopToken(), record);

  SteppedShot stepped;
  stepped.steps = stepper.steps();
  stepped.deepest_overlap_m = stepper.deepest_overlap_m();
  stepped.final_states = std::move(record.final_states);
  std::copy_if(record.events.begin(), record.events.end(), std::back_inserter(stepped.impacts),
               [](const Event& event) { return IsImpact(event.kind); });
  return stepped;
}

}  // namespace carom::papers
