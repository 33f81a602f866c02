// The documented defaults of the wire are the core's: the comment of each field with a default is
// read from the .proto and held against the initialiser of the struct that it becomes.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "core/laws/menu.h"
#include "core/table/cue.h"
#include "core/table/environment.h"
#include "core/table/rack.h"
#include "core/table/table.h"

namespace carom {
namespace {

struct DocumentedDefault {
  const char* file;
  const char* message;
  const char* field;
  double expected;
};

void PrintTo(const DocumentedDefault& what, std::ostream* out) {
  *out << what.message << "." << what.field;
}

// The comment above `field` of `message`, on one line; empty when there is no such field.
std::string CommentOf(const DocumentedDefault& where) {
  std::ifstream in(std::string(CAROM_TEST_DATA_DIR) + "/../../proto/carom/v1/" + where.file);
  const std::string opening = "message " + std::string(where.message) + " {";
  const std::string declaration = " " + std::string(where.field) + " = ";
  bool in_message = false;
  std::string comment;
  for (std::string line; std::getline(in, line);) {
    in_message = in_message || line == opening;
    if (!in_message) continue;
    if (line == "}") return "";
    if (line.find(declaration) != std::string::npos) return comment;
    const size_t text = line.find("// ");
    if (text == std::string::npos) {
      comment.clear();
    } else {
      comment += line.substr(text + 3) + " ";
    }
  }
  return "";
}

// The number after the last "Default " in the field's comment.
std::optional<double> DefaultInComment(const DocumentedDefault& where) {
  constexpr std::string_view kMark = "Default ";
  const std::string comment = CommentOf(where);
  const size_t mark = comment.rfind(kMark);
  if (mark == std::string::npos) return std::nullopt;
  return std::strtod(comment.c_str() + mark + kMark.size(), nullptr);
}

class WireDefaults : public ::testing::TestWithParam<DocumentedDefault> {};

TEST_P(WireDefaults, CommentAgreesWithTheCore) {
  const std::optional<double> documented = DefaultInComment(GetParam());
  ASSERT_TRUE(documented.has_value());
  EXPECT_EQ(*documented, GetParam().expected);
}

const Environment kWorld;

INSTANTIATE_TEST_SUITE_P(
    Laws, WireDefaults,
    ::testing::Values(
        DocumentedDefault{"laws.proto", "Settings", "gravity_m_s2", kWorld.gravity_m_s2},
        DocumentedDefault{"laws.proto", "Settings", "rest_hop_s", kWorld.rest_hop_s},
        DocumentedDefault{"laws.proto", "Settings", "cluster_gap_m", kWorld.cluster_gap_m},
        DocumentedDefault{"laws.proto", "Settings", "settle_speed_m_s", kWorld.settle_speed_m_s},
        DocumentedDefault{"laws.proto", "Cloth", "sliding_friction", Cloth().sliding_friction},
        DocumentedDefault{"laws.proto", "Cloth", "rolling_friction", Cloth().rolling_friction},
        DocumentedDefault{"laws.proto", "Cloth", "spinning_friction", Cloth().spinning_friction},
        DocumentedDefault{"laws.proto", "Cue", "mass_kg", Cue().mass_kg},
        DocumentedDefault{"laws.proto", "Cue", "end_mass_kg", Cue().end_mass_kg},
        DocumentedDefault{"laws.proto", "Cue", "miscue_offset", Cue().miscue_offset},
        DocumentedDefault{"laws.proto", "FrictionalBallBall", "restitution",
                          FrictionalBallBall().restitution},
        DocumentedDefault{"laws.proto", "ConstantFriction", "coefficient",
                          ConstantFriction().friction},
        DocumentedDefault{"laws.proto", "AlciatoreFriction", "a", AlciatoreFriction().a},
        DocumentedDefault{"laws.proto", "AlciatoreFriction", "b", AlciatoreFriction().b},
        DocumentedDefault{"laws.proto", "AlciatoreFriction", "c_s_m",
                          AlciatoreFriction().c_s_per_m},
        DocumentedDefault{"laws.proto", "RestitutionCushion", "restitution",
                          RestitutionCushion().restitution},
        DocumentedDefault{"laws.proto", "Han2005Cushion", "restitution", Han2005().restitution},
        DocumentedDefault{"laws.proto", "Han2005Cushion", "friction", Han2005().friction},
        DocumentedDefault{"laws.proto", "Mathavan2010Cushion", "restitution",
                          Mathavan2010().restitution},
        DocumentedDefault{"laws.proto", "Mathavan2010Cushion", "friction", Mathavan2010().friction},
        DocumentedDefault{"laws.proto", "Mathavan2014BallBall", "restitution",
                          Mathavan2014().restitution},
        DocumentedDefault{"laws.proto", "RouthBallBall", "restitution",
                          RouthBallBall().restitution},
        DocumentedDefault{"laws.proto", "StrongeCushion", "restitution",
                          StrongeCompliant().restitution},
        DocumentedDefault{"laws.proto", "StrongeCushion", "friction", StrongeCompliant().friction},
        DocumentedDefault{"laws.proto", "StrongeCushion", "frequency_ratio",
                          StrongeCompliant().frequency_ratio},
        DocumentedDefault{"laws.proto", "RouthCushion", "restitution", RouthCushion().restitution},
        DocumentedDefault{"laws.proto", "RouthCushion", "friction", RouthCushion().friction},
        DocumentedDefault{"laws.proto", "FrictionalSlate", "restitution",
                          FrictionalSlate().restitution},
        DocumentedDefault{"laws.proto", "RouthSlate", "restitution", RouthSlate().restitution},
        DocumentedDefault{"laws.proto", "Limits", "max_events",
                          static_cast<double>(kWorld.limits.max_events)},
        DocumentedDefault{"laws.proto", "Limits", "max_time_s", kWorld.limits.max_time_s},
        DocumentedDefault{"laws.proto", "Limits", "max_events_at_one_time",
                          static_cast<double>(kWorld.limits.max_events_at_one_time)}));

INSTANTIATE_TEST_SUITE_P(
    TablesAndShots, WireDefaults,
    ::testing::Values(
        DocumentedDefault{"table.proto", "Nose", "height_m", Nose().height_m},
        DocumentedDefault{"table.proto", "Jaw", "height_m", Jaw().height_m},
        DocumentedDefault{"table.proto", "RailTop", "height_m", RailTop().height_m},
        DocumentedDefault{"table.proto", "Pocket", "back_height_m", Pocket().back_height_m},
        DocumentedDefault{"table.proto", "Rack", "gap_m", RackOptions().gap_m},
        DocumentedDefault{"table.proto", "Rack", "jitter_m", RackOptions().jitter_m},
        DocumentedDefault{"shot.proto", "CueStrike", "azimuth_rad", CueStrike().azimuth_rad},
        DocumentedDefault{"shot.proto", "CueStrike", "elevation_rad", CueStrike().elevation_rad},
        DocumentedDefault{"shot.proto", "CueStrike", "side_offset", CueStrike().side_offset},
        DocumentedDefault{"shot.proto", "CueStrike", "height_offset", CueStrike().height_offset}));

}  // namespace
}  // namespace carom
