// Requests for rulings, made of shots that are told event by event.

#ifndef CAROM_TESTS_SERVER_RULES_REQUEST_H_
#define CAROM_TESTS_SERVER_RULES_REQUEST_H_

#include <bit>
#include <cstdint>
#include <vector>

#include "carom/v1/rules.pb.h"
#include "server/convert/rules_convert.h"
#include "server/convert/shot_writer.h"
#include "tests/testing/shots/rules_cases.h"

namespace carom::testing {

/// One more shot of the results, which has come to rest.
inline void AddShot(const rules::ShotView& view, v1::ShotResults& results) {
  results.set_shot_count(results.shot_count() + 1);
  results.add_stop_reasons(v1::STOP_REASON_AT_REST);
  v1::Outcomes& outcomes = *results.mutable_outcomes();
  outcomes.add_pocketed_counts(static_cast<uint32_t>(view.potted.size()));
  for (const rules::PottedBall& potted : view.potted) {
    outcomes.add_pocketed_balls(static_cast<uint32_t>(potted.ball));
    outcomes.add_pocketed_pockets(static_cast<uint32_t>(potted.pocket));
  }
  outcomes.add_left_table_counts(static_cast<uint32_t>(std::popcount(view.off_table)));
  for (uint32_t off = view.off_table; off != 0; off &= off - 1) {
    outcomes.add_left_table_balls(static_cast<uint32_t>(std::countr_zero(off)));
  }
  AppendTouches(view, *results.mutable_touches());
}

inline void AddCall(const rules::Call& call, v1::RuleShotsRequest& request) {
  v1::ShotCall& wire = *request.add_calls();
  if (call.ball >= 0) wire.set_ball(static_cast<uint32_t>(call.ball));
  if (call.pocket >= 0) wire.set_pocket(static_cast<uint32_t>(call.pocket));
  wire.set_safety(call.safety);
  wire.set_push_out(call.push_out);
}

/// A shot, a state and a call for each case.
inline v1::RuleShotsRequest RulesRequest(v1::Rules game, const std::vector<rules::Case>& cases) {
  v1::RuleShotsRequest request;
  request.set_rules(game);
  for (const rules::Case& c : cases) {
    WriteGameState(c.state, *request.add_states());
    AddCall(c.call, request);
    AddShot(c.shot.view(), *request.mutable_results());
  }
  return request;
}

/// Three shots of nine-ball, the second with a ball potted, the third with one off the table.
inline v1::RuleShotsRequest NineBallShots() {
  using rules::Played;
  const rules::GameState state = rules::NineBallPlay({2, 5, 9});
  return RulesRequest(v1::RULES_NINE_BALL,
                      {{"", "", state, {}, Played().Hit(2).Rail(2), ""},
                       {"", "", state, {}, Played().Rail(0).Hit(2).Pot(5, 3), ""},
                       {"", "", state, {}, Played().Hit(2).Off(5), ""}});
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_SERVER_RULES_REQUEST_H_
