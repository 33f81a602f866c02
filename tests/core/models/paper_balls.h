#ifndef CAROM_TESTS_CORE_MODELS_PAPER_BALLS_H_
#define CAROM_TESTS_CORE_MODELS_PAPER_BALLS_H_

#include <map>
#include <string>

#include "core/models/rolling_ball.h"

namespace carom::testing {

/// The balls of [Contensou ball] Figs. 6 to 10: "Fig6" ... "Fig10". Throws for other names.
inline RollingBall PaperBall(const std::string& figure,
                             ContensouModel model = ContensouModel::kTwoParameter) {
  static const std::map<std::string, Vec3> spins = {{"Fig6", Vec3(-50.0, 0.0, 0.0)},
                                                    {"Fig7", Vec3(-50.0, 5.0, 0.0)},
                                                    {"Fig8", Vec3(150.0, 5.0, 0.0)},
                                                    {"Fig9", Vec3(-50.0, -3.5, -150.0)},
                                                    {"Fig10", Vec3(150.0, 0.0, -150.0)}};
  RollingBall ball;
  ball.spin_rad_s = spins.at(figure);
  ball.patch.model = model;
  return ball;
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_MODELS_PAPER_BALLS_H_
