// The derivatives of whole shots against a chain of matrices: of the flow between impacts, and of
// each impact its saltation matrix
//
//   S = DR + (F_J - DR F_I) Dg / (Dg F_I)   [Kong et al., Proc. IEEE 112(6), 2024]
//
// with the reset R, the gap g and the vector fields F_I before and F_J after. Flows and resets are
// differentiated as functions of doubles, all numbers of a state one by one, so that nothing here
// knows of duals, of moving times or of turning normals.

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/event/impact.h"
#include "core/motion/motion.h"
#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"
#include "core/tangent/tangent_player.h"

namespace carom {
namespace {

using Matrix = Eigen::MatrixXd;

constexpr Eigen::Index kStateRows = 9;  // Position, velocity, spin.
constexpr double kStep = 1e-6;          // m, m/s; rad/s times the radius.

Eigen::VectorXd Stacked(const std::vector<BallState>& states) {
  Eigen::VectorXd x(kStateRows * static_cast<Eigen::Index>(states.size()));
  for (size_t i = 0; i < states.size(); ++i) {
    x.segment<9>(kStateRows * static_cast<Eigen::Index>(i)) << states[i].position,
        states[i].velocity, states[i].spin;
  }
  return x;
}

// Central differences of a function of some balls' states, which gives as many.
template <class Function>
Matrix Jacobian(const std::vector<BallState>& at, double radius_m, const Function& function) {
  const Eigen::Index rows = kStateRows * static_cast<Eigen::Index>(at.size());
  Matrix jacobian(rows, rows);
  for (Eigen::Index column = 0; column < rows; ++column) {
    const double step = column % kStateRows < 6 ? kStep : kStep / radius_m;
    const auto moved = [&](double by) {
      std::vector<BallState> states = at;
      BallState& state = states[static_cast<size_t>(column / kStateRows)];
      const Eigen::Index row = column % kStateRows;
      (row < 3 ? state.position : row < 6 ? state.velocity : state.spin)[row % 3] += by;
      return Stacked(function(states));
    };
    jacobian.col(column) = (moved(step) - moved(-step)) / (2.0 * step);
  }
  return jacobian;
}

BallState Flow(const BallState& state, double time_s, const BallOnCloth& ball) {
  Trajectory phase = BeginPhase(state, 0.0, ball);
  while (phase.EndTime() < time_s) phase = NextPhase(phase, ball);
  return StateAt(phase, time_s);
}

Eigen::VectorXd FieldOf(const std::vector<BallState>& states,
                        const std::vector<const BallOnCloth*>& balls) {
  std::vector<BallState> rates;
  for (size_t i = 0; i < states.size(); ++i) {
    const Trajectory phase = BeginPhase(states[i], 0.0, *balls[i]);
    Vec3 spin_rate = phase.spin_rate;
    if (phase.spin.z() == 0.0) spin_rate.z() = 0.0;
    rates.push_back({phase.velocity, 2.0 * phase.half_acceleration, spin_rate, phase.motion});
  }
  return Stacked(rates);
}

// The derivatives of all balls, carried from event to event.
class Chain {
 public:
  Chain(const World& world, const Record& record, const TangentRecord& tangents)
      : world_(world), record_(record), balls_(world.balls.size()) {
    const auto columns = static_cast<Eigen::Index>(tangents.columns);
    const size_t struck = Index(record.events[0].ball);
    for (size_t i = 0; i < balls_.size(); ++i) {
      balls_[i].slopes = Matrix::Zero(kStateRows, columns);
      balls_[i].state = record.final_states[i];  // Of a ball that nothing touches.
    }
    Ball& ball = balls_[struck];
    ball.state = record.event_states[0].after;
    for (Eigen::Index row = 0; row < kStateRows; ++row) {
      for (Eigen::Index k = 0; k < columns; ++k) {
        ball.slopes(row, k) =
            tangents.EventState(0, 0, static_cast<size_t>(row), static_cast<size_t>(k));
      }
    }
  }

  // False for an event that the chain does not know.
  bool ProcessEvent(size_t index) {
    const Event& event = record_.events[index];
    if (IsTransition(event.kind)) return true;  // Flows pass them.
    if (!IsImpact(event.kind)) return false;
    std::vector<size_t> sides = {Index(event.ball)};
    if (event.kind == EventKind::kBallBall) sides.push_back(Index(event.other));
    std::vector<BallState> before;
    std::vector<BallState> after;
    std::vector<const BallOnCloth*> cloths;
    const Eigen::Index columns = balls_[0].slopes.cols();
    Matrix slopes(kStateRows * static_cast<Eigen::Index>(sides.size()), columns);
    for (size_t i = 0; i < sides.size(); ++i) {
      before.push_back(record_.event_states[2 * index + i].before);
      after.push_back(record_.event_states[2 * index + i].after);
      cloths.push_back(&world_.motion[sides[i]]);
      slopes.middleRows(kStateRows * static_cast<Eigen::Index>(i), kStateRows) =
          Carried(sides[i], event.time_s);
    }
    const auto pair = [](const std::vector<BallState>& states) {
      return BallPair{states[0], states.size() == 2 ? states[1] : BallState()};
    };
    const auto reset = [&](const std::vector<BallState>& states) {
      const BallPair of = pair(states);
      Impact impact(world_, event, Recurrence::kIsolated,
                    [&](int ball) { return of[ball == event.ball ? 0 : 1]; });
      ResolveIsolated(world_, impact);
      std::vector<BallState> result(impact.state.begin(), impact.state.begin() + impact.count);
      return result;
    };
    const BallPair here = pair(before);
    const Impact contact(world_, event, Recurrence::kIsolated,
                         [&](int ball) { return here[ball == event.ball ? 0 : 1]; });
    Eigen::RowVectorXd gap = Eigen::RowVectorXd::Zero(slopes.rows());
    gap.segment<3>(0) = contact.frame.normal.transpose();
    if (sides.size() == 2) gap.segment<3>(kStateRows) = -contact.frame.normal.transpose();
    const Matrix dr = Jacobian(before, world_.balls[sides[0]].radius_m, reset);
    const Eigen::VectorXd f_before = FieldOf(before, cloths);
    const Eigen::VectorXd f_after = FieldOf(after, cloths);
    const Matrix saltation = dr + (f_after - dr * f_before) * gap / (gap * f_before)(0);
    slopes = saltation * slopes;
    for (size_t i = 0; i < sides.size(); ++i) {
      Ball& ball = balls_[sides[i]];
      ball.slopes = slopes.middleRows(kStateRows * static_cast<Eigen::Index>(i), kStateRows);
      ball.state = after[i];
      ball.since_s = event.time_s;
    }
    return true;
  }

  // The derivatives of a ball at a later time.
  Matrix Carried(size_t of, double time_s) const {
    const Ball& ball = balls_[of];
    if (ball.slopes.isZero(0.0)) return ball.slopes;
    const auto flow = [&](const std::vector<BallState>& states) {
      return std::vector<BallState>{Flow(states[0], time_s - ball.since_s, world_.motion[of])};
    };
    return Jacobian({ball.state}, world_.balls[of].radius_m, flow) * ball.slopes;
  }

 private:
  struct Ball {
    BallState state;
    double since_s = 0.0;
    Matrix slopes;
  };

  const World& world_;
  const Record& record_;
  std::vector<Ball> balls_;
};

class Saltation : public ::testing::TestWithParam<const char*> {};

// What the differences of the chain miss of a slope at each event, in parts of the largest. A
// number of a state, up to 10 m/s (or rad/s times the radius), comes out of some ten operations
// that each round by 1.1e-16 of it: over the step that is 1e-8 for an entry of a Jacobian. Nine of
// them meet a slope, which is thrice that as they are independent. Those of events add, since
// slopes grow with what they miss.
constexpr double kOfAnEvent = 3e-8;

// The chain ends a second after the last ball has come to rest, since no flow has a derivative at
// the moment at which it does.
TEST_P(Saltation, MatricesGiveTheSameDerivatives) {
  constexpr uint64_t kShots = 20;
  const std::vector<std::string> paths = {"strike.speed_m_s", "strike.azimuth_rad",
                                          "strike.elevation_rad", "strike.side_offset",
                                          "strike.height_offset"};
  const NamedScene& named = *FindNamedScene(GetParam());
  const Scene scene = named.MakeScene();
  Detail detail;
  detail.events = detail.event_states = detail.hops = true;
  Workspace workspace;
  Record played;
  TangentPlayer player;
  TangentRecord tangents;
  Shot shot;
  size_t compared = 0;
  double worst = 0.0;
  for (uint64_t i = 0; i < kShots; ++i) {
    named.Generate(1, i, shot);
    ASSERT_TRUE(Simulate(scene, shot, detail, {}, workspace, played).ok());
    std::vector<Column> columns;
    for (const std::string& path : paths) {
      columns.push_back(*FindColumn(FieldPath(path), scene.settings(), shot));
    }
    player.Play(scene.world(), shot, played, columns, tangents);
    if (!tangents.AllValid()) continue;
    Chain chain(scene.world(), played, tangents);
    bool known = true;
    for (size_t k = 1; k < played.events.size() && known; ++k) known = chain.ProcessEvent(k);
    if (!known) continue;
    const double agreement = kOfAnEvent * static_cast<double>(played.events.size());
    for (size_t ball = 0; ball < tangents.balls.size(); ++ball) {
      const Matrix expected = chain.Carried(ball, played.end_time_s + 1.0);
      const double size = std::max(1.0, expected.cwiseAbs().maxCoeff());
      if (size > 1e4) continue;
      for (Eigen::Index row = 0; row < kStateRows; ++row) {
        for (Eigen::Index k = 0; k < expected.cols(); ++k) {
          const double miss =
              std::abs(expected(row, k) -
                       tangents.FinalState(ball, static_cast<size_t>(row), static_cast<size_t>(k)));
          worst = std::max(worst, miss / (agreement * size));
          EXPECT_LT(miss, agreement * size) << "shot " << i << " ball " << ball << " row " << row
                                            << " by " << paths[static_cast<size_t>(k)];
          ++compared;
        }
      }
    }
  }
  std::printf("%s: %zu derivatives, off by at most %.2f of what they may\n", GetParam(), compared,
              worst);
  EXPECT_GT(compared, kShots * 9 * paths.size() / 4);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Saltation,
                         ::testing::Values("two_ball_cut", "eight_ball_scatter",
                                           "one_ball_three_cushions", "jump_shot"));

}  // namespace
}  // namespace carom
