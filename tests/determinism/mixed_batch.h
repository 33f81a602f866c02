#ifndef CAROM_TESTS_DETERMINISM_MIXED_BATCH_H_
#define CAROM_TESTS_DETERMINISM_MIXED_BATCH_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "carom/v1/simulation.pb.h"
#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"

namespace carom {

/// Shots of a batch and what the core answers to them when asked directly.
struct MixedBatch {
  v1::SimulateBatchRequest request;
  std::vector<uint64_t> hashes;
};

constexpr uint64_t kMixedSeed = 1;

/// A shot of a named scene in the words of the wire; the balls' heights follow from their radii.
inline void ToWire(const Shot& shot, uint32_t index, v1::Shot& wire) {
  wire.set_table_index(index);
  wire.set_settings_index(index);
  wire.set_layout_index(index);
  for (const BallState& state : shot.start) {
    wire.add_positions_m(state.position.x());
    wire.add_positions_m(state.position.y());
  }
  v1::CueStrike& strike = *wire.mutable_strike();
  strike.set_cue_ball(static_cast<uint32_t>(shot.strike->cue_ball));
  strike.set_speed_m_s(shot.strike->speed_m_s);
  strike.set_azimuth_rad(shot.strike->azimuth_rad);
  strike.set_elevation_rad(shot.strike->elevation_rad);
  strike.set_side_offset(shot.strike->side_offset);
  strike.set_height_offset(shot.strike->height_offset);
}

/// The scenes that a mixed batch draws from: all but those that resolve clusters, as each of their
/// shots costs as much as hundreds of the others.
inline std::vector<const NamedScene*> MixedScenes() {
  std::vector<const NamedScene*> scenes;
  for (const NamedScene& scene : NamedScenes()) {
    if (scene.settings.environment.simultaneous == SimultaneousImpacts::kSequential) {
      scenes.push_back(&scene);
    }
  }
  return scenes;
}

/// Table, settings and balls of a named scene, entry by entry.
inline void AddWorld(const NamedScene& scene, v1::SimulateBatchRequest& request) {
  request.add_tables()->set_preset(scene.table_name);
  const Environment& environment = scene.settings.environment;
  v1::Settings& settings = *request.add_settings();
  settings.set_flight(environment.flight == Flight::kOn ? v1::FLIGHT_ON : v1::FLIGHT_OFF);
  settings.set_pocket_model(environment.pocket_model == PocketModel::kDrop
                                ? v1::POCKET_MODEL_DROP
                                : v1::POCKET_MODEL_CIRCLE);
  v1::Layout& layout = *request.add_layouts();
  for (size_t i = 0; i < scene.layout.balls.size(); ++i) {
    v1::LayoutBall& ball = *layout.mutable_balls()->add_balls();
    ball.mutable_ball()->set_mass_kg(scene.layout.balls[i].mass_kg);
    ball.mutable_ball()->set_radius_m(scene.layout.balls[i].radius_m);
    const Vec3& position = scene.layout.states[i].position;
    ball.mutable_state()->mutable_position_m()->set_x(position.x());
    ball.mutable_state()->mutable_position_m()->set_y(position.y());
  }
}

/// `shots` listed shots of the n mixed scenes in turn: shot i is number i div n of scene i mod n.
/// So every chunk goes through all tables and numbers of balls, on the cloth and in flight.
inline MixedBatch MakeMixedBatch(uint64_t shots) {
  MixedBatch batch;
  std::vector<Scene> scenes;
  const std::vector<const NamedScene*> mixed = MixedScenes();
  for (const NamedScene* named : mixed) {
    AddWorld(*named, batch.request);
    scenes.push_back(named->MakeScene());
  }
  Workspace workspace;
  Record record;
  Shot shot;
  for (uint64_t i = 0; i < shots; ++i) {
    const size_t index = i % scenes.size();
    mixed[index]->Generate(kMixedSeed, i / scenes.size(), shot);
    ToWire(shot, static_cast<uint32_t>(index), *batch.request.mutable_shots()->add_shots());
    const bool ok = Simulate(scenes[index], shot, {}, {}, workspace, record).ok();
    batch.hashes.push_back(ok ? record.hash : 0);
  }
  return batch;
}

}  // namespace carom

#endif  // CAROM_TESTS_DETERMINISM_MIXED_BATCH_H_
