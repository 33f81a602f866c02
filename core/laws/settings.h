#ifndef CAROM_CORE_LAWS_SETTINGS_H_
#define CAROM_CORE_LAWS_SETTINGS_H_

#include <cstdint>
#include <variant>

#include "absl/status/status.h"
#include "core/base/interval.h"
#include "core/laws/ball_ball/mathavan_2014.h"
#include "core/laws/ball_ball/single_contact.h"
#include "core/laws/ball_cushion/factors.h"
#include "core/laws/ball_cushion/mathavan_2010.h"
#include "core/laws/ball_cushion/single_contact.h"
#include "core/laws/ball_slate/slate_laws.h"
#include "core/laws/compliant.h"
#include "core/table/environment.h"

namespace carom {

/// The impact laws. A new law is its text, one entry here, and one message with its arm on
/// the wire (laws.proto). Its kName is the name of the arm, and its Parameters() name the fields:
/// validation, conversion and the flags of the command line follow from them. std::visit finds its
/// Resolve() and the functions beside it (core/laws/impact.h); a law that lacks any of these does
/// not compile, and one that differs from its message fails
/// tests/server/convert/parameters_test.cc.
using BallBallLaw = std::variant<ElasticBallBall, FrictionalBallBall, Mathavan2014, RouthBallBall>;
using CushionLaw =
    std::variant<RestitutionCushion, Han2005, Mathavan2010, StrongeCompliant, RouthCushion>;
using SlateLaw = std::variant<FrictionalSlate, RouthSlate>;

/// The law of a cushion with the coefficients that it has at an impact: `velocity` of a ball that
/// hits a nose whose horizontal unit normal is `normal`, frame W. Restitution ends at 1 and
/// friction at the law's greatest, so that energy never grows.
CushionLaw AtImpact(const CushionLaw& law, const CushionFactors& factors, const Vec3& normal,
                    const Vec3& velocity);

/// The laws of one simulation. core/README.md justifies the defaults.
struct LawSet {
  BallBallLaw ball_ball = FrictionalBallBall{};
  CushionLaw cushion = Han2005{};
  SlateLaw slate = FrictionalSlate{};
  SlateLaw liner = kLinerLaw;  ///< Of pockets: the same laws, with a friction of its own.
  CushionFactors cushion_factors{};
  /// How long a ball on the cloth stays in contact with a cushion, s, in kContactTimeRange. 0: an
  /// impulse. The event engine alone looks at it.
  double cushion_contact_s = 0.0;
};

/// How long the steps of the discrete-time evolution are. [Event-based], "Discrete time evolution",
/// names three ways.
enum class StepRule : uint8_t {
  kFixed,       ///< All steps are step_s.
  kBySpeed,     ///< So short that the two fastest balls cannot overlap by more than depth_m.
  kByDistance,  ///< As long as no two bodies can overlap by more than depth_m.
};

/// The discrete-time evolution. Defaults are the paper's example: an overlap of R/100 at 10 m/s.
struct DiscreteTimeSettings {
  StepRule rule = StepRule::kFixed;
  double step_s = 3e-5;            ///< kFixed: the step; else the longest one.
  double depth_m = 2.8575e-4;      ///< R/100; kFixed ignores it.
  int64_t max_steps = 20'000'000;  ///< At this number the shot ends (kEvaluationLimit).

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("rule", self.rule);
    visit("step_s", self.step_s, {1e-7, 1.0});
    visit("depth_m", self.depth_m, {1e-9, 0.1});
    visit("max_steps", self.max_steps, {1.0, 2e9});
  }
};

/// What plays a shot.
enum class Engine : uint8_t {
  kEventDriven,   ///< Impulses between closed-form motions: LawSet.
  kCompliant,     ///< Contact forces, integrated in time: CompliantSettings.
  kDiscreteTime,  ///< The same impulses, applied where a step finds an overlap:
                  ///< DiscreteTimeSettings.
};

/// Environment, engine and laws: what a request calls its settings.
struct Settings {
  Environment environment;
  LawSet laws;
  Engine engine = Engine::kEventDriven;
  CompliantSettings compliant;
  DiscreteTimeSettings discrete_time;
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_SETTINGS_H_
