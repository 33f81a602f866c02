#include "core/base/demand.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(Demand, HoldsSilently) {
  int evaluations = 0;
  CAROM_DEMAND(++evaluations == 1, "counted once");
  EXPECT_EQ(evaluations, 1);
}

TEST(DemandDeathTest, AbortsWithPlaceConditionAndMessage) {
  EXPECT_DEATH(CAROM_DEMAND(1 + 1 == 3, "arithmetic"),
               "demand_test.cc:[0-9]+: demand failed: 1 \\+ 1 == 3: arithmetic");
}

TEST(DemandDeathTest, AssertDependsOnTheBuild) {
#ifdef NDEBUG
  int evaluations = 0;
  CAROM_ASSERT(++evaluations == 5);
  EXPECT_EQ(evaluations, 0);
#else
  EXPECT_DEATH(CAROM_ASSERT(1 + 1 == 3), "1 \\+ 1 == 3");
#endif
}

}  // namespace
}  // namespace carom
