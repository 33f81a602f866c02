#include "carom/client/shot_outcome.h"

#include "absl/strings/str_cat.h"
#include "carom/client/field_error.h"
#include "carom/client/shot_range.h"
#include "client/internal/ball_columns.h"
#include "client/internal/columns.h"

namespace carom {
namespace {

using carom::v1::Outcomes;
using carom::v1::ShotResults;

// The detail LABELS has no columns of balls.
bool HasBalls(const ShotResults& results) {
  return results.has_outcomes() || results.has_final_states() || !results.ball_counts().empty();
}

bool HasCost(const ShotResults& results) {
  return !results.evaluations().empty() || !results.steps().empty();
}

absl::Status CheckShotColumns(const ShotResults& results) {
  const uint64_t shots = results.shot_count();
  ColumnCheck check;
  for (const carom::v1::InputColumn& input : results.inputs()) {
    check.Expect(input.quantity(), input.values(), shots);
  }
  if (results.has_selection()) {
    check.Expect("selection.offsets", results.selection().offsets(), shots);
  }
  // The request determines the number of labels.
  const auto labels = static_cast<uint64_t>(results.labels_size());
  return check.Expect("stop_reasons", results.stop_reasons(), shots)
      .Expect("end_times_s", results.end_times_s(), shots)
      .Expect("hashes", results.hashes(), shots)
      .Expect("event_counts", results.event_counts(), shots)
      .Expect("labels", results.labels(), shots == 0 ? 0 : labels / shots * shots)
      .Expect("evaluations", results.evaluations(), HasCost(results) ? shots : 0)
      .Expect("steps", results.steps(), HasCost(results) ? shots : 0)
      .status();
}

absl::Status CheckBallColumns(const ShotResults& results) {
  const uint64_t shots = results.shot_count();
  const Outcomes& outcomes = results.outcomes();
  const uint64_t balls = SumOf(results.ball_counts());
  const uint64_t pocketed = SumOf(outcomes.pocketed_counts());
  const uint64_t lost = SumOf(outcomes.left_table_counts());
  ColumnCheck check;
  ExpectBalls("final_states", results.final_states(), balls, &check);
  return check.Expect("ball_counts", results.ball_counts(), shots)
      .Expect("pocketed_counts", outcomes.pocketed_counts(), shots)
      .Expect("pocketed_balls", outcomes.pocketed_balls(), pocketed)
      .Expect("pocketed_pockets", outcomes.pocketed_pockets(), pocketed)
      .Expect("pocketed_times_s", outcomes.pocketed_times_s(), pocketed)
      .Expect("first_contacts", outcomes.first_contacts(), shots)
      .Expect("first_contact_times_s", outcomes.first_contact_times_s(), shots)
      .Expect("cushions_before_contact", outcomes.cushions_before_contact(), shots)
      .Expect("cushions_after_contact", outcomes.cushions_after_contact(), shots)
      .Expect("cushions_total", outcomes.cushions_total(), shots)
      .Expect("left_table_counts", outcomes.left_table_counts(), shots)
      .Expect("left_table_balls", outcomes.left_table_balls(), lost)
      .Expect("left_table_edges", outcomes.left_table_edges(), lost)
      .Expect("left_table_times_s", outcomes.left_table_times_s(), lost)
      .Expect("left_table_positions_m", outcomes.left_table_positions_m(), 3 * lost)
      .Expect("left_table_velocities_m_s", outcomes.left_table_velocities_m_s(), 3 * lost)
      .Expect("miscues", outcomes.miscues(), shots)
      .Expect("separations_m", outcomes.separations_m(), shots)
      .status();
}

// Walks through the columns whose length per shot varies.
class OutcomeReader {
 public:
  explicit OutcomeReader(const ShotResults& results)
      : results_(results),
        has_balls_(HasBalls(results)),
        labels_(results.shot_count() == 0
                    ? 0
                    : results.labels_size() / static_cast<int>(results.shot_count())),
        final_balls_(results.final_states()) {}

  ShotOutcome Next() {
    ShotOutcome outcome;
    ReadShotColumns(&outcome);
    if (has_balls_) {
      ReadOutcomeColumns(&outcome);
      ReadFinalBalls(&outcome);
      ReadPocketed(&outcome);
      ReadLeftTable(&outcome);
    }
    ++shot_;
    return outcome;
  }

 private:
  void ReadShotColumns(ShotOutcome* outcome) const {
    outcome->shot = ShotNumber(results_, static_cast<uint32_t>(shot_));
    outcome->stop_reason = results_.stop_reasons(shot_);
    outcome->end_time_s = results_.end_times_s(shot_);
    outcome->hash = results_.hashes(shot_);
    outcome->event_count = results_.event_counts(shot_);
    for (const carom::v1::InputColumn& input : results_.inputs()) {
      outcome->inputs.push_back(input.values(shot_));
    }
    if (HasCost(results_)) {
      outcome->evaluations = results_.evaluations(shot_);
      outcome->steps = results_.steps(shot_);
    }
    const auto label = results_.labels().begin() + shot_ * labels_;
    outcome->labels.assign(label, label + labels_);
  }

  void ReadOutcomeColumns(ShotOutcome* outcome) const {
    const Outcomes& columns = results_.outcomes();
    outcome->first_contact = columns.first_contacts(shot_);
    outcome->first_contact_time_s = columns.first_contact_times_s(shot_);
    outcome->cushions_before_contact = columns.cushions_before_contact(shot_);
    outcome->cushions_after_contact = columns.cushions_after_contact(shot_);
    outcome->cushions_total = columns.cushions_total(shot_);
    outcome->miscue = columns.miscues(shot_);
    outcome->separation_m = columns.separations_m(shot_);
  }

  void ReadFinalBalls(ShotOutcome* outcome) {
    for (uint32_t i = 0; i < results_.ball_counts(shot_); ++i) {
      outcome->balls.push_back(final_balls_.Next());
    }
  }

  void ReadPocketed(ShotOutcome* outcome) {
    const Outcomes& columns = results_.outcomes();
    for (uint32_t i = 0; i < columns.pocketed_counts(shot_); ++i, ++pocketed_) {
      outcome->pocketed.push_back({columns.pocketed_balls(pocketed_),
                                   columns.pocketed_pockets(pocketed_),
                                   columns.pocketed_times_s(pocketed_)});
    }
  }

  void ReadLeftTable(ShotOutcome* outcome) {
    const Outcomes& columns = results_.outcomes();
    for (uint32_t i = 0; i < columns.left_table_counts(shot_); ++i, ++lost_) {
      outcome->left_table.push_back(
          {columns.left_table_balls(lost_), columns.left_table_edges(lost_),
           columns.left_table_times_s(lost_), VectorAt(columns.left_table_positions_m(), lost_),
           VectorAt(columns.left_table_velocities_m_s(), lost_)});
    }
  }

  const ShotResults& results_;
  const bool has_balls_;
  const int labels_;  // For each shot.
  BallReader final_balls_;
  int shot_ = 0;
  int pocketed_ = 0;
  int lost_ = 0;
};

absl::Status PlaceFailures(const ShotResults& results, std::vector<ShotOutcome>* outcomes) {
  for (const carom::v1::ShotFailure& failure : results.failures()) {
    const uint64_t index = failure.shot() - results.first_shot();
    if (index >= CoveredShots(results).count) {
      return absl::InternalError(
          absl::StrCat("failures: shot ", failure.shot(), " does not belong to the chunk"));
    }
    if (results.has_selection()) continue;  // Only `failures` has it.
    (*outcomes)[index].status = ToStatus(failure);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<ShotOutcome>> ReadOutcomes(const ShotResults& results) {
  absl::Status status = CheckShotColumns(results);
  if (status.ok() && HasBalls(results)) status = CheckBallColumns(results);
  if (!status.ok()) return status;
  OutcomeReader reader(results);
  std::vector<ShotOutcome> outcomes;
  for (uint32_t i = 0; i < results.shot_count(); ++i) outcomes.push_back(reader.Next());
  if (status = PlaceFailures(results, &outcomes); !status.ok()) return status;
  return outcomes;
}

}  // namespace carom
