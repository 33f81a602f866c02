#ifndef CAROM_TESTS_DETERMINISM_FREE_TABLES_H_
#define CAROM_TESTS_DETERMINISM_FREE_TABLES_H_

#include <google/protobuf/text_format.h>

#include <numbers>

#include "carom/v1/simulation.pb.h"

namespace carom {

/// Tables, laws, starts and stops that no named scene has, written by hand. The last layout
/// overlaps, so that some shots are separated and some fail.
constexpr char kFreeTables[] = R"pb(
  tables {
    geometry {
      # An L with a round post at its inner corner and one pocket.
      name: "l"
      noses {
        start { x_m: -1 y_m: -1 }
        end { x_m: 1 y_m: -1 }
      }
      noses {
        start { x_m: 1 y_m: -1 }
        end { x_m: 1 y_m: 0 }
      }
      noses {
        start { x_m: 1 y_m: 0 }
        end { x_m: 0 y_m: 0 }
      }
      noses {
        start { x_m: 0 y_m: 0 }
        end { x_m: 0 y_m: 1 }
      }
      noses {
        start { x_m: 0 y_m: 1 }
        end { x_m: -1 y_m: 1 }
      }
      noses {
        start { x_m: -1 y_m: 1 }
        end { x_m: -1 y_m: -1 }
      }
      jaws {
        centre { x_m: -0.2 y_m: -0.2 }
        radius_m: 0.05
      }
      pockets {
        centre { x_m: -0.9 y_m: 0.9 }
        radius_m: 0.06
      }
    }
  }
  tables {
    geometry {
      # Two rails that lean towards each other, and a bed to fall from.
      name: "wedge"
      noses {
        start { x_m: -1 y_m: -0.6 }
        end { x_m: 1 y_m: -0.2 }
        height_m: 0.03
      }
      noses {
        start { x_m: -1 y_m: 0.6 }
        end { x_m: 1 y_m: 0.2 }
        height_m: 0.035
      }
      bed_outline { x_m: -1.5 y_m: -1 }
      bed_outline { x_m: 1.5 y_m: -1 }
      bed_outline { x_m: 1.5 y_m: 1 }
      bed_outline { x_m: -1.5 y_m: 1 }
    }
  }
  tables { geometry { name: "endless" } }
  settings {}
  settings {
    ball_ball { elastic {} }
    cushion { restitution { restitution: 0.7 } }
    nose_contact: NOSE_CONTACT_PLANE
    overlap: OVERLAP_SEPARATE
  }
  settings {
    ball_ball {
      frictional {
        restitution: 0.9
        constant { coefficient: 0.1 }
      }
    }
    cushion { mathavan2010 { restitution: 0.8 } }
    cloth { sliding_friction: 0.15 rolling_friction: 0.02 }
    stop { at_time_s: 3.5 }
  }
  settings {
    stop { first_contact: true }
    limits { max_events: 40 }
  }
  layouts {
    # A strike into balls of several sizes, one of them on its way.
    balls {
      balls { state { position_m { x: -0.6 y: -0.1 } } }
      balls {
        ball { mass_kg: 0.3 radius_m: 0.035 }
        state { position_m { x: -0.4 y: 0 } }
      }
      balls {
        ball { mass_kg: 0.1 radius_m: 0.02 }
        state { position_m { x: -0.5 y: 0.1 } }
      }
      balls {
        state {
          position_m { x: -0.7 y: 0.3 }
          velocity_m_s { x: 0.5 y: -1.2 }
          angular_velocity_rad_s { x: 3 y: 40 z: -25 }
        }
      }
    }
  }
  layouts {
    # A frozen row, as a final state comes back.
    states {
      motions: [ MOTION_STATE_STATIONARY, MOTION_STATE_STATIONARY, MOTION_STATE_STATIONARY ]
      positions_m: [ -0.8, -0.25, 0.028575, -0.5, -0.25, 0.028575, -0.44285, -0.25, 0.028575 ]
    }
  }
  layouts {
    # Overlaps by 0.1 mm.
    balls {
      balls { state { position_m { x: -0.7 y: 0.05 } } }
      balls { state { position_m { x: -0.5 y: 0.05 } } }
      balls { state { position_m { x: -0.44295 y: 0.05 } } }
    }
  }
)pb";

/// Every table, settings and layout with every other, each struck in `azimuths` directions.
inline v1::SimulateBatchRequest MakeFreeTables(int azimuths) {
  v1::SimulateBatchRequest request;
  if (!google::protobuf::TextFormat::ParseFromString(kFreeTables, &request)) return {};
  const int combinations = request.tables_size() * request.settings_size() * request.layouts_size();
  for (int i = 0; i < azimuths * combinations; ++i) {
    v1::Shot& shot = *request.mutable_shots()->add_shots();
    shot.set_table_index(static_cast<uint32_t>(i % request.tables_size()));
    shot.set_settings_index(
        static_cast<uint32_t>(i / request.tables_size() % request.settings_size()));
    shot.set_layout_index(static_cast<uint32_t>(
        i / (request.tables_size() * request.settings_size()) % request.layouts_size()));
    v1::CueStrike& strike = *shot.mutable_strike();
    strike.set_speed_m_s(1.0 + i % 5);
    strike.set_azimuth_rad(2.0 * std::numbers::pi * (i / combinations) / azimuths);
    strike.set_elevation_rad(0.05 * (i % 4));
    strike.set_side_offset(0.1 * (i % 7 - 3));
    strike.set_height_offset(0.15 * (i % 3 - 1));
  }
  return request;
}

}  // namespace carom

#endif  // CAROM_TESTS_DETERMINISM_FREE_TABLES_H_
