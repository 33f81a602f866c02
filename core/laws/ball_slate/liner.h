#ifndef CAROM_CORE_LAWS_BALL_SLATE_LINER_H_
#define CAROM_CORE_LAWS_BALL_SLATE_LINER_H_

#include "core/laws/ball_slate/frictional.h"

namespace carom {

/// The liner of a pocket: leather, rubber or plastic on an iron, which takes most of a ball's
/// energy. No measurement of a ball against a liner is known to us, so both numbers are
/// assumptions. They were chosen from what is published of similar contacts, before any shot was
/// played with them.

/// This e lies below the 0.5 of a ball on cloth, because slate backs the cloth more firmly than an
/// iron backs a liner. It lies far below the 0.71 to 0.75 of a leather tip on its ferrule [D. G.
/// Alciatore, billiards.colostate.edu, "physical properties"].
inline constexpr double kLinerRestitution = 0.4;

/// This mu lies midway between the handbook values of leather on clean metal (0.4) and on greasy
/// metal (0.2).
inline constexpr double kLinerFriction = 0.3;

inline constexpr FrictionalSlate kLinerLaw = {kLinerRestitution, kLinerFriction};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_SLATE_LINER_H_
