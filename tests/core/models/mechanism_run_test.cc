#include "core/models/mechanism_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/shot/simulate_mechanism.h"

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A point that moves with speed 1 and bounces between walls with restitution e; records bounces.
class Shuttle : public OdeSystem {
 public:
  explicit Shuttle(MechanismRecord& record) : record_(record) {}
  int size() const override { return 2; }
  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    slope[0] = y[1];
    slope[1] = 0.0;
  }
  int guard_count() const override { return 1; }
  void Guards(double /*t*/, std::span<const double> y, std::span<double> value,
              std::span<double> rate) override {
    value[0] = 1.0 - y[0];
    rate[0] = -y[1];
  }
  bool OnGuards(double t, std::span<double> y, std::span<const int> /*crossed*/) override {
    record_.events.push_back({t, EventKind::kObstacleImpact, 0, 0});
    y[1] = -1.0;
    if (!ends_at_wall) return true;
    record_.stop_reason = StopReason::kAtTime;
    return false;
  }
  bool ends_at_wall = false;

 private:
  MechanismRecord& record_;
};

struct Request {
  IntegrationSpec integration;
  MechanismDetail detail;
  StopToken stop;
  bool ends_at_wall = false;
  mutable absl::Status status;

  MechanismRecord Go(double duration_s) const {
    MechanismRecord record;
    Shuttle system(record);
    system.ends_at_wall = ends_at_wall;
    std::array<double, 2> y = {0.0, 1.0};
    status = RunMechanism(
        system, y, duration_s, integration, detail, stop,
        [](double /*t*/, std::span<const double> state, ChannelWriter& to) {
          to.Add("point", "position_m", state[0]);
        },
        record);
    return record;
  }
};

SpectrumRequest SpectrumOf(const Channel& channel) {
  SpectrumRequest spectrum;
  spectrum.channels = {channel};
  spectrum.period_s = 1.0 / 64.0;
  spectrum.welch = {.segment = 1024, .window = SpectrumWindow::kRectangular};
  return spectrum;
}

TEST(MechanismRun, AccelerationsNeedSamples) {
  MechanismDetail detail;
  detail.accelerations = true;
  EXPECT_EQ(
      ValidateDetail(detail, 20.0).message(),
      "detail.accelerations: true must be beside sample_period_s, sample_times_s or spectrum, "
      "which have them");
  detail.sample_times_s = {0.0};
  EXPECT_TRUE(ValidateDetail(detail, 20.0).ok());
  detail.sample_times_s = {};
  detail.spectrum = SpectrumOf({"point", "acceleration_x_m_s2"});
  EXPECT_TRUE(ValidateDetail(detail, 20.0).ok());
}

// Samples at 0, 0.5, 1: three times and positions; 65 samples of the spectrum's: the same.
TEST(MechanismRun, AsksBeforeItKeepsSamples) {
  Request request;
  request.detail.sample_period_s = 0.5;
  request.detail.spectrum = SpectrumOf({"point", "position_m"});
  int64_t asked_bytes = 0;
  request.detail.may_keep = [&](int64_t bytes) {
    asked_bytes = bytes;
    return absl::ResourceExhaustedError("full");
  };
  const MechanismRecord record = request.Go(1.0);
  EXPECT_EQ(asked_bytes, 8 * 2 * (3 + 65));
  EXPECT_EQ(request.status, absl::ResourceExhaustedError("full"));
  EXPECT_EQ(record.evaluations, 0);
  EXPECT_THAT(record.samples.times_s, ::testing::IsEmpty());
}

// After the wall a ramp, -t: by the sum of a geometric series its N samples, p apart, have the
// power p^2/(2 sin^2(pi k/N)) in bin k.
TEST(RunMechanism, TakesSpectraOfSamplesOfTheirOwn) {
  Request request;
  request.detail.sample_times_s = {0.3};
  request.detail.spectrum = SpectrumOf({"point", "position_m"});
  request.detail.spectrum->from_s = 1.0;
  const MechanismRecord record = request.Go(17.5);
  EXPECT_TRUE(request.status.ok()) << request.status;
  EXPECT_THAT(record.samples.times_s, ElementsAre(0.3));
  ASSERT_EQ(record.spectrum.densities.size(), 513u);
  EXPECT_EQ(record.spectrum.segments, 1);
  EXPECT_EQ(record.spectrum.bin_Hz, 1.0 / 16.0);
  for (const std::size_t k : {1u, 8u, 300u}) {
    const double sine = std::sin(kPi * static_cast<double>(k) / 1024.0);
    const double power = record.spectrum.densities[k] * record.spectrum.bin_Hz;
    EXPECT_NEAR(power * 2.0 * 64.0 * 64.0 * sine * sine, 1.0, 1e-9) << k;
  }
  Request plain;
  EXPECT_EQ(plain.Go(17.5).hash, record.hash);
}

TEST(RunMechanism, HasNoSpectrumOfARunThatEndedBeforeASegment) {
  Request request;
  request.ends_at_wall = true;
  request.detail.spectrum = SpectrumOf({"point", "position_m"});
  const MechanismRecord record = request.Go(17.5);
  EXPECT_TRUE(request.status.ok());
  EXPECT_TRUE(record.spectrum.channels.empty());
  EXPECT_TRUE(record.spectrum.densities.empty());
}

TEST(RunMechanism, RefusesASpectrumOfWhatIsNotThere) {
  Request request;
  request.detail.spectrum = SpectrumOf({"point", "colour\n"});
  const MechanismRecord record = request.Go(17.5);
  EXPECT_EQ(request.status.message(),
            "detail.spectrum.channels[0]: \"point.colour\\n\" must be one of point.position_m");
  EXPECT_TRUE(record.samples.channels.empty());
}

TEST(RunMechanism, MergesPeriodsAndGivenTimes) {
  Request request;
  request.detail.sample_period_s = 0.5;
  request.detail.sample_times_s = {0.25, 0.5, 1.75};
  const MechanismRecord record = request.Go(1.5);
  EXPECT_THAT(record.samples.times_s, ElementsAre(0.0, 0.25, 0.5, 1.0, 1.5, 1.75));
  EXPECT_EQ(record.stop_reason, StopReason::kTimeLimit);
  EXPECT_EQ(record.end_time_s, 1.5);
  EXPECT_NEAR(record.samples.values[1], 0.25, 1e-15);
  // After the end the final state repeats.
  EXPECT_NEAR(record.samples.values[4], 0.5, 1e-14);
  EXPECT_EQ(record.samples.values[5], record.samples.values[4]);
}

TEST(RunMechanism, APeriodThatRoundsKeepsItsLastRow) {
  Request request;
  request.detail.sample_period_s = 0.1;
  EXPECT_EQ(request.Go(0.3).samples.times_s.size(), 4u);
}

TEST(RunMechanism, TheModelNamesItsOwnEnd) {
  Request request;
  request.ends_at_wall = true;
  request.detail.sample_times_s = {0.5, 5.0};
  const MechanismRecord record = request.Go(10.0);
  EXPECT_EQ(record.stop_reason, StopReason::kAtTime);
  EXPECT_NEAR(record.end_time_s, 1.0, 1e-13);
  ASSERT_EQ(record.samples.values.size(), 2u);
  EXPECT_NEAR(record.samples.values[1], 1.0, 1e-13);
}

TEST(RunMechanism, AnAskedTokenCancels) {
  const std::atomic<bool> flag = true;
  Request request;
  request.stop = StopToken(&flag);
  const MechanismRecord record = request.Go(10.0);
  EXPECT_EQ(record.stop_reason, StopReason::kCancelled);
  EXPECT_EQ(record.steps, 0);
}

// One step of a second holds all of them, and so would the state at the end.
TEST(RunMechanism, AnAskedTokenEndsTheSamplesOfAStep) {
  std::atomic<bool> flag = false;
  int seen = 0;
  MechanismRecord record;
  Shuttle system(record);
  std::array<double, 2> y = {0.0, 0.5};
  MechanismDetail detail;
  detail.sample_period_s = 1e-4;
  detail.spectrum = SpectrumRequest{.channels = {{"point", "position_m"}}};
  const auto row = [&](double /*t*/, std::span<const double> state, ChannelWriter& to) {
    to.Add("point", "position_m", state[0]);
    flag = ++seen > 10;  // It was asked for the names first.
  };
  ASSERT_TRUE(
      RunMechanism(system, y, 1.0, IntegrationSpec{}, detail, StopToken(&flag), row, record).ok());
  EXPECT_EQ(record.stop_reason, StopReason::kCancelled);
  EXPECT_EQ(record.samples.times_s.size(), 10u);
  EXPECT_TRUE(record.spectrum.densities.empty());
}

TEST(RunMechanism, TheCapOnEvaluationsEnds) {
  Request request;
  request.integration.max_evaluations = 50;
  const MechanismRecord record = request.Go(10.0);
  EXPECT_EQ(record.stop_reason, StopReason::kEvaluationLimit);
  EXPECT_LT(record.evaluations, 100);
}

TEST(RunMechanism, TheHashIsOfTheRunNotOfItsSamples) {
  Request request;
  const uint64_t plain = request.Go(1.5).hash;
  request.detail.sample_period_s = 0.01;
  EXPECT_EQ(request.Go(1.5).hash, plain);
  EXPECT_NE(request.Go(1.6).hash, plain);
}

std::string ErrorOf(const MechanismDetail& detail) {
  return std::string(ValidateDetail(detail, 1.0).message());
}

TEST(ValidateDetail, NamesTheField) {
  EXPECT_TRUE(ValidateDetail({}, 1.0).ok());
  EXPECT_TRUE(ValidateDetail({.sample_period_s = 0.1, .sample_times_s = {0.0, 2.0}}, 1.0).ok());
  EXPECT_THAT(ErrorOf({.sample_period_s = -1.0}), HasSubstr("detail.sample_period_s"));
  EXPECT_THAT(ErrorOf({.sample_period_s = kNan}), HasSubstr("detail.sample_period_s"));
  EXPECT_THAT(ErrorOf({.sample_period_s = 1e-300}), HasSubstr("detail.sample_period_s"));
  EXPECT_THAT(ErrorOf({.sample_times_s = {0.1, 0.05}}), HasSubstr("detail.sample_times_s[1]"));
  EXPECT_THAT(ErrorOf({.sample_times_s = {kNan}}), HasSubstr("detail.sample_times_s[0]"));
  EXPECT_THAT(ErrorOf({.sample_times_s = {0.1, 0.2}, .max_samples = 1}),
              HasSubstr("detail.sample_times_s"));
}

template <class Model>
void ExpectDurationsAreChecked() {
  Model model;
  model.duration_s = 1e-3;
  EXPECT_TRUE(Validate(model, {}).ok()) << Validate(model, {});
  for (const double duration_s : {0.0, -1.0, 2e6, kNan}) {
    model.duration_s = duration_s;
    EXPECT_THAT(std::string(Validate(model, {}).message()), ::testing::StartsWith("duration_s"));
  }
}

TEST(EveryMechanism, ChecksItsDuration) {
  ExpectDurationsAreChecked<BallBearing>();
  ExpectDurationsAreChecked<BouncingBalls>();
  ExpectDurationsAreChecked<DoublePendulum>();
  ExpectDurationsAreChecked<Linkage>();
  ExpectDurationsAreChecked<NewtonsCradle>();
  ExpectDurationsAreChecked<RollingBall>();
}

TEST(ValidateIntegration, NamesTheField) {
  const auto error = [](const IntegrationSpec& spec) {
    return std::string(ValidateIntegration(spec).message());
  };
  EXPECT_TRUE(ValidateIntegration({}).ok());
  EXPECT_THAT(error({.relative_tolerance = 1e-15}), HasSubstr("integration.relative_tolerance"));
  EXPECT_THAT(error({.absolute_tolerance = 0.0}), HasSubstr("integration.absolute_tolerance"));
  EXPECT_THAT(error({.largest_step_s = std::nan("")}), HasSubstr("integration.largest_step_s"));
  EXPECT_THAT(error({.max_evaluations = 0}), HasSubstr("integration.max_evaluations"));
}

}  // namespace
}  // namespace carom
