#include "client/cli/mechanism_notes.h"

namespace carom {
namespace {

constexpr MechanismNote kNotes[] = {
    {"double_pendulum", "two rods that strike a rough obstacle, impacts by Routh's method",
     R"({"friction": 0, "angle_1_rad": 2.4, "duration_s": 3})"},
    {"rolling_ball", "a ball that slides, spins and rolls on a Contensou patch",
     R"({"spin_rad_s": {"x": 60, "y": 20}, "patch": {"model": "CONTENSOU_MODEL_INTEGRAL"}})"},
    {"newtons_cradle", "balls in a row on rods, which are constraints by one of four methods",
     R"({"released": 2, "normal": {"flores": {"restitution": 0.9}}})"},
    {"ball_bearing", "balls between two races, a cage of springs; the outer race is driven",
     R"({"races": "RACE_SHAPE_CYLINDERS", "axial_load_n": 20, "duration_s": 0.02})"},
    {"rolling_ball_aim", "the spins that bring a rolling ball to rest at a given point",
     R"({"target_m": {"x": 0.1, "y": 0.5}, "max_runs": 500})"},
    {"bouncing_balls", "up to three balls that bounce on a cylinder, a plane, in a bowl",
     R"({"normal": {"lankarani_nikravesh": {"restitution": 0.7}}, "duration_s": 1.2})"},
    {"patch_surface", "the friction T and the moment M of a Contensou patch at given motions",
     R"({"points": [{"slip_per_s": {"x": 1}, "spin_rad_s": 0.5, "shift": {"x": 0.6}}]})"},
    {"patch_fit", "the parameters of a Contensou patch that fit measured friction best",
     R"({"model": "CONTENSOU_MODEL_TWO_PARAMETER", "rows": [)"
     R"({"point": {"slip_per_s": {"x": 1}, "spin_rad_s": 1}, "force": {"x": 0.83}, "moment": 0.26},)"
     R"( {"point": {"slip_per_s": {"x": 1}, "spin_rad_s": 2}, "force": {"x": 0.6}, "moment": 0.41}]})"},
    {"linkage", "rigid links in joints: pendulums, chains, loops, and what the joints bear",
     R"({"links": [{"position_m": {"z": -0.5}, "spin_rad_s": {"y": 3}}], "joints": [{}]})"},
    {"patch_pressure", "the pressure on a Contensou patch, and its integrals",
     R"({"radius_m": 0.003, "normal_force_n": 1.67, "lean": 0.5, "grid": 9})"},
};

}  // namespace

std::span<const MechanismNote> MechanismNotes() { return kNotes; }

std::string DescriptionOf(const std::string& mechanism) {
  for (const MechanismNote& note : kNotes) {
    if (note.name == mechanism) return note.what;
  }
  return "";
}

}  // namespace carom
