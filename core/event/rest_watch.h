#ifndef CAROM_CORE_EVENT_REST_WATCH_H_
#define CAROM_CORE_EVENT_REST_WATCH_H_

#include <array>

#include "core/base/constants.h"
#include "core/base/vec3.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/record/event.h"

namespace carom {

/// Tells when balls in flight have come to rest on something else than the cloth. Such a ball goes
/// on in hops (event/rest_rule.h) whose contacts follow each other closely. It is at rest
///   - at once where a contact leaves it no energy and what it touches carries its weight, or where
///     it is slow on a level top;
///   - after 300 of them within half a millimetre if what it touches carries its weight, or has
///   kept
///     it from going a tenth as far as the rest of its weight would have driven it;
///   - after 50 rest hops within half a millimetre, whatever holds it there;
///   - after 1000 of them at one instant, wedged between others without any gap, if it is slow.
class RestWatch {
 public:
  void Begin() { hops_.fill({}); }

  /// To be asked once for each ball that `event`, an event at now_s, has given a new phase.
  bool HasComeToRest(const World& world, const TrajectoryTable& table, const Event& event,
                     double now_s, int ball);

 private:
  // Contacts that follow each other in short hops and get the ball nowhere.
  struct Hops {
    double since_s = 0.0;
    double last_s = -1.0;
    int contacts = 0;
    int at_once = 0;
    double farthest_m = 0.0;
    Vec3 where_m = Vec3::Zero();
  };

  static void Count(const Event& event, double now_s, double hop_s, const Vec3& where_m,
                    Hops& hops);

  std::array<Hops, kMaxBalls> hops_{};
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_REST_WATCH_H_
