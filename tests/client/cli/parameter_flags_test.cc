// Flags and help that follow from the options of the wire's fields.

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "carom/client/settings_preset.h"
#include "carom/v1/laws.pb.h"
#include "carom/v1/options.pb.h"
#include "client/cli/law_flags.h"
#include "client/cli/policy_flags.h"
#include "client/cli/shot_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// Help on one line for each flag: what is beside "--name=" and below it.
std::string HelpOf(const std::string& name, const FlagSet& flags) {
  const std::string help = flags.Help();
  const size_t begin = help.find("\n  --" + name + "=");
  if (begin == std::string::npos) return "";
  size_t end = help.find("\n  --", begin + 1);
  if (const size_t section = help.find("\n\n", begin); section < end) end = section;
  std::string text;
  for (const char c : help.substr(begin, end - begin)) {
    const bool space = c == ' ' || c == '\n';
    if (!space || (!text.empty() && text.back() != ' ')) text += space ? ' ' : c;
  }
  return text;
}

class ParameterFlagsTest : public ::testing::Test {
 protected:
  ParameterFlagsTest() {
    laws_.Declare(&flags_);
    policies_.Declare(&flags_);
  }

  FlagSet flags_;
  LawFlags laws_;
  PolicyFlags policies_;
};

// What help says of a number: its ends and its default as the options have them.
void ExpectHelpTells(const google::protobuf::FieldDescriptor& field, const std::string& help) {
  const auto& options = field.options().GetExtension(carom::v1::parameter);
  const bool whole = field.cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_DOUBLE;
  const auto text = [&](double number) {
    return whole ? std::to_string(static_cast<int64_t>(number)) : absl::StrCat(number);
  };
  if (options.has_range() && options.value_name() != "DEG") {
    EXPECT_THAT(help, HasSubstr(text(options.range().min()) + ", " + text(options.range().max())));
  }
  // Of laws that share a flag one may be the default, and with it another number.
  if (options.has_default_value() && options.flag() != "ball-friction") {
    EXPECT_THAT(help, HasSubstr("default " + text(options.default_value())));
  }
}

// Those of `carom simulate`; `batch` and `mechanism` have the others.
TEST_F(ParameterFlagsTest, EveryFlagOnTheWireIsAFlag) {
  FlagSet flags;
  ShotFlags shot;
  shot.Declare(&flags, ShotFlags::kWithDetail);
  std::set<std::string> seen;
  for (const auto* file :
       {carom::v1::Settings::descriptor()->file(),
        carom::v1::CompliantSettings::descriptor()->file(), carom::v1::Rack::descriptor()->file(),
        carom::v1::CueStrike::descriptor()->file(),
        carom::v1::SimulateRequest::descriptor()->file()}) {
    for (int m = 0; m < file->message_type_count(); ++m) {
      if (file->message_type(m) == carom::v1::ShotGenerator::descriptor()) continue;
      for (int f = 0; f < file->message_type(m)->field_count(); ++f) {
        const auto& field = *file->message_type(m)->field(f);
        const auto& options = field.options().GetExtension(carom::v1::parameter);
        if (options.flag().empty()) continue;
        SCOPED_TRACE(field.full_name());
        seen.insert(options.flag());
        const std::string help = HelpOf(options.flag(), flags);
        EXPECT_THAT(help, HasSubstr("--" + options.flag() + "=" + options.value_name()));
        // Laws that share a flag agree in what help says of it.
        EXPECT_THAT(help, HasSubstr(options.help()));
        ExpectHelpTells(field, help);
      }
    }
  }
  EXPECT_GE(seen.size(), 45U);
}

TEST_F(ParameterFlagsTest, HelpTellsAnglesCountsChoicesAndDefaultsOfAHolder) {
  FlagSet flags;
  ShotFlags shot;
  shot.Declare(&flags, ShotFlags::kWithDetail);
  EXPECT_EQ(HelpOf("elevation", flags),
            "--elevation=DEG of the butt above the horizontal; in [0, 90) degrees; default 0");
  EXPECT_EQ(HelpOf("speed", flags),
            "--speed=M_S of the cue at impact; in [0, 50]; default 8 for a rack");
  EXPECT_EQ(HelpOf("max-steps", flags),
            "--max-steps=N a server may allow fewer (carom server-info); in [1, 2000000000]; "
            "default 20000000");
  EXPECT_EQ(HelpOf("flight", flags),
            "--flight=HOW whether balls hop, jump and leave the table: off (default) or on");
  EXPECT_EQ(HelpOf("tolerance", flags),
            "--tolerance=TOL of a step, relative; in [1e-14, 0.1]; default 1e-08");
  EXPECT_EQ(HelpOf("method", flags),
            "--method=NAME how the motion is integrated: dormand-prince (default), rk4, adams or "
            "radau");
}

TEST_F(ParameterFlagsTest, HelpTellsLawsRangesAndDefaults) {
  EXPECT_EQ(HelpOf("gravity", flags_), "--gravity=M_S2 in [0.01, 100]; default 9.81");
  EXPECT_EQ(HelpOf("ball-ball", flags_),
            "--ball-ball=LAW frictional (default), mathavan2014, routh or elastic");
  EXPECT_EQ(HelpOf("ball-restitution", flags_),
            "--ball-restitution=E not of elastic; in [0, 1]; default 0.95");
  EXPECT_EQ(HelpOf("cushion-frequency-ratio", flags_),
            "--cushion-frequency-ratio=RATIO of stronge; along the nose to into it; in [1, 2]; "
            "default 1.8");
  EXPECT_EQ(HelpOf("slate-friction", flags_),
            "--slate-friction=MU of mathavan2014 and mathavan2010; default: the cloth's sliding "
            "friction; in [0, 10]");
  EXPECT_THAT(HelpOf("ball-friction", flags_), Not(HasSubstr("default 0.05")));
  EXPECT_EQ(HelpOf("liner-friction", flags_), "--liner-friction=MU in [0, 10]; default 0.3");
}

TEST_F(ParameterFlagsTest, WhatNoLawChosenHasIsRefused) {
  carom::v1::Settings settings;
  ASSERT_TRUE(flags_.Parse({"--cushion=han2005", "--slate-friction=0.1"}).ok());
  EXPECT_EQ(laws_.Apply(&settings).message(),
            "--slate-friction: the laws frictional and han2005 have none");
  EXPECT_FALSE(flags_.Parse({"--slate-frictoin=0.1"}).ok());
}

TEST_F(ParameterFlagsTest, WhatIsNotGivenStaysAbsent) {
  carom::v1::Settings settings;
  ASSERT_TRUE(flags_.Parse({"--settle-speed=0.1", "--cue-end-mass=0"}).ok());
  ASSERT_TRUE(laws_.Apply(&settings).ok());
  policies_.Apply(&settings);
  EXPECT_EQ(settings.ShortDebugString(), "cue { end_mass_kg: 0 } settle_speed_m_s: 0.1");
}

TEST_F(ParameterFlagsTest, PointsOfTheRollingFactor) {
  ASSERT_TRUE(flags_.Parse({"--rolling-factor=0.2,1", "--rolling-factor=2.3,2.1"}).ok());
  v1::Settings settings;
  ASSERT_TRUE(laws_.Apply(&settings).ok());
  EXPECT_EQ(settings.ShortDebugString(),
            "cloth { rolling_factor { speed_m_s: 0.2 factor: 1 } "
            "rolling_factor { speed_m_s: 2.3 factor: 2.1 } }");
}

TEST_F(ParameterFlagsTest, PointsOfTheFactorsOfCushions) {
  ASSERT_TRUE(flags_
                  .Parse({"--cushion-restitution-factor=0.5,1", "--cushion-friction-factor=0,1",
                          "--cushion-friction-factor=90,0.2", "--cushion-contact-time=0.006"})
                  .ok());
  v1::Settings settings;
  ASSERT_TRUE(laws_.Apply(&settings).ok());
  ASSERT_EQ(settings.cushion().restitution_factor_size(), 1);
  EXPECT_EQ(settings.cushion().restitution_factor(0).speed_m_s(), 0.5);
  EXPECT_EQ(settings.cushion().contact_time_s(), 0.006);
  ASSERT_EQ(settings.cushion().friction_factor_size(), 2);
  EXPECT_NEAR(settings.cushion().friction_factor(1).angle_rad(), 1.5707963267948966, 1e-15);
  EXPECT_EQ(settings.cushion().friction_factor(1).factor(), 0.2);

  LawFlags laws;
  FlagSet flags;
  laws.Declare(&flags);
  ASSERT_TRUE(flags.Parse({"--cushion-friction-factor=45"}).ok());
  EXPECT_EQ(laws.Apply(&settings).message(),
            "--cushion-friction-factor: \"45\" must be an angle in degrees and a factor, as in "
            "45,0.6");
}

TEST_F(ParameterFlagsTest, APointOfTheRollingFactorIsTwoNumbers) {
  for (const std::string text : {"1", "1,2,3", "1,x", ""}) {
    FlagSet flags;
    LawFlags laws;
    laws.Declare(&flags);
    ASSERT_TRUE(flags.Parse({"--rolling-factor=" + text}).ok());
    v1::Settings settings;
    EXPECT_EQ(
        laws.Apply(&settings).message(),
        "--rolling-factor: \"" + text + "\" must be a speed in m/s and a factor, as in 1.5,1.7");
  }
}

// A file with these settings, gone with the object.
class SettingsFile {
 public:
  explicit SettingsFile(const std::string& json) { std::ofstream(path_) << json; }
  ~SettingsFile() { std::filesystem::remove(path_); }

  std::string Flag() const { return "--settings=" + path_; }

 private:
  const std::string path_ = ::testing::TempDir() + "/settings" + std::to_string(getpid()) + ".json";
};

TEST_F(ParameterFlagsTest, FlagsChangeASettingsFile) {
  const SettingsFile file(R"({"gravity_m_s2": 9.8, "cushion": {"stronge": {"restitution": 0.7}},
                              "cloth": {"rolling_friction": 0.02, "rolling_factor": [{}]}})");
  ASSERT_TRUE(flags_
                  .Parse({file.Flag(), "--rolling-friction=0.005", "--cushion-friction=0.3",
                          "--rolling-factor=1,2"})
                  .ok());
  v1::Settings settings;
  ASSERT_TRUE(laws_.Apply(&settings).ok());
  EXPECT_EQ(settings.ShortDebugString(),
            "gravity_m_s2: 9.8 cloth { rolling_friction: 0.005 rolling_factor { speed_m_s: 1 "
            "factor: 2 } } cushion { stronge { restitution: 0.7 friction: 0.3 } }");
}

TEST_F(ParameterFlagsTest, AnotherLawTakesThePlaceOfThatOfTheFile) {
  const SettingsFile file(R"({"cushion": {"stronge": {"restitution": 0.7}}})");
  ASSERT_TRUE(flags_.Parse({file.Flag(), "--cushion=routh"}).ok());
  v1::Settings settings;
  ASSERT_TRUE(laws_.Apply(&settings).ok());
  EXPECT_EQ(settings.ShortDebugString(), "cushion { routh { } }");
}

TEST_F(ParameterFlagsTest, SettingsMayBeAPreset) {
  ASSERT_TRUE(flags_.Parse({"--settings=measured_pool", "--ball-restitution=0.9"}).ok());
  v1::Settings settings;
  ASSERT_TRUE(laws_.Apply(&settings).ok());
  v1::Settings expected = *FindSettingsPreset("measured_pool");
  expected.mutable_ball_ball()->mutable_frictional()->set_restitution(0.9);
  EXPECT_EQ(settings.ShortDebugString(), expected.ShortDebugString());
}

TEST_F(ParameterFlagsTest, SettingsThatAreNoneAreRefused) {
  ASSERT_TRUE(flags_.Parse({"--settings=measured_snooker"}).ok());
  v1::Settings settings;
  EXPECT_THAT(std::string(laws_.Apply(&settings).message()),
              AllOf(HasSubstr("--settings: measured_snooker: cannot be read"),
                    HasSubstr("presets are measured_carom measured_pool")));
  const SettingsFile file(R"({"gravity": 9.8})");
  FlagSet flags;
  LawFlags laws;
  laws.Declare(&flags);
  ASSERT_TRUE(flags.Parse({file.Flag()}).ok());
  EXPECT_THAT(std::string(laws.Apply(&settings).message()),
              AllOf(HasSubstr("--settings: "), HasSubstr("gravity")));
}

}  // namespace
}  // namespace carom
