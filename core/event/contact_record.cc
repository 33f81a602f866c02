#include "core/event/contact_record.h"

#include <bit>

namespace carom {
namespace {

// The greatest number of contacts in the time of one hop. A collapse allows one. There are more
// only along the inside of a pocket, where hops are chords: this many at 10 m/s, 31 mm from the
// axis, with chords of 0.2 rad.
constexpr double kContactsAHop = 16.0;
// After this many further contacts a pair counts as driven together by other bodies. If its
// contacts went on to lose energy by the law, they would accumulate in time. A sequence outlives a
// pause of kApartHops hops: with the hop that follows, they may be this much denser in one burst.
constexpr double kChattering = (ContactRecord::kApartHops + 1.0) * kContactsAHop;
// After this many further contacts a pair counts as jammed: the bodies around it leave it no gap to
// rebound in. Where they do, some 300 contacts turn a chattering ball back (kTurnBack in press.cc);
// this is three times as many.
constexpr double kJammed = 1000.0;

}  // namespace

void ContactRecord::Begin(int ball_count, double rest_hop_s, double cushion_contact_s) {
  rest_hop_s_ = rest_hop_s;
  apart_s_ = kApartHops * rest_hop_s + cushion_contact_s;
  ever_carried_ = 0;
  const std::size_t balls = Index(ball_count);
  std::fill_n(pairs_.begin(), balls * (balls - 1) / 2, ContactSequence{});
  for (std::size_t ball = 0; ball < balls; ++ball) {
    fixed_[ball] = {};
    dwells_[ball] = {};
    supports_[ball] = {};
  }
}

void ContactRecord::Extend(double time_s, ContactSequence& sequence) const {
  if (time_s > sequence.last_s + apart_s_) sequence = {time_s};
  sequence.last_s = time_s;
  ++sequence.count;
}

Recurrence ContactRecord::Classify(const ContactSequence* sequence) const {
  if (sequence == nullptr || sequence->count < kCollapseContacts) return Recurrence::kIsolated;
  const double hops = (sequence->last_s - sequence->since_s) / rest_hop_s_;
  const double beyond = sequence->count - kContactsAHop * hops;
  if (beyond > kJammed) return Recurrence::kJammed;
  return beyond > kChattering ? Recurrence::kChatters : Recurrence::kCollapsed;
}

ContactSequence* ContactRecord::Count(const Event& impact) {
  if (impact.kind == EventKind::kBallSlate) return nullptr;
  ContactSequence& sequence =
      impact.kind == EventKind::kBallBall ? pairs_[PairIndex(impact)] : FixedSequence(impact);
  Extend(impact.time_s, sequence);
  return &sequence;
}

const ContactSequence* ContactRecord::SequenceOf(const Event& impact) const {
  if (impact.kind == EventKind::kBallBall) return &pairs_[PairIndex(impact)];
  const FixedContacts& contacts = fixed_[Index(impact.ball)];
  const std::size_t place = PlaceOf(BodyOf(impact), contacts);
  return place == kPlaces ? nullptr : &contacts.sequence[place];
}

Recurrence ContactRecord::RecurrenceWith(const Event& impact) const {
  const ContactSequence* const found = SequenceOf(impact);
  if (found == nullptr) return Recurrence::kIsolated;
  ContactSequence sequence = *found;
  Extend(impact.time_s, sequence);
  return Classify(&sequence);
}

// Compares every entry: an early exit would cost a branch misprediction.
std::size_t ContactRecord::PlaceOf(uint32_t body, const FixedContacts& contacts) {
  uint32_t found = 1u << kPlaces;
  for (std::size_t place = 0; place < kPlaces; ++place) {
    found |= static_cast<uint32_t>(contacts.body[place] == body) << place;
  }
  return Index(std::countr_zero(found));
}

// Returns the sequence of the body. If it has none, reuses that of the body touched longest ago.
ContactSequence& ContactRecord::FixedSequence(const Event& impact) {
  FixedContacts& contacts = fixed_[Index(impact.ball)];
  const uint32_t body = BodyOf(impact);
  const std::size_t place = PlaceOf(body, contacts);
  if (place != kPlaces) return contacts.sequence[place];
  const auto oldest = std::min_element(
      contacts.sequence.begin(), contacts.sequence.end(),
      [](const ContactSequence& a, const ContactSequence& b) { return a.last_s < b.last_s; });
  contacts.body[Index(static_cast<int>(oldest - contacts.sequence.begin()))] = body;
  *oldest = {};
  return *oldest;
}

const ContactRecord::Dwell& ContactRecord::ExtendDwell(int ball, double time_s, const Vec3& where_m,
                                                       double place_m) {
  Dwell& dwell = dwells_[Index(ball)];
  const double away_m = (where_m - dwell.where_m).norm();
  const bool apart = time_s > dwell.sequence.last_s + apart_s_;
  if (apart || away_m >= place_m) dwell = {{time_s}, where_m};
  Extend(time_s, dwell.sequence);
  return dwell;
}

}  // namespace carom
