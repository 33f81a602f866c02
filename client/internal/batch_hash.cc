#include "client/internal/batch_hash.h"

namespace carom {

void BatchHash::Add(const carom::v1::ShotResults& chunk) {
  const ShotRange covered = CoveredShots(chunk);
  waiting_.emplace(
      covered.first,
      Waiting{covered.end(), std::vector<uint64_t>(chunk.hashes().begin(), chunk.hashes().end())});
  FoldWaiting();
}

void BatchHash::Skip(const ShotRange& shots) {
  waiting_.emplace(shots.first, Waiting{shots.end(), {}});
  FoldWaiting();
}

void BatchHash::FoldWaiting() {
  while (!waiting_.empty() && waiting_.begin()->first == next_shot_) {
    const Waiting& next = waiting_.begin()->second;
    for (const uint64_t hash : next.hashes) fold_.Add(hash);
    next_shot_ = next.end;
    waiting_.erase(waiting_.begin());
  }
}

uint64_t BatchHash::Value() const {
  BitHash fold = fold_;
  for (const auto& [first_shot, waiting] : waiting_) {
    for (const uint64_t hash : waiting.hashes) fold.Add(hash);
  }
  return fold.Value();
}

}  // namespace carom
