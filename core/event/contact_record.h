#ifndef CAROM_CORE_EVENT_CONTACT_RECORD_H_
#define CAROM_CORE_EVENT_CONTACT_RECORD_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/constants.h"
#include "core/base/vec3.h"
#include "core/record/event.h"
#include "core/record/shot_recorder.h"

namespace carom {

/// How a contact relates to the earlier contacts of the same two bodies.
enum class Recurrence : uint8_t {
  kIsolated,   ///< The law alone decides how the bodies separate.
  kCollapsed,  ///< Inelastic collapse: they separate for a hop, as far as energy allows
               ///< (press.h).
  kChatters,  ///< Other bodies drive the pair together: it collides far more often than hops allow.
  kJammed,    ///< Other bodies leave the pair no gap at all.
};

/// The record of the contacts of one shot: which bodies have just touched, since when and how
/// often, and which balls carry which. The engine writes it where it resolves contacts; the rule of
/// inelastic collapse (event/press.h), HasComeToRest() and the release of balls that lose their
/// support read it.
///
/// In a *sequence* each contact follows the last one within kApartHops rest hops. Once the
/// sequence of a pair has reached kCollapseContacts, the pair is kIsolated
/// again only after its bodies have been apart for more than kApartHops hops. The rule itself
/// keeps a pair apart for one hop, so a sequence must survive a pause of several.
///
/// Fixed size; Begin() clears only what its balls use. Not thread-safe.
class ContactRecord {
 public:
  /// Contacts further apart than this many hops belong to two sequences.
  static constexpr double kApartHops = 3.0;
  /// Two balls may collide again because a third ball sends one of them back, and then separate.
  /// That is no collapse, so the first three contacts of a sequence follow the law alone.
  static constexpr int kCollapseContacts = 4;

  /// All contacts of one ball except those with the slate, for as long as they keep the ball in one
  /// place.
  struct Dwell {
    ContactSequence sequence;
    Vec3 where_m = Vec3::Zero();
  };

  /// cushion_contact_s: how long a contact with a cushion lasts, which is no pause between two.
  void Begin(int ball_count, double rest_hop_s, double cushion_contact_s = 0.0);

  /// Counts an impact into the sequence of its pair, which stays valid until the next call. Null on
  /// the slate, whose impacts the settling speed ends (Environment::settle_speed_m_s).
  ContactSequence* Count(const Event& impact);
  /// How the last contact of a sequence relates to those before it.
  Recurrence Classify(const ContactSequence* sequence) const;
  /// The same of the last contact of these bodies.
  Recurrence RecurrenceOf(const Event& impact) const { return Classify(SequenceOf(impact)); }
  /// The same of `impact`, were it counted.
  Recurrence RecurrenceWith(const Event& impact) const;

  /// Notes that `ball` was at `where_m` in a contact at `time_s`. A dwell ends with Leave(), after
  /// a pause of several hops, or when the ball is `place_m` or further from where the dwell began.
  const Dwell& ExtendDwell(int ball, double time_s, const Vec3& where_m, double place_m);
  void Leave(int ball) { dwells_[Index(ball)] = {}; }

  /// What carries a ball at rest off the cloth.
  struct Support {
    uint32_t balls = 0;  ///< One bit per ball. Noses, rails and rims have none: they never move.
    /// How long it holds the ball, s; infinite where it holds until a carrier moves.
    double lasts_s = std::numeric_limits<double>::infinity();
  };

  const Support& SupportOf(int ball) const { return supports_[Index(ball)]; }
  void SetSupport(int ball, const Support& support) {
    supports_[Index(ball)] = support;
    ever_carried_ |= support.balls;
  }
  /// All balls that have carried another in this shot.
  uint32_t EverCarriers() const { return ever_carried_; }

 private:
  // Enough for all fixed bodies that one ball can touch within a few hops.
  static constexpr std::size_t kPlaces = 8;
  static constexpr std::size_t kPairs = kMaxBalls * (kMaxBalls - 1) / 2;

  // The fixed bodies that a ball has touched last, each with its sequence.
  struct FixedContacts {
    std::array<uint32_t, kPlaces> body{};  // BodyOf() its events; 0: none yet.
    std::array<ContactSequence, kPlaces> sequence{};
  };

  // Names the fixed body of an impact: its kind and index.
  static uint32_t BodyOf(const Event& impact) {
    return static_cast<uint32_t>(impact.kind) << 16 | static_cast<uint16_t>(impact.other);
  }
  // The place of this body; kPlaces if it has none.
  static std::size_t PlaceOf(uint32_t body, const FixedContacts& contacts);
  static std::size_t PairIndex(const Event& impact) {
    const std::size_t low = Index(std::min(impact.ball, impact.other));
    const std::size_t high = Index(std::max(impact.ball, impact.other));
    return high * (high - 1) / 2 + low;
  }

  void Extend(double time_s, ContactSequence& sequence) const;
  ContactSequence& FixedSequence(const Event& impact);
  // Null if there is none yet.
  const ContactSequence* SequenceOf(const Event& impact) const;

  double rest_hop_s_ = 0.0;
  double apart_s_ = 0.0;  ///< A sequence ends with a pause of more than this.
  std::array<ContactSequence, kPairs> pairs_{};
  std::array<FixedContacts, kMaxBalls> fixed_{};
  std::array<Dwell, kMaxBalls> dwells_{};
  std::array<Support, kMaxBalls> supports_{};
  uint32_t ever_carried_ = 0;
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_CONTACT_RECORD_H_
