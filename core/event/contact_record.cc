#include "core/event/contact_record.h"

#include <bit>

namespace carom {
namespace {

// The greatest number of contacts in the time of one hop. The rest rule allows one. There are more
// only along the inside of a pocket, where hops are chords: this many at 10 m/s, 31 mm from the
// axis, with chords of 0.2 rad.
constexpr double kMeetingsAHop = 16.0;
// After this many further contacts a pair counts as driven together by other bodies. If its
// contacts went on to lose energy by the law, they would accumulate in time.
constexpr double kChattering = 64.0;
// After this many further contacts a pair counts as jammed: the bodies around it leave it no gap to
// rebound in.
constexpr double kJammed = 1000.0;

}  // namespace

void ContactRecord::Begin(int ball_count, double rest_hop_s) {
  rest_hop_s_ = rest_hop_s;
  ever_carried_ = 0;
  const std::size_t balls = Index(ball_count);
  std::fill_n(pairs_.begin(), balls * (balls - 1) / 2, Spell{});
  for (std::size_t ball = 0; ball < balls; ++ball) {
    fixed_[ball] = {};
    stays_[ball] = {};
    supports_[ball] = {};
  }
}

void ContactRecord::Extend(double time_s, Spell& spell) const {
  if (time_s > spell.last_s + kApartHops * rest_hop_s_) spell = {time_s, time_s, 0};
  spell.last_s = time_s;
  ++spell.count;
}

Recurrence ContactRecord::Judge(const Spell& spell) const {
  if (spell.count < kCollapseMeetings) return Recurrence::kIsolated;
  const double hops = (spell.last_s - spell.since_s) / rest_hop_s_;
  const double beyond = spell.count - kMeetingsAHop * hops;
  if (beyond > kJammed) return Recurrence::kJammed;
  return beyond > kChattering ? Recurrence::kChatters : Recurrence::kCollapsed;
}

Recurrence ContactRecord::Count(const Event& impact) {
  if (impact.kind == EventKind::kBallSlate) return Recurrence::kIsolated;
  Spell& spell =
      impact.kind == EventKind::kBallBall ? pairs_[PairIndex(impact)] : FixedSpell(impact);
  Extend(impact.time_s, spell);
  return Judge(spell);
}

const ContactRecord::Spell* ContactRecord::SpellOf(const Event& impact) const {
  if (impact.kind == EventKind::kBallBall) return &pairs_[PairIndex(impact)];
  const FixedContacts& contacts = fixed_[Index(impact.ball)];
  const std::size_t place = PlaceOf(BodyOf(impact), contacts);
  return place == kPlaces ? nullptr : &contacts.spell[place];
}

Recurrence ContactRecord::RecurrenceOf(const Event& impact) const {
  const Spell* const spell = SpellOf(impact);
  return spell == nullptr ? Recurrence::kIsolated : Judge(*spell);
}

Recurrence ContactRecord::RecurrenceWith(const Event& impact) const {
  const Spell* const found = SpellOf(impact);
  if (found == nullptr) return Recurrence::kIsolated;
  Spell spell = *found;
  Extend(impact.time_s, spell);
  return Judge(spell);
}

// Compares every entry: an early exit would cost a branch misprediction.
std::size_t ContactRecord::PlaceOf(uint32_t body, const FixedContacts& contacts) {
  uint32_t found = 1u << kPlaces;
  for (std::size_t place = 0; place < kPlaces; ++place) {
    found |= static_cast<uint32_t>(contacts.body[place] == body) << place;
  }
  return Index(std::countr_zero(found));
}

// Returns the spell of the body met. If it has none, reuses that of the body met longest ago.
ContactRecord::Spell& ContactRecord::FixedSpell(const Event& impact) {
  FixedContacts& contacts = fixed_[Index(impact.ball)];
  const uint32_t body = BodyOf(impact);
  const std::size_t place = PlaceOf(body, contacts);
  if (place != kPlaces) return contacts.spell[place];
  const auto oldest =
      std::min_element(contacts.spell.begin(), contacts.spell.end(),
                       [](const Spell& a, const Spell& b) { return a.last_s < b.last_s; });
  contacts.body[Index(static_cast<int>(oldest - contacts.spell.begin()))] = body;
  *oldest = {};
  return *oldest;
}

const ContactRecord::Stay& ContactRecord::Remain(int ball, double time_s, const Vec3& where_m,
                                                 double place_m) {
  Stay& stay = stays_[Index(ball)];
  const double away_m = (where_m - stay.where_m).norm();
  const bool apart = time_s > stay.spell.last_s + kApartHops * rest_hop_s_;
  if (apart || away_m >= place_m) stay = {{time_s, time_s, 0}, where_m};
  Extend(time_s, stay.spell);
  return stay;
}

}  // namespace carom
