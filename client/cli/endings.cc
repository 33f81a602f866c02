#include "client/cli/endings.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cli/numbers.h"
#include "client/cli/words.h"

namespace carom {
namespace {

// What to change after a run that was cut short for this reason; null if none was.
const char* Advice(carom::v1::StopReason reason, bool is_shot) {
  switch (reason) {
    case carom::v1::STOP_REASON_EVENT_LIMIT:
      return "raise --max-events (limits.max_events)";
    case carom::v1::STOP_REASON_ZERO_TIME_LIMIT:
      return "raise limits.max_events_at_one_time, or place the balls less tightly";
    case carom::v1::STOP_REASON_EVALUATION_LIMIT:
      return is_shot ? "raise --max-evaluations or --tolerance (compliant.integration), or end the "
                       "shot earlier"
                     : "raise max_evaluations or the tolerances of its integration, or shorten "
                       "duration_s";
    case carom::v1::STOP_REASON_EVENTS_ACCUMULATE:
      return "what follows cannot be computed: change the start or the restitution";
    case carom::v1::STOP_REASON_NUMERICAL_FAILURE:
      return is_shot ? "strike more softly or take a stiffer cushion_material (a ball was pressed "
                       "into a cushion), or a zero_velocity other than STOP"
                     : "take a smaller largest_step_s or tolerance, a zero_velocity other than "
                       "STOP, or constraints that are not redundant (AUGMENTED_LAGRANGIAN solves "
                       "those that are), or keep away from where a loop can go on in two ways";
    default:
      return nullptr;
  }
}

ExitCode Warn(const std::string& what, carom::v1::StopReason reason, double end_time_s,
              bool is_shot, const Console& console) {
  const char* const advice = Advice(reason, is_shot);
  if (advice == nullptr) return kDone;
  console.err << "carom: warning: " << what << " is incomplete (" << Words(reason) << " after "
              << Significant(end_time_s, 6) << " s): " << advice << '\n';
  return reason == carom::v1::STOP_REASON_NUMERICAL_FAILURE ? kFailed : kDone;
}

}  // namespace

ExitCode ReportEndings(const std::vector<ShotOutcome>& outcomes, const Console& console) {
  uint64_t failed = 0;
  absl::Status first;
  ExitCode cut_short = kDone;
  for (const ShotOutcome& outcome : outcomes) {
    const std::string shot = absl::StrCat("shot ", outcome.shot);
    if (outcome.status.ok()) {
      const ExitCode own = Warn(shot, outcome.stop_reason, outcome.end_time_s, true, console);
      cut_short = std::max(cut_short, own);
      continue;
    }
    const std::string message = absl::StrCat(shot, ": ", outcome.status.message());
    ReportError(absl::Status(outcome.status.code(), message), console);
    ++failed;
    first.Update(outcome.status);
  }
  return failed > 0 ? ExitCodeOfShots(failed, outcomes.size(), first) : cut_short;
}

ExitCode ReportEnding(const carom::v1::MechanismRun& run, const Console& console) {
  return Warn("the run", run.stop_reason(), run.end_time_s(), false, console);
}

}  // namespace carom
