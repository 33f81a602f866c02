#ifndef CAROM_TESTS_DETERMINISM_FROZEN_HASHES_H_
#define CAROM_TESTS_DETERMINISM_FROZEN_HASHES_H_

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/hash.h"
#include "core/base/stop_token.h"
#include "core/goals/goal.h"
#include "core/shot/derivatives.h"
#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"

namespace carom {

/// Determinism as a number: the hash of the first shots of a named scene with seed 1. Whoever
/// computes these numbers, on whatever compiler, build type and x86-64 machine, answers every shot
/// with the same bits as everyone else.
///
/// They change when, and only when, an answer changes: physics, a law's default, a scene, the
/// order of events, the hash itself. Such a change is made on purpose, raises kEngineVersion and is
/// told in its commit message; a change that was meant to make things faster or tidier must leave
/// them alone. To update them, run the test: it prints the new numbers. Then let
/// tests/determinism/other_compilers.sh confirm them; never take over a number that only one build
/// gives.
struct FrozenHash {
  enum class Laws { kDefault, kElastic, kMathavan };

  const char* scene;
  Laws laws;
  uint64_t hash;
  uint64_t shots = 200;
};

constexpr uint64_t kFrozenSeed = 1;

// The scenes know the default laws only; the last two lines bring in the others. Clusters cost
// milliseconds, so that fewer shots of them are played.
constexpr FrozenHash kFrozenHashes[] = {
    {"nine_ball_break", FrozenHash::Laws::kDefault, 0xbed19fe61a90b046},
    {"eight_ball_break", FrozenHash::Laws::kDefault, 0x8e22f54dbb58249e},
    {"two_ball_cut", FrozenHash::Laws::kDefault, 0x2b9dc8a6014f5409},
    {"eight_ball_scatter", FrozenHash::Laws::kDefault, 0x131f578d0cbb957e},
    {"one_ball_three_cushions", FrozenHash::Laws::kDefault, 0x4626a1286ea88065},
    {"jump_shot", FrozenHash::Laws::kDefault, 0x1dfd1c68136848d1},
    {"elevated_break", FrozenHash::Laws::kDefault, 0xb9404fbbe06b712c},
    {"nine_ball_break_frozen", FrozenHash::Laws::kDefault, 0x1d8ce1aee9f87b1a, 10},
    {"eight_ball_break_frozen", FrozenHash::Laws::kDefault, 0x23038a99fb09abf5, 10},
    {"eight_ball_scatter", FrozenHash::Laws::kElastic, 0x4496ee7364d1bd7d},
    {"eight_ball_scatter", FrozenHash::Laws::kMathavan, 0xfd9af53ae711f5e4},
};

inline const char* NameOf(FrozenHash::Laws laws) {
  switch (laws) {
    case FrozenHash::Laws::kDefault:
      return "default laws";
    case FrozenHash::Laws::kElastic:
      return "elastic balls, plain restitution at the plane of the nose";
    case FrozenHash::Laws::kMathavan:
      return "constant friction between balls, Mathavan's cushion";
  }
  return "";
}

/// The scene's settings with these laws.
inline Settings SettingsOf(const NamedScene& scene, FrozenHash::Laws laws) {
  Settings settings = scene.settings;
  if (laws == FrozenHash::Laws::kElastic) {
    settings.laws.ball_ball = ElasticBallBall{};
    settings.laws.cushion = RestitutionCushion{};
    settings.environment.nose_contact = NoseContact::kPlane;
  } else if (laws == FrozenHash::Laws::kMathavan) {
    settings.laws.ball_ball = FrictionalBallBall{{.friction = ConstantFriction{}}};
    settings.laws.cushion = Mathavan2010{};
  }
  return settings;
}

/// What this build gives for a line of the table; nothing if a shot could not be simulated.
inline std::optional<uint64_t> ComputeFrozenHash(const FrozenHash& frozen) {
  const NamedScene* const named = FindNamedScene(frozen.scene);
  if (named == nullptr) return std::nullopt;
  const auto scene =
      Scene::Make(std::make_shared<Table>(named->MakeScene().table()),
                  std::make_shared<Settings>(SettingsOf(*named, frozen.laws)), named->layout.balls);
  if (!scene.ok()) return std::nullopt;
  Workspace workspace;
  Record record;
  Shot shot;
  BitHash fold;
  for (uint64_t i = 0; i < frozen.shots; ++i) {
    named->Generate(kFrozenSeed, i, shot);
    if (!Simulate(*scene, shot, {}, {}, workspace, record).ok()) return std::nullopt;
    fold.Add(record.hash);
  }
  return fold.Value();
}

/// The derivatives of a scene's first shots by numbers of all kinds, more than one walk takes.
struct FrozenTangents {
  const char* scene;
  uint64_t hash;    // Of final states and events.
  uint64_t others;  // Of samples, balls that go down and margins.
};

constexpr uint64_t kTangentShots = 40;
constexpr const char* kTangentColumns[] = {"strike.speed_m_s",
                                           "strike.azimuth_rad",
                                           "strike.elevation_rad",
                                           "strike.side_offset",
                                           "strike.height_offset",
                                           "balls[0].position_m.x",
                                           "settings.gravity_m_s2",
                                           "settings.cloth.sliding_friction",
                                           "settings.ball_ball.frictional.restitution",
                                           "settings.cushion.han2005.friction"};
constexpr FrozenTangents kFrozenTangents[] = {
    {"two_ball_cut", 0xc11c637cdcfdf585, 0xf74a588e4ce56e5e},
    {"eight_ball_scatter", 0xf825d108024f4d64, 0xcb374f7621a5cdc1},
    {"one_ball_three_cushions", 0x78db44ce144a8476, 0x214ddfc5e4152603},
    {"jump_shot", 0xfdaddd359e3599c7, 0x84db3aa8b70cfe53},
    {"nine_ball_break", 0xb6e24cbabebfc458, 0x97dd63b1d2b98ed9},
};

inline uint64_t HashOf(const TangentRecord& tangents) {
  BitHash hash;
  for (const BallTangent& ball : tangents.balls) {
    hash.Add(static_cast<uint64_t>(ball.end));
    hash.Add(static_cast<uint64_t>(ball.event));
  }
  for (const auto* const rows :
       {&tangents.final_states, &tangents.event_times, &tangents.event_states}) {
    for (const double value : *rows) hash.Add(value);
  }
  return hash.Value();
}

/// Goals of each kind that has a margin, of the first balls.
inline std::vector<goals::Goal> GoalsWithMargins(size_t balls) {
  std::vector<goals::Goal> goals;
  for (int ball = 0; ball < static_cast<int>(std::min<size_t>(balls, 3)); ++ball) {
    goals.push_back({goals::Potted{ball}});
    goals.push_back({goals::EndsIn{ball, goals::InCircle{{0.3, 0.2}, 0.4}}});
    goals.push_back({goals::EndsIn{ball, goals::NearLine{{-0.5, 0.1}, {0.5, -0.2}, 0.1}}});
  }
  goals.push_back({goals::OthersStay{0.05, 0}});
  return goals;
}

inline void AddOthers(const Scene& scene, const Shot& shot, const Record& record,
                      const std::vector<FieldPath>& columns, const TangentRecord& tangents,
                      BitHash& hash) {
  MarginReport margins;
  DifferentiateMargins(GoalsWithMargins(shot.start.size()), {record, shot.start, scene.table()},
                       columns, tangents, StopToken(), margins);
  const auto add = [&hash](const std::vector<double>& rows) {
    for (const double value : rows) hash.Add(value);
  };
  add(tangents.samples);
  add(tangents.drops);
  add(margins.values_m);
  add(margins.slopes);
}

/// What this build gives for a line of the table; its scene's name is the same.
inline std::optional<FrozenTangents> ComputeFrozenHash(const FrozenTangents& frozen) {
  const NamedScene* const named = FindNamedScene(frozen.scene);
  if (named == nullptr) return std::nullopt;
  const Scene scene = named->MakeScene();
  const std::vector<FieldPath> columns(std::begin(kTangentColumns), std::end(kTangentColumns));
  Detail detail;
  detail.events = detail.event_states = detail.samples = true;
  detail.sample_period_s = 0.25;
  Workspace workspace;
  Record record;
  TangentRecord tangents;
  Shot shot;
  BitHash fold;
  BitHash others;
  for (uint64_t i = 0; i < kTangentShots; ++i) {
    named->Generate(kFrozenSeed, i, shot);
    const absl::Status status =
        SimulateWithDerivatives(scene, shot, detail, columns, {}, workspace, record, tangents);
    if (!status.ok()) return std::nullopt;
    fold.Add(HashOf(tangents));
    AddOthers(scene, shot, record, columns, tangents, others);
  }
  return FrozenTangents{frozen.scene, fold.Value(), others.Value()};
}

}  // namespace carom

#endif  // CAROM_TESTS_DETERMINISM_FROZEN_HASHES_H_
