#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "server/metrics/exposition.h"
#include "server/metrics/timings.h"
#include "tests/server/eventually.h"
#include "tests/server/rules_request.h"
#include "tests/server/test_item.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using std::chrono::milliseconds;

// The samples of a text by name and labels, as printed.
std::map<std::string, double> Samples(const std::string& text) {
  std::map<std::string, double> samples;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t blank = line.rfind(' ');
    double value = 0.0;
    EXPECT_TRUE(absl::SimpleAtod(line.substr(blank + 1), &value)) << line;
    samples[line.substr(0, blank)] = value;
  }
  return samples;
}

class MetricsTest : public ::testing::Test {
 protected:
  explicit MetricsTest(ServerOptions options = WithThreads(1)) : service_(std::move(options)) {}

  std::map<std::string, double> Now() const {
    return Samples(MetricsText(*service_.server, *log_));
  }
  // A call is counted when gRPC is done with it, a moment after the client is.
  void WaitForCalls(int64_t count) {
    EXPECT_TRUE(Eventually([&] { return service_.server->stats().calls_done == count; }));
  }
  // A piece of work is counted when its thread is done with it, a moment after its call may be.
  void WaitForWork(const std::string& lane, double count) {
    const std::string name = absl::StrCat("carom_work_seconds_count{lane=\"", lane, "\"}");
    EXPECT_TRUE(Eventually([&] { return Now().at(name) >= count; }));
  }
  grpc::Status Simulate(const v1::SimulateRequest& request, v1::SimulateResponse* response) {
    grpc::ClientContext context;
    return service_.stub->Simulate(&context, request, response);
  }

  std::unique_ptr<ServerLog> log_ = ServerLog::ToFile(STDERR_FILENO, LogFormat::kText, "warn");
  TestService service_;
};

TEST_F(MetricsTest, CountsShotsEventsAndBytes) {
  v1::SimulateRequest request = Breaks(3);
  request.mutable_shots()->mutable_shots(1)->mutable_strike()->set_speed_m_s(-1.0);  // Fails alone.
  v1::SimulateResponse response;
  ASSERT_TRUE(Simulate(request, &response).ok());
  WaitForCalls(1);
  const BatchAnswer batch = RunBatch(*service_.stub, SceneBatch("two_ball_cut", 600));
  ASSERT_TRUE(batch.status.ok());
  WaitForCalls(2);
  const auto samples = Now();
  EXPECT_EQ(samples.at("carom_shots_total"), 603.0);
  EXPECT_EQ(samples.at("carom_failed_shots_total"), 1.0);
  const auto& counts = response.results().event_counts();
  EXPECT_GT(samples.at("carom_events_total"), counts[0] + counts[1] + counts[2]);
  EXPECT_GT(samples.at("carom_sent_bytes_total"), static_cast<double>(response.ByteSizeLong()));
  EXPECT_EQ(samples.at("carom_running_calls"), 0.0);
  EXPECT_EQ(samples.at("carom_reserved_bytes"), 0.0);
}

TEST_F(MetricsTest, TimesEveryCallByMethodAndCode) {
  v1::SimulateResponse response;
  ASSERT_TRUE(Simulate(Breaks(1), &response).ok());
  EXPECT_FALSE(Simulate(v1::SimulateRequest(), &response).ok());
  WaitForCalls(2);
  ASSERT_TRUE(RunBatch(*service_.stub, SceneBatch("two_ball_cut", 10)).status.ok());
  WaitForCalls(3);
  WaitForWork("interactive", 2.0);
  WaitForWork("bulk", 1.0);
  const auto samples = Now();
  EXPECT_EQ(samples.at(R"(carom_call_seconds_count{code="OK",method="Simulate"})"), 1.0);
  EXPECT_EQ(samples.at(R"(carom_call_seconds_count{code="INVALID_ARGUMENT",method="Simulate"})"),
            1.0);
  EXPECT_EQ(samples.at(R"(carom_call_seconds_count{code="OK",method="SimulateBatch"})"), 1.0);
  EXPECT_EQ(samples.count(R"(carom_call_seconds_count{code="OK",method="SimulateMechanism"})"), 0u);
  EXPECT_EQ(samples.at(R"(carom_encode_seconds_count{method="Simulate"})"), 1.0);
  EXPECT_EQ(samples.at(R"(carom_write_seconds_count{method="Simulate"})"), 2.0);
  EXPECT_GE(samples.at(R"(carom_write_seconds_count{method="SimulateBatch"})"), 1.0);
  EXPECT_EQ(samples.at(R"(carom_queue_seconds_count{lane="interactive"})"), 2.0);
  EXPECT_EQ(samples.at(R"(carom_work_seconds_count{lane="interactive"})"), 2.0);
  EXPECT_GE(samples.at(R"(carom_work_seconds_count{lane="bulk"})"), 1.0);
}

// The shots of a ruling were played elsewhere.
TEST_F(MetricsTest, CountsRulingsAsCallsAndNotAsShots) {
  grpc::ClientContext context;
  v1::RuleShotsResponse response;
  ASSERT_TRUE(service_.stub->RuleShots(&context, testing::NineBallShots(), &response).ok());
  WaitForCalls(1);
  WaitForWork("interactive", 1.0);
  const auto samples = Now();
  EXPECT_EQ(samples.at(R"(carom_call_seconds_count{code="OK",method="RuleShots"})"), 1.0);
  EXPECT_EQ(samples.at(R"(carom_encode_seconds_count{method="RuleShots"})"), 1.0);
  EXPECT_EQ(samples.at(R"(carom_write_seconds_count{method="RuleShots"})"), 1.0);
  EXPECT_EQ(samples.at(R"(carom_work_seconds_count{lane="interactive"})"), 1.0);
  EXPECT_EQ(samples.at("carom_sent_bytes_total"), static_cast<double>(response.ByteSizeLong()));
  EXPECT_EQ(samples.at("carom_shots_total"), 0.0);
  EXPECT_EQ(samples.at("carom_reserved_bytes"), 0.0);
}

TEST_F(MetricsTest, TellsWhatRunsAndWhetherCallsAreWanted) {
  service_.server->SetServing(false);
  const auto samples = Now();
  EXPECT_EQ(samples.at("carom_serving"), 0.0);
  EXPECT_EQ(samples.at("carom_threads"), 1.0);
  EXPECT_GT(samples.at("carom_budget_bytes"), 0.0);
  for (const char* lane : {"interactive", "large", "bulk", "long"}) {
    EXPECT_EQ(samples.at(absl::StrCat("carom_queued_items{lane=\"", lane, "\"}")), 0.0);
  }
}

ServerOptions OneLongCallAtATime() {
  ServerOptions options = WithThreads(1);
  options.admission.max_long_calls = 1;
  return options;
}

class RefusalMetricsTest : public MetricsTest {
 protected:
  RefusalMetricsTest() : MetricsTest(OneLongCallAtATime()) {}
};

TEST_F(RefusalMetricsTest, CountsAndTimesRefusals) {
  // A mechanism holds the only place.
  grpc::ClientContext running;
  grpc::CompletionQueue queue;
  const auto call = service_.mechanisms->AsyncSimulateMechanism(&running, LongMechanism(), &queue);
  v1::SimulateMechanismResponse ignored;
  grpc::Status ended;
  call->Finish(&ignored, &ended, nullptr);
  ASSERT_TRUE(Eventually([&] { return service_.server->admission().calls() == 1; }));
  grpc::ClientContext refused;
  v1::SimulateMechanismResponse response;
  EXPECT_EQ(
      service_.mechanisms->SimulateMechanism(&refused, LongMechanism(), &response).error_code(),
      grpc::StatusCode::RESOURCE_EXHAUSTED);
  WaitForCalls(1);
  running.TryCancel();
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  WaitForCalls(2);
  const auto samples = Now();
  EXPECT_EQ(samples.at(R"(carom_refusals_total{reason="long_calls"})"), 1.0);
  EXPECT_EQ(samples.at(R"(carom_refusals_total{reason="memory"})"), 0.0);
  EXPECT_EQ(
      samples.at(
          R"(carom_call_seconds_count{code="RESOURCE_EXHAUSTED",method="SimulateMechanism"})"),
      1.0);
  EXPECT_EQ(samples.at(R"(carom_call_seconds_count{code="CANCELLED",method="SimulateMechanism"})"),
            1.0);
}

// Sorted into buckets by closed form: 3 ms lies above 2.5 ms and below 5 ms.
TEST(Timings, SortsTimesIntoBuckets) {
  Timings timings;
  timings.Waited(Lane::kBulk, milliseconds(3));
  for (const prometheus::MetricFamily& family : timings.Collect()) {
    if (family.name != "carom_queue_seconds") continue;
    for (const prometheus::ClientMetric& metric : family.metric) {
      if (metric.label[0].value != "bulk") continue;
      EXPECT_DOUBLE_EQ(metric.histogram.sample_sum, 3e-3);
      for (const auto& bucket : metric.histogram.bucket) {
        EXPECT_EQ(bucket.cumulative_count, bucket.upper_bound >= 5e-3 ? 1u : 0u)
            << bucket.upper_bound;
      }
      return;
    }
  }
  FAIL() << "no such lane";
}

class Observer : public PoolObserver {
 public:
  void Waited(Lane lane, std::chrono::steady_clock::duration time) override {
    waited_lane = lane;
    waited = time;
    ++waits;
  }
  void Worked(Lane lane, std::chrono::steady_clock::duration time) override {
    worked_lane = lane;
    worked = time;
    ++works;
  }

  Lane waited_lane = Lane::kLong;
  Lane worked_lane = Lane::kLong;
  std::chrono::steady_clock::duration waited{};
  std::chrono::steady_clock::duration worked{};
  int waits = 0;
  int works = 0;
};

// An item of three slices of 2 ms counts once, with all three, in the lane where it began.
TEST(WorkerPoolObserver, LearnsOfAnItemOnce) {
  Observer observer;
  {
    WorkerPool pool(1, &observer);
    std::atomic<int> slices = 0;
    auto item = std::make_unique<TestItem>(Lane::kInteractive);
    item->run = [&](const WorkItem::Yield&) {
      std::this_thread::sleep_for(milliseconds(2));
      return ++slices < 3 ? WorkItem::Progress::kAgain : WorkItem::Progress::kDone;
    };
    pool.Submit(std::move(item));
    ASSERT_TRUE(Eventually([&] { return slices == 3 && pool.stats().running == 0; }));
  }
  EXPECT_EQ(observer.waits, 1);
  EXPECT_EQ(observer.works, 1);
  EXPECT_EQ(observer.waited_lane, Lane::kInteractive);
  EXPECT_EQ(observer.worked_lane, Lane::kInteractive);
  EXPECT_GE(observer.worked, milliseconds(6));
}

}  // namespace
}  // namespace carom
