#include "server/convert/law_convert.h"

#include "core/laws/validate.h"
#include "server/convert/take_parameters.h"

namespace carom {
namespace {

// The laws of balls and slate, but no cloth lies on a liner whose numbers they could have.
struct AtLiner {
  template <class Law>
  static Law Make() {
    return Law{kLinerRestitution, kLinerFriction};
  }
};

}  // namespace

absl::Status TakeLaws(const v1::Settings& wire, LawSet& laws) {
  TakeChoice(wire.ball_ball(), "law", laws.ball_ball);
  TakeChoice(wire.cushion(), "law", laws.cushion);
  TakeChoice(wire.slate(), "law", laws.slate);
  TakeChoice<AtLiner>(wire.liner(), "law", laws.liner);
  return ValidateLaws(laws);
}

}  // namespace carom
