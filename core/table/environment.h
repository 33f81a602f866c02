#ifndef CAROM_CORE_TABLE_ENVIRONMENT_H_
#define CAROM_CORE_TABLE_ENVIRONMENT_H_

#include <cstdint>
#include <limits>

#include "core/base/interval.h"
#include "core/solid/resolution.h"
#include "core/table/factor_table.h"
#include "core/table/shot.h"
#include "core/table/table.h"

namespace carom {

/// The cloth's resistance to the three motions of a ball on it. All dimensionless, >= 0; zero is a
/// value (that motion then never decays). Defaults as in most pool simulators.
struct Cloth {
  double sliding_friction = 0.2;   ///< mu_slide: slip decelerates with 7/2 mu g.
  double rolling_friction = 0.01;  ///< mu_roll: a rolling ball decelerates with mu g.
  /// mu_spin: vertical spin decelerates with 5 mu g / (2 R). [Event-based, transition times]
  double spinning_friction = 0.0127;
  /// What rolling_friction is multiplied by at the speed of a rolling ball. As a factor, not as a
  /// second coefficient, it is the shape of a law that rolling_friction scales: what draws,
  /// differentiates or fits rolling_friction needs to know nothing of it. A line mu + s v is two
  /// points, 1 at 0 and 1 + s v / mu at a speed v that no ball exceeds.
  FactorTable rolling_factor{};

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("sliding_friction", self.sliding_friction, {0.0, 10.0});
    visit("rolling_friction", self.rolling_friction, {0.0, 1.0});
    visit("spinning_friction", self.spinning_friction, {0.0, 1.0});
  }
};

/// A ball that friction stops within this path has stopped, m: in both engines.
inline constexpr double kLeastPath_m = 1e-12;

/// Whether a vertical velocity that a law gives is kept.
///
/// kOff drops it: motion stays on the cloth. Cushion and cue laws always give some (a cushion
/// throws a ball of 3 m/s up by 3 cm), but most shots end nearly alike, and the plane is cheaper.
///
/// kOn keeps it: balls hop, jump, climb cushions and leave the table.
enum class Flight { kOff, kOn };

/// How a ball gets into a pocket.
/// kCircle: it is pocketed as soon as its centre is within the pocket's circle, in flight only if
/// it is lower there than a ball that lies on the rails around it (see PocketTop in table/table.h).
/// kDrop (needs Flight::kOn): the slate ends at the circle; the ball falls, may hit rim, wall and
/// back of the pocket and jump out again, and is pocketed once it is wholly below the cloth.
enum class PocketModel { kCircle, kDrop };

/// How contacts that happen at once, or nearly so, are resolved.
/// kSequential: pair by pair, in a fixed order.
/// kTied: contacts at exactly the same time that share a ball are solved together (Newton's law for
/// all of them at once); all else pair by pair.
/// kCluster: contacts that begin while another of the group still lasts (gaps up to
/// Environment::cluster_gap_m) are resolved as one impact of elastic bodies.
enum class SimultaneousImpacts { kSequential, kTied, kCluster };

/// What happens to a layout whose balls overlap by more than kOverlapTolerance.
enum class OverlapPolicy { kReject, kSeparate };

/// Least Environment::settle_speed_m_s, m/s: on earth such a bounce rises by half a nanometre, less
/// than kOverlapTolerance. Bounces without an end would accumulate in time (inelastic collapse).
inline constexpr double kSlowestSettling_m_s = 1e-4;

/// Limits may ask for no more events.
inline constexpr int kMostEvents = 10'000'000;

/// Bounds that end a shot with a StopReason of its own; a shot never hangs.
struct Limits {
  int max_events = 100000;
  double max_time_s = 600.0;
  /// Most events at one instant; a longer cascade is given up.
  int max_events_at_one_time = 10000;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("max_events", self.max_events, {1, kMostEvents});
    visit("max_time_s", self.max_time_s, {0.0, 1e6});
    visit("max_events_at_one_time", self.max_events_at_one_time, {1, kMostEvents});
  }
};

/// Early ends that the caller asks for.
struct StopRules {
  double at_time_s = std::numeric_limits<double>::infinity();
  bool at_first_contact = false;  ///< The cue ball touches another ball (any two balls if no cue).
  bool at_scratch = false;        ///< The cue ball is pocketed or leaves the table.
  uint32_t when_potted = 0;       ///< Bit i: ball i. Ends when all of these are down; 0: never.

  /// Infinite stands for never.
  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("at_time_s", self.at_time_s, {0.0, 1e6});
  }
};

/// Everything about the world that is neither table, ball nor law.
struct Environment {
  double gravity_m_s2 = 9.81;
  Cloth cloth;
  Cue cue;
  NoseContact nose_contact = NoseContact::kLine;
  Flight flight = Flight::kOff;
  PocketModel pocket_model = PocketModel::kCircle;
  SimultaneousImpacts simultaneous = SimultaneousImpacts::kSequential;
  /// Gap up to which neighbours of a struck ball belong to its cluster (kCluster), m. The default
  /// is the compression of two pool balls that collide at 3 m/s: a wider gap closes only after
  /// their contact is over.
  double cluster_gap_m = 3e-4;
  /// A bounce off the slate slower than this, m/s, ends: the ball stays on the cloth. At 0.02 m/s
  /// it would rise by 20 micrometres. At least kSlowestSettling_m_s.
  double settle_speed_m_s = 0.02;
  OverlapPolicy overlap = OverlapPolicy::kReject;
  /// Farthest that OverlapPolicy::kSeparate may move a ball, m.
  double max_separation_m = 0.05;
  /// Shortest hop of two bodies in inelastic collapse, s; see event/press.h.
  double rest_hop_s = 0.01;
  Limits limits;
  StopRules stop;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("gravity_m_s2", self.gravity_m_s2, {0.01, 100.0});
    visit.Part("cloth", self.cloth);
    visit.Part("cue", self.cue);
    visit("nose_contact", self.nose_contact);
    visit("flight", self.flight);
    visit("pocket_model", self.pocket_model);
    visit("simultaneous", self.simultaneous);
    visit("overlap", self.overlap);
    visit("rest_hop_s", self.rest_hop_s, {1e-6, 1.0});
    visit("cluster_gap_m", self.cluster_gap_m, {0.0, 0.01});
    visit("max_separation_m", self.max_separation_m, {0.0, 0.05, Interval::Ends::kOpenLow});
    visit("settle_speed_m_s", self.settle_speed_m_s, {kSlowestSettling_m_s, 1.0});
    visit.Part("limits", self.limits);
  }
};

}  // namespace carom

#endif  // CAROM_CORE_TABLE_ENVIRONMENT_H_
