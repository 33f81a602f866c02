#ifndef CAROM_CORE_MODELS_POOL_POOL_RECORD_H_
#define CAROM_CORE_MODELS_POOL_POOL_RECORD_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/vec3.h"
#include "core/laws/compliant.h"
#include "core/models/pool/pool_table.h"
#include "core/multibody/body.h"
#include "core/multibody/multibody_system.h"
#include "core/record/event.h"
#include "core/record/record.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"
#include "core/table/table.h"

namespace carom {

/// What a ball touches at a moment.
struct PoolTouch {
  bool cloth = false;
  bool others = false;  ///< Balls, cushions.
};

/// What a compliant ball is doing, as one of the event engine's states of motion.
///
/// Compliant friction fades out towards rest, so that a ball never stops: it creeps ever more
/// slowly. Two speeds distinguish rest from motion. The speed of the centre, and the speed that
/// spin gives the surface, are compared with both:
///
///   zero_m_s         what is slower is at rest, and is recorded with a velocity of zero: what
///   rolling
///                    friction would stop within a picometre (0.4 um/s on usual cloth), as in the
///                    event engine, or what the integration does not tell from zero
///   rest_speed_m_s   what is slower begins neither to roll nor to spin; what rolls or spins goes
///                    on until it is at rest
///
/// so that no transition is repeated by noise. On the cloth:
/// - stationary: at rest;
/// - spinning: at rest but for a spin about the vertical;
/// - rolling: from where nothing else touches the ball and its contact slips by less than 1 % of
///   the speed, which is the definition of no slip here, and the slip in which friction builds up.
///   It ends where the contact slips by more while something else touches the ball: the cloth alone
///   never makes a rolling ball slip, as in the event engine;
/// - sliding: any other motion, also that of a ball that only sinks into the cloth or swings in it.
/// Off the cloth: supported when at rest and something else touches the ball; else airborne.
struct PoolMotionRule {
  BallSpec ball;
  double zero_m_s = 0.0;
  double rest_speed_m_s = 0.0;
  /// Heights are left out: nothing ends a motion up or down (CompliantSettings::vertical_friction).
  bool horizontal = false;
  double full_slip_m_s = 0.0;  ///< Slip at which the cloth's friction is full; less builds up.

  /// `before` is what the ball did a step ago.
  MotionState Classify(const BodyMotion& motion, const PoolTouch& touch, MotionState before) const;

  /// Slower than rest_speed_m_s in all.
  bool Slow(const BodyMotion& motion) const;

  /// The state of a ball whose motion was `last` at the last step, with its true velocities. What
  /// was at rest then has none; a state that the velocities contradict, because the ball was set
  /// in motion since, gives way to sliding or airborne.
  BallState StateOf(const BodyMotion& motion, MotionState last) const;
};

/// The rules of all balls.
std::vector<PoolMotionRule> MakePoolMotionRules(const PoolTableModel& model,
                                                const CompliantSettings& settings,
                                                std::span<const BallSpec> balls,
                                                double gravity_m_s2);

/// What balls do before the first step: those in play are stationary until their velocities have
/// been looked at, whatever the start calls them.
std::vector<MotionState> MotionStatesAtStart(std::span<const BallState> start);

/// What a compliant shot looks at after every step. Reads a system made of the model; both and the
/// balls outlive it.
class PoolWatch {
 public:
  PoolWatch(const PoolTableModel& model, MultibodySystem& system, std::span<const BallSpec> balls);

  /// What each ball touches now; valid until the next call.
  std::span<const PoolTouch> Touches();

  /// A ball at the turning point of its motion is as slow as one at rest. Forces tell them apart:
  /// within 5 ms no ball may come to move faster than rest_speed_m_s.
  bool RemainsAtRest(double rest_speed_m_s, double t, std::span<const double> y);

  /// Whether a ball has penetrated a cushion so deeply that its solid is no longer valid: the
  /// centre is inside, or under the line of a nose, which then presses the ball down instead of
  /// back.
  bool IsInsideACushion(std::span<const double> y);

 private:
  const PoolTableModel& model_;
  MultibodySystem& system_;
  std::span<const BallSpec> balls_;
  std::vector<PoolTouch> touches_;  // by ball
};

/// The name of a contact or a watch in the log when it begins. A cushion of several noses and jaws,
/// a pocket's liner, or the edge of the bed, is named by the part nearest to the ball's centre.
Event EventOf(const Table& table, const EventIdentity& identity, double time_s,
              const Vec2& centre_m);

/// All times that the detail asks for, as far as there may be samples and up to `end_s`, ascending.
std::vector<double> SampleTimes(const Detail& detail, double end_s);

/// Writes the contacts of a compliant shot, and their histories step by step, into a record.
class ContactLog {
 public:
  /// All arguments outlive the log.
  ContactLog(const Detail& detail, const PoolTableModel& model, MultibodySystem& system,
             Record& record);

  void Began(int pair, const Event& event);
  void Ended(int pair, double t);
  /// The ball is out of play: its contacts end.
  void EndContactsOf(int ball, double t);
  void Step(double t, std::span<const double> y);
  /// Closes the contacts that still last, and puts the rows of each contact together.
  void Finish(double end_s);

  /// More rows were asked for than Detail::max_contact_rows.
  bool Overflow() const { return overflow_; }

 private:
  struct Row {
    int contact = 0;
    ContactRow row;
  };
  bool TouchesMoreThanCloth(int ball) const;

  const Detail& detail_;
  const PoolTableModel& model_;
  MultibodySystem& system_;
  Record& record_;
  std::vector<int> open_;  // by pair: index of its contact, or -1
  std::vector<Row> rows_;  // of all contacts, by time
  bool overflow_ = false;
};

/// What is sampled of a compliant shot beside the states of its balls, as far as the detail asks
/// for it: orientations, accelerations, energies, the violation of constraints. All arguments
/// outlive it.
class PoolSamples {
 public:
  PoolSamples(const Detail& detail, int balls, MultibodySystem& system, Record& record)
      : detail_(detail), balls_(balls), system_(system), record_(record) {}

  /// Starts the balance of energy.
  void Begin(std::span<const double> y) { start_J_ = system_.Energy(y).Total(); }

  /// One row, at the state y.
  void Add(double t, std::span<const double> y);

  /// The shot is over, with the state y, which fills all rows of the record that are still empty.
  void Finish(double t, std::span<const double> y);

 private:
  bool Wants(int ball) const { return (detail_.sample_balls >> ball & 1u) != 0; }
  /// Empty where nobody asks for them.
  std::span<const Acceleration> WantedAccelerations(double t, std::span<const double> y);
  void AddRow(std::span<const double> y, std::span<const Acceleration> accelerations);
  void AddAccelerations(std::span<const Acceleration> all);

  const Detail& detail_;
  int balls_;  // The first bodies.
  MultibodySystem& system_;
  Record& record_;
  double start_J_ = 0.0;
  std::size_t rows_ = 0;
};

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_POOL_RECORD_H_
