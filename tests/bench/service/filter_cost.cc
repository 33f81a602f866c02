#include "tests/bench/service/filter_cost.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "tests/server/test_service.h"

namespace carom {
namespace {

struct BatchCost {
  std::vector<double> ends_s;  ///< Of the shots that came.
  double bytes = 0.0;
  double wall_s = 0.0;
  double processor_s = 0.0;
};

BatchCost MeasureBatch(TestService& service, const v1::SimulateBatchRequest& request) {
  BatchCost cost;
  const double before_s = ServerTime();
  const Clock::time_point begin = Clock::now();
  grpc::ClientContext context;
  const auto reader = service.stub->SimulateBatch(&context, request);
  v1::SimulateBatchResponse chunk;
  while (reader->Read(&chunk)) {
    cost.bytes += static_cast<double>(chunk.ByteSizeLong());
    const auto& ends_s = chunk.results().end_times_s();
    cost.ends_s.insert(cost.ends_s.end(), ends_s.begin(), ends_s.end());
  }
  const grpc::Status status = reader->Finish();
  cost.wall_s = Seconds(Clock::now() - begin);
  cost.processor_s = ServerTime() - before_s;
  if (status.ok()) return cost;
  std::cerr << "carom-service-bench: " << status.error_message() << "\n";
  std::exit(1);
}

/// What so many shots end before, and a list that always holds: a goal of several predicates.
v1::Goal EndsBefore(double time_s) {
  v1::Goal goal;
  goal.mutable_all_of()->add_goals()->mutable_ends_before()->set_time_s(time_s);
  v1::GoalList& any = *goal.mutable_all_of()->add_goals()->mutable_any_of();
  any.add_goals()->mutable_potted();
  any.add_goals()->mutable_cushions()->set_at_least(0);
  return goal;
}

double MedianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

// In turns; shots of two balls are the cheapest, so that a filter costs them the most.
void BenchFilter(int threads, Report& report) {
  constexpr int kTurns = 9;
  constexpr uint32_t kShots = 50'000;
  TestService service(WithThreads(threads), /*in_process=*/false);
  const v1::SimulateBatchRequest all = SceneBatch("two_ball_cut", kShots);
  std::vector<double> ends_s = MeasureBatch(service, all).ends_s;
  std::sort(ends_s.begin(), ends_s.end());
  v1::SimulateBatchRequest some = all;
  *some.mutable_filter() = EndsBefore(ends_s[kShots / 100]);
  std::vector<double> wall;
  std::vector<double> processor;
  double bytes = 0.0;
  for (int turn = 0; turn < kTurns; ++turn) {
    const BatchCost without = MeasureBatch(service, all);
    const BatchCost with = MeasureBatch(service, some);
    wall.push_back(with.wall_s / without.wall_s);
    processor.push_back(with.processor_s / without.processor_s);
    bytes = with.bytes / without.bytes;
  }
  report.AtMost("filter of 1 %", threads, "wall_time_ratio", MedianOf(wall), 1.05);
  report.AtMost("filter of 1 %", threads, "processor_time_ratio", MedianOf(processor), 1.05);
  report.AtMost("filter of 1 %", threads, "bytes_ratio", bytes, 0.015);
}

}  // namespace carom
