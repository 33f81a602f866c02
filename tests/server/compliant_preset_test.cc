// Named sets of contact forces through the service: Table 2 of the smooth-contact paper.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/server/convert/wire_message.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using testing::Wire;

constexpr double kGap_m = 1e-3;
constexpr double kDiameter_m = 0.05715;

v1::SimulateResponse Play(const std::string& compliant) {
  TestService service(WithThreads(1));
  // A ball at 1 m/s against one at rest, looked at soon after they part.
  const auto request = Wire<v1::SimulateRequest>(
      "layouts { balls { balls { state { position_m { x: 0 } velocity_m_s { x: 1 } } } "
      "                  balls { state { position_m { x: " +
      std::to_string(kDiameter_m + kGap_m) +
      " } } } } } settings { engine: ENGINE_COMPLIANT stop { at_time_s: 0.003 } compliant { " +
      compliant + " horizontal: true } } shots { shots {} }");
  v1::SimulateResponse response;
  grpc::ClientContext context;
  const grpc::Status status = service.stub->Simulate(&context, request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.results().failures_size(), 0) << response.ShortDebugString();
  return response;
}

// What two bodies alone part with under Lankarani and Nikravesh's law, over what they met with:
// h (1 + e) = ln((1 + h)/(1 - h e)), which is its force integrated over a contact.
double RestitutionOf(double c) {
  const double h = 0.75 * (1.0 - c * c);
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < 60; ++i) {
    const double e = 0.5 * (low + high);
    (std::log((1.0 + h) / (1.0 - h * e)) > h * (1.0 + e) ? high : low) = e;
  }
  return low;
}

TEST(CompliantPreset, BallsPartAsTheLawOfTable2Says) {
  const v1::SimulateResponse response = Play("preset: 'table_2_threlfall_ambrosio'");
  const auto& velocities = response.results().final_states().velocities_m_s();
  // The cue ball slides over the gap, 0.2 g; after it both slide alike.
  const double met_m_s = std::sqrt(1.0 - 2.0 * 0.2 * 9.81 * kGap_m);
  EXPECT_NEAR((velocities[3] - velocities[0]) / met_m_s, RestitutionOf(0.93), 1e-3);
  EXPECT_GT(RestitutionOf(0.93), 0.936) << "more than 0.93, as the law is known for";
}

TEST(CompliantPreset, IsTheSameAsItsValuesWrittenOut) {
  const auto bits = [](const std::string& compliant) {
    return Play(compliant).results().final_states().SerializeAsString();
  };
  const std::string written =
      "ball_ball { normal { lankarani_nikravesh { restitution: 0.93 } } "
      "            friction { alciatore { a: 9.951e-3 b: 0.108 c_s_m: 1.088 } } } "
      "cushion { normal { lankarani_nikravesh { restitution: 0.85 } } "
      "          friction { frictionless {} } } "
      "cloth_normal { hertz {} } cloth_friction { ambrosio { friction: 0.2 } } "
      "cloth_least_approach_m_s: 0 start: COMPLIANT_START_AS_PLACED";
  EXPECT_TRUE(bits("preset: 'table_2_alciatore_frictionless'") == bits(written));
}

}  // namespace
}  // namespace carom
