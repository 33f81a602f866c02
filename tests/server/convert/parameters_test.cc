// The core's parameters are the wire's: every row of core/base/parameters.h has a field of its
// name, whose options (options.proto) tell the same range and default, and no field of such a
// message tells one that the core does not know.

#include "core/base/parameters.h"

#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <variant>

#include "absl/strings/ascii.h"
#include "carom/v1/options.pb.h"
#include "carom/v1/simulation.pb.h"
#include "core/draw/distribution.h"
#include "core/goals/check_goal.h"
#include "core/laws/settings.h"
#include "core/models/patch/patch_study.h"
#include "core/models/rolling_ball/rolling_ball_aim.h"
#include "core/rules/game.h"
#include "core/shot/simulate.h"
#include "core/shot/simulate_mechanism.h"
#include "core/stats/looks.h"
#include "core/table/cue.h"
#include "core/table/rack.h"
#include "core/table/table.h"
#include "core/table/validate.h"
#include "server/convert/field_ranges.h"

namespace carom {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

std::string Text(const std::optional<FieldRange>& range) { return range ? range->Text() : "any"; }

std::optional<FieldRange> Within(const Interval& range) { return FieldRange{range, std::nullopt}; }

// Holds a struct's rows against the fields of a message. A visitor.
class RowsAgainstFields {
 public:
  explicit RowsAgainstFields(const Descriptor& type) : type_(type) {}

  void operator()(const char* name, bool /*value*/) { FieldOf(name); }
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void operator()(const char* name, Number value) {
    Compare(name, std::nullopt, static_cast<double>(value));
  }
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void operator()(const char* name, Number value, const Interval& range) {
    Compare(name, Within(range), static_cast<double>(value));
  }
  template <class Vector>
  requires requires(const Vector& v) { v.size(); }
  void operator()(const char* name, const Vector& /*value*/, const Interval& range) {
    Compare(name, Within(range), std::nullopt);
  }
  void Or(const char* name, double value, const Interval& range, double beside) {
    Compare(name, FieldRange{range, beside}, value);
  }
  void Optional(const char* name, double value, const Interval& range) {
    Compare(name, Within(range), value < 0.0 ? std::nullopt : std::optional<double>(value));
  }
  template <class Struct>
  void Part(const char* name, const Struct& part);
  template <class... Structs>
  void OneOf(const char* name, const std::variant<Structs...>& choice);

  // A field whose range the core has in no row.
  void Alone(const char* name, const Interval& range) {
    Compare(name, Within(range), std::nullopt);
  }

  // What the options of the other fields say, the core does not know.
  void ExpectNoOthers() const {
    for (int i = 0; i < type_.field_count(); ++i) {
      const FieldDescriptor& field = *type_.field(i);
      const v1::Parameter& options = field.options().GetExtension(v1::parameter);
      if (!options.has_range() && !options.has_default_value()) continue;
      EXPECT_EQ(told_.count(field.name()), 1U) << field.full_name();
    }
  }

 private:
  const FieldDescriptor* FieldOf(const std::string& name) {
    const std::string lower = absl::AsciiStrToLower(name);
    told_.insert(lower);
    const FieldDescriptor* const field = type_.FindFieldByName(lower);
    EXPECT_NE(field, nullptr) << type_.full_name() << "." << lower;
    return field;
  }

  void Compare(const std::string& name, std::optional<FieldRange> range,
               std::optional<double> default_value) {
    const FieldDescriptor* const field = FieldOf(name);
    if (field == nullptr) return;
    SCOPED_TRACE(field->full_name());
    const std::optional<FieldRange> on_wire = RangeOf(*field);
    if (range && on_wire) range->whole = on_wire->whole;
    EXPECT_EQ(Text(on_wire), Text(range));
    if (range && on_wire) {
      EXPECT_EQ(on_wire->interval.high, range->interval.high);
    }
    // Where the wire tells none, the holder of the message says it.
    const v1::Parameter& options = field->options().GetExtension(v1::parameter);
    if (!options.has_default_value()) return;
    ASSERT_TRUE(default_value.has_value());
    EXPECT_EQ(options.default_value(), *default_value);
  }

  const Descriptor& type_;
  std::set<std::string> told_;
};

template <class Struct>
void ExpectSame(const Descriptor& type, const Struct& at_defaults) {
  RowsAgainstFields rows(type);
  Struct::Parameters(at_defaults, rows);
  rows.ExpectNoOthers();
}

// Every alternative of the variant is an arm of the oneof.
template <class... Structs>
void ExpectSameArms(const google::protobuf::OneofDescriptor& oneof,
                    std::type_identity<std::variant<Structs...>> /*choice*/) {
  const auto expect_same = [&]<class Struct>(std::type_identity<Struct>) {
    const FieldDescriptor* const arm =
        oneof.containing_type()->FindFieldByName(std::string(Struct::kName));
    ASSERT_NE(arm, nullptr) << oneof.full_name() << " has no " << Struct::kName;
    EXPECT_EQ(arm->containing_oneof(), &oneof);
    ExpectSame(*arm->message_type(), Struct{});
  };
  (expect_same(std::type_identity<Structs>()), ...);
  EXPECT_EQ(oneof.field_count(), static_cast<int>(sizeof...(Structs))) << oneof.full_name();
}

template <class Struct>
void RowsAgainstFields::Part(const char* name, const Struct& part) {
  const FieldDescriptor* const field = FieldOf(name);
  if (field != nullptr) ExpectSame(*field->message_type(), part);
}

template <class... Structs>
void RowsAgainstFields::OneOf(const char* name, const std::variant<Structs...>& /*choice*/) {
  const auto* const oneof = type_.FindOneofByName(name);
  ASSERT_NE(oneof, nullptr) << type_.full_name() << "." << name;
  ExpectSameArms(*oneof, std::type_identity<std::variant<Structs...>>());
}

template <class Wire, class Choice>
void ExpectSameLaws() {
  ExpectSameArms(*Wire::descriptor()->FindOneofByName("law"), std::type_identity<Choice>());
}

template <class Wire, class Struct>
void ExpectSameOf(const Struct& at_defaults = Struct{}) {
  ExpectSame(*Wire::descriptor(), at_defaults);
}

TEST(Parameters, OfImpactLaws) {
  ExpectSameLaws<v1::BallBallLaw, BallBallLaw>();
  ExpectSameLaws<v1::CushionLaw, CushionLaw>();
  ExpectSameLaws<v1::BallSlateLaw, SlateLaw>();
}

// The laws of the slate, with numbers of their own.
TEST(Parameters, OfLinerLaws) {
  EXPECT_EQ(v1::BallLinerLaw::descriptor()->field_count(), 2);
  ExpectSameOf<v1::FrictionalLiner>(FrictionalSlate{kLinerRestitution, kLinerFriction});
  ExpectSameOf<v1::RouthLiner>(RouthSlate{kLinerRestitution, kLinerFriction});
}

TEST(Parameters, OfContactForces) {
  ExpectSameLaws<v1::NormalLaw, NormalLaw>();
  ExpectSameLaws<v1::SlipFriction, SlipFriction>();
  ExpectSameOf<v1::ContensouPatch, ContensouPatch>();
  ExpectSameOf<v1::PatchOfCloth, PatchOfCloth>();
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
  ExpectSameOf<v1::PatchSurface, PatchSurface>();
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
