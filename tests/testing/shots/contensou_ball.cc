#include "tests/testing/shots/contensou_ball.h"

#include <map>

namespace carom::testing {

RollingBall PaperBall(const std::string& figure, ContensouModel model) {
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
