#ifndef CAROM_TESTS_PLAY_CUE_CARD_H_
#define CAROM_TESTS_PLAY_CUE_CARD_H_

#include <optional>

#include "core/play/plan.h"

namespace carom::play_record {

/// The pot that a player in the manner of CueCard chooses, the winner of the Computer Olympiad of
/// 2008 (C. Archibald, A. Altman and Y. Shoham, IJCAI 2009); nothing where it finds no pot. Each
/// pot that works without noise is played 25 times with it, the best ones 100 times. What they
/// leave is worth by M. Smith's weights (PickPocket, Artificial Intelligence 171, 2007) of the
/// three likeliest pots. Of the best pots what they leave is put into clusters, and from the middle
/// of each the search goes on by one shot. Pots are found by this player's own search: how CueCard
/// finds its own is not published in full. `options.shots` bounds it all.
std::optional<play::PlannedShot> ChooseAsCueCard(const Scene& scene, const play::Position& position,
                                                 const play::PlanOptions& options,
                                                 const play::PositionJudge& values,
                                                 Workspace& workspace);

}  // namespace carom::play_record

#endif  // CAROM_TESTS_PLAY_CUE_CARD_H_
