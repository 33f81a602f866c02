// The core's enums have the numbers of the wire's, less one for UNSPECIFIED.

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

#include "carom/v1/mechanism.pb.h"
#include "carom/v1/simulation.pb.h"
#include "core/goals/goal.h"
#include "core/laws/settings.h"
#include "core/math/welch.h"
#include "core/models/bearing/ball_bearing.h"
#include "core/models/bounce/bouncing_balls.h"
#include "core/models/linkage/linkage.h"
#include "core/rules/game.h"
#include "core/stats/race.h"
#include "core/table/environment.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

// `pairs` are all values of the wire's enum but UNSPECIFIED.
template <class Wire, class Core>
void ExpectSame(std::initializer_list<std::pair<Wire, Core>> pairs) {
  const google::protobuf::EnumDescriptor& type = *google::protobuf::GetEnumDescriptor<Wire>();
  EXPECT_EQ(type.value_count(), static_cast<int>(pairs.size()) + 1) << type.full_name();
  for (const auto& [wire, core] : pairs) {
    EXPECT_EQ(ToWireEnum<Wire>(core), wire) << type.full_name();
  }
}

TEST(WireEnum, OfSettings) {
  ExpectSame<v1::NoseContact, NoseContact>(
      {{v1::NOSE_CONTACT_LINE, NoseContact::kLine}, {v1::NOSE_CONTACT_PLANE, NoseContact::kPlane}});
  ExpectSame<v1::Flight, Flight>({{v1::FLIGHT_OFF, Flight::kOff}, {v1::FLIGHT_ON, Flight::kOn}});
  ExpectSame<v1::Overlap, OverlapPolicy>({{v1::OVERLAP_REJECT, OverlapPolicy::kReject},
                                          {v1::OVERLAP_SEPARATE, OverlapPolicy::kSeparate}});
  ExpectSame<v1::PocketModel, PocketModel>({{v1::POCKET_MODEL_CIRCLE, PocketModel::kCircle},
                                            {v1::POCKET_MODEL_DROP, PocketModel::kDrop}});
  ExpectSame<v1::Simultaneous, SimultaneousImpacts>(
      {{v1::SIMULTANEOUS_SEQUENTIAL, SimultaneousImpacts::kSequential},
       {v1::SIMULTANEOUS_TIED, SimultaneousImpacts::kTied},
       {v1::SIMULTANEOUS_CLUSTER, SimultaneousImpacts::kCluster}});
  ExpectSame<v1::Engine, Engine>({{v1::ENGINE_EVENT_DRIVEN, Engine::kEventDriven},
                                  {v1::ENGINE_COMPLIANT, Engine::kCompliant},
                                  {v1::ENGINE_DISCRETE_TIME, Engine::kDiscreteTime}});
  using Steps = v1::DiscreteTimeSettings;
  ExpectSame<Steps::StepRule, StepRule>({{Steps::STEP_RULE_FIXED, StepRule::kFixed},
                                         {Steps::STEP_RULE_BY_SPEED, StepRule::kBySpeed},
                                         {Steps::STEP_RULE_BY_DISTANCE, StepRule::kByDistance}});
}

TEST(WireEnum, OfContactForces) {
  ExpectSame<v1::CompliantStart, CompliantStart>(
      {{v1::COMPLIANT_START_SEATED, CompliantStart::kSeated},
       {v1::COMPLIANT_START_AS_PLACED, CompliantStart::kAsPlaced}});
  ExpectSame<v1::CushionFaces, CushionFaces>({{v1::CUSHION_FACES_EXACT, CushionFaces::kExact},
                                              {v1::CUSHION_FACES_WINDOW, CushionFaces::kWindow}});
  ExpectSame<v1::ZeroVelocityPolicy, ZeroVelocityPolicy>(
      {{v1::ZERO_VELOCITY_POLICY_HERTZ, ZeroVelocityPolicy::kHertz},
       {v1::ZERO_VELOCITY_POLICY_RATIO_ONE, ZeroVelocityPolicy::kRatioOne},
       {v1::ZERO_VELOCITY_POLICY_STOP, ZeroVelocityPolicy::kStop}});
  ExpectSame<v1::ContensouModel, ContensouModel>(
      {{v1::CONTENSOU_MODEL_INTEGRAL, ContensouModel::kIntegral},
       {v1::CONTENSOU_MODEL_FOUR_PARAMETER, ContensouModel::kFourParameter},
       {v1::CONTENSOU_MODEL_TWO_PARAMETER, ContensouModel::kTwoParameter}});
  ExpectSame<v1::SlipSmoothing, SlipSmoothing>(
      {{v1::SLIP_SMOOTHING_LOCAL, SlipSmoothing::kLocal},
       {v1::SLIP_SMOOTHING_GLOBAL, SlipSmoothing::kGlobal}});
  ExpectSame<v1::ConstraintMethod, ConstraintMethod>(
      {{v1::CONSTRAINT_METHOD_LAGRANGE_MULTIPLIERS, ConstraintMethod::kLagrangeMultipliers},
       {v1::CONSTRAINT_METHOD_BAUMGARTE, ConstraintMethod::kBaumgarte},
       {v1::CONSTRAINT_METHOD_AUGMENTED_LAGRANGIAN, ConstraintMethod::kAugmentedLagrangian},
       {v1::CONSTRAINT_METHOD_DIRECT_CORRECTION, ConstraintMethod::kDirectCorrection}});
  ExpectSame<v1::IntegrationMethod, IvpMethod>(
      {{v1::INTEGRATION_METHOD_RUNGE_KUTTA_4, IvpMethod::kRungeKutta4},
       {v1::INTEGRATION_METHOD_DORMAND_PRINCE_54, IvpMethod::kDormandPrince54},
       {v1::INTEGRATION_METHOD_ADAMS_PECE, IvpMethod::kAdamsPece},
       {v1::INTEGRATION_METHOD_RADAU_IIA_5, IvpMethod::kRadauIia5}});
  ExpectSame<v1::StepControl, StepControl>({{v1::STEP_CONTROL_STANDARD, StepControl::kStandard},
                                            {v1::STEP_CONTROL_MATLAB, StepControl::kMatlab}});
}

TEST(WireEnum, OfMechanisms) {
  ExpectSame<v1::RaceShape, RaceShape>({{v1::RACE_SHAPE_SPHERES, RaceShape::kSpheres},
                                        {v1::RACE_SHAPE_CYLINDERS, RaceShape::kCylinders}});
  ExpectSame<v1::DefectPlace, DefectPlace>({{v1::DEFECT_PLACE_OUTER_RACE, DefectPlace::kOuterRace},
                                            {v1::DEFECT_PLACE_INNER_RACE, DefectPlace::kInnerRace},
                                            {v1::DEFECT_PLACE_BALL, DefectPlace::kBall}});
  ExpectSame<v1::BounceSurface, BounceSurface>(
      {{v1::BOUNCE_SURFACE_CYLINDER, BounceSurface::kCylinder},
       {v1::BOUNCE_SURFACE_PLANE, BounceSurface::kPlane},
       {v1::BOUNCE_SURFACE_BOWL, BounceSurface::kBowl},
       {v1::BOUNCE_SURFACE_PRISM, BounceSurface::kPrism},
       {v1::BOUNCE_SURFACE_NONE, BounceSurface::kNone}});
  ExpectSame<v1::JointKind, JointKind>({{v1::JOINT_KIND_REVOLUTE, JointKind::kRevolute},
                                        {v1::JOINT_KIND_SPHERICAL, JointKind::kSpherical},
                                        {v1::JOINT_KIND_ROD, JointKind::kRod},
                                        {v1::JOINT_KIND_PLANE, JointKind::kPlane},
                                        {v1::JOINT_KIND_WELD, JointKind::kWeld}});
  ExpectSame<v1::SpectrumWindow, SpectrumWindow>(
      {{v1::SPECTRUM_WINDOW_HANN, SpectrumWindow::kHann},
       {v1::SPECTRUM_WINDOW_RECTANGULAR, SpectrumWindow::kRectangular}});
}

TEST(WireEnum, OfGoalsEstimatesAndRules) {
  using When = goals::Cushions::When;
  ExpectSame<v1::CushionsGoal::When, When>(
      {{v1::CushionsGoal::WHEN_BEFORE_FIRST_CONTACT, When::kBeforeFirstContact},
       {v1::CushionsGoal::WHEN_AFTER_FIRST_CONTACT, When::kAfterFirstContact},
       {v1::CushionsGoal::WHEN_WHOLE_SHOT, When::kWholeShot}});
  ExpectSame<v1::RaceOptions::Method, stats::RaceMethod>(
      {{v1::RaceOptions::METHOD_ELIMINATION, stats::RaceMethod::kElimination},
       {v1::RaceOptions::METHOD_SUCCESSIVE_HALVING, stats::RaceMethod::kSuccessiveHalving}});
  ExpectSame<v1::GamePhase, rules::Phase>({{v1::GAME_PHASE_BREAK, rules::Phase::kBreak},
                                           {v1::GAME_PHASE_AFTER_BREAK, rules::Phase::kAfterBreak},
                                           {v1::GAME_PHASE_PLAY, rules::Phase::kPlay}});
  ExpectSame<v1::BallGroup, rules::Group>({{v1::BALL_GROUP_OPEN, rules::Group::kOpen},
                                           {v1::BALL_GROUP_SOLIDS, rules::Group::kSolids},
                                           {v1::BALL_GROUP_STRIPES, rules::Group::kStripes}});
  using rules::CueBallPlace;
  ExpectSame<v1::CueBallPlace, CueBallPlace>(
      {{v1::CUE_BALL_PLACE_IN_POSITION, CueBallPlace::kInPosition},
       {v1::CUE_BALL_PLACE_ANYWHERE, CueBallPlace::kAnywhere},
       {v1::CUE_BALL_PLACE_BEHIND_HEAD_STRING, CueBallPlace::kBehindHeadString},
       {v1::CUE_BALL_PLACE_STARTING_POSITION, CueBallPlace::kStartingPosition}});
  ExpectSame<v1::TableSpot, rules::Spot>({{v1::TABLE_SPOT_FOOT, rules::Spot::kFoot},
                                          {v1::TABLE_SPOT_HEAD, rules::Spot::kHead},
                                          {v1::TABLE_SPOT_CENTRE, rules::Spot::kCentre}});
  using rules::Choice;
  ExpectSame<v1::Choice, Choice>(
      {{v1::CHOICE_ACCEPT_TABLE, Choice::kAcceptTable},
       {v1::CHOICE_PASS_BACK, Choice::kPassBack},
       {v1::CHOICE_CUE_BALL_IN_HAND, Choice::kCueBallInHand},
       {v1::CHOICE_RACK_AND_BREAK, Choice::kRackAndBreak},
       {v1::CHOICE_RACK_FOR_OTHER_TO_BREAK, Choice::kRackForOtherToBreak}});
  // Fouls are not shifted: their 0 means none.
  EXPECT_EQ(static_cast<int>(rules::Foul::kWrongCueBall), v1::FOUL_WRONG_CUE_BALL);
  EXPECT_EQ(static_cast<int>(rules::Foul::kBehindString), v1::FOUL_BEHIND_HEAD_STRING);
  EXPECT_EQ(v1::Foul_MAX, v1::FOUL_BEHIND_HEAD_STRING);
}

TEST(WireEnum, OfRecords) {
  EXPECT_EQ(ToWire(MotionState::kStationary), v1::MOTION_STATE_STATIONARY);
  EXPECT_EQ(ToWire(MotionState::kSupported), v1::MOTION_STATE_SUPPORTED);
  EXPECT_EQ(v1::MotionState_MAX, v1::MOTION_STATE_SUPPORTED);
  EXPECT_EQ(ToWire(EventKind::kCueStrike), v1::EVENT_KIND_CUE_STRIKE);
  EXPECT_EQ(ToWire(EventKind::kSupportedToAirborne), v1::EVENT_KIND_SUPPORTED_TO_AIRBORNE);
  EXPECT_EQ(ToWire(EventKind::kContactEnd), v1::EVENT_KIND_CONTACT_END);
  EXPECT_EQ(ToWire(EventKind::kRollingToRolling), v1::EVENT_KIND_ROLLING_TO_ROLLING);
  EXPECT_EQ(ToWire(EventKind::kCushionToCloth), v1::EVENT_KIND_CUSHION_TO_CLOTH);
  EXPECT_EQ(v1::EventKind_MAX, v1::EVENT_KIND_CUSHION_TO_CLOTH);
  EXPECT_EQ(ToWire(StopReason::kAtRest), v1::STOP_REASON_AT_REST);
  EXPECT_EQ(ToWire(StopReason::kCancelled), v1::STOP_REASON_CANCELLED);
  EXPECT_EQ(ToWire(StopReason::kNumericalFailure), v1::STOP_REASON_NUMERICAL_FAILURE);
  EXPECT_EQ(v1::StopReason_MAX, v1::STOP_REASON_NUMERICAL_FAILURE);
}

}  // namespace
}  // namespace carom
