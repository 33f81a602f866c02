#include "core/record/record.h"

namespace carom {

void Record::Clear() {
  events.clear();
  event_states.clear();
  presses.clear();
  group_leads.clear();
  touches.clear();
  candidates.clear();
  candidate_counts.clear();
  sample_times_s.clear();
  samples.clear();
  sample_orientations.clear();
  sample_energies.clear();
  sample_violations.clear();
  contacts.clear();
  contact_rows.clear();
  final_states.clear();
  outcome.pocketed.clear();
  outcome.left_table.clear();
  outcome.cue_ball = -1;
  outcome.first_contact = -1;
  outcome.first_contact_time_s = 0.0;
  outcome.cushions_before_contact = 0;
  outcome.cushions_after_contact = 0;
  outcome.cushions_total = 0;
  outcome.miscue = false;
  outcome.separated_by_m = 0.0;
  stop_reason = StopReason::kAtRest;
  end_time_s = 0.0;
  event_count = 0;
  energy_residual_J = 0.0;
  hash = 0;
}

}  // namespace carom
