#include "server/convert/patch_convert.h"

#include "server/convert/contact_convert.h"

namespace carom {
namespace {

Vec2 ToVec2(const v1::Vector2& wire) { return Vec2(wire.x(), wire.y()); }

PatchSlip ToSlip(const v1::PatchPoint& wire) {
  return {ToVec2(wire.slip_per_s()), wire.spin_rad_s(), ToVec2(wire.shift())};
}

// Fields of the blend that the wire leaves out are the paper's for this model.
void TakeBlend(const v1::ContensouBlend& wire, ContensouModel model,
               std::optional<ContensouBlend>& blend) {
  const bool two = model == ContensouModel::kTwoParameter;
  Take(wire, blend.emplace(two ? kTwoParameterBlend : kFourParameterBlend));
}

void WriteFamily(const SlipSpinBlend& family, v1::SlipSpinBlend& wire) {
  wire.set_b(family.b);
  wire.set_m(family.m);
}

}  // namespace

absl::Status Take(const v1::PatchSurface& wire, const ConvertLimits& /*limits*/,
                  PatchSurface& surface) {
  if (wire.has_smoothing_per_s()) surface.smoothing_per_s = wire.smoothing_per_s();
  if (absl::Status bad = TakeModel(wire.model(), surface.model); !bad.ok()) return bad;
  if (wire.has_blend()) TakeBlend(wire.blend(), surface.model, surface.blend);
  if (wire.points_size() > 0) surface.points.clear();
  for (const v1::PatchPoint& point : wire.points()) surface.points.push_back(ToSlip(point));
  return absl::OkStatus();
}

absl::Status Take(const v1::PatchFit& wire, const ConvertLimits& /*limits*/, PatchFit& fit) {
  if (absl::Status bad = TakeModel(wire.model(), fit.model); !bad.ok()) return bad;
  if (wire.has_start()) TakeBlend(wire.start(), fit.model, fit.start);
  for (const v1::PatchMeasurement& given : wire.rows()) {
    FrictionMeasurement& row = fit.rows.emplace_back();
    row.slip = ToSlip(given.point());
    row.friction = {ToVec2(given.force()), given.moment()};
    if (given.has_weight()) row.weight = given.weight();
  }
  return absl::OkStatus();
}

int64_t PatchTableBytes(const PatchSurface& surface) {
  constexpr int64_t kColumns = 8;
  constexpr int64_t kRest = 256;  // Tags, lengths, version.
  return kRest + 8 * kColumns * static_cast<int64_t>(surface.points.size());
}

void WritePatchTable(const PatchSurface& surface, const std::vector<PatchFriction>& frictions,
                     v1::PatchTable& table) {
  for (size_t i = 0; i < frictions.size(); ++i) {
    const PatchSlip& point = surface.points[i];
    table.add_slips_x_per_s(point.slip_per_s.x());
    table.add_slips_y_per_s(point.slip_per_s.y());
    table.add_spins_rad_s(point.spin_rad_s);
    table.add_shifts_x(point.shift.x());
    table.add_shifts_y(point.shift.y());
    table.add_forces_x(frictions[i].force.x());
    table.add_forces_y(frictions[i].force.y());
    table.add_moments(frictions[i].moment);
  }
}

void WriteFittedBlend(const BlendFit& fit, v1::FittedBlend& fitted) {
  WriteFamily(fit.blend.force, *fitted.mutable_blend()->mutable_force());
  WriteFamily(fit.blend.moment, *fitted.mutable_blend()->mutable_moment());
  fitted.set_force_objective(fit.force_objective);
  fitted.set_moment_objective(fit.moment_objective);
  fitted.set_iterations(static_cast<uint32_t>(fit.iterations));
}

}  // namespace carom
