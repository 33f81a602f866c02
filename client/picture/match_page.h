#ifndef CAROM_CLIENT_PICTURE_MATCH_PAGE_H_
#define CAROM_CLIENT_PICTURE_MATCH_PAGE_H_

#include <string>
#include <vector>

#include "client/picture/shot_scene.h"

namespace carom::picture {

/// One shot of a match.
struct MatchPageTurn {
  std::string caption;  ///< "player 0: cut ball 3 into pocket 2; goes on". Any text.
  ShotScene scene;
};

/// A page of HTML that replays a match, shot by shot: complete in itself, as ReplayPage() is, with
/// the list of the shots beside the one that is shown. The same turns give the same bytes.
std::string MatchPage(const std::string& title, const std::vector<MatchPageTurn>& turns);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_MATCH_PAGE_H_
