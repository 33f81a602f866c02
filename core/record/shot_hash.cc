#include "core/record/shot_hash.h"

namespace carom {
namespace {

void AddVector(BitHash& bits, const Vec3& v) {
  bits.Add(v.x());
  bits.Add(v.y());
  bits.Add(v.z());
}

}  // namespace

void ShotHash::AddEvent(const Event& event) {
  bits_.Add(event.time_s);
  const auto ids = static_cast<uint64_t>(static_cast<uint16_t>(event.ball)) << 16 |
                   static_cast<uint64_t>(static_cast<uint16_t>(event.other));
  bits_.Add(ids << 8 | static_cast<uint64_t>(event.kind));
}

uint64_t ShotHash::Finish(StopReason reason, double end_time_s,
                          const std::vector<BallState>& states) {
  bits_.Add(static_cast<uint64_t>(reason));
  bits_.Add(end_time_s);
  for (const BallState& state : states) {
    AddVector(bits_, state.position);
    AddVector(bits_, state.velocity);
    AddVector(bits_, state.spin);
    bits_.Add(static_cast<uint64_t>(state.motion));
  }
  return bits_.Value();
}

}  // namespace carom
