// A message that many fields hold begins with the defaults of the field that holds it: laws,
// materials and integrations. What the field's comment or options say of them is what the core has.

#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <variant>

#include "absl/strings/match.h"
#include "carom/v1/mechanism.pb.h"
#include "carom/v1/options.pb.h"
#include "carom/v1/simulation.pb.h"
#include "core/laws/settings.h"
#include "core/shot/simulate_mechanism.h"
#include "server/convert/request_convert.h"
#include "tests/server/convert/told_defaults.h"
#include "tests/server/convert/wire_comments.h"

namespace carom {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using testing::CommentOf;
using testing::DefaultIn;
using testing::ExpectToldLaw;
using testing::ForEachField;
using testing::RowsOf;

void SetNumber(v1::Integration& wire, const FieldDescriptor& field, double value) {
  const google::protobuf::Reflection& reflection = *wire.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_UINT32) {
    reflection.SetUInt32(&wire, &field, static_cast<uint32_t>(value));
  } else {
    reflection.SetDouble(&wire, &field, value);
  }
}

class HolderDefaults : public ::testing::Test {
 protected:
  template <class Wire>
  const FieldDescriptor& Field(const char* name) {
    const FieldDescriptor* const field = Wire::descriptor()->FindFieldByName(name);
    EXPECT_NE(field, nullptr) << name;
    compared_.insert(field->full_name());
    return *field;
  }

  template <class Wire, class Law>
  void ExpectLaw(const char* name, const Law& law) {
    ExpectToldLaw(DefaultIn(CommentOf(Field<Wire>(name))), law);
  }

  // "NORMAL, FRICTION".
  void ExpectContact(const char* name, const CompliantContact& contact) {
    const std::string words = DefaultIn(CommentOf(Field<v1::CompliantSettings>(name)));
    const std::string friction =
        std::visit([](const auto& law) { return std::string(law.kName); }, contact.friction);
    const size_t second = words.find(", " + friction);
    ASSERT_NE(second, std::string::npos) << name << ": " << friction << ": " << words;
    ExpectToldLaw(words.substr(0, second), contact.normal);
    ExpectToldLaw(words.substr(second + 2), contact.friction);
  }

  template <class Wire>
  void ExpectMaterial(const char* name, const Material& material) {
    EXPECT_EQ(DefaultIn(CommentOf(Field<Wire>(name))), "`" + material.name + "`.");
    const Material* const known = FindMaterial(material.name);
    ASSERT_NE(known, nullptr) << material.name;
    EXPECT_TRUE(RowsOf(material) == RowsOf(*known)) << name;
  }

  template <class Wire>
  void ExpectIntegration(const IntegrationSpec& core) {
    const FieldDescriptor& field = Field<Wire>("integration");
    SCOPED_TRACE(field.full_name());
    v1::Integration wire;
    for (const v1::FieldDefault& one : field.options().GetExtension(v1::parameter).defaults()) {
      const FieldDescriptor& inner = *wire.GetDescriptor()->FindFieldByName(one.field());
      if (inner.enum_type() != nullptr) {
        wire.GetReflection()->SetEnum(&wire, &inner,
                                      inner.enum_type()->FindValueByName(one.choice()));
      } else {
        SetNumber(wire, inner, one.value());
      }
    }
    IntegrationSpec told;
    ASSERT_TRUE(TakeParameters(wire, told).ok());
    EXPECT_TRUE(told.method == core.method);
    EXPECT_TRUE(RowsOf(told) == RowsOf(core));
  }

  template <class Wire, class Struct>
  void ExpectEveryFieldAtItsDefault(const char* name, const Struct& part) {
    EXPECT_EQ(DefaultIn(CommentOf(Field<Wire>(name))), "every field at its default.");
    EXPECT_TRUE(RowsOf(part) == RowsOf(Struct{})) << name;
  }

  std::set<std::string> compared_;
};

TEST_F(HolderDefaults, AreThoseOfTheCore) {
  const CompliantSettings compliant;
  ExpectContact("ball_ball", compliant.ball_ball);
  ExpectContact("cushion", compliant.cushion);
  ExpectContact("liner", compliant.liner);
  ExpectLaw<v1::CompliantSettings>("cloth_normal", compliant.cloth_normal);
  ExpectLaw<v1::CompliantSettings>("cloth_friction",
                                   std::get<PatchOfCloth>(compliant.cloth_friction));
  ExpectMaterial<v1::CompliantSettings>("ball_material", compliant.ball_material);
  ExpectMaterial<v1::CompliantSettings>("cloth_material", compliant.cloth_material);
  ExpectMaterial<v1::CompliantSettings>("cushion_material", compliant.cushion_material);
  ExpectMaterial<v1::CompliantSettings>("liner_material", compliant.liner_material);
  ExpectEveryFieldAtItsDefault<v1::CompliantSettings>("constraints", compliant.constraints);
  ExpectIntegration<v1::CompliantSettings>(compliant.integration);

  ExpectIntegration<v1::DoublePendulum>(DoublePendulum{}.integration);
  ExpectIntegration<v1::RollingBall>(RollingBall{}.integration);
  ExpectEveryFieldAtItsDefault<v1::RollingBall>("patch", RollingBall{}.patch);

  const NewtonsCradle cradle;
  ExpectMaterial<v1::NewtonsCradle>("material", cradle.material);
  ExpectLaw<v1::NewtonsCradle>("normal", cradle.normal);
  ExpectEveryFieldAtItsDefault<v1::NewtonsCradle>("constraints", cradle.constraints);
  ExpectIntegration<v1::NewtonsCradle>(cradle.integration);

  const BallBearing bearing;
  ExpectMaterial<v1::BallBearing>("material", bearing.material);
  ExpectLaw<v1::BallBearing>("normal", bearing.normal);
  ExpectLaw<v1::BallBearing>("friction", bearing.friction);
  ExpectIntegration<v1::BallBearing>(bearing.integration);

  const BouncingBalls bounce;
  ExpectLaw<v1::BouncingBalls>("normal", bounce.normal);
  ExpectLaw<v1::BouncingBalls>("friction", bounce.friction);
  ExpectIntegration<v1::BouncingBalls>(bounce.integration);

  ExpectEveryFieldAtItsDefault<v1::Linkage>("constraints", Linkage{}.constraints);
  ExpectIntegration<v1::Linkage>(Linkage{}.integration);

  const std::set<const Descriptor*> held = {
      v1::NormalLaw::descriptor(),        v1::SlipFriction::descriptor(),
      v1::ClothFriction::descriptor(),    v1::CompliantContact::descriptor(),
      v1::Material::descriptor(),         v1::Integration::descriptor(),
      v1::ConstraintOptions::descriptor()};
  ForEachField([&](const FieldDescriptor& field) {
    if (held.count(field.message_type()) == 0) return;
    if (absl::StrContains(CommentOf(field), "as the field that holds this message says")) return;
    EXPECT_EQ(compared_.count(field.full_name()), 1U) << "is not compared";
  });
}

}  // namespace
}  // namespace carom
