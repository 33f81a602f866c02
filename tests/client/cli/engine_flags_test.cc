// The flags that choose an engine, and those that only one of the engines looks at.

#include "client/cli/engine_flags.h"

#include "tests/client/cli/run_carom.h"

namespace carom {
namespace {

using ::testing::HasSubstr;

absl::Status ReadEngine(const std::vector<std::string>& arguments, v1::Settings* settings) {
  EngineFlags engine;
  FlagSet flags;
  engine.Declare(&flags);
  settings->Clear();
  absl::Status status = flags.Parse(arguments);
  if (status.ok()) status = engine.Apply(settings);
  return status.ok() ? CheckFlagsOfEngine(*settings, flags.given()) : status;
}

TEST(EngineFlags, SetWhatTheySay) {
  v1::Settings settings;
  ASSERT_TRUE(ReadEngine({}, &settings).ok());
  ASSERT_TRUE(ReadEngine({"--engine=event-driven"}, &settings).ok());
  EXPECT_EQ(settings.ShortDebugString(), "engine: ENGINE_EVENT_DRIVEN");
  ASSERT_TRUE(
      ReadEngine({"--engine=compliant", "--start=as-placed", "--ball-material=steel",
                  "--cushion-material=rubber", "--method=rk4", "--tolerance=1e-6",
                  "--largest-step-s=1e-5", "--max-evaluations=1000", "--cushion-faces=window",
                  "--weld=1,2", "--weld=2,3", "--constraints=direct-correction"},
                 &settings)
          .ok());
  EXPECT_EQ(settings.ShortDebugString(),
            "engine: ENGINE_COMPLIANT compliant { ball_material { name: \"steel\" } "
            "cushion_material { name: \"rubber\" } start: COMPLIANT_START_AS_PLACED "
            "integration { method: INTEGRATION_METHOD_RUNGE_KUTTA_4 "
            "relative_tolerance: 1e-06 largest_step_s: 1e-05 max_evaluations: 1000 } "
            "cushion_faces: CUSHION_FACES_WINDOW welds { first: 1 second: 2 } "
            "welds { first: 2 second: 3 } "
            "constraints { method: CONSTRAINT_METHOD_DIRECT_CORRECTION } }");
}

TEST(EngineFlags, NameASetOfContactForces) {
  v1::Settings settings;
  ASSERT_TRUE(
      ReadEngine({"--engine=compliant", "--preset=table_2_alciatore_ambrosio"}, &settings).ok());
  EXPECT_EQ(settings.compliant().preset(), "table_2_alciatore_ambrosio");
  ExpectRefused(
      RunCarom({"simulate", "--ball=0,0", "--speed=1", "--engine=compliant", "--preset=table_3"}),
      "settings[0].compliant.preset: \"table_3\" must be one of table_2_");
  EXPECT_EQ(ReadEngine({"--preset=table_2_alciatore_ambrosio"}, &settings).message(),
            "--preset goes with --engine=compliant only");
}

TEST(EngineFlags, RefuseUnknownWordsAndTheOtherEnginesFlags) {
  v1::Settings settings;
  EXPECT_EQ(ReadEngine({"--engine=magic"}, &settings).message(),
            "--engine: \"magic\" must be event-driven, compliant or discrete-time");
  EXPECT_EQ(ReadEngine({"--method=rk4"}, &settings).message(),
            "--method goes with --engine=compliant only");
  EXPECT_FALSE(ReadEngine({"--largest-step-s=1e-5"}, &settings).ok());
  EXPECT_FALSE(ReadEngine({"--engine=event-driven", "--horizontal"}, &settings).ok());
  EXPECT_FALSE(ReadEngine({"--engine=event-driven", "--welded-table"}, &settings).ok());
  EXPECT_FALSE(ReadEngine({"--engine=compliant", "--method=euler"}, &settings).ok());
  EXPECT_FALSE(ReadEngine({"--engine=compliant", "--start=flying"}, &settings).ok());
  EXPECT_FALSE(ReadEngine({"--engine=compliant", "--max-evaluations=5000000000"}, &settings).ok());
}

TEST(EngineFlags, WeldsAndFacesNameTheirWords) {
  v1::Settings settings;
  for (const char* pair : {"1", "1,2,3", "1,x", "-1,2", ""}) {
    EXPECT_THAT(
        std::string(
            ReadEngine({"--engine=compliant", std::string("--weld=") + pair}, &settings).message()),
        HasSubstr("must be two balls by index, as in 1,2"));
  }
  ASSERT_TRUE(ReadEngine({"--engine=compliant", "--welded-table"}, &settings).ok());
  EXPECT_TRUE(settings.compliant().welded_table());
  ASSERT_TRUE(
      ReadEngine({"--engine=compliant", "--norm-control", "--penetration-step-m=1e-6"}, &settings)
          .ok());
  EXPECT_TRUE(settings.compliant().integration().norm_control());
  EXPECT_EQ(settings.compliant().penetration_step_m(), 1e-6);
  EXPECT_EQ(ReadEngine({"--engine=compliant", "--constraints=glue"}, &settings).message(),
            "--constraints: \"glue\" must be baumgarte, lagrange, augmented-lagrangian or "
            "direct-correction");
  EXPECT_EQ(ReadEngine({"--engine=compliant", "--cushion-faces=round"}, &settings).message(),
            "--cushion-faces: \"round\" must be exact or window");
  for (const char* flag : {"--weld=1,2", "--constraints=baumgarte", "--cushion-faces=window",
                           "--norm-control", "--penetration-step-m=1e-6"}) {
    EXPECT_THAT(std::string(ReadEngine({flag}, &settings).message()),
                HasSubstr(" goes with --engine=compliant only"));
  }
}

TEST(EngineFlags, QuantitiesAreWordsByCommas) {
  const auto request = [](const std::string& list) {
    return RunCarom(
        {"simulate", "--ball=0,0", "--samples=0.1", "--quantities=" + list, "--print-request"});
  };
  EXPECT_THAT(
      request("energy,angular-velocity").out,
      ::testing::AllOf(HasSubstr("QUANTITY_ENERGY"), HasSubstr("QUANTITY_ANGULAR_VELOCITY")));
  ExpectRefused(request("energy,speed"), "--quantities: \"speed\" must be position, ");
  ExpectRefused(request("unspecified"), "--quantities: \"unspecified\" must be ");
  ExpectRefused(RunCarom({"simulate", "--ball=0,0", "--quantities=energy"}),
                "--quantities goes with --samples");
}

TEST(EngineFlags, AnInertiaIsThatOfGivenBalls) {
  EXPECT_THAT(
      RunCarom({"simulate", "--ball=0,0", "--ball=1,0", "--inertia-ratio=0.5", "--print-request"})
          .out,
      HasSubstr("\"inertia_ratio\": 0.5"));
  ExpectRefused(RunCarom({"simulate", "--rack=9-ball", "--inertia-ratio=0.5"}),
                "--inertia-ratio goes with --ball and --balls only");
  ExpectRefused(RunCarom({"simulate", "--ball=0,0", "--inertia-ratio=0.5"}),
                "inertia_ratio: 0.5 must be 0.4");
}

// A shot by the compliant engine, with one flag more; its request only.
CliResult Compliant(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"simulate", "--ball=0,0", "--engine=compliant",
                                        "--print-request"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return RunCarom(arguments);
}

TEST(EngineFlags, TheCompliantEngineRefusesLawsOfImpulses) {
  for (const char* flag : {"--ball-ball=routh", "--ball-restitution=0.9", "--ball-friction=0.1",
                           "--cushion=routh", "--cushion-restitution=0.9", "--cushion-friction=0.1",
                           "--bounce=routh", "--bounce-restitution=0.4", "--bounce-friction=0.1",
                           "--liner=routh", "--liner-restitution=0.4", "--liner-friction=0.1",
                           "--simultaneous=tied", "--cluster-gap=1e-4", "--settle-speed=0.1"}) {
    const std::string name(flag, std::string(flag).find('='));
    ExpectRefused(Compliant({flag}), name + " goes with --engine=event-driven only");
  }
  ExpectRefused(Compliant({"--cushion=stronge", "--cushion-frequency-ratio=1.7"}),
                " goes with --engine=event-driven only");
  ExpectRefused(Compliant({"--cushion=mathavan2010", "--slate-friction=0.1"}),
                " goes with --engine=event-driven only");
}

TEST(EngineFlags, TheCompliantEngineTakesWhatItLooksAt) {
  for (const char* flag :
       {"--gravity=9.8", "--sliding-friction=0.1", "--rolling-friction=0.02",
        "--spinning-friction=0.02", "--cue-end-mass=0", "--nose-contact=plane",
        "--overlap=separate", "--flight=on", "--max-time=1", "--contacts", "--start=as-placed"}) {
    EXPECT_EQ(Compliant({flag}).code, kDone) << flag;
  }
  EXPECT_EQ(Compliant({"--flight=on", "--pockets=drop"}).code, kDone);
}

TEST(EngineFlags, FrozenHeightsRefuseWhatMovesInSpace) {
  ExpectRefused(Compliant({"--flight=off"}), "--horizontal freezes heights");
  for (const char* flag : {"--flight=on", "--pockets=circle", "--start=as-placed"}) {
    ExpectRefused(Compliant({"--horizontal", flag}), "does not go with --horizontal");
  }
}

TEST(EngineFlags, ContactsNeedTheCompliantEngine) {
  ExpectRefused(RunCarom({"simulate", "--rack=9-ball", "--contacts"}),
                "--contacts goes with --engine=compliant only");
}

TEST(EngineFlags, TheCompliantEngineExplainsNothing) {
  ExpectRefused(RunCarom({"explain", "--ball=0,0", "--speed=1", "--engine=compliant"}),
                "the compliant engine weighs no candidates");
}

TEST(EngineFlags, RungeKuttaNamesItsStep) {
  EXPECT_THAT(RunCarom({"simulate", "--help"}).out,
              ::testing::AllOf(HasSubstr("--largest-step-s=S"), HasSubstr("[1, 2000000000]")));
  const CliResult shot = RunCarom({"simulate", "--ball=0,0", "--speed=1", "--engine=compliant",
                                   "--method=rk4", "--largest-step-s=1e-5", "--stop-at=0.01"});
  EXPECT_EQ(shot.code, kDone) << shot.err;
  EXPECT_THAT(shot.out, HasSubstr("at time after 0.010 s"));
}

}  // namespace
}  // namespace carom
