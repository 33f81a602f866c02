#ifndef CAROM_CLIENT_SHOT_OUTCOME_H_
#define CAROM_CLIENT_SHOT_OUTCOME_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/v1/result.pb.h"

namespace carom {

/// A ball that dropped.
struct PocketedBall {
  uint32_t ball = 0;
  uint32_t pocket = 0;  ///< Index into the table's pockets.
  double time_s = 0.0;
};

/// A ball that left the table.
struct LostBall {
  uint32_t ball = 0;
  uint32_t edge = 0;  ///< Of the bed's outline.
  double time_s = 0.0;
  std::array<double, 3> position_m = {};    ///< Of the centre as it passed the edge.
  std::array<double, 3> velocity_m_s = {};  ///< Then.
};

/// A ball at one moment. SI units, world frame: x along the table, y to its left, z up.
struct BallSnapshot {
  carom::v1::MotionState motion = carom::v1::MOTION_STATE_UNSPECIFIED;
  std::array<double, 3> position_m = {};              ///< Of the centre.
  std::array<double, 3> velocity_m_s = {};            ///< Zero unless IsMoving(motion).
  std::array<double, 3> angular_velocity_rad_s = {};  ///< Likewise.
};

/// A ball at the end of a shot: still moving if a limit or a Stop ended it.
using FinalBall = BallSnapshot;

/// Whether a ball in this state has velocities: it spins, slides, rolls or flies.
bool IsMoving(carom::v1::MotionState motion);

/// One shot's part of ShotResults, taken out of the columns. See carom/v1/result.proto.
struct ShotOutcome {
  uint64_t shot = 0;    ///< Its number.
  absl::Status status;  ///< Why it could not be simulated; then all below but inputs are empty.
  carom::v1::StopReason stop_reason = carom::v1::STOP_REASON_UNSPECIFIED;
  double end_time_s = 0.0;
  uint64_t hash = 0;
  uint32_t event_count = 0;
  std::vector<FinalBall> balls;
  std::vector<PocketedBall> pocketed;  ///< In the order of their drop.
  std::vector<LostBall> left_table;    ///< In order of time.
  int first_contact = -1;              ///< Ball that the cue ball touched first, or -1.
  double first_contact_time_s = 0.0;
  uint32_t cushions_before_contact = 0;
  uint32_t cushions_after_contact = 0;
  uint32_t cushions_total = 0;  ///< Of all balls.
  bool miscue = false;
  double separation_m = 0.0;
  /// What was drawn, in the order of ShotResults.inputs, also for a shot that failed; NaN where it
  /// was not. Empty without Detail.inputs.
  std::vector<double> inputs;
  /// The value of each label of the batch; NaN for a shot that failed.
  std::vector<double> labels;
  /// With Detail.cost, of a shot played by the compliant engine: how often all forces were
  /// evaluated, in how many steps. Else 0.
  uint64_t evaluations = 0;
  uint64_t steps = 0;
};

/// An event that could have happened next.
struct EventCandidate {
  double time_s = 0.0;
  carom::v1::EventKind kind = carom::v1::EVENT_KIND_UNSPECIFIED;
  uint32_t ball = 0;
  int other = -1;  ///< As EventColumns.others.
};

/// One event of a shot.
struct ShotEvent {
  double time_s = 0.0;
  carom::v1::EventKind kind = carom::v1::EVENT_KIND_UNSPECIFIED;
  uint32_t ball = 0;
  int other = -1;  ///< As EventColumns.others.
  /// With Detail.event_states: `ball` just before the event, and then `other` where that is a ball.
  /// Else empty.
  std::vector<BallSnapshot> before;
  std::vector<BallSnapshot> after;  ///< As `before`, just after the event.
  /// With Detail.candidates: what the engine chose this event from, in order of time, itself among
  /// them; empty for the strike and for the further impacts of a cluster. Else empty.
  std::vector<EventCandidate> candidates;
  /// Of a PRESS: the kind of its contacts, which says what `other` is.
  carom::v1::EventKind press_kind = carom::v1::EVENT_KIND_UNSPECIFIED;
  double press_duration_s = 0.0;
  double press_impulse_Ns = 0.0;  ///< Sum of the normal impulses of its contacts.

  /// What `other` is: the kind of the event, of a PRESS that of its contacts.
  carom::v1::EventKind ContactKind() const {
    return kind == carom::v1::EVENT_KIND_PRESS ? press_kind : kind;
  }
};

/// A contact at one step of the integration.
struct ContactStep {
  double time_s = 0.0;
  double indentation_m = 0.0;  ///< The penetration of the two bodies.
  double rate_m_s = 0.0;       ///< Of the penetration.
  double normal_force_N = 0.0;
  double friction_force_N = 0.0;
};

/// A contact of a shot played by the compliant engine.
struct ShotContact {
  carom::v1::EventKind kind = carom::v1::EVENT_KIND_UNSPECIFIED;
  uint32_t ball = 0;
  int other = -1;  ///< As EventColumns.others.
  double begin_s = 0.0;
  double end_s = 0.0;
  std::vector<ContactStep> steps;
};

/// A sampled quantity of a ball, or of all balls together: `ball` is then their number.
struct SampleChannel {
  uint32_t ball = 0;
  carom::v1::Quantity quantity = carom::v1::QUANTITY_UNSPECIFIED;
  std::vector<double> values;  ///< Time by time, component by component.
};

/// The samples of a shot.
struct ShotSamples {
  std::vector<double> times_s;
  std::vector<SampleChannel> channels;
};

/// Rows of a state in derivatives: position, velocity, angular velocity, of each x, y, z.
inline constexpr size_t kStateRows = 9;

/// The derivatives of one ball.
struct BallDerivatives {
  carom::v1::DerivativeEnd end = carom::v1::DERIVATIVE_END_UNSPECIFIED;
  int end_event = -1;               ///< As DerivativeColumns.end_events.
  std::vector<double> final_state;  ///< kStateRows rows of a number for each path.

  /// Whether it has derivatives to the end of the shot.
  bool Valid() const { return end == carom::v1::DERIVATIVE_END_NONE; }
};

/// The derivatives of one shot by the paths of Detail.derivatives; see DerivativeColumns.
struct ShotDerivatives {
  size_t paths = 0;
  std::vector<BallDerivatives> balls;
  std::vector<double> event_times;   ///< Event by event, a number for each path.
  std::vector<double> event_states;  ///< ShotEvent::after by ShotEvent::after, as final_state.
  std::vector<double> samples;       ///< Time by time, ball by ball, as final_state.
  /// The margins of Detail.margins, m, and of each a number for each path; NaN where there is none.
  std::vector<double> margin_values_m;
  std::vector<double> margins;
};

/// How far the derivatives of one ball by the strike carry; see ProbeColumns.
struct ProbedBall {
  uint32_t kept = 0;            ///< Draws after which the ball has the same events.
  double median_error_m = 0.0;  ///< Over these; NaN without any, or without derivatives.
  double worst_error_m = 0.0;
};

/// The probe of one shot.
struct ShotProbe {
  uint32_t played = 0;  ///< Draws.
  std::vector<ProbedBall> balls;
};

/// How many values a sample of a quantity has; 0 for one that is unknown.
int ComponentCount(carom::v1::Quantity quantity);

/// The outcome of each reported shot, in order. A batch with a filter reports only the shots that
/// pass the filter; those that failed are only in ShotResults.failures. With the detail LABELS an
/// outcome has no balls and nothing about them. INTERNAL if the columns do not fit each other.
absl::StatusOr<std::vector<ShotOutcome>> ReadOutcomes(const carom::v1::ShotResults& results);

/// The events of each shot, in order; without an event log, empty ones. Errors as above.
absl::StatusOr<std::vector<std::vector<ShotEvent>>> ReadEvents(
    const carom::v1::ShotResults& results);

/// The contacts of each shot, in order; without contacts, empty ones. Errors as above.
absl::StatusOr<std::vector<std::vector<ShotContact>>> ReadContacts(
    const carom::v1::ShotResults& results);

/// The samples of each shot, in order; without samples, empty ones. Errors as above.
absl::StatusOr<std::vector<ShotSamples>> ReadSamples(const carom::v1::ShotResults& results);

/// The derivatives of each shot, in order; without derivatives, empty ones. Errors as above.
absl::StatusOr<std::vector<ShotDerivatives>> ReadDerivatives(const carom::v1::ShotResults& results);

/// The probe of each shot, in order; without probes, empty ones. Errors as above.
absl::StatusOr<std::vector<ShotProbe>> ReadProbes(const carom::v1::ShotResults& results);

}  // namespace carom

#endif  // CAROM_CLIENT_SHOT_OUTCOME_H_
