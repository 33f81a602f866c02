// The peer's quartics (tests/data/peer_quartics.csv), solved there by Algorithm 1010.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/math/first_crossing.h"

namespace carom {
namespace {

struct PeerCase {
  Quartic p;
  std::vector<double> positive_roots;  // ascending
};

std::vector<PeerCase> ReadCases() {
  std::ifstream file(std::string(CAROM_TEST_DATA_DIR) + "/peer_quartics.csv");
  std::vector<PeerCase> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line[0] == 'a') continue;
    std::array<double, 13> column{};
    std::istringstream fields(line);
    std::string field;
    for (double& value : column) {
      std::getline(fields, field, ',');
      value = std::stod(field);
    }
    PeerCase one;
    for (std::size_t k = 0; k <= 4; ++k) one.p.c[4 - k] = column[k];
    for (std::size_t k = 5; k < 13; k += 2) {
      if (column[k] > 0.0 && column[k + 1] == 0.0) one.positive_roots.push_back(column[k]);
    }
    std::sort(one.positive_roots.begin(), one.positive_roots.end());
    cases.push_back(one);
  }
  return cases;
}

// With simple roots only, the gap alternates its sign: from outside the first root is the crossing;
// from inside it is the way out, and the second root the crossing.
TEST(FirstCrossingPeer, AgreesOnTheFirstFallingRoot) {
  const std::vector<PeerCase> cases = ReadCases();
  ASSERT_EQ(cases.size(), 100u);
  int crossings = 0;
  for (const PeerCase& one : cases) {
    for (const double sign : {1.0, -1.0}) {
      Quartic gap = one.p;
      for (double& c : gap.c) c *= sign;
      // Inside and approaching: the rule says "now", and the roots have no part in it.
      if (gap.c[0] < 0.0 && gap.c[1] < 0.0) {
        EXPECT_EQ(FirstCrossing(gap, kInfinity), 0.0);
        continue;
      }
      const std::size_t index = gap.c[0] > 0.0 ? 0 : 1;
      const OptionalTime crossing = FirstCrossing(gap, kInfinity);
      if (index >= one.positive_roots.size()) {
        // Inside for good, or apart for good. From inside, a maximum below zero is an answer too.
        if (crossing) {
          EXPECT_LE(gap.Evaluate(*crossing), 0.0);
          EXPECT_LT(gap.c[0], 0.0);
        }
        continue;
      }
      ++crossings;
      ASSERT_TRUE(crossing.has_value()) << one.p.c[0];
      // A first maximum that stays below zero comes before the way out.
      if (gap.c[0] < 0.0 && *crossing < one.positive_roots[0]) {
        EXPECT_LT(gap.Evaluate(*crossing), 0.0);
        continue;
      }
      const double root = one.positive_roots[index];
      EXPECT_NEAR(*crossing, root, 1e-9 * root);
    }
  }
  EXPECT_GT(crossings, 60);
}

}  // namespace
}  // namespace carom
