#include "client/internal/batch_hash.h"

#include <array>
#include <bit>
#include <utility>

namespace carom {
namespace {

// The inverse of BitHash's last step, by which the state of a fold follows from its value.
constexpr uint64_t Unmix(uint64_t x) {
  constexpr uint64_t kInverse = [] {  // Of the multiplier, modulo 2^64: each step doubles its bits.
    constexpr uint64_t kMultiplier = 0xE9846AF9B1A615Du;
    uint64_t inverse = kMultiplier;
    for (int i = 0; i < 5; ++i) inverse *= 2 - kMultiplier * inverse;
    return inverse;
  }();
  x ^= x >> 28;
  x ^= x >> 56;
  x *= kInverse;
  x ^= x >> 32;
  x *= kInverse;
  return x ^ (x >> 32);
}

// A BitHash is its state and its count.
BitHash FoldOf(uint64_t received, uint64_t hash) {
  return received == 0 ? BitHash()
                       : std::bit_cast<BitHash>(std::array{Unmix(hash) ^ received, received});
}

}  // namespace

BatchHash::BatchHash(uint64_t first_shot, ShotSet skipped, uint64_t received, uint64_t hash)
    : skipped_(std::move(skipped)),
      fold_(FoldOf(received, hash)),
      next_shot_(skipped_.FirstMissing(first_shot)) {}

void BatchHash::Add(const carom::v1::ShotResults& chunk) {
  const ShotRange covered = CoveredShots(chunk);
  waiting_.emplace(
      covered.first,
      Waiting{covered.end(), std::vector<uint64_t>(chunk.hashes().begin(), chunk.hashes().end())});
  FoldWaiting();
}

void BatchHash::FoldWaiting() {
  while (!waiting_.empty() && waiting_.begin()->first == next_shot_) {
    const Waiting& next = waiting_.begin()->second;
    for (const uint64_t hash : next.hashes) fold_.Add(hash);
    next_shot_ = skipped_.FirstMissing(next.end);
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
