#ifndef CAROM_CORE_LAWS_COMPLIANT_PRESETS_H_
#define CAROM_CORE_LAWS_COMPLIANT_PRESETS_H_

#include <span>
#include <string_view>

#include "core/laws/compliant.h"

namespace carom {

/// The lines of Table 2 of [Smooth contact]. [Compliant pool table] lacks the numbers of this
/// table. Each paper uses one line for each interaction. Between balls the normal force is that of
/// Lankarani and Nikravesh with c = 0.93.
enum class PaperBallBall {
  kThrelfall,  ///< mu = 0.06, v0 = 0.01 m/s.
  kAlciatore,  ///< mu(v) of (3.8).
};

/// At cushions the normal force is that of Lankarani and Nikravesh.
enum class PaperCushion {
  kFrictionless,  ///< c = 0.85.
  kAmbrosio,      ///< c = 0.98, mu = 0.14.
};

/// The settings of the papers: the cloth has Hertz's force without loss and Ambrosio's friction
/// with mu = 0.2, nothing slows a rolling ball, and balls start where they are placed.
inline CompliantSettings PaperTable2(PaperBallBall ball_ball, PaperCushion cushion) {
  CompliantSettings settings;
  settings.ball_ball.normal = LankaraniNikravesh{.restitution = 0.93};
  settings.ball_ball.friction = ball_ball == PaperBallBall::kThrelfall
                                    ? SlipFriction(Threlfall{.friction = 0.06})
                                    : SlipFriction(RegularAlciatore{});
  settings.cushion =
      cushion == PaperCushion::kFrictionless
          ? CompliantContact{LankaraniNikravesh{.restitution = 0.85}, Frictionless{}}
          : CompliantContact{LankaraniNikravesh{.restitution = 0.98}, Ambrosio{.friction = 0.14}};
  settings.cloth_normal = HertzLaw{};
  settings.cloth_least_approach_m_s = 0.0;
  settings.cloth_friction = SlipFriction(Ambrosio{.friction = 0.2});
  settings.start = CompliantStart::kAsPlaced;
  return settings;
}

/// Settings by name.
struct CompliantPreset {
  std::string_view name;
  CompliantSettings settings;
};

/// The presets that ship, "table_2_BALLBALL_CUSHION": the four ways to take one line of Table 2 for
/// each interaction. What the table does not state, such as materials, stays at its default.
std::span<const CompliantPreset> CompliantPresets();

/// The preset of that name; null when there is none.
const CompliantPreset* FindCompliantPreset(std::string_view name);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_COMPLIANT_PRESETS_H_
