// A Contensou patch evaluated and fitted through the service, against closed forms, a quadrature
// and data that are not the engine's.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/server/convert/wire_message.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::StartsWith;
using testing::Wire;

constexpr double kPi_ = 3.14159265358979323846;

class PatchStudy : public ::testing::Test {
 protected:
  grpc::Status Ask(const v1::SimulateMechanismRequest& request,
                   v1::SimulateMechanismResponse& response) {
    grpc::ClientContext context;
    return service_.mechanisms->SimulateMechanism(&context, request, &response);
  }

  v1::SimulateMechanismResponse Answer(const v1::SimulateMechanismRequest& request) {
    v1::SimulateMechanismResponse response;
    const grpc::Status status = Ask(request, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

 private:
  TestService service_ = TestService(WithThreads(1));
};

struct Motion {
  double vx = 0.0;
  double vy = 0.0;
  double spin = 0.0;
  double dc = 0.0;
  double ds = 0.0;
};

struct Friction {
  double tx = 0.0;
  double ty = 0.0;
  double m = 0.0;
};

// [Contensou ball] (5) with the pressure (1), by the midpoint rule in r = sin t and the angle.
Friction ByQuadrature(const Motion& motion) {
  constexpr int kRadii = 600;
  constexpr int kAngles = 600;
  Friction sum;
  for (int i = 0; i < kRadii; ++i) {
    const double t = 0.5 * kPi_ * (i + 0.5) / kRadii;
    const double r = std::sin(t);
    const double area = r * std::cos(t) * (0.5 * kPi_ / kRadii) * (2.0 * kPi_ / kAngles);
    for (int j = 0; j < kAngles; ++j) {
      const double angle = 2.0 * kPi_ * (j + 0.5) / kAngles;
      const double x = r * std::cos(angle);
      const double y = r * std::sin(angle);
      const double pressure =
          1.5 / kPi_ * std::cos(t) * (1.0 + motion.dc * x + motion.ds * y) * area;
      const double u = motion.vx - motion.spin * y;
      const double v = motion.vy + motion.spin * x;
      const double speed = std::hypot(u, v);
      sum.tx += pressure * u / speed;
      sum.ty += pressure * v / speed;
      sum.m += pressure * (x * v - y * u) / speed;
    }
  }
  return sum;
}

// The approximation (10) with the moments (12).
Friction ByApproximation(const Motion& motion, double b_t, double m_t, double b_m, double m_m) {
  const double slip = std::hypot(motion.vx, motion.vy);
  const double w = motion.spin;
  const auto blend = [&](double b, double m) {
    return std::pow(std::pow(slip, m) + std::pow(b * std::fabs(w), m), 1.0 / m);
  };
  const double by_shift = 3.0 * kPi_ / 32.0;
  return {
      (motion.vx - b_t * by_shift * motion.ds * w) / blend(b_t, m_t),
      (motion.vy + b_t * by_shift * motion.dc * w) / blend(b_t, m_t),
      (b_m * 3.0 * kPi_ / 16.0 * w - 0.2 * motion.ds * motion.vx + 0.2 * motion.dc * motion.vy) /
          blend(b_m, m_m)};
}

void SetPoint(const Motion& motion, v1::PatchPoint& point) {
  point.mutable_slip_per_s()->set_x(motion.vx);
  point.mutable_slip_per_s()->set_y(motion.vy);
  point.set_spin_rad_s(motion.spin);
  point.mutable_shift()->set_x(motion.dc);
  point.mutable_shift()->set_y(motion.ds);
}

TEST_F(PatchStudy, TheIntegralIsThatOfAQuadrature) {
  const Motion motions[] = {{2.0, 0.5, 1.0, 0.3, -0.4},
                            {1.0, -1.0, 0.8, 0.0, 0.9},
                            {0.3, 0.1, 1.0, 0.6, 0.2},  // The patch turns about a point of its own.
                            {-0.5, 0.6, -2.0, -1.0, 0.0}};
  v1::SimulateMechanismRequest request;
  for (const Motion& motion : motions) {
    SetPoint(motion, *request.mutable_patch_surface()->add_points());
  }
  const v1::PatchTable table = Answer(request).patch_table();
  ASSERT_EQ(table.moments_size(), 4);
  for (int i = 0; i < 4; ++i) {
    const Friction expected = ByQuadrature(motions[i]);
    // The direction jumps where nothing slips, if that is within the patch.
    const double tolerance = i < 2 ? 1e-6 : 1e-4;
    EXPECT_NEAR(table.forces_x(i), expected.tx, tolerance) << i;
    EXPECT_NEAR(table.forces_y(i), expected.ty, tolerance) << i;
    EXPECT_NEAR(table.moments(i), expected.m, tolerance) << i;
    EXPECT_EQ(table.slips_x_per_s(i), motions[i].vx);
    EXPECT_EQ(table.slips_y_per_s(i), motions[i].vy);
    EXPECT_EQ(table.spins_rad_s(i), motions[i].spin);
    EXPECT_EQ(table.shifts_x(i), motions[i].dc);
    EXPECT_EQ(table.shifts_y(i), motions[i].ds);
  }
}

// Eqs. (11), (12): pure slip has T = 1 and M = -d_s/5, pure spin M = 3 pi/16 and T = 3 pi/32 of the
// shift, across it. Whatever the model.
TEST_F(PatchStudy, PureSlipAndPureSpinAreClosedForms) {
  const Motion slip = {3.0, 0.0, 0.0, 0.5, 0.25};
  const Motion spin = {0.0, 0.0, -4.0, 0.5, 0.25};
  for (const auto model : {v1::CONTENSOU_MODEL_INTEGRAL, v1::CONTENSOU_MODEL_FOUR_PARAMETER,
                           v1::CONTENSOU_MODEL_TWO_PARAMETER}) {
    v1::SimulateMechanismRequest request;
    request.mutable_patch_surface()->set_model(model);
    SetPoint(slip, *request.mutable_patch_surface()->add_points());
    SetPoint(spin, *request.mutable_patch_surface()->add_points());
    const v1::PatchTable table = Answer(request).patch_table();
    EXPECT_NEAR(table.forces_x(0), 1.0, 1e-12);
    EXPECT_NEAR(table.forces_y(0), 0.0, 1e-12);
    EXPECT_NEAR(table.moments(0), -0.05, 1e-12);
    EXPECT_NEAR(table.forces_x(1), 3.0 * kPi_ / 32.0 * 0.25, 1e-12);
    EXPECT_NEAR(table.forces_y(1), -3.0 * kPi_ / 32.0 * 0.5, 1e-12);
    EXPECT_NEAR(table.moments(1), -3.0 * kPi_ / 16.0, 1e-12);
  }
}

TEST_F(PatchStudy, TheDefaultIsTheSurfaceOfFig3) {
  const v1::PatchTable table =
      Answer(Wire<v1::SimulateMechanismRequest>("patch_surface {}")).patch_table();
  ASSERT_EQ(table.moments_size(), 25 * 13);
  EXPECT_NEAR(table.moments(0), -3.0 * kPi_ / 16.0, 1e-9) << "theta = -pi/2";
  EXPECT_NEAR(table.forces_x(12), 1.0, 1e-9) << "theta = 0";
  EXPECT_NEAR(table.moments(24), 3.0 * kPi_ / 16.0, 1e-9) << "theta = pi/2";
}

// [Contensou ball] (1)-(4): the pressure pushes with N at d a / 5 ahead of the centre; Hertz's
// first moment is 3 pi / 16.
TEST_F(PatchStudy, ThePressureAddsUpToForceAndMoments) {
  const v1::PressureField field =
      Answer(Wire<v1::SimulateMechanismRequest>(
                 "patch_pressure { radius_m: 0.003 normal_force_n: 1.7 lean: 0.8 "
                 "direction_rad: 2.5 grid: 101 }"))
          .pressure_field();
  const double a = 0.003;
  const double dc = 0.8 * std::cos(2.5);
  const double ds = 0.8 * std::sin(2.5);
  EXPECT_NEAR(field.normal_force_n(), 1.7, 1e-14);
  EXPECT_NEAR(field.centre_m().x(), dc * a / 5.0, 1e-17);
  EXPECT_NEAR(field.centre_m().y(), ds * a / 5.0, 1e-17);
  EXPECT_NEAR(field.rolling_moment_n_m().x(), 1.7 * a * ds / 5.0, 1e-17);
  EXPECT_NEAR(field.rolling_moment_n_m().y(), -1.7 * a * dc / 5.0, 1e-17);
  EXPECT_NEAR(field.drilling_moment_n_m(), 1.7 * a * 3.0 * kPi_ / 16.0, 1e-16);
  // So do the points themselves, as far as their squares fill the patch.
  const double square = std::pow(2.0 * a / 100.0, 2);
  double force = 0.0;
  double ahead = 0.0;
  double greatest_radius = 0.0;
  ASSERT_GT(field.pressures_pa_size(), 7000);
  for (int i = 0; i < field.pressures_pa_size(); ++i) {
    EXPECT_GE(field.pressures_pa(i), 0.0);
    force += square * field.pressures_pa(i);
    ahead += square * field.pressures_pa(i) * field.xs_m(i);
    greatest_radius = std::max(greatest_radius, std::hypot(field.xs_m(i), field.ys_m(i)));
  }
  EXPECT_NEAR(force, 1.7, 2e-3);
  EXPECT_NEAR(ahead, 1.7 * dc * a / 5.0, 1e-6);
  EXPECT_NEAR(greatest_radius, a, 1e-15);
}

// The default is Fig. 2, whose pressure in the middle is 3/(2 pi) whatever the lean.
TEST_F(PatchStudy, ThePressureOfFig2) {
  const v1::PressureField field =
      Answer(Wire<v1::SimulateMechanismRequest>("patch_pressure {}")).pressure_field();
  const int middle = field.pressures_pa_size() / 2;
  EXPECT_EQ(field.xs_m(middle), 0.0);
  EXPECT_EQ(field.ys_m(middle), 0.0);
  EXPECT_NEAR(field.pressures_pa(middle), 1.5 / kPi_, 1e-15);
  EXPECT_NEAR(std::atan2(field.centre_m().y(), field.centre_m().x()), 1.0, 1e-12);
  v1::SimulateMechanismResponse response;
  EXPECT_EQ(Ask(Wire<v1::SimulateMechanismRequest>("patch_pressure { lean: 2 }"), response)
                .error_message(),
            "patch_pressure.lean: 2 must be in [0, 1]");
}

// A grid of 3 has the middle and the ends of both axes on the patch, one of 2 nothing.
TEST_F(PatchStudy, ThePressureHasPoints) {
  const auto request = Wire<v1::SimulateMechanismRequest>("patch_pressure { grid: 3 }");
  EXPECT_EQ(Answer(request).pressure_field().pressures_pa_size(), 5);
  v1::SimulateMechanismResponse response;
  EXPECT_EQ(Ask(Wire<v1::SimulateMechanismRequest>("patch_pressure { grid: 2 }"), response)
                .error_message(),
            "patch_pressure.grid: 2 must be in [3, 257]");
}

v1::SimulateMechanismRequest MadeUpData(double b_t, double m_t, double b_m, double m_m) {
  v1::SimulateMechanismRequest request;
  for (int i = 1; i < 40; ++i) {
    const double theta = kPi_ * (i / 40.0 - 0.5);
    const double gamma = 0.7 * i;
    const Motion motion = {std::cos(theta), 0.0, std::sin(theta), 0.6 * std::cos(gamma),
                           0.6 * std::sin(gamma)};
    const Friction friction = ByApproximation(motion, b_t, m_t, b_m, m_m);
    v1::PatchMeasurement& row = *request.mutable_patch_fit()->add_rows();
    SetPoint(motion, *row.mutable_point());
    row.mutable_force()->set_x(friction.tx);
    row.mutable_force()->set_y(friction.ty);
    row.set_moment(friction.m);
  }
  return request;
}

TEST_F(PatchStudy, AFitFindsTheParametersOfItsData) {
  v1::SimulateMechanismRequest request = MadeUpData(0.9, 2.2, 0.6, 4.0);
  const v1::FittedBlend four = Answer(request).fitted_blend();
  EXPECT_NEAR(four.blend().force().b(), 0.9, 1e-7);
  EXPECT_NEAR(four.blend().force().m(), 2.2, 1e-7);
  EXPECT_NEAR(four.blend().moment().b(), 0.6, 1e-7);
  EXPECT_NEAR(four.blend().moment().m(), 4.0, 1e-7);
  EXPECT_LT(four.force_objective() + four.moment_objective(), 1e-14);
  EXPECT_GT(four.iterations(), 1u);

  request = MadeUpData(0.7, 2.0, 0.5, 2.0);
  request.mutable_patch_fit()->set_model(v1::CONTENSOU_MODEL_TWO_PARAMETER);
  const v1::FittedBlend two = Answer(request).fitted_blend();
  EXPECT_NEAR(two.blend().force().b(), 0.7, 1e-7);
  EXPECT_NEAR(two.blend().moment().b(), 0.5, 1e-7);
  EXPECT_EQ(two.blend().force().m(), 2.0) << "kept";
}

TEST_F(PatchStudy, TooLittleDataIsRefused) {
  const auto refusal = [&](const v1::SimulateMechanismRequest& request) {
    v1::SimulateMechanismResponse response;
    const grpc::Status status = Ask(request, response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    return status.error_message();
  };
  v1::SimulateMechanismRequest request = MadeUpData(0.9, 2.2, 0.6, 4.0);
  auto& rows = *request.mutable_patch_fit()->mutable_rows();
  rows.DeleteSubrange(3, rows.size() - 3);
  EXPECT_EQ(refusal(request), "patch_fit.rows: 3 must be 4 to 16384 in number");
  // Five rows of one ratio of slip to spin are one, with one number for the two of the moment.
  while (rows.size() < 5) *rows.Add() = rows[0];
  for (auto& row : rows) row = rows[0];
  EXPECT_THAT(refusal(request),
              StartsWith("patch_fit.rows: they do not determine the blend of the moment"));
}

}  // namespace
}  // namespace carom
