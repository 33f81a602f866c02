// Plays a rack of eight-ball against itself in this process: plans each shot, plays it with an
// unsteady hand, asks the referee, puts down what comes back, and goes on until a player has won.

#include <cstdio>
#include <cstdlib>
#include <random>

#include "carom/client/client.h"
#include "carom/client/local/local.h"

namespace v1 = carom::v1;

// The answer, or the end of the program with the reason why there is none.
template <class Response>
Response OrEnd(absl::StatusOr<Response> answer) {
  if (answer.ok()) return *std::move(answer);
  std::fprintf(stderr, "%s\n", answer.status().ToString().c_str());
  std::exit(1);
}

int main() {
  const carom::Client client(carom::Local());  // Or carom::Connect("HOST:PORT").
  std::mt19937 random(7);
  std::normal_distribution<double> normal;  // Times the deviations of the ICGA.

  v1::PlanShotRequest position;
  position.set_rules(v1::RULES_EIGHT_BALL);
  position.add_layouts()->mutable_rack()->set_name("eight_ball");
  position.mutable_skill()->mutable_noise()->mutable_icga();
  position.set_max_shots(1000);
  for (int number = 1;; ++number) {
    const v1::PlanShotResponse plan = OrEnd(client.PlanShot(position));
    if (plan.shots().empty()) return std::puts("there is nothing to play") < 0;
    const v1::PlannedShot& shot = plan.shots(0);

    v1::SimulateRequest played;  // A robot strikes here, and its camera sees the end.
    *played.add_layouts()->mutable_states() = plan.balls();
    v1::CueStrike& strike = *played.mutable_shots()->add_shots()->mutable_strike() = shot.strike();
    strike.set_speed_m_s(strike.speed_m_s() + 0.075 * normal(random));
    strike.set_azimuth_rad(strike.azimuth_rad() + 0.00218 * normal(random));
    played.mutable_detail()->set_touches(true);
    v1::RuleShotsRequest question;
    question.set_rules(position.rules());
    *question.add_states() = position.state();
    *question.add_calls() = shot.call();
    *question.mutable_results() = OrEnd(client.Simulate(played)).results();
    const v1::Ruling ruling = OrEnd(client.RuleShots(question)).rulings(0);
    std::printf("%2d  player %u  %s  by rule %s\n", number, position.state().shooter(),
                v1::ShotPurpose_Name(shot.purpose()).c_str(), ruling.rule().c_str());
    if (ruling.over()) return std::printf("player %u wins\n", ruling.winner()) < 0;

    v1::PlaceBallsRequest ask;  // A robot asks its owner.
    *ask.add_layouts()->mutable_states() = question.results().final_states();
    *ask.add_placings()->mutable_spotted() = ruling.spotted();
    ask.mutable_placings(0)->set_cue_ball(ruling.cue_ball());
    *position.mutable_layouts(0)->mutable_states() = OrEnd(client.PlaceBalls(ask)).positions(0);
    *position.mutable_state() = ruling.next();
    position.set_cue_ball(ruling.cue_ball());
  }
}
