#include "server/call_shape.h"

#include <grpcpp/support/slice.h>
#include <gtest/gtest.h>

#include <string>

#include "server/wire_message.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

template <class Message>
CallShape ShapeOfMessage(const Message& message) {
  return ShapeOf<Message>(ToBytes(message));
}

TEST(CallShape, CountsShotsWhereverTheyAre) {
  EXPECT_EQ(ShapeOfMessage(Breaks(1)).shots, 1);
  EXPECT_EQ(ShapeOfMessage(Breaks(300)).shots, 300);
  EXPECT_EQ(ShapeOfMessage(SceneBatch("nine_ball_break", 5000)).shots, 5000);
  v1::SimulateRequest columns;
  columns.mutable_columns()->set_shot_count(4096);
  EXPECT_EQ(ShapeOfMessage(columns).shots, 4096);
  v1::SimulateBatchRequest batch;
  AddBreaks(40, *batch.mutable_shots()->mutable_shots());
  EXPECT_EQ(ShapeOfMessage(batch).shots, 40);
  v1::RuleShotsRequest rules;
  rules.mutable_results()->set_shot_count(7);
  EXPECT_EQ(ShapeOfMessage(rules).shots, 7);
  EXPECT_EQ(ShapeOfMessage(v1::SimulateRequest()).shots, 1);
}

// A walk over all of a long list would keep gRPC's thread.
TEST(CallShape, EstimatesLongLists) {
  for (const int shots : {2000, 4096}) {
    EXPECT_NEAR(static_cast<double>(ShapeOfMessage(Breaks(shots)).shots), shots, 0.05 * shots);
    v1::SimulateBatchRequest batch;
    AddBreaks(shots, *batch.mutable_shots()->mutable_shots());
    EXPECT_NEAR(static_cast<double>(ShapeOfMessage(batch).shots), shots, 0.05 * shots);
  }
}

TEST(CallShape, SaysWhatKindOfCallItIs) {
  EXPECT_EQ(ShapeOfMessage(Breaks(1)).kind, CallKind::kShort);
  EXPECT_EQ(ShapeOfMessage(v1::RuleShotsRequest()).kind, CallKind::kShort);
  EXPECT_EQ(ShapeOfMessage(v1::SimulateMechanismRequest()).kind, CallKind::kLong);
  EXPECT_EQ(ShapeOfMessage(v1::SimulateBatchRequest()).kind, CallKind::kBulk);
  EXPECT_EQ(ShapeOfMessage(v1::EstimateOutcomesRequest()).kind, CallKind::kBulk);
  for (const v1::Engine engine : {v1::ENGINE_COMPLIANT, v1::ENGINE_DISCRETE_TIME}) {
    v1::SimulateRequest request = Breaks(1);
    request.add_settings()->mutable_ball_ball();
    request.add_settings()->set_engine(engine);
    EXPECT_EQ(ShapeOfMessage(request).kind, CallKind::kLong);
    EXPECT_TRUE(ShapeOfMessage(request).compliant);
  }
  v1::SimulateRequest request = Breaks(1);
  request.add_settings()->set_engine(v1::ENGINE_EVENT_DRIVEN);
  EXPECT_EQ(ShapeOfMessage(request).kind, CallKind::kShort);
}

TEST(CallShape, KnowsTheDetail) {
  v1::SimulateRequest request = Breaks(1);
  EXPECT_EQ(ShapeOfMessage(request).detail, 0);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_SAMPLES);
  EXPECT_EQ(ShapeOfMessage(request).detail, v1::Detail::LEVEL_SAMPLES);
  EXPECT_EQ(ShapeOfMessage(request).bytes, static_cast<int64_t>(request.ByteSizeLong()));
}

// Whatever the bytes are, the walk ends, and within them.
TEST(CallShape, BytesThatAreNoRequestHaveSomeShape) {
  v1::SimulateRequest request = Breaks(3);
  request.mutable_columns()->set_shot_count(0xffffffff);
  request.add_settings()->set_engine(v1::ENGINE_COMPLIANT);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
  const std::string whole = request.SerializeAsString();
  for (size_t size = 0; size <= whole.size(); ++size) {
    for (size_t wrong = 0; wrong < size; ++wrong) {
      std::string bytes = whole.substr(0, size);
      bytes[wrong] = static_cast<char>(bytes[wrong] ^ 0x55);
      const grpc::Slice slice(bytes);
      const CallShape shape = ShapeOf<v1::SimulateRequest>(grpc::ByteBuffer(&slice, 1));
      EXPECT_GE(shape.shots, 1);
      EXPECT_LE(shape.shots, 1 << 20);
    }
  }
}

}  // namespace
}  // namespace carom
