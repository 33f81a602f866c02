// Client::SimulateAsync: calls in flight without a thread each.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <future>
#include <latch>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "carom/client/client.h"
#include "carom/client/embedded/embedded.h"
#include "carom/client/mock_connection.h"
#include "client/internal/ways.h"
#include "tests/client/cli/process.h"
#include "tests/client/fake_service.h"
#include "tests/client/gone.h"
#include "tests/client/holding_service.h"
#include "tests/client/no_waiting.h"

namespace carom {
namespace {

using ::testing::_;
using ::testing::NiceMock;
using ::testing::Return;
using ::testing::SizeIs;
using Result = absl::StatusOr<carom::v1::SimulateResponse>;

class AsyncTest : public ::testing::Test {
 protected:
  HoldingService service_;
  std::optional<Client> client_{Client(Connect(service_.address()))};
};

TEST_F(AsyncTest, AThousandCallsAreInFlightFromOneThread) {
  constexpr int kCalls = 1000;
  std::latch left(kCalls);
  std::atomic<int> done = 0;
  for (int i = 0; i < kCalls; ++i) {
    client_->SimulateAsync({}, [&](const Result& result) {
      if (result.ok()) ++done;
      left.count_down();
    });
  }
  EXPECT_TRUE(service_.HasCalls(kCalls));
  EXPECT_EQ(done, 0);
  service_.AnswerAll();
  left.wait();
  EXPECT_EQ(done, kCalls);
  EXPECT_EQ(service_.calls(), kCalls);
}

TEST_F(AsyncTest, AFutureHoldsTheOutcome) {
  std::future<Result> future = client_->SimulateFuture({});
  EXPECT_TRUE(service_.HasCalls(1));
  EXPECT_EQ(future.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  service_.Answer(1, grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "speed_m_s: 51"));
  EXPECT_EQ(future.get().status(), absl::InvalidArgumentError("speed_m_s: 51"));
}

TEST_F(AsyncTest, AStopCancelsWhatIsInFlight) {
  std::stop_source stop;
  CallOptions options;
  options.stop = stop.get_token();
  std::future<Result> future = client_->SimulateFuture({}, options);
  EXPECT_TRUE(service_.HasCalls(1));
  stop.request_stop();
  EXPECT_EQ(future.get().status(), absl::CancelledError("stopped by the caller"));
  EXPECT_TRUE(service_.HasCancelled(1));
}

TEST_F(AsyncTest, NothingIsSentAfterAStopAndTheCallbackComesFromElsewhere) {
  std::stop_source stop;
  stop.request_stop();
  CallOptions options;
  options.stop = stop.get_token();
  std::promise<std::thread::id> thread;
  client_->SimulateAsync(
      {},
      [&](const Result& result) {
        EXPECT_TRUE(absl::IsCancelled(result.status()));
        thread.set_value(std::this_thread::get_id());
      },
      options);
  EXPECT_NE(thread.get_future().get(), std::this_thread::get_id());
  EXPECT_EQ(service_.calls(), 0);
}

TEST_F(AsyncTest, TheDeadlineIsThatOfTheWholeCall) {
  CallOptions options;
  options.timeout = absl::Milliseconds(50);
  options.retry_for = absl::Hours(1);
  const absl::Time begin = absl::Now();
  EXPECT_TRUE(absl::IsDeadlineExceeded(client_->SimulateFuture({}, options).get().status()));
  EXPECT_GE(absl::Now() - begin, absl::Milliseconds(50));
  EXPECT_LT(absl::Now() - begin, absl::Seconds(5));
  EXPECT_TRUE(service_.HasCancelled(1));
}

TEST_F(AsyncTest, TheEndOfTheClientCutsWhatIsInFlight) {
  std::vector<absl::Status> ends;
  for (int i = 0; i < 20; ++i) {
    client_->SimulateAsync({}, [&](const Result& result) {
      static std::mutex mutex;
      const std::lock_guard lock(mutex);
      ends.push_back(result.status());
    });
  }
  EXPECT_TRUE(service_.HasCalls(20));
  client_.reset();
  EXPECT_THAT(ends, SizeIs(20)) << "all have ended when the client is gone";
  for (const absl::Status& end : ends) EXPECT_TRUE(absl::IsCancelled(end)) << end;
  EXPECT_TRUE(service_.HasCancelled(20));
}

// Each answer starts the next call, and the chain alone holds the client: the last reference goes
// inside a callback, where nothing may wait for gRPC's threads.
struct Chain : std::enable_shared_from_this<Chain> {
  Chain(Client first, int calls) : client(std::move(first)), left(calls) {}
  void Next() {
    client.SimulateAsync({}, [self = shared_from_this()](const Result& result) {
      EXPECT_TRUE(result.ok() || absl::IsInvalidArgument(result.status())) << result.status();
      if (--self->left > 0) return self->Next();
      self->done.set_value();
    });
  }

  const Client client;
  int left;
  std::promise<void> done;
};

void RunChain(Client client) {
  auto chain = std::make_shared<Chain>(std::move(client), 100);
  std::future<void> done = chain->done.get_future();
  std::weak_ptr<Chain> end = chain;
  chain->Next();
  chain.reset();
  EXPECT_EQ(done.wait_for(std::chrono::seconds(20)), std::future_status::ready);
  while (!end.expired()) absl::SleepFor(absl::Milliseconds(1));
  absl::SleepFor(absl::Milliseconds(100));  // The other thread ends the connection.
}

TEST_F(AsyncTest, ACallbackStartsTheNextCall) {
  service_.AnswerAll();
  RunChain(Client(Connect(service_.address())));
  EXPECT_EQ(service_.calls(), 100);
}

TEST(AsyncEmbeddedTest, ACallbackStartsTheNextCall) { RunChain(Client(Embedded({1}))); }

TEST(AsyncEmbeddedTest, GivesTheSameAnswers) {
  const Client client(Embedded({2}));
  carom::v1::SimulateRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  request.mutable_shots()->add_shots()->mutable_strike()->set_speed_m_s(7);
  const Result expected = client.Simulate(request);
  ASSERT_TRUE(expected.ok()) << expected.status();
  std::vector<std::future<Result>> futures;
  for (int i = 0; i < 100; ++i) futures.push_back(client.SimulateFuture(request));
  for (std::future<Result>& future : futures) {
    const Result result = future.get();
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->SerializeAsString(), expected->SerializeAsString());
  }
}

TEST(AsyncMockTest, AMockAnswersByItsSimulate) {
  const auto connection = std::make_shared<MockConnection>();
  carom::v1::SimulateResponse response;
  response.set_engine_version("mock");
  EXPECT_CALL(*connection, Simulate(_, _)).WillOnce(Return(response));
  const Result result = Client(connection).SimulateFuture({}).get();
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->engine_version(), "mock");
}

// The callback once ran before SimulateAsync() had returned.
TEST(AsyncMockTest, AMockAnswersLaterAndFromAnotherThread) {
  const auto connection = std::make_shared<NiceMock<MockConnection>>();
  std::promise<std::thread::id> thread;
  Client(connection).SimulateAsync({}, [&](const Result&) {
    thread.set_value(std::this_thread::get_id());
  });
  EXPECT_NE(thread.get_future().get(), std::this_thread::get_id());
}

TEST(AsyncMockTest, ACallbackEndsTheConnection) {
  auto client = std::make_shared<Client>(std::make_shared<NiceMock<MockConnection>>());
  std::promise<void> go;
  std::promise<void> done;
  client->SimulateAsync({},
                        [&done, may_go = go.get_future().share(), client](const Result&) mutable {
                          may_go.wait();
                          client.reset();
                          done.set_value();
                        });
  client.reset();
  go.set_value();
  EXPECT_EQ(done.get_future().wait_for(std::chrono::seconds(20)), std::future_status::ready);
}

TEST(AsyncConnectTest, ARefusalComesFromAnotherThread) {
  ConnectOptions options;
  options.token = "with a space";
  const Client client(Connect("127.0.0.1:1", options));
  std::promise<std::thread::id> thread;
  client.SimulateAsync({}, [&](const Result& result) {
    EXPECT_TRUE(absl::IsInvalidArgument(result.status()));
    thread.set_value(std::this_thread::get_id());
  });
  EXPECT_NE(thread.get_future().get(), std::this_thread::get_id());
}

class AsyncRetryTest : public ::testing::Test {
 protected:
  // Time passes in waits alone.
  Result Simulate(const CallOptions& call = {}) {
    return Client(time_.Connect(service_.channel(), options_.retry)).SimulateFuture({}, call).get();
  }

  // It really passes.
  Client SlowClient() { return Client(MakeConnection(service_.channel(), options_)); }

  FakeService service_;
  NoWaiting time_;
  ConnectOptions options_;
};

TEST_F(AsyncRetryTest, RepeatsACallThatFoundNoServer) {
  service_.Answer({kGone, kGone});
  EXPECT_TRUE(Simulate().ok());
  EXPECT_EQ(service_.simulate_calls(), 3);
  EXPECT_THAT(time_.waits, SizeIs(2));
}

TEST_F(AsyncRetryTest, GivesUpWhenItsPatienceEnds) {
  service_.Answer(std::vector<grpc::Status>(1000, kGone));
  CallOptions call;
  call.retry_for = absl::Seconds(3);
  const SteadyTime begin = time_.now;
  EXPECT_EQ(Simulate(call).status(), absl::UnavailableError("gone"));
  EXPECT_LE(time_.now - begin, absl::Seconds(3));
  EXPECT_GT(time_.now - begin, absl::Seconds(1));
}

TEST_F(AsyncRetryTest, ComesBackWhenABusyServerWantsIt) {
  service_.Answer({grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "busy")});
  service_.set_pushback_ms(700);
  EXPECT_TRUE(Simulate().ok());
  ASSERT_THAT(time_.waits, SizeIs(1));
  EXPECT_GE(time_.waits[0], absl::Milliseconds(700));
}

TEST_F(AsyncRetryTest, DoesNotRepeatWhatTheServerMeant) {
  service_.Answer({grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "bad")});
  EXPECT_EQ(Simulate().status(), absl::InvalidArgumentError("bad"));
  EXPECT_EQ(service_.simulate_calls(), 1);
}

// The handler once ran under the lock that a stop takes: the call hung.
TEST_F(AsyncRetryTest, TheHandlerOfAWaitMayStopTheCall) {
  for (const bool really_waits : {false, true}) {
    service_.Answer({kGone});
    std::stop_source stop;
    options_.retry.on_wait = [&](const absl::Status& failure, absl::Duration) {
      EXPECT_EQ(failure, absl::UnavailableError("gone"));
      stop.request_stop();
    };
    CallOptions call;
    call.stop = stop.get_token();
    const Result result =
        really_waits ? SlowClient().SimulateFuture({}, call).get() : Simulate(call);
    EXPECT_EQ(result.status(), absl::CancelledError("stopped by the caller"));
  }
  EXPECT_EQ(service_.simulate_calls(), 2);
}

TEST_F(AsyncRetryTest, ReallyWaits) {
  options_.retry.initial_backoff = absl::Milliseconds(100);
  service_.Answer({kGone, kGone});
  const absl::Time begin = absl::Now();
  EXPECT_TRUE(SlowClient().SimulateFuture({}).get().ok());
  EXPECT_GE(absl::Now() - begin, absl::Milliseconds(150)) << "half of 100 ms and half of 200 ms";
}

TEST_F(AsyncRetryTest, AStopEndsTheWait) {
  options_.retry.initial_backoff = options_.retry.max_backoff = absl::Hours(1);
  service_.Answer({kGone});
  std::stop_source stop;
  CallOptions call;
  call.retry_for = absl::Hours(10);
  call.stop = stop.get_token();
  const Client client = SlowClient();
  std::future<Result> future = client.SimulateFuture({}, call);
  while (service_.simulate_calls() == 0) absl::SleepFor(absl::Milliseconds(1));
  absl::SleepFor(absl::Milliseconds(20));
  stop.request_stop();
  EXPECT_EQ(future.get().status(), absl::CancelledError("stopped by the caller"));
}

TEST_F(AsyncRetryTest, TheEndOfTheClientEndsTheWait) {
  options_.retry.initial_backoff = options_.retry.max_backoff = absl::Hours(1);
  service_.Answer({kGone});
  CallOptions call;
  call.retry_for = absl::Hours(10);
  std::optional<Client> client(SlowClient());
  std::future<Result> future = client->SimulateFuture({}, call);
  while (service_.simulate_calls() == 0) absl::SleepFor(absl::Milliseconds(1));
  client.reset();
  EXPECT_TRUE(absl::IsCancelled(future.get().status()));
}

// Looking for the server once lasted beyond the deadline. Port 1 is reserved: nobody listens.
TEST(AsyncConnectTest, LookingForAServerEndsWithTheDeadline) {
  ConnectOptions options;
  options.retry.initial_backoff = absl::Milliseconds(190);  // At least 95 ms.
  CallOptions call;
  call.timeout = absl::Milliseconds(200);
  call.retry_for = absl::Hours(1);
  // A busy machine may delay any one call; one that looks on takes longer than this every time.
  const absl::Duration too_long = absl::Milliseconds(95) + Ways::kLook;
  absl::Duration took = absl::InfiniteDuration();
  for (int i = 0; i < 50 && took >= too_long; ++i) {
    const absl::Time begin = absl::Now();
    EXPECT_FALSE(Client(Connect("127.0.0.1:1", options)).SimulateFuture({}, call).get().ok());
    took = absl::Now() - begin;
  }
  EXPECT_LT(took, too_long);
}

// A real server dies with calls in flight and comes back.
TEST(AsyncProgramTest, CallsOutliveARestartOfTheirOnlyServer) {
  const std::string ready = "listening on ";
  Process server("carom-server", {"--listen=127.0.0.1:0", "--threads=1"});
  const std::string address = server.ReadLine().substr(ready.size());
  const Client client(Connect(address));
  carom::v1::SimulateRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  for (int i = 0; i < 400; ++i)
    request.mutable_shots()->add_shots()->mutable_strike()->set_speed_m_s(7);
  CallOptions options;
  options.retry_for = absl::Seconds(30);
  std::vector<std::future<Result>> futures;
  for (int i = 0; i < 10; ++i) futures.push_back(client.SimulateFuture(request, options));
  absl::SleepFor(absl::Milliseconds(50));  // The server has the calls, and is busy for longer.
  server.Signal(SIGKILL);
  server.Wait();
  const auto in_flight = [](const std::future<Result>& future) {
    return future.wait_for(std::chrono::seconds(0)) == std::future_status::timeout;
  };
  EXPECT_TRUE(std::any_of(futures.begin(), futures.end(), in_flight));
  Process again("carom-server", {"--listen=" + address, "--threads=1"});
  for (std::future<Result>& future : futures) {
    const Result result = future.get();
    EXPECT_TRUE(result.ok()) << result.status();
  }
}

}  // namespace
}  // namespace carom
