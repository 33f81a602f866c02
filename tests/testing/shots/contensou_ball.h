#ifndef CAROM_TESTS_TESTING_SHOTS_CONTENSOU_BALL_H_
#define CAROM_TESTS_TESTING_SHOTS_CONTENSOU_BALL_H_

#include <string>

#include "core/models/rolling_ball/rolling_ball.h"

namespace carom::testing {

/// The balls of [Contensou ball] Figs. 6 to 10: "Fig6" ... "Fig10". Throws for other names.
RollingBall PaperBall(const std::string& figure,
                      ContensouModel model = ContensouModel::kTwoParameter);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SHOTS_CONTENSOU_BALL_H_
