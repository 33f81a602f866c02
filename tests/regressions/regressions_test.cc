// Every shot that ever broke something, as a request named for the defect. Each must be played,
// hold the invariants and end by itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/testing/service/request_case.h"

namespace carom::testing {
namespace {

std::vector<std::string> Cases() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(CAROM_TEST_DATA_DIR "/../regressions")) {
    if (entry.path().extension() == ".txtpb") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Regression : public ::testing::TestWithParam<std::string> {};

TEST_P(Regression, IsMended) {
  const std::string path = CAROM_TEST_DATA_DIR "/../regressions/" + GetParam() + ".txtpb";
  const RequestCase played = PlayRequest(ReadRequest(path));
  EXPECT_EQ(played.problem, "");
  EXPECT_GT(played.shots_played, 0);
  EXPECT_EQ(played.shots_refused, 0);
  EXPECT_EQ(played.shots_at_limit, 0);
}

INSTANTIATE_TEST_SUITE_P(Case, Regression, ::testing::ValuesIn(Cases()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace carom::testing
