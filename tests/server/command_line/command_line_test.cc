#include "server/command_line/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

// A program with flags of its own and two commands.
class CommandLineTest : public ::testing::Test {
 protected:
  CommandLineTest() : line_("carom-test", &flags_) {
    flags_.AddCount("max-calls", "N", "at a time", &max_calls_);
    flags_.AddSwitch("tls", "encrypted", &tls_);
    line_.AddStandardFlags();
    play_.AddText("rack", "NAME", "what lies there", &rack_);
    play_.AddText("format", "csv|jsonl", "of rows", &format_);
    play_.AddList("ball", "X,Y", "a ball", &balls_);
    line_.AddCommand("play", &play_);
    show_.AddText("table", "NAME", "a preset", &table_);
    show_.SetPositional(&words_);
    line_.AddCommand("show", &show_);
  }
  ~CommandLineTest() override { std::filesystem::remove(path_); }

  absl::Status Parse(const std::vector<std::string>& arguments) {
    return line_.Parse(arguments, [this](const std::string& name) -> std::optional<std::string> {
      const auto found = variables_.find(name);
      if (found == variables_.end()) return std::nullopt;
      return found->second;
    });
  }
  std::string ErrorOf(const std::vector<std::string>& arguments) {
    return std::string(Parse(arguments).message());
  }
  std::string Config(const std::string& text) {
    std::ofstream(path_) << text;
    return "--config=" + path_;
  }

  const std::string path_ = ::testing::TempDir() + "/config_" + std::to_string(getpid());
  std::map<std::string, std::string> variables_;
  std::optional<uint64_t> max_calls_;
  bool tls_ = false;
  std::optional<std::string> rack_;
  std::optional<std::string> format_;
  std::vector<std::string> balls_;
  std::optional<std::string> table_;
  std::vector<std::string> words_;
  FlagSet flags_;
  FlagSet play_;
  FlagSet show_;
  CommandLine line_;
};

TEST_F(CommandLineTest, FlagsOfTheProgramStandBeforeAndAfterTheCommand) {
  ASSERT_TRUE(Parse({"--max-calls", "3", "play", "--rack=x", "--tls"}).ok());
  EXPECT_EQ(line_.command(), "play");
  EXPECT_EQ(max_calls_, 3u);
  EXPECT_TRUE(tls_);
  EXPECT_EQ(rack_, "x");
  EXPECT_THAT(play_.given(), ElementsAre("rack"));
  EXPECT_THAT(flags_.given(), ElementsAre("max-calls", "tls"));
}

TEST_F(CommandLineTest, AValueIsNotTakenForACommand) {
  ASSERT_TRUE(Parse({"play", "--rack", "show"}).ok());
  EXPECT_EQ(line_.command(), "play");
  EXPECT_EQ(rack_, "show");
}

TEST_F(CommandLineTest, GathersWordsOfTheCommand) {
  ASSERT_TRUE(Parse({"show", "pool_9ft", "play", "-"}).ok());
  EXPECT_EQ(line_.command(), "show");
  EXPECT_THAT(words_, ElementsAre("pool_9ft", "play", "-"));
}

TEST_F(CommandLineTest, SaysWhatIsWrongAndWhatWasMeant) {
  EXPECT_EQ(ErrorOf({"plya"}), "unknown command plya; did you mean play?");
  EXPECT_EQ(ErrorOf({"--max-cals=1"}), "unknown flag --max-cals; did you mean --max-calls?");
}

TEST_F(CommandLineTest, SaysWhereAFlagBelongs) {
  EXPECT_EQ(ErrorOf({"--rack=x", "play"}), "--rack goes after the command: play --rack");
}

TEST_F(CommandLineTest, AFlagOfAnotherCommandIsUnknown) {
  EXPECT_THAT(ErrorOf({"play", "--table=x"}), HasSubstr("unknown flag --table"));
}

TEST_F(CommandLineTest, AWordNeedsACommandThatTakesIt) {
  EXPECT_EQ(ErrorOf({"play", "stray"}), "unexpected argument: stray");
}

TEST_F(CommandLineTest, AMissingValueIsTold) {
  EXPECT_EQ(ErrorOf({"play", "--rack"}), "--rack needs a value: --rack=NAME");
}

TEST_F(CommandLineTest, AMissingValueBeforeAnotherFlagIsTold) {
  EXPECT_EQ(ErrorOf({"play", "--max-calls", "--rack=x"}),
            "--max-calls needs a value: --max-calls=N");
}

TEST_F(CommandLineTest, VariablesSpeakForFlagsOfTheProgram) {
  variables_ = {{"CAROM_TEST_MAX_CALLS", "7"},
                {"CAROM_TEST_TLS", "true"},
                {"CAROM_TEST_RACK", "x"},
                {"CAROM_TEST_VERSION", "1.2"}};
  ASSERT_TRUE(Parse({"play"}).ok());
  EXPECT_EQ(max_calls_, 7u);
  EXPECT_TRUE(tls_);
  EXPECT_FALSE(rack_.has_value()) << "of a command";
  EXPECT_FALSE(line_.version());
}

TEST_F(CommandLineTest, AnErrorNamesTheVariable) {
  variables_ = {{"CAROM_TEST_MAX_CALLS", "many"}};
  EXPECT_EQ(ErrorOf({"play"}), "CAROM_TEST_MAX_CALLS: \"many\" must be a whole number, 0 or more");
}

TEST_F(CommandLineTest, HelpIsNotKeptAwayByAVariable) {
  variables_ = {{"CAROM_TEST_MAX_CALLS", "many"}};
  ASSERT_TRUE(Parse({"--help"}).ok());
  EXPECT_TRUE(line_.help());
}

TEST_F(CommandLineTest, AFileSpeaksForTheProgramAndItsCommands) {
  const std::string config = Config(
      "# A remark.\nmax-calls = 9  # Another.\ntls = true\n\n"
      "[play]\nrack = \"9 ball\"\nball = [\"0,0\", \"1,2\"]\n\n[show]\ntable = \"other\"\n");
  ASSERT_TRUE(Parse({config, "play"}).ok());
  EXPECT_EQ(max_calls_, 9u);
  EXPECT_TRUE(tls_);
  EXPECT_EQ(rack_, "9 ball");
  EXPECT_THAT(balls_, ElementsAre("0,0", "1,2"));
  EXPECT_FALSE(table_.has_value()) << "of another command";
}

// What stands nearest to the call counts.
TEST_F(CommandLineTest, ArgumentsComeBeforeVariablesAndTheseBeforeTheFile) {
  const std::string config = Config("max-calls = 1\ntls = true\n[play]\nrack = \"a\"\n");
  variables_ = {{"CAROM_TEST_MAX_CALLS", "2"}};
  ASSERT_TRUE(Parse({config, "--tls=false", "play", "--rack=b"}).ok());
  EXPECT_EQ(max_calls_, 2u);
  EXPECT_FALSE(tls_);
  EXPECT_EQ(rack_, "b");
}

TEST_F(CommandLineTest, ArgumentsComeBeforeVariables) {
  variables_ = {{"CAROM_TEST_MAX_CALLS", "2"},
                {"CAROM_TEST_CONFIG", Config("tls = true\n").substr(9)}};
  ASSERT_TRUE(Parse({"--max-calls=3", "play"}).ok());
  EXPECT_EQ(max_calls_, 3u);
  EXPECT_TRUE(tls_) << "by the file that a variable names";
}

TEST_F(CommandLineTest, AMistakeInTheFileIsTold) {
  EXPECT_EQ(ErrorOf({Config("max-cals = 1\n")}),
            path_ + ": max-cals: unknown key; did you mean max-calls?");
}

TEST_F(CommandLineTest, AMistakeInATableOfTheFileIsTold) {
  EXPECT_EQ(ErrorOf({Config("[show]\nrack = 1\n"), "play"}), path_ + ": show.rack: unknown key");
}

TEST_F(CommandLineTest, AnUnknownTableOfTheFileIsTold) {
  EXPECT_EQ(ErrorOf({Config("[plya]\nrack = 1\n")}),
            path_ + ": unknown table [plya]; did you mean play?");
}

TEST_F(CommandLineTest, AWrongValueInTheFileIsTold) {
  EXPECT_EQ(ErrorOf({Config("max-calls = -1\n")}),
            path_ + ": max-calls: \"-1\" must be a whole number, 0 or more");
}

TEST_F(CommandLineTest, AFileThatCannotBeReadIsTold) {
  EXPECT_EQ(ErrorOf({"--config=/nonexistent"}),
            "--config: /nonexistent: cannot be read: No such file or directory");
}

TEST_F(CommandLineTest, AFolderIsNoFile) {
  EXPECT_THAT(ErrorOf({"--config=" + ::testing::TempDir()}),
              EndsWith("cannot be read: Is a directory"));
  EXPECT_EQ(ErrorOf({"--config=/dev/zero"}), "--config: /dev/zero: has more than 1048576 bytes");
}

TEST_F(CommandLineTest, TheFileMayNotAskForHelp) {
  EXPECT_THAT(ErrorOf({Config("help = true\n")}), HasSubstr(": help: unknown key"));
}

TEST_F(CommandLineTest, CompletionKnowsCommandsFlagsAndValues) {
  const std::string script = line_.BashCompletion();
  EXPECT_THAT(script, HasSubstr("commands=\"play show\""));
  EXPECT_THAT(script, HasSubstr("play) flags=\"--rack= --format= --ball=\" ;;"));
  EXPECT_THAT(script, HasSubstr("\"play --format\") values=\"csv jsonl\" ;;"));
  EXPECT_THAT(script, HasSubstr("\" --config\") files=yes ;;"));
  EXPECT_THAT(script, HasSubstr("complete -F _carom_test carom-test\n"));
  EXPECT_THAT(script, Not(HasSubstr("PROGRAM")));
}

}  // namespace
}  // namespace carom
