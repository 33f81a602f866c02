// How calls of Local() begin and end.

#include "carom/client/local/local.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "carom/client/client.h"
#include "client/local/local_call.h"
#include "client/local/local_engine.h"
#include "tests/client/local/requests.h"
#include "tests/client/no_more_threads.h"

namespace carom {
namespace {

using Result = absl::StatusOr<v1::SimulateResponse>;

// Long against the time in which a call must end, and short against LongShot().
constexpr absl::Duration kSoon = absl::Seconds(5);

TEST(Local, RefusesOptionsThatMakeNoSense) {
  for (const int threads : {-3, 1025, 200000}) {
    const Client client(Local({.threads = threads}));
    const absl::Status status = client.Simulate(CutsInColumns<v1::SimulateRequest>(1)).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(status.message(), "threads: " + std::to_string(threads) + " must be in [0, 1024]");
  }
}

TEST(Local, TakesAllProcessorsByDefault) {
  const auto info = Client(Local()).GetServerInfo();
  ASSERT_TRUE(info.ok());
  EXPECT_GE(info->threads(), 1U);
  EXPECT_LE(info->threads(), std::thread::hardware_concurrency());
}

TEST(Local, RunsManyThreads) {
  const Client client(Local({.threads = 1024}));
  const auto response = client.Simulate(CutsInColumns<v1::SimulateRequest>(2000));
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->results().shot_count(), 2000U);
}

TEST(Local, TakesCallsOfManyThreads) {
  const Client client(Local({.threads = 2}));
  const auto request = CutsInColumns<v1::SimulateRequest>(40);
  const Result expected = client.Simulate(request);
  ASSERT_TRUE(expected.ok());
  std::atomic<int> same = 0;
  {
    std::vector<std::jthread> callers;
    for (int i = 0; i < 8; ++i) {
      callers.emplace_back([&] {
        for (int j = 0; j < 50; ++j) {
          const Result result = client.Simulate(request);
          if (result.ok() && result->SerializeAsString() == expected->SerializeAsString()) ++same;
        }
      });
    }
  }
  EXPECT_EQ(same, 400);
}

TEST(Local, EndsAtTheDeadline) {
  const Client client(Local({.threads = 2}));
  CallOptions call;
  call.timeout = absl::Milliseconds(50);
  const absl::Time begin = absl::Now();
  EXPECT_EQ(client.Simulate(LongShot(), call).status().code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(client.SimulateFuture(LongShot(), call).get().status().code(),
            absl::StatusCode::kDeadlineExceeded);
  EXPECT_LT(absl::Now() - begin, kSoon);
}

// A call that waits behind others ends in time too.
TEST(Local, EndsAtTheDeadlineWhileItWaits) {
  const Client client(Local({.threads = 1}));
  std::stop_source stop;
  CallOptions busy;
  busy.stop = stop.get_token();
  auto first = client.SimulateFuture(LongShot(), busy);
  auto second = client.SimulateFuture(LongShot(), busy);
  CallOptions call;
  call.timeout = absl::Milliseconds(50);
  const absl::Time begin = absl::Now();
  EXPECT_EQ(client.Simulate(LongShot(), call).status().code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_LT(absl::Now() - begin, kSoon);
  stop.request_stop();
  EXPECT_EQ(first.get().status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(second.get().status().code(), absl::StatusCode::kCancelled);
}

TEST(Local, EndsWhenItIsStopped) {
  const Client client(Local({.threads = 2}));
  std::stop_source stop;
  CallOptions call;
  call.stop = stop.get_token();
  const absl::Time begin = absl::Now();
  const std::jthread stopper([&] {
    absl::SleepFor(absl::Milliseconds(50));
    stop.request_stop();
  });
  EXPECT_EQ(client.Simulate(LongShot(), call).status().code(), absl::StatusCode::kCancelled);
  EXPECT_LT(absl::Now() - begin, kSoon);
  EXPECT_EQ(client.Simulate(LongShot(), call).status().code(), absl::StatusCode::kCancelled);
}

TEST(Local, StopsABatchAndTellsWhatIsDone) {
  const Client client(Local({.threads = 2}));
  std::stop_source stop;
  BatchOptions options;
  options.stop = stop.get_token();
  const auto stops = [&](const v1::ShotResults&) {
    stop.request_stop();
    return absl::OkStatus();
  };
  const auto summary = client.SimulateBatch(CutsInColumns<v1::SimulateBatchRequest>(60000),
                                            {.on_chunk = stops}, options);
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_FALSE(summary->complete);
  EXPECT_GT(summary->shots, 0U);
}

TEST(Local, EndsABatchWithTheErrorOfItsCallback) {
  const Client client(Local({.threads = 2}));
  const auto refuses = [](const v1::ShotResults&) { return absl::DataLossError("full"); };
  const auto summary =
      client.SimulateBatch(CutsInColumns<v1::SimulateBatchRequest>(60000), {.on_chunk = refuses});
  EXPECT_EQ(summary.status(), absl::DataLossError("full"));
}

// Items of the call once ran on after the exception had destroyed what they refer to.
TEST(Local, AnExceptionOfACallbackEndsTheCallAndComesToTheCaller) {
  const auto connection = Local({.threads = 2});
  int chunks = 0;
  for (int i = 1; i <= 20; ++i) {
    const auto throws = [&](const v1::SimulateBatchResponse&) -> absl::Status {
      ++chunks;
      throw std::out_of_range("no such row");
    };
    const auto batch = CutsInColumns<v1::SimulateBatchRequest>(60000);
    EXPECT_THROW((void)connection->SimulateBatch(batch, throws, {}), std::out_of_range);
    EXPECT_EQ(chunks, i);
  }
  v1::EstimateOutcomesRequest estimate = NoisyCuts();
  estimate.set_draws(20000);
  int told = 0;
  for (int i = 1; i <= 20; ++i) {
    const auto throws = [&](const v1::EstimateProgress&) {
      ++told;
      throw std::out_of_range("no such row");
    };
    EXPECT_THROW((void)connection->EstimateOutcomes(estimate, throws, {}), std::out_of_range);
    EXPECT_EQ(told, i);
  }
  EXPECT_TRUE(connection->Simulate(CutsInColumns<v1::SimulateRequest>(10), {}).ok());
}

// The outbox is bounded, so the batch waits for a callback that is slow, and then goes on.
TEST(Local, ASlowCallbackGetsEveryShotOnce) {
  const Client client(Local({.threads = 2}));
  std::vector<int> told(20000);
  const auto count = [&](const v1::ShotResults& part) {
    absl::SleepFor(absl::Milliseconds(1));
    for (uint32_t i = 0; i < part.shot_count(); ++i) ++told[part.first_shot() + i];
    return absl::OkStatus();
  };
  const auto summary =
      client.SimulateBatch(CutsInColumns<v1::SimulateBatchRequest>(20000), {.on_chunk = count});
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(told, std::vector<int>(20000, 1));
}

TEST(LocalAsync, EndsWithItsConnection) {
  std::optional<Client> client(Local({.threads = 2}));
  std::vector<std::future<Result>> futures;
  for (int i = 0; i < 20; ++i) futures.push_back(client->SimulateFuture(LongShot()));
  absl::SleepFor(absl::Milliseconds(20));
  const absl::Time begin = absl::Now();
  client.reset();
  EXPECT_LT(absl::Now() - begin, kSoon);
  for (std::future<Result>& future : futures) {
    EXPECT_EQ(future.get().status(), absl::CancelledError("the client is gone"));
  }
}

struct Chain : std::enable_shared_from_this<Chain> {
  std::optional<Client> client{Local({.threads = 1})};
  std::promise<void> done;
  int left = 100;

  void Next() {
    client->SimulateAsync(CutsInColumns<v1::SimulateRequest>(1),
                          [self = shared_from_this()](const Result& result) {
                            if (result.ok() && --self->left > 0) return self->Next();
                            self->client.reset();
                            self->done.set_value();
                          });
  }
};

// Also the end of the connection within its own thread.
TEST(LocalAsync, ACallbackStartsTheNextCallAndEndsTheConnection) {
  const auto chain = std::make_shared<Chain>();
  std::future<void> done = chain->done.get_future();
  chain->Next();
  EXPECT_EQ(done.wait_for(std::chrono::seconds(20)), std::future_status::ready);
  EXPECT_EQ(chain->left, 0);
  absl::SleepFor(absl::Milliseconds(100));  // Another thread ends the connection.
}

TEST(LocalAsync, IsStoppedFromAnotherThreadThanItsCallback) {
  const Client client(Local({.threads = 2}));
  std::stop_source stop;
  CallOptions call;
  call.stop = stop.get_token();
  std::promise<std::thread::id> thread;
  client.SimulateAsync(
      LongShot(), [&](const Result&) { thread.set_value(std::this_thread::get_id()); }, call);
  stop.request_stop();
  EXPECT_NE(thread.get_future().get(), std::this_thread::get_id());
}

// A stop that came while the last owner let go of the call once ended the process.
TEST(LocalAsync, ACallWithoutAnOwnerIsNotCut) {
  const auto engine = LocalEngine::Start(1);
  ASSERT_TRUE(engine.ok()) << engine.status();
  LocalAsync call(**engine, {}, {}, [](const Result&) {});
  EXPECT_NO_THROW(call.Cut(absl::CancelledError("too late")));
}

// The callback once ran before SimulateAsync() had returned.
TEST(LocalAsync, ARefusalComesLaterAndFromAnotherThread) {
  std::optional<Client> client(Local({.threads = -3}));
  std::promise<std::thread::id> thread;
  std::atomic<bool> returned = false;
  client->SimulateAsync({}, [&](const Result& result) {
    EXPECT_TRUE(absl::IsInvalidArgument(result.status()));
    thread.set_value(std::this_thread::get_id());
    absl::SleepFor(absl::Milliseconds(50));
    returned = true;
  });
  EXPECT_NE(thread.get_future().get(), std::this_thread::get_id());
  client.reset();
  EXPECT_TRUE(returned) << "the end of the client waits for its callbacks";
}

// Only then there is no other thread that could call.
TEST(LocalAsync, EndsAtOnceWhereNoThreadCanStart) {
  const Client client(Local({.threads = 1}));
  const NoMoreThreads none;
  std::vector<absl::Status> ends;
  client.SimulateAsync({}, [&](const Result& result) { ends.push_back(result.status()); });
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_TRUE(absl::IsResourceExhausted(ends[0])) << ends[0];
}

TEST(LocalAsync, HasManyCallsInFlight) {
  const Client client(Local({.threads = 2}));
  const auto request = CutsInColumns<v1::SimulateRequest>(30);
  const Result expected = client.Simulate(request);
  ASSERT_TRUE(expected.ok());
  std::vector<std::future<Result>> futures;
  for (int i = 0; i < 300; ++i) futures.push_back(client.SimulateFuture(request));
  for (std::future<Result>& future : futures) {
    const Result result = future.get();
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->SerializeAsString(), expected->SerializeAsString());
  }
}

}  // namespace
}  // namespace carom
