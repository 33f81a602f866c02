#include "server/batch_chunk.h"

#include <utility>

namespace carom {

BatchChunk::BatchChunk(ShotPlan& plan, const CallControl& control, Lane lane,
                       const StreamLimits& limits, int64_t max_shot_bytes, const ChunkRange& shots,
                       Response response)
    : control_(control),
      limits_(limits),
      lane_(lane),
      response_(std::move(response)),
      run_(plan, control, shots.begin, shots.end, max_shot_bytes, response_->mutable_results()) {}

WorkItem::Progress BatchChunk::Run(Worker& worker, const Yield& yield) {
  switch (run_.RunChunk(worker, yield, limits_)) {
    case ShotRun::State::kAgain:
      return Progress::kAgain;
    case ShotRun::State::kLong:
      return Progress::kLong;
    case ShotRun::State::kOver:
      Drop();
      return Progress::kDone;
    case ShotRun::State::kDone:
    case ShotRun::State::kFull:
      break;
  }
  Done(std::move(response_), run_.byte_size(), {run_.next(), run_.end()});
  return Progress::kDone;
}

}  // namespace carom
