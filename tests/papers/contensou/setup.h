#ifndef CAROM_TESTS_PAPERS_CONTENSOU_SETUP_H_
#define CAROM_TESTS_PAPERS_CONTENSOU_SETUP_H_

#include <array>
#include <optional>
#include <string>

#include "core/laws/friction/contensou.h"
#include "core/models/rolling_ball/rolling_ball.h"
#include "tests/papers/frame/findings.h"

namespace carom::papers {

struct NamedModel {
  ContensouModel model;
  const char* name;
};

inline constexpr std::array<NamedModel, 3> kPatchModels = {
    {{ContensouModel::kIntegral, "integral"},
     {ContensouModel::kFourParameter, "four parameters"},
     {ContensouModel::kTwoParameter, "m = 2"}}};

/// What became of a ball. Samples are every 20 ms.
struct Roll {
  MechanismRecord record;
  double stop_time_s = 0.0;
  Vec2 rest_m = Vec2::Zero();

  int sample_count() const { return static_cast<int>(record.samples.times_s.size()); }
  Vec2 PositionAt(int sample) const;
  Vec2 VelocityAt(int sample) const;
  Vec2 SlipAt(int sample) const;
  /// Length of the polygon through the samples.
  double PathLength() const;
};

/// Rolls a ball until it rests; none, and a failed row, when it cannot be run or does not stop.
std::optional<Roll> RollBall(const RollingBall& ball, const std::string& what, Findings& findings);

/// "(0.0678815, 2.3795106)"
std::string PointText(const Vec2& point);

/// Largest difference of forces and moment.
double Distance(const PatchFriction& a, const PatchFriction& b);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_CONTENSOU_SETUP_H_
