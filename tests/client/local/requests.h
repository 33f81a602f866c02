#ifndef TESTS_CLIENT_LOCAL_REQUESTS_H_
#define TESTS_CLIENT_LOCAL_REQUESTS_H_

#include <cstdint>

#include "carom/v1/simulation.pb.h"

// Requests of each kind.

namespace carom {

/// A cut on two balls, `shots` shots in columns; the azimuths are spread over the object ball.
template <class Request>
Request CutsInColumns(uint32_t shots) {
  Request request;
  v1::BallList& balls = *request.add_layouts()->mutable_balls();
  for (const double x_m : {-0.6, 0.3}) {
    balls.add_balls()->mutable_state()->mutable_position_m()->set_x(x_m);
  }
  v1::ShotColumns& columns = *request.mutable_columns();
  columns.set_shot_count(shots);
  columns.add_speed_m_s(2.0);
  for (uint32_t i = 0; i < shots; ++i) columns.add_azimuth_rad(0.12 * i / shots - 0.06);
  return request;
}

/// Chances of a few cuts that are played with noise.
inline v1::EstimateOutcomesRequest NoisyCuts() {
  v1::EstimateOutcomesRequest request;
  const auto cuts = CutsInColumns<v1::SimulateRequest>(8);
  *request.mutable_layouts() = cuts.layouts();
  *request.mutable_columns() = cuts.columns();
  request.mutable_noise()->mutable_strike()->mutable_azimuth_rad()->mutable_normal()->set_sigma(
      0.005);
  request.add_goals()->mutable_potted()->set_ball(1);
  request.set_draws(300);
  return request;
}

/// Nine-ball breaks, listed.
inline v1::SimulateBatchRequest ListedBreaks(int shots) {
  v1::SimulateBatchRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  for (int i = 0; i < shots; ++i) {
    v1::CueStrike& strike = *request.mutable_shots()->add_shots()->mutable_strike();
    strike.set_speed_m_s(6.0 + 0.01 * i);
    strike.set_height_offset(0.1);
  }
  return request;
}

/// Shots of which anything is drawn.
inline v1::SimulateBatchRequest BatchOfDrawnShots(uint32_t shots) {
  v1::SimulateBatchRequest request;
  *request.mutable_layouts() = CutsInColumns<v1::SimulateBatchRequest>(1).layouts();
  v1::ShotGenerator& generator = *request.mutable_generator();
  generator.set_seed(7);
  generator.set_shot_count(shots);
  v1::DrawnShots& drawn = *generator.mutable_drawn_shots();
  v1::Distribution& speed = *drawn.mutable_strike()->mutable_speed_m_s();
  speed.mutable_uniform()->set_lo(1.0);
  speed.mutable_uniform()->set_hi(4.0);
  request.mutable_detail()->set_inputs(true);
  return request;
}

/// A shot of the compliant engine that takes many seconds.
inline v1::SimulateRequest LongShot() {
  v1::SimulateRequest request;
  request.add_layouts()->mutable_rack()->set_name("eight_ball");
  request.add_settings()->set_engine(v1::ENGINE_COMPLIANT);
  request.mutable_shots()->add_shots()->mutable_strike()->set_speed_m_s(8.0);
  return request;
}

}  // namespace carom

#endif  // TESTS_CLIENT_LOCAL_REQUESTS_H_
