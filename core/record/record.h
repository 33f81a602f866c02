#ifndef CAROM_CORE_RECORD_RECORD_H_
#define CAROM_CORE_RECORD_RECORD_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/vec3.h"
#include "core/record/event.h"
#include "core/state/trajectory.h"

namespace carom {

/// What a column of numbers tells: a quantity, with its SI unit in its name, of a body.
struct Channel {
  std::string body;      ///< "rod_1", "ball_3", "contact", "system".
  std::string quantity;  ///< "angle_rad", "velocity_x_m_s", "energy_J".
  friend bool operator==(const Channel&, const Channel&) = default;
};

/// Rows of numbers over time, one column per channel.
struct ChannelTable {
  std::vector<Channel> channels;
  std::vector<double> times_s;
  std::vector<double> values;  ///< Row by row: times_s.size() x channels.size().

  /// Appends a row of channels.size() numbers.
  void AddRow(double time_s, std::span<const double> row);
  std::span<const double> Row(int i) const;
  void Clear();
};

/// What a system's energy consists of, and where it went, J.
struct EnergyAccount {
  double kinetic = 0.0;
  double potential = 0.0;         ///< Of gravity, 0 at z = 0.
  double elastic = 0.0;           ///< In contacts and springs.
  double lost_in_contacts = 0.0;  ///< And in dampers of springs, in joints and impacts.
  double lost_to_friction = 0.0;
  double removed = 0.0;         ///< What bodies had when they were taken out.
  double given_to_loads = 0.0;  ///< Work on loads from outside; negative: they supplied it.

  /// Constant but for the error of the integration.
  double Total() const {
    return kinetic + potential + elastic + lost_in_contacts + lost_to_friction + removed +
           given_to_loads;
  }
};

/// An account as it is sampled, J: kinetic, potential, elastic, dissipated (in contacts and by
/// friction), given away (with bodies that were taken out, and to loads from outside), and the
/// residual: by how much the sum of the five has drifted since the start.
using EnergyRow = std::array<double, 6>;

EnergyRow EnergyRowOf(const EnergyAccount& account, double start_total_J);

/// The channels of an EnergyRow in a mechanism's samples, "system" "kinetic_J" and so on.
void AddEnergyChannels(std::vector<Channel>& channels);

/// A number that sums up a run: its greatest constraint violation, work dissipated, ...
struct Figure {
  std::string name;  ///< With its unit: "greatest_violation_m".
  double value = 0.0;
};

/// Power spectral densities, one column per channel.
struct SpectrumTable {
  std::vector<Channel> channels;
  double bin_Hz = 0.0;            ///< Row k is at k bin_Hz.
  int segments = 0;               ///< Whose periodograms were averaged.
  std::vector<double> densities;  ///< Channel by channel, (unit of the quantity)^2/Hz.
};

/// All that one run of a mechanism writes. Never a number that is not finite.
struct MechanismRecord {
  std::vector<std::string> bodies;  ///< Names by the index that events use.
  std::vector<Event> events;        ///< kObstacleImpact, kContactBegin, kContactEnd.
  ChannelTable samples;
  ChannelTable impacts;  ///< One row for each event that has such numbers.
  std::vector<Figure> figures;
  SpectrumTable spectrum;  ///< Without channels where none was asked for.

  StopReason stop_reason = StopReason::kTimeLimit;
  double end_time_s = 0.0;
  int64_t evaluations = 0;  ///< Of the right-hand side.
  int64_t steps = 0;
  uint64_t hash = 0;  ///< Over end time, stop reason, events and the final state.

  void Clear();
};

/// How much of a shot is written down. The answer itself (final states, hash) never depends on it.
struct Detail {
  bool events = false;        ///< Keep the event log.
  bool event_states = false;  ///< With it the states before and after, for each ball involved.
  /// With it every contact of a press, in place of the press, and what a player of the log needs
  /// beside them.
  bool hops = false;
  bool touches = false;          ///< Keep the contacts that a referee counts.
  bool candidates = false;       ///< With it what else could have happened next, event by event.
  bool samples = false;          ///< Keep sampled states.
  double sample_period_s = 0.0;  ///< > 0: samples at 0, period, 2 period, ... up to the end.
  std::vector<double> sample_times_s;  ///< Further times, ascending, >= 0.
  uint32_t sample_balls = ~0u;         ///< Bit i: sample ball i.
  /// Of log and candidates in memory; a shot with more is refused.
  int64_t max_log_bytes = int64_t{1} << 40;
  int64_t max_samples = 1 << 20;  ///< States (times x balls) beyond which a shot is refused.
  /// What samples tell beside the states; of the compliant engine, the other refuses them.
  bool sample_orientations = false;
  bool sample_energies = false;
  bool sample_violations = false;
  bool sample_accelerations = false;
  bool sample_angular_accelerations = false;
  /// Keep the contacts of a compliant shot, and their histories step by step.
  bool contacts = false;
  int64_t max_contact_rows = 1 << 18;  ///< Steps of histories beyond which a shot is refused.
};

/// A ball that went out of play.
struct Departure {
  int ball = -1;
  int where = -1;  ///< Pocket, or edge of the outline.
  double time_s = 0.0;
  Vec3 position_m = Vec3::Zero();    ///< Of the centre then.
  Vec3 velocity_m_s = Vec3::Zero();  ///< Of the centre then.
};

/// A contact in inelastic collapse (event/press.h): many contacts of one pair that follow each
/// other closely. The log tells it as one event, kPress, at the time of the first of them, with the
/// states before that one and after the last.
struct Press {
  int event = 0;  ///< Its place in Record::events; with Detail::hops that of its first contact.
  EventKind of = EventKind::kBallBall;  ///< The kind of its contacts.
  int contacts = 0;
  double end_s = 0.0;       ///< Time of its last contact.
  double impulse_Ns = 0.0;  ///< Sum of the normal impulses of its contacts.
};

/// What planners ask first.
struct Outcome {
  std::vector<Departure> pocketed;    ///< In order of time.
  std::vector<Departure> left_table;  ///< In order of time.
  int cue_ball = -1;                  ///< The struck ball; -1 without a strike.
  int first_contact = -1;             ///< First ball that the cue ball touched; -1: none.
  double first_contact_time_s = 0.0;
  /// Cushions and jaws among Record::touches, of the cue ball before and after its first contact
  /// with a ball.
  int cushions_before_contact = 0;
  int cushions_after_contact = 0;
  int cushions_total = 0;  ///< Of all balls.
  bool miscue = false;     ///< The tip offset was beyond the cue's miscue limit.
  /// Farthest that OverlapPolicy::kSeparate moved a ball, m.
  double separated_by_m = 0.0;
};

/// State of one ball before and after one event.
struct EventStates {
  BallState before;
  BallState after;
};

/// A compliant contact at one step of the integration.
struct ContactRow {
  double time_s = 0.0;
  double penetration_m = 0.0;
  double rate_m_s = 0.0;  ///< Of the penetration.
  double normal_force_N = 0.0;
  double friction_force_N = 0.0;
};

/// A compliant contact from its beginning to its end.
struct ContactHistory {
  Event begin;              ///< As in the log.
  double end_time_s = 0.0;  ///< Of the contact; of the shot, when that ended first.
  int first_row = 0;  ///< Of Record::contact_rows: the steps while it lasted; in a contact with
  int row_count = 0;  ///< the cloth only those at which the ball touches something else too.
};

/// What the log does not say of an impact of a group (Environment::simultaneous): the contact whose
/// time had come. It is not among the impact's contacts in the log if it carried no impulse.
struct GroupLead {
  int first = 0;  ///< Of the impact's contacts in Record::events.
  Event lead;
};

/// All that one simulation writes. Reused from shot to shot: Clear() keeps the capacity, so that a
/// warm record allocates nothing. Not thread-safe; one per worker.
struct Record {
  std::vector<Event> events;
  /// Parallel to `events`, two entries per event (ball, other ball); the second is default for
  /// events of a single ball. Empty unless Detail::event_states.
  std::vector<EventStates> event_states;
  std::vector<Press> presses;  ///< Of the log, in its order.
  /// One for each impact of a group in the log, in order. Empty unless Detail::hops.
  std::vector<GroupLead> group_leads;
  /// What a referee counts, in order of time: contacts of the cue ball with balls, and of any ball
  /// with a rail (IsRail) that change its velocity. A press is one touch. Empty unless
  /// Detail::touches.
  std::vector<Event> touches;
  /// The events that each event was chosen from, earliest first, itself among them:
  /// candidate_counts[k] of them for events[k] (0 for the cue strike and for the further contacts
  /// of a cluster). Empty unless Detail::candidates.
  std::vector<Event> candidates;
  std::vector<int> candidate_counts;
  /// Sampled states, row by row: sample_times_s.size() x popcount(sampled balls), balls ascending.
  std::vector<double> sample_times_s;
  std::vector<BallState> samples;
  /// Euler parameters (e0, e1, e2, e3), parallel to `samples`; with Detail::sample_orientations.
  std::vector<std::array<double, 4>> sample_orientations;
  /// Of all balls together, one for each time; with Detail::sample_energies.
  std::vector<EnergyRow> sample_energies;
  /// Greatest |Phi| and |Phi'| of the constraints, one for each time; with
  /// Detail::sample_violations.
  std::vector<std::array<double, 2>> sample_violations;
  /// m/s^2 and rad/s^2, each parallel to `samples`; with the Detail's of the same name.
  std::vector<Vec3> sample_accelerations;
  std::vector<Vec3> sample_angular_accelerations;

  /// In order of their beginning; those that last from the start first. Empty unless
  /// Detail::contacts.
  std::vector<ContactHistory> contacts;
  std::vector<ContactRow> contact_rows;

  std::vector<BallState> final_states;
  Outcome outcome;
  StopReason stop_reason = StopReason::kAtRest;
  double end_time_s = 0.0;
  int event_count = 0;  ///< Also when the log is not kept. A press is one event.
  /// Of the compliant engine: energy at the end, what was lost and what balls took out of play
  /// included, less that after the cue's strike, J. The integration's error.
  double energy_residual_J = 0.0;
  /// Of the compliant engine: how often all forces were evaluated, in how many steps.
  int64_t evaluations = 0;
  int64_t steps = 0;
  uint64_t hash = 0;  ///< ShotHash in record/shot_recorder.h

  void Clear();
};

/// Turns a log of every contact (Detail::hops) into the one that tells presses; the leads of groups
/// stay as they are. `places`: if not null, the place in the new log of each event of the old one,
/// for a contact of a press that of the press.
void FoldPresses(Record& record, std::vector<size_t>* places);

}  // namespace carom

#endif  // CAROM_CORE_RECORD_RECORD_H_
