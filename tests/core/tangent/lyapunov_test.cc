// Balls without friction on a bare table in a box without loss move as Hamilton's equations say.
// Their flow is symplectic: it keeps the form sum dx ^ dv of equal balls, and with it volumes of
// phase space (Liouville); Lyapunov's exponents come in pairs of opposite numbers and sum to zero
// [Dellago, Posch and Hoover, Phys. Rev. E 53, 1996].

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/shot/derivatives.h"
#include "tests/core/event/rig.h"

namespace carom {
namespace {

using testing::Rig;

constexpr int kBalls = 4;
constexpr Eigen::Index kDimension = 4 * kBalls;
using PhaseMatrix = Eigen::Matrix<double, kDimension, kDimension>;
using PhaseVector = Eigen::Matrix<double, kDimension, 1>;

// The flow is taken in pieces, in which few balls meet, so that no derivative is large: velocities
// are told in metres a piece.
constexpr double kPiece_s = 0.05;
constexpr int kPieces = 1200;

// What a derivative may miss, relative to the greatest of its piece: differences of a law that is
// linear lose some roundings, 4e-16 of a speed, over the step, 4e-6 of it and more.
constexpr double kMiss = 1e-10;
// What the logarithm of a volume may change in a piece, however large its derivatives are.
constexpr double kVolume = 1e-6;

// A number of phase space: x and y of all balls, then, in the opposite order, their velocities. In
// this order Q and R of a symplectic matrix are symplectic too, so that each piece gives exponents
// in pairs (the decomposition of Iwasawa).
struct Coordinate {
  size_t ball;
  size_t axis;
  bool velocity;
};
Coordinate CoordinateOf(Eigen::Index i) {
  const bool velocity = i >= kDimension / 2;
  const auto place = static_cast<size_t>(velocity ? kDimension - 1 - i : i);
  return {place / 2, place % 2, velocity};
}

std::vector<FieldPath> Columns() {
  std::vector<FieldPath> columns;
  for (Eigen::Index i = 0; i < kDimension; ++i) {
    const Coordinate of = CoordinateOf(i);
    columns.push_back(FieldPath(absl::StrCat("balls[", of.ball, "].",
                                             of.velocity ? "velocity_m_s." : "position_m.",
                                             of.axis == 0 ? "x" : "y")));
  }
  return columns;
}

PhaseMatrix FlowOf(const TangentRecord& tangents) {
  PhaseMatrix flow;
  for (Eigen::Index i = 0; i < kDimension; ++i) {
    const Coordinate row = CoordinateOf(i);
    for (Eigen::Index k = 0; k < kDimension; ++k) {
      const double slope =
          tangents.FinalState(row.ball, row.axis + (row.velocity ? 3 : 0), static_cast<size_t>(k));
      flow(i, k) =
          slope * (row.velocity ? kPiece_s : 1.0) / (CoordinateOf(k).velocity ? kPiece_s : 1.0);
    }
  }
  return flow;
}

// dx ^ dv in these coordinates.
PhaseMatrix Form() {
  PhaseMatrix form = PhaseMatrix::Zero();
  for (Eigen::Index i = 0; i < kDimension; ++i) {
    form(i, kDimension - 1 - i) = i < kDimension / 2 ? 1.0 : -1.0;
  }
  return form;
}

Rig BallsInABox() {
  Rig rig;
  rig.RemoveFriction();
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.settings.laws.cushion = RestitutionCushion{.restitution = 1.0};
  rig.settings.environment.stop.at_time_s = kPiece_s;
  testing::AddBox(0.4, 0.3, rig);
  rig.AddBall({-0.25, 0.02}, {1.1, 0.06});
  rig.AddBall({0.0, 0.03}, {0.3, 0.41});
  rig.AddBall({0.2, -0.12}, {-0.2, 0.5});
  rig.AddBall({0.21, 0.15}, {-0.7, -0.1});
  return rig;
}

// The exponents are means of log |R| along the flow, J Q = Q' R from piece to piece [Benettin et
// al., Meccanica 15, 1980]. What a derivative misses changes log |R| by |J^-1| times as much, and
// |J^-1| = |J|, for J is symplectic: kMiss |J|^2 for each exponent.
TEST(Lyapunov, ExponentsOfFrictionlessBallsSumToZero) {
  Rig rig = BallsInABox();
  const PhaseMatrix form = Form();
  const std::vector<FieldPath> columns = Columns();
  Workspace workspace;
  Record record;
  TangentRecord tangents;
  PhaseMatrix directions = PhaseMatrix::Identity();
  PhaseVector sums = PhaseVector::Zero();
  double bound = 0.0;
  int impacts = 0;
  double worst_form = 0.0;
  double greatest = 0.0;
  for (int piece = 0; piece < kPieces; ++piece) {
    Detail detail;
    detail.events = true;
    const absl::Status status = SimulateWithDerivatives(rig.MakeScene(), rig.shot, detail, columns,
                                                        {}, workspace, record, tangents);
    ASSERT_TRUE(status.ok()) << status;
    ASSERT_TRUE(tangents.AllValid()) << piece;
    impacts += static_cast<int>(testing::EventsOf(record, EventKind::kBallBall).size());
    const PhaseMatrix flow = FlowOf(tangents);
    const double size = flow.norm();
    const double may_miss = kMiss * size * size;
    bound += may_miss;
    greatest = std::max(greatest, size * size);
    const PhaseMatrix kept = flow.transpose() * form * flow;
    worst_form = std::max(worst_form, (kept - form).cwiseAbs().maxCoeff() / (2.0 * may_miss));
    EXPECT_LT((kept - form).cwiseAbs().maxCoeff(), 2.0 * may_miss) << piece;
    EXPECT_LT(std::abs(std::log(std::abs(flow.determinant()))),
              std::min(kDimension * may_miss, kVolume))
        << piece;
    const Eigen::HouseholderQR<PhaseMatrix> qr(flow * directions);
    const PhaseVector diagonal = qr.matrixQR().diagonal();
    sums += diagonal.cwiseAbs().array().log().matrix();
    directions = qr.householderQ();
    rig.shot.start = record.final_states;
  }
  const double lasts_s = kPieces * kPiece_s;
  std::printf(
      "%d impacts of balls in %.0f s: exponents from %.2f to %.2f per s, their sum %.1e (may be "
      "%.1e), that of pairs up to",
      impacts, lasts_s, sums[0] / lasts_s, sums[kDimension - 1] / lasts_s, sums.sum() / lasts_s,
      kDimension * bound / lasts_s);
  EXPECT_GT(impacts, 100);
  EXPECT_GT(sums[0] / lasts_s, 1.0);  // Chaos: each impact multiplies what balls are off by.
  EXPECT_LT(std::abs(sums.sum()), kDimension * bound);
  double worst_pair = 0.0;
  for (Eigen::Index i = 0; i < kDimension / 2; ++i) {
    worst_pair = std::max(worst_pair, std::abs(sums[i] + sums[kDimension - 1 - i]));
  }
  std::printf(" %.1e (%.1e); the form is kept to %.2f of what it may; |J|^2 is up to %.0f\n",
              worst_pair / lasts_s, 2.0 * bound / lasts_s, worst_form, greatest);
  EXPECT_LT(worst_pair, 2.0 * bound);
}

}  // namespace
}  // namespace carom
