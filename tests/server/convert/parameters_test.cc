// The core's parameters are the wire's: every row of core/base/parameters.h has a field of its
// name and type, whose options (options.proto) tell the same range and default, and no field of
// such a message tells one that the core does not know. The default of a bool stands in the field's
// comment. Of a law all fields are rows, and all numbers have a default.

#include "core/base/parameters.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "carom/v1/mechanism.pb.h"
#include "carom/v1/options.pb.h"
#include "carom/v1/simulation.pb.h"
#include "core/draw/distribution.h"
#include "core/goals/goal.h"
#include "core/laws/settings.h"
#include "core/models/patch/patch_study.h"
#include "core/models/rolling_ball/rolling_ball.h"
#include "core/rules/game.h"
#include "core/shot/simulate.h"
#include "core/shot/simulate_mechanism.h"
#include "core/stats/proportion.h"
#include "core/table/rack.h"
#include "core/table/shot.h"
#include "core/table/table.h"
#include "core/table/validate.h"
#include "server/convert/fields.h"
#include "tests/server/convert/rows_against_fields.h"

namespace carom {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using testing::ExpectSame;
using testing::ExpectSameArms;
using testing::Holds;
using testing::RowsAgainstFields;

template <class Wire, class Choice>
void ExpectSameLaws() {
  ExpectSameArms(*Wire::descriptor()->FindOneofByName("law"), std::type_identity<Choice>());
}

template <class Wire, class Struct>
void ExpectSameOf(const Struct& at_defaults = Struct{}) {
  ExpectSame(*Wire::descriptor(), at_defaults);
}

template <class Wire, class Law>
void ExpectSameLaw(const Law& at_defaults = Law{}) {
  ExpectSame(*Wire::descriptor(), at_defaults, Holds::kLaw);
}

TEST(Parameters, OfImpactLaws) {
  ExpectSameLaws<v1::BallBallLaw, BallBallLaw>();
  ExpectSameLaws<v1::CushionLaw, CushionLaw>();
  ExpectSameLaws<v1::BallSlateLaw, SlateLaw>();
}

// The law that a request without one gets is the one that flags and help call the default.
TEST(Parameters, DefaultLawsAreThoseOfTheCore) {
  const LawSet laws;
  const auto expect_default = [](const std::string& field, const auto& law) {
    const FieldDescriptor* const wire = v1::Settings::descriptor()->FindFieldByName(field);
    ASSERT_NE(wire, nullptr) << field;
    const std::string name =
        std::visit([](const auto& one) { return std::string(one.kName); }, law);
    EXPECT_EQ(wire->options().GetExtension(v1::parameter).default_law(), name) << field;
    const auto& arms = *wire->message_type()->FindOneofByName("law");
    EXPECT_EQ(testing::DefaultIn(testing::CommentOf(arms)), name + ".") << field;
  };
  expect_default("ball_ball", laws.ball_ball);
  expect_default("cushion", laws.cushion);
  expect_default("slate", laws.slate);
  expect_default("liner", laws.liner);
}

// The laws of the slate, with numbers of their own.
TEST(Parameters, OfLinerLaws) {
  EXPECT_EQ(v1::BallLinerLaw::descriptor()->field_count(), 2);
  ExpectSameLaw<v1::FrictionalLiner>(FrictionalSlate{kLinerRestitution, kLinerFriction});
  ExpectSameLaw<v1::RouthLiner>(RouthSlate{kLinerRestitution, kLinerFriction});
}

TEST(Parameters, OfContactForces) {
  ExpectSameLaws<v1::NormalLaw, NormalLaw>();
  ExpectSameLaws<v1::SlipFriction, SlipFriction>();
  ExpectSameLaw<v1::ContensouPatch, ContensouPatch>();
  ExpectSameLaw<v1::PatchOfCloth, PatchOfCloth>();
  ExpectSameOf<v1::ConstraintOptions, ConstraintOptions>();
  ExpectSameOf<v1::Integration, IntegrationSpec>();
  ExpectSameOf<v1::Material, Material>();
  ExpectSameOf<v1::CompliantSettings, CompliantSettings>();
}

TEST(Parameters, OfTheWorld) {
  ExpectSameOf<v1::Settings, Environment>();
  ExpectSameOf<v1::CueStrike, CueStrike>();
  ExpectSameOf<v1::BallSpec, BallSpec>();
  ExpectSameOf<v1::Stop, StopRules>();
  ExpectSameOf<v1::DiscreteTimeSettings, DiscreteTimeSettings>();
}

TEST(Parameters, OfMechanisms) {
  ExpectSameOf<v1::DoublePendulum, DoublePendulum>();
  ExpectSameOf<v1::RollingBall, RollingBall>();
  ExpectSameOf<v1::RollingBallAim, SpinAim>();
  ExpectSameOf<v1::NewtonsCradle, NewtonsCradle>();
  ExpectSameOf<v1::BallBearing, BallBearing>();
  ExpectSameOf<v1::BearingDefect, BearingDefect>();
  ExpectSameOf<v1::BouncingBalls, BouncingBalls>();
  ExpectSameOf<v1::BouncingBall, BouncingBall>();
  ExpectSameOf<v1::Linkage, Linkage>();
  ExpectSameOf<v1::Link, Link>();
  ExpectSameOf<v1::Joint, Joint>();
  ExpectSameOf<v1::PatchSurface, PatchSurface>();
  ExpectSameOf<v1::PatchPressure, PatchPressure>();
  ExpectSameOf<v1::PatchMeasurement, FrictionMeasurement>();
  ExpectSameOf<v1::SpectrumRequest, SpectrumRequest>();
}

// Where the core has vectors and lists of numbers, its ranges have names.
TEST(Parameters, WithoutRows) {
  const auto alone = [](const Descriptor* type, const char* name, const Interval& range) {
    RowsAgainstFields(*type).Alone(name, range);
  };
  alone(v1::Point2::descriptor(), "x_m", kCoordinateRange);
  alone(v1::Point2::descriptor(), "y_m", kCoordinateRange);
  alone(v1::BallState::descriptor(), "position_m", kPositionRange);
  alone(v1::BallState::descriptor(), "velocity_m_s", kVelocityRange);
  alone(v1::BallState::descriptor(), "angular_velocity_rad_s", kSpinRange);
  alone(v1::SampleRequest::descriptor(), "period_s", kSamplePeriodRange);
  alone(v1::SampleRequest::descriptor(), "times_s", kSampleTimeRange);
  alone(v1::PatchPoint::descriptor(), "slip_per_s", kRateRange);
  alone(v1::PatchPoint::descriptor(), "spin_rad_s", kRateRange);
  alone(v1::Distribution::descriptor(), "constant", kNumberRange);
  alone(v1::ChoiceDistribution::descriptor(), "values", kNumberRange);
  alone(v1::ChoiceDistribution::descriptor(), "weights", kWeightRange);
  alone(v1::Covariance::descriptor(), "means", kNumberRange);
}

TEST(Parameters, OfGoals) {
  const auto alone = [](const Descriptor* type, const char* name, const Interval& range) {
    RowsAgainstFields(*type).Alone(name, range);
  };
  alone(v1::CircleRegion::descriptor(), "radius_m", goals::kReachRange);
  alone(v1::LineRegion::descriptor(), "distance_m", goals::kReachRange);
  alone(v1::OthersStayGoal::descriptor(), "max_m", goals::kMoveRange);
  alone(v1::EndsBeforeGoal::descriptor(), "time_s", goals::kEndRange);
  alone(v1::CushionsGoal::descriptor(), "at_least", goals::kHitsRange);
  alone(v1::WeightedSumGoal::descriptor(), "weights", goals::kGoalWeightRange);
  alone(v1::WeightedSumGoal::descriptor(), "at_least", goals::kGoalWeightRange);
}

// The server alone checks the ranges of a game's state.
TEST(Parameters, OfGames) {
  const FieldDescriptor& distance = *v1::GameState::descriptor()->FindFieldByName("distance");
  EXPECT_EQ(distance.options().GetExtension(v1::parameter).default_value(),
            rules::GameState().distance);
}

TEST(Parameters, OfEstimates) {
  RowsAgainstFields(*v1::PrecisionOptions::descriptor()).Alone("width", stats::kLooksWidthRange);
}

TEST(Parameters, OfDetail) {
  MechanismDetail detail;
  RowsAgainstFields rows(*v1::MechanismDetail::descriptor());
  MechanismDetail::Parameters(detail, rows);
  rows.Alone("sample_times_s", kSampleRange);
  rows.ExpectNoOthers();
}

// Both ends of a nose are as high as its height may be.
TEST(Parameters, OfNoses) {
  RowsAgainstFields rows(*v1::Nose::descriptor());
  const Nose nose;
  Nose::Parameters(nose, rows);
  rows.Alone("end_height_m", RangeOf<v1::Nose>("height_m").interval);
  rows.ExpectNoOthers();
}

TEST(Parameters, OfDistributions) {
  ExpectSameOf<v1::UniformDistribution, UniformDistribution>();
  ExpectSameOf<v1::NormalDistribution, NormalDistribution>();
  ExpectSameOf<v1::TruncatedNormalDistribution, TruncatedNormalDistribution>();
}

TEST(Parameters, OfTables) {
  ExpectSameOf<v1::TableGeometry, Table>();
  ExpectSameOf<v1::Jaw, Jaw>();
  ExpectSameOf<v1::Pocket, Pocket>();
  ExpectSameOf<v1::RailTop, RailTop>();
  ExpectSameOf<v1::Rack, RackOptions>();
}

}  // namespace
}  // namespace carom
