#ifndef CAROM_SERVER_CONVERT_RESULT_WRITER_H_
#define CAROM_SERVER_CONVERT_RESULT_WRITER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/result.pb.h"
#include "core/record/record.h"
#include "core/rules/shot_view.h"
#include "core/shot/derivatives.h"
#include "core/shot/probe.h"
#include "server/convert/request_convert.h"

namespace carom {

/// Packs records, shot after shot, into the columns of one ShotResults at a time: no message and no
/// allocation per shot once the columns are warm. Each shot that was played is either added or
/// marked as failed; in a selection it may also be left out. Not thread-safe; one per worker and
/// chunk.
class ResultWriter {
 public:
  /// `detail` must outlive the writer. A shot whose answer takes more than `max_shot_bytes` becomes
  /// a failure with OUT_OF_RANGE.
  ResultWriter(const ConvertedDetail& detail, int64_t max_shot_bytes);

  /// Begins a chunk in `results` (cleared), which must outlive its use here.
  void Start(uint64_t first_shot, v1::ShotResults* results);

  /// What was drawn for the shot that is added next, a value for each of the detail's
  /// input_columns; it stays valid until then.
  void SetInputs(std::span<const double> inputs) { inputs_ = inputs; }

  /// Sets the label values of the shot that is added next, one for each of the detail's labels.
  void SetLabels(std::span<const double> labels) { labels_ = labels; }

  /// The derivatives, those of margins and the probe of the shot that is added next, where the
  /// detail asks for them.
  void SetDerivatives(const TangentRecord& tangents, const MarginReport& margins,
                      const ProbeReport& probe) {
    tangents_ = &tangents;
    margins_ = &margins;
    probe_ = &probe;
  }

  void Add(const Record& record);
  void AddFailure(const absl::Status& status);
  /// A shot with so many events was played, but is not reported. Only in a selection.
  void LeaveOut(int events);

  /// How many shots are reported.
  uint32_t shot_count() const { return results_->shot_count(); }
  /// An estimate of the chunk's bytes on the wire, never too low.
  int64_t byte_size() const { return byte_size_; }

 private:
  int64_t ShotBytes(const Record& record) const;
  /// One shot in all columns that the detail asks for but the labels; an empty record stands for a
  /// shot that failed.
  void AddColumns(const Record& record, v1::StopReason reason, const TangentRecord* tangents,
                  const ProbeReport* probe);
  void AddMargins(const std::vector<double>& values_m, const std::vector<double>& slopes);

  const ConvertedDetail& detail_;
  const int64_t max_shot_bytes_;
  v1::ShotResults* results_ = nullptr;
  int64_t byte_size_ = 0;
  std::span<const double> inputs_;
  std::span<const double> labels_;
  const TangentRecord* tangents_ = nullptr;
  const MarginReport* margins_ = nullptr;
  const ProbeReport* probe_ = nullptr;
  rules::ShotView view_;
};

/// Bytes of one shot's answer on the wire.
struct AnswerBytes {
  int64_t least = 0;
  int64_t most = 0;
};
AnswerBytes ShotAnswerBytes(const ConvertedDetail& detail, int most_balls, int64_t max_shot_bytes);

/// Code, message (at most 512 bytes) and field of the error that a shot failed with.
void WriteFailure(const absl::Status& status, v1::ShotFailure& failure);

/// Appends the shots of `part`. All of them, reported or not, follow those of `whole`.
void AppendResults(const v1::ShotResults& part, v1::ShotResults& whole);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_RESULT_WRITER_H_
