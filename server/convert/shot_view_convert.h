#ifndef CAROM_SERVER_CONVERT_SHOT_VIEW_CONVERT_H_
#define CAROM_SERVER_CONVERT_SHOT_VIEW_CONVERT_H_

#include <string>

#include "absl/status/status.h"
#include "carom/v1/result.pb.h"
#include "core/rules/shot_view.h"

namespace carom {

/// The balls of a game, 0 to `last`; those that may be struck are 0 to `last_struck`.
struct GameBalls {
  int last = 0;
  int last_struck = 0;
};

/// INVALID_ARGUMENT unless the columns that a referee reads are complete and fit together:
/// stop_reasons, the balls of outcomes, touches. Paths are below the message. Pure and thread-safe.
absl::Status CheckShotViews(const v1::ShotResults& results, const GameBalls& balls);

/// The shots of results as a referee sees them, one after the other. Not thread-safe.
class ShotViewReader {
 public:
  /// `results` has passed CheckShotViews(), and outlives the reader.
  explicit ShotViewReader(const v1::ShotResults& results) : results_(results) {}

  /// Reads the next shot of shot_count into `view` (cleared; its memory is reused). Returns why the
  /// shot cannot be ruled (it failed, no ball was struck, or not all balls rest), or "".
  std::string Next(rules::ShotView& view);

 private:
  void ReadTouches(rules::ShotView& view);
  void ReadDepartures(rules::ShotView& view);
  std::string WhyNot(const rules::ShotView& view);

  const v1::ShotResults& results_;
  int shot_ = 0;
  // Where the shot's values begin.
  int touch_ = 0;
  int pocketed_ = 0;
  int left_ = 0;
  int failure_ = 0;
};

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_SHOT_VIEW_CONVERT_H_
