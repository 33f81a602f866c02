#ifndef CAROM_TESTS_CLIENT_PICTURE_PICTURE_SHOTS_H_
#define CAROM_TESTS_CLIENT_PICTURE_PICTURE_SHOTS_H_

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "carom/client/client.h"
#include "carom/client/embedded/embedded.h"
#include "client/cli/render_shot.h"
#include "client/picture/shot_scene.h"

namespace carom::testing {

/// A service for pictures, in this process.
inline const Client& PictureClient() {
  static const auto* const client = new Client(Embedded({.threads = 1}));
  return *client;
}

/// A shot at balls at these places; the first one is the cue ball.
inline carom::v1::SimulateRequest ShotAt(const std::vector<std::pair<double, double>>& places_m,
                                         double speed_m_s, double azimuth_rad) {
  carom::v1::SimulateRequest request;
  auto& balls = *request.add_layouts()->mutable_balls();
  for (const auto& [x_m, y_m] : places_m) {
    auto& position = *balls.add_balls()->mutable_state()->mutable_position_m();
    position.set_x(x_m);
    position.set_y(y_m);
  }
  auto& strike = *request.mutable_shots()->add_shots()->mutable_strike();
  strike.set_speed_m_s(speed_m_s);
  strike.set_azimuth_rad(azimuth_rad);
  return request;
}

/// The scene of a request's only shot, as carom render makes it.
inline picture::ShotScene SceneOf(carom::v1::SimulateRequest request) {
  AskForMotion(&request);
  const auto response = PictureClient().Simulate(request);
  if (!response.ok()) {
    ADD_FAILURE() << response.status();
    return {};
  }
  auto scene = MakeScene(PictureClient(), CallOptions(), request, response->results());
  if (!scene.ok()) {
    ADD_FAILURE() << scene.status();
    return {};
  }
  return *std::move(scene);
}

/// What the service says where the balls are, at times of the caller's.
inline ShotSamples SamplesOf(carom::v1::SimulateRequest request, double period_s) {
  request.mutable_detail()->set_level(carom::v1::Detail::LEVEL_SAMPLES);
  request.mutable_detail()->mutable_samples()->set_period_s(period_s);
  request.mutable_detail()->mutable_samples()->add_quantities(carom::v1::QUANTITY_POSITION);
  request.mutable_detail()->mutable_samples()->add_quantities(carom::v1::QUANTITY_MOTION);
  const auto response = PictureClient().Simulate(request);
  if (!response.ok()) {
    ADD_FAILURE() << response.status();
    return {};
  }
  return ReadSamples(response->results())->front();
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CLIENT_PICTURE_PICTURE_SHOTS_H_
