#ifndef CAROM_CORE_MODELS_POOL_POOL_RECORD_H_
#define CAROM_CORE_MODELS_POOL_POOL_RECORD_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/vec3.h"
#include "core/models/pool/pool_table.h"
#include "core/multibody/multibody_system.h"
#include "core/record/event.h"
#include "core/record/record.h"
#include "core/table/table.h"

namespace carom {

/// The name of a contact or a watch in the log when it begins. A cushion of several noses and jaws,
/// a pocket's liner, or the edge of the bed, is named by the part nearest to the ball's centre.
Event EventOf(const Table& table, const PoolMeaning& meaning, double time_s, const Vec2& centre_m);

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
  void Removed(int ball, double t);
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
  std::span<const Acceleration> AccelerationsAt(double t, std::span<const double> y);
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
