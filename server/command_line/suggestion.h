#ifndef CAROM_SERVER_COMMAND_LINE_SUGGESTION_H_
#define CAROM_SERVER_COMMAND_LINE_SUGGESTION_H_

#include <string>
#include <vector>

namespace carom {

/// Of the names the one that was most likely meant by `word`, which is none of them; empty if none
/// is close: at most a third of its letters, rounded up, are wrong, missing, too many or swapped
/// with a neighbour.
std::string ClosestName(const std::string& word, const std::vector<std::string>& names);

/// "; did you mean PREFIXNAME?" for the closest name; empty if there is none.
std::string DidYouMean(const std::string& word, const std::vector<std::string>& names,
                       const std::string& prefix = "");

}  // namespace carom

#endif  // CAROM_SERVER_COMMAND_LINE_SUGGESTION_H_
