#ifndef CAROM_TESTS_PAPERS_FRAME_SELF_CHECK_H_
#define CAROM_TESTS_PAPERS_FRAME_SELF_CHECK_H_

#include <ostream>

namespace carom::papers {

/// Puts the judge to the test with rows that must fall, bands that hold nothing and printed texts
/// that are not the paper's. The number of mistakes, each told in a line.
int TestFrame(std::ostream& out);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_SELF_CHECK_H_
