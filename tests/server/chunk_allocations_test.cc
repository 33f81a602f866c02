// A chunk's shots allocate nothing once the messages that a batch uses again have grown.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "server/options.h"
#include "server/shot_run.h"
#include "tests/server/convert/wire_message.h"
#include "tests/server/test_service.h"
#include "tests/testing/allocations.h"

namespace carom {
namespace {

using testing::kNoLimit;

constexpr uint32_t kShotsOfBatch = 256;
constexpr int64_t kSceneBytes = int64_t{1} << 20;

// Runs chunks of a batch one after the other, as one worker does.
class Chunks {
 public:
  explicit Chunks(const v1::SimulateBatchRequest& request)
      : request_(request),
        view_(request_),
        scenes_(kSceneBytes, ConvertLimits()),
        plan_(ShotPlan::Make(view_, ConvertLimits(), scenes_).value()) {}

  // Of the whole chunk of the batch's first `shots`, in the messages of the chunks before.
  int64_t Allocations(uint32_t shots) {
    const int64_t before = testing::AllocationCount();
    ShotRun run(*plan_, control_, 0, shots, kNoLimit, &results_);
    // Where no shot is too long, however busy the machine is.
    const WorkItem::Yield yield(pool_, Lane::kLong);
    EXPECT_EQ(run.Run(worker_, yield, kNoLimit), ShotRun::State::kDone);
    const int64_t count = testing::AllocationCount() - before;
    EXPECT_EQ(
        results_.has_selection() ? results_.selection().played_count() : results_.shot_count(),
        shots);
    EXPECT_EQ(results_.failures_size(), 0);
    return count;
  }

 private:
  const v1::SimulateBatchRequest request_;
  const RequestView view_;
  SceneStore scenes_;
  const std::unique_ptr<ShotPlan> plan_;
  const CallControl control_{kNoDeadline};
  WorkerPool pool_{1};
  Worker worker_;
  v1::ShotResults results_;
};

v1::SimulateBatchRequest InColumns() {
  v1::SimulateBatchRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  v1::ShotColumns& columns = *request.mutable_columns();
  columns.set_shot_count(kShotsOfBatch);
  for (uint32_t i = 0; i < kShotsOfBatch; ++i) columns.add_speed_m_s(1.0 + 0.01 * i);
  return request;
}

v1::SimulateBatchRequest ListedBreaks() {
  v1::SimulateBatchRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  AddBreaks(kShotsOfBatch, *request.mutable_shots()->mutable_shots());
  return request;
}

void ExpectNoneAShot(const v1::SimulateBatchRequest& request) {
  Chunks chunks(request);
  const int64_t cold = chunks.Allocations(kShotsOfBatch);
  chunks.Allocations(kShotsOfBatch);
  EXPECT_EQ(chunks.Allocations(kShotsOfBatch), chunks.Allocations(kShotsOfBatch / 8));
  EXPECT_GT(cold, chunks.Allocations(kShotsOfBatch)) << "nothing is counted";
}

TEST(ChunkAllocations, DoNotGrowWithTheShotsOfAScene) {
  for (const char* const scene : {"two_ball_cut", "nine_ball_break"}) {
    SCOPED_TRACE(scene);
    ExpectNoneAShot(SceneBatch(scene, kShotsOfBatch));
  }
}

TEST(ChunkAllocations, DoNotGrowWithListedShots) { ExpectNoneAShot(ListedBreaks()); }

TEST(ChunkAllocations, DoNotGrowWithShotsInColumns) { ExpectNoneAShot(InColumns()); }

TEST(ChunkAllocations, DoNotGrowWithTheirEvents) {
  v1::SimulateBatchRequest request = SceneBatch("nine_ball_break", kShotsOfBatch);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
  request.mutable_detail()->set_event_states(true);
  ExpectNoneAShot(request);
}

TEST(ChunkAllocations, DoNotGrowWithShotsThatAreJudged) {
  v1::SimulateBatchRequest request = SceneBatch("nine_ball_break", kShotsOfBatch);
  v1::GoalList& all = *request.mutable_filter()->mutable_all_of();
  all.add_goals()->mutable_potted();
  v1::EndsInGoal& ends_in = *all.add_goals()->mutable_ends_in();
  for (const double x_m : {-2.0, 0.0, 2.0}) {
    v1::Point2& corner = *ends_in.mutable_polygon()->add_corners();
    corner.set_x_m(x_m);
    corner.set_y_m(x_m == 0.0 ? 2.0 : -2.0);
  }
  request.add_labels()->mutable_no_scratch();
  request.add_labels()->mutable_others_stay()->set_max_m(0.1);
  ExpectNoneAShot(request);
}

}  // namespace
}  // namespace carom
