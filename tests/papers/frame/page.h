#ifndef CAROM_TESTS_PAPERS_FRAME_PAGE_H_
#define CAROM_TESTS_PAPERS_FRAME_PAGE_H_

#include <ostream>
#include <string>
#include <vector>

#include "tests/papers/frame/report.h"

namespace carom::papers {

/// All claims with their rows, and beside each its figure, as one HTML document. It needs no other
/// file and no network: style, script and the figures `<id>.svg` of `folder` are inside. A claim is
/// the element with its id; `?q=words&paper=pool&kind=misprint` shows a part. Without scripts all
/// is shown. Returns the claims whose figure could not be read.
std::vector<std::string> PrintPage(const std::vector<Result>& results, const std::string& folder,
                                   std::ostream& out);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_PAGE_H_
