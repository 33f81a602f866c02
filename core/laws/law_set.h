#ifndef CAROM_CORE_LAWS_LAW_SET_H_
#define CAROM_CORE_LAWS_LAW_SET_H_

#include <variant>

#include "core/laws/ball_ball/elastic.h"
#include "core/laws/ball_ball/frictional.h"
#include "core/laws/ball_ball/mathavan_2014.h"
#include "core/laws/ball_ball/routh.h"
#include "core/laws/ball_cushion/factors.h"
#include "core/laws/ball_cushion/han_2005.h"
#include "core/laws/ball_cushion/mathavan_2010.h"
#include "core/laws/ball_cushion/restitution.h"
#include "core/laws/ball_cushion/routh.h"
#include "core/laws/ball_cushion/stronge_compliant.h"
#include "core/laws/ball_slate/frictional.h"
#include "core/laws/ball_slate/routh.h"

namespace carom {

/// The impact laws. A new law is one pair of files, one entry here, and one message with its arm on
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

}  // namespace carom

#endif  // CAROM_CORE_LAWS_LAW_SET_H_
