// Fires an 8-ball break and tells what was pocketed.
//
//   carom-example-break                          in this process
//   carom-example-break --server=HOST:PORT       on a server
//
// A request holds tables, settings and layouts once; its shots name them by index. Here all stay at
// their defaults but the layout: a table of 9 ft, the default laws, a rack, one shot.

#include <cstdio>
#include <string>

#include "carom/client/client.h"
#include "carom/client/local/local.h"
#include "carom/client/shot_outcome.h"

namespace {

carom::v1::SimulateRequest MakeBreak() {
  carom::v1::SimulateRequest request;
  request.add_layouts()->mutable_rack()->set_name("eight_ball");
  carom::v1::CueStrike* const strike = request.mutable_shots()->add_shots()->mutable_strike();
  strike->set_speed_m_s(9.0);      // Of the cue, not of the ball.
  strike->set_azimuth_rad(0.01);   // A little to the left of the head ball.
  strike->set_height_offset(0.1);  // A little follow, in ball radii.
  return request;
}

void Print(const carom::ShotOutcome& outcome) {
  std::printf("%u events in %.2f s, %u cushion contacts\n", outcome.event_count, outcome.end_time_s,
              outcome.cushions_total);
  for (const carom::PocketedBall& drop : outcome.pocketed) {
    std::printf("ball %u drops into pocket %u after %.2f s\n", drop.ball, drop.pocket, drop.time_s);
  }
  const carom::FinalBall& cue_ball = outcome.balls[0];
  if (cue_ball.motion == carom::v1::MOTION_STATE_POCKETED) {
    std::printf("scratch: the cue ball is pocketed\n");
  } else {
    std::printf("the cue ball ends at (%.3f, %.3f) m\n", cue_ball.position_m[0],
                cue_ball.position_m[1]);
  }
}

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string prefix = "--server=";
  const std::string argument = argc > 1 ? argv[1] : "";
  const bool has_server = argument.rfind(prefix, 0) == 0;
  if (argc > 2 || (argc == 2 && !has_server)) {
    std::fprintf(stderr, "usage: %s [--server=HOST:PORT]\n", argv[0]);
    return 2;
  }
  // The only difference between a server and this process; the answers are the same bits.
  const carom::Client client(has_server ? carom::Connect(argument.substr(prefix.size()))
                                        : carom::Local());

  const auto response = client.Simulate(MakeBreak());
  if (!response.ok()) return Fail(response.status());
  // Results come in columns across shots; ReadOutcomes takes each shot's part out.
  const auto outcomes = carom::ReadOutcomes(response->results());
  if (!outcomes.ok()) return Fail(outcomes.status());
  Print(outcomes->front());
  return 0;
}
