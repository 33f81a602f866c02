// Flags and help that follow from the options of the wire's fields.

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "carom/v1/laws.pb.h"
#include "carom/v1/options.pb.h"
#include "client/cli/law_flags.h"
#include "client/cli/policy_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Help on one line for each flag: what is beside "--name=" and below it.
std::string HelpOf(const std::string& name, const FlagSet& flags) {
  const std::string help = flags.Help();
  const size_t begin = help.find("  --" + name + "=");
  if (begin == std::string::npos) return "";
  size_t end = help.find("\n  --", begin);
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

TEST_F(ParameterFlagsTest, EveryFlagOnTheWireIsAFlag) {
  const google::protobuf::FileDescriptor& file = *carom::v1::Settings::descriptor()->file();
  std::set<std::string> seen;
  for (int m = 0; m < file.message_type_count(); ++m) {
    for (int f = 0; f < file.message_type(m)->field_count(); ++f) {
      const auto& field = *file.message_type(m)->field(f);
      const auto& options = field.options().GetExtension(carom::v1::parameter);
      if (options.flag().empty()) continue;
      seen.insert(options.flag());
      const std::string help = HelpOf(options.flag(), flags_);
      EXPECT_THAT(help, HasSubstr("--" + options.flag() + "=" + options.value_name()))
          << field.full_name();
      // Laws that share a flag agree in what help says of it.
      EXPECT_THAT(help, HasSubstr(options.help())) << field.full_name();
    }
  }
  EXPECT_GE(seen.size(), 20U);
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
  ASSERT_TRUE(policies_.Apply(&settings).ok());
  EXPECT_EQ(settings.ShortDebugString(), "cue { end_mass_kg: 0 } settle_speed_m_s: 0.1");
}

}  // namespace
}  // namespace carom
