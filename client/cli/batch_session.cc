#include "client/cli/batch_session.h"

#include <ostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "carom/client/shot_range.h"
#include "client/cli/progress_bar.h"

namespace carom {

BatchSession::BatchSession(const CommonFlags& common,
                           const carom::v1::SimulateBatchRequest& request, BatchSink* sink,
                           const Console& console)
    : common_(common),
      request_(request),
      sink_(*sink),
      console_(console),
      done_before_(sink->progress().shots) {}

ExitCode BatchSession::Run(std::stop_token stop) {
  absl::Status status;
  if (sink_.missing() > 0 || AllShots(request_).count == 0) status = DoMissingShots(stop);
  status.Update(sink_.Flush());
  if (!status.ok()) return ReportBreak(status);
  PrintLine();
  if (sink_.missing() > 0) {
    console_.err << "carom: stopped before all shots were done\n";
    PrintHowToGoOn();
    return kInterrupted;
  }
  const absl::Status failure = sink_.FirstFailure();
  if (!failure.ok()) ReportError(failure, console_);
  return ExitCodeOfShots(sink_.progress().failed, sink_.progress().shots, failure);
}

absl::Status BatchSession::DoMissingShots(const std::stop_token& stop) {
  const Client client = common_.MakeClient(console_);
  BatchOptions options;
  CallOptions call = common_.Call();
  if (common_.retry_for_s) options.retry_for = call.retry_for;
  call.retry_for = options.retry_for;
  call.stop = options.stop = stop;
  if (absl::Status status = sink_.PinEngine(client, call, &options); !status.ok()) return status;
  if (absl::Status status = sink_.CountBalls(client, call); !status.ok()) return status;
  sink_.Apply(&options);
  options.timeout = call.timeout - absl::FromChrono(Clock::now() - start_);
  ProgressBar bar(console_.err, console_.err_is_terminal);
  const BatchHandlers handlers = {
      .on_chunk = [this](const carom::v1::ShotResults& chunk) { return sink_.Take(chunk); },
      .on_progress =
          [&](const BatchProgress& progress) {
            bar.Update(progress);
            return sink_.Note(progress);
          }};
  return client.SimulateBatch(request_, handlers, options).status();
}

void BatchSession::PrintLine() const {
  const BatchProgress& done = sink_.progress();
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const auto shots = static_cast<double>(done.shots - done_before_);
  const double rate = seconds > 0.0 ? shots / seconds : 0.0;
  const std::string passed = request_.has_filter() ? absl::StrCat(" passed=", done.received) : "";
  std::ostream& out = sink_.rows_go_to_standard_out() ? console_.err : console_.out;
  out << absl::StrFormat("shots=%d%s failed=%d events=%d seconds=%.3f shots_per_s=%.1f hash=%016x",
                         done.shots, passed, done.failed, done.events, seconds, rate, done.hash)
      << std::endl;
}

void BatchSession::PrintHowToGoOn() const {
  console_.err << "carom: " << sink_.HowToGoOn() << '\n';
}

ExitCode BatchSession::ReportBreak(const absl::Status& status) const {
  const ExitCode code = ReportError(status, console_);
  if (sink_.progress().shots == done_before_) return code;
  // When rows cannot be written it is unknown how many the file holds.
  if (absl::IsDataLoss(status) && !sink_.keeps_state()) return code;
  PrintLine();
  PrintHowToGoOn();
  return code;
}

}  // namespace carom
