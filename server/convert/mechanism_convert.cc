#include "server/convert/mechanism_convert.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"
#include "server/convert/shot_writer.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

// The default evaluations of one ball of an aim: some spins lead to long paths, and the search
// rolls many balls.
constexpr int64_t kAimEvaluations = 20'000;

constexpr char kMechanism[] = "mechanism";  // The oneof of a request that says which.

using google::protobuf::Message;

// A run: its parameters, the contacts and constraints that it has, and its integration. Or the
// pressure on a patch, which has parameters alone.
template <class Run>
absl::Status Take(const Message& wire, const ConvertLimits& limits, Run& run) {
  FieldTaker take(wire);
  Run::Parameters(run, take);
  if constexpr (requires { run.patch; }) take.Part("patch", run.patch);
  if constexpr (requires { run.material; }) take.Part("material", run.material);
  if constexpr (requires { run.normal; }) take.Part("normal", run.normal);
  if constexpr (requires { run.friction.index(); }) take.Part("friction", run.friction);
  if constexpr (requires { run.constraints; }) take.Part("constraints", run.constraints);
  if constexpr (requires { run.defect; }) take.Part("defect", run.defect);
  if constexpr (requires { run.balls; }) take.List("balls", run.balls);
  if constexpr (requires { run.joints; }) {
    if (!ListOf(wire, "links").empty()) run.joints.clear();  // The default rod's.
    take.List("links", run.links);
    take.List("joints", run.joints);
  }
  if constexpr (requires { run.integration; }) {
    take.Part("integration", run.integration);
    if (run.duration_s > limits.max_duration_s) {
      take.Update(BeyondLimits("duration_s", FormatNumber(run.duration_s), take.Gives("duration_s"),
                               "(0, " + FormatNumber(limits.max_duration_s) + "]"));
    }
    take.Update(CheckEvaluations(wire, limits, run.integration));
  }
  return take.status();
}

Vec2 PlaneVector(const v1::Vector2& wire) { return {wire.x(), wire.y()}; }

PatchSlip ToSlip(const v1::PatchPoint& wire) {
  return {PlaneVector(wire.slip_per_s()), wire.spin_rad_s(), PlaneVector(wire.shift())};
}

// Fields of the blend that the wire leaves out are the paper's for this model.
absl::Status TakeBlend(const v1::ContensouBlend& wire, ContensouModel model,
                       std::optional<ContensouBlend>& blend) {
  const bool two = model == ContensouModel::kTwoParameter;
  return TakeParameters(wire, blend.emplace(two ? kTwoParameterBlend : kFourParameterBlend));
}

absl::Status Take(const Message& message, const ConvertLimits& /*limits*/, PatchSurface& surface) {
  const auto& wire = static_cast<const v1::PatchSurface&>(message);
  absl::Status status = TakeParameters(wire, surface);
  if (wire.has_blend()) status.Update(TakeBlend(wire.blend(), surface.model, surface.blend));
  if (wire.points_size() > 0) surface.points.clear();
  for (const v1::PatchPoint& point : wire.points()) surface.points.push_back(ToSlip(point));
  return status;
}

absl::Status Take(const Message& message, const ConvertLimits& /*limits*/, PatchFit& fit) {
  const auto& wire = static_cast<const v1::PatchFit&>(message);
  absl::Status status = TakeEnum(wire, "model", fit.model);
  if (wire.has_start()) status.Update(TakeBlend(wire.start(), fit.model, fit.start));
  for (const v1::PatchMeasurement& given : wire.rows()) {
    FrictionMeasurement& row = fit.rows.emplace_back();
    row.slip = ToSlip(given.point());
    row.friction = {PlaneVector(given.force()), given.moment()};
    if (given.has_weight()) row.weight = given.weight();
  }
  return status;
}

absl::Status Take(const Message& wire, const ConvertLimits& limits, RollingBallAim& task) {
  absl::Status status = TakeParameters(wire, task.aim);
  task.ball.integration.max_evaluations = kAimEvaluations;
  const auto& aim = static_cast<const v1::RollingBallAim&>(wire);
  status.Update(UnderPath("ball", Take(aim.ball(), limits, task.ball)));
  if (!status.ok()) return status;
  const int64_t of_a_ball = std::max<int64_t>(task.ball.integration.max_evaluations, 1);
  const int64_t most_runs = limits.max_evaluations / of_a_ball;
  const absl::Status bad_runs =
      CheckLimit("max_runs", task.aim.max_runs, aim.has_max_runs(), most_runs);
  return WithError(bad_runs, [of_a_ball](FieldError& error) {
    absl::StrAppend(&error.must, ", for up to ", of_a_ball, " evaluations a ball");
  });
}

// The tasks in the order of the oneof's arms.
using ArmTask =
    std::variant<DoublePendulum, RollingBall, NewtonsCradle, BallBearing, RollingBallAim,
                 BouncingBalls, PatchSurface, PatchFit, Linkage, PatchPressure>;

absl::Status TakeTask(const v1::SimulateMechanismRequest& wire, const ConvertLimits& limits,
                      MechanismTask& task) {
  ArmTask arm;
  const auto take = [&](const Message& given, auto& taken) { return Take(given, limits, taken); };
  absl::Status status = TakeArm(wire, kMechanism, arm, take);
  std::visit([&](auto& taken) { task = std::move(taken); }, arm);
  return status;
}

absl::Status Take(const v1::SpectrumRequest& wire, SpectrumRequest& spectrum) {
  for (const v1::SpectrumChannel& channel : wire.channels()) {
    spectrum.channels.push_back({channel.body(), channel.quantity()});
  }
  return TakeParameters(wire, spectrum);
}

// Sizes on the wire, bytes, rounded up.
constexpr int64_t kRunBytes = 256;      // tags, lengths, scalars and the engine version
constexpr int64_t kRunEventBytes = 13;  // time, kind, ball, other
constexpr int64_t kNameBytes = 4;       // tag and length of a string, beside its letters
constexpr int64_t kFigureBytes = 16;

int64_t ChannelBytes(const std::vector<Channel>& channels) {
  int64_t bytes = 0;
  for (const Channel& channel : channels) {
    bytes += 2 * kNameBytes + static_cast<int64_t>(channel.body.size() + channel.quantity.size());
  }
  return bytes;
}

template <class Table>
void WriteChannels(const std::vector<Channel>& channels, Table& wire) {
  for (const Channel& channel : channels) {
    wire.add_bodies(channel.body);
    wire.add_quantities(channel.quantity);
  }
}

int64_t TableBytes(const ChannelTable& table) {
  return ChannelBytes(table.channels) +
         8 * static_cast<int64_t>(table.times_s.size() + table.values.size());
}

// The core's rows become columns, so that a channel is in one piece for plots and comparisons.
void WriteTable(const ChannelTable& table, v1::ChannelTable& wire) {
  WriteChannels(table.channels, wire);
  wire.mutable_times_s()->Assign(table.times_s.begin(), table.times_s.end());
  wire.mutable_values()->Reserve(static_cast<int>(table.values.size()));
  const size_t width = table.channels.size();
  for (size_t column = 0; column < width; ++column) {
    for (size_t i = column; i < table.values.size(); i += width) wire.add_values(table.values[i]);
  }
}

int64_t SpectrumRows(const SpectrumTable& table) {
  const size_t channels = table.channels.size();
  return channels == 0 ? 0 : static_cast<int64_t>(table.densities.size() / channels);
}

int64_t SpectrumBytes(const SpectrumTable& table) {
  return ChannelBytes(table.channels) +
         8 * (SpectrumRows(table) + static_cast<int64_t>(table.densities.size()));
}

void WriteSpectrum(const SpectrumTable& table, v1::SpectrumTable& wire) {
  WriteChannels(table.channels, wire);
  for (int64_t k = 0; k < SpectrumRows(table); ++k) {
    wire.add_frequencies_hz(static_cast<double>(k) * table.bin_Hz);
  }
  wire.mutable_densities()->Assign(table.densities.begin(), table.densities.end());
  wire.set_segments(static_cast<uint32_t>(table.segments));
}

void WriteFamily(const SlipSpinBlend& family, v1::SlipSpinBlend& wire) {
  wire.set_b(family.b);
  wire.set_m(family.m);
}

}  // namespace

absl::StatusOr<ConvertedMechanism> ConvertMechanism(const v1::SimulateMechanismRequest& request,
                                                    const ConvertLimits& limits) {
  const bool is_run = !request.has_rolling_ball_aim() && !request.has_patch_surface() &&
                      !request.has_patch_fit() && !request.has_patch_pressure();
  if (!is_run && request.has_detail()) {
    return InvalidField(
        "detail", std::string("given"),
        absl::StrCat("absent beside ", MechanismName(request), ", which is no run"));
  }
  ConvertedMechanism converted;
  const v1::MechanismDetail& detail = request.detail();
  FieldTaker take(detail);
  MechanismDetail::Parameters(converted.detail, take);
  take("sample_times_s", converted.detail.sample_times_s);
  converted.detail.max_samples = limits.max_samples_per_mechanism;
  if (detail.has_spectrum()) {
    absl::Status bad = Take(detail.spectrum(), converted.detail.spectrum.emplace());
    if (!bad.ok()) return UnderPath("detail.spectrum", bad);
  }
  if (absl::Status bad = CheckRanges(request); !bad.ok()) return bad;
  if (absl::Status bad = TakeTask(request, limits, converted.task); !bad.ok()) return bad;
  return converted;
}

std::string MechanismName(const v1::SimulateMechanismRequest& request) {
  const auto* const field = GivenArm(request, kMechanism);
  return field == nullptr ? "none" : field->name();
}

absl::Status ToMechanismPath(const absl::Status& status,
                             const v1::SimulateMechanismRequest& request) {
  return WithError(InWireCase(status), [&](FieldError& error) {
    if (error.path.BeginsWith("detail")) return;
    FieldPath mechanism(MechanismName(request));
    if (request.has_rolling_ball_aim()) {
      const bool of_aim = error.path.BeginsWith("aim");
      if (of_aim) error.path = error.path.Below(1);
      if (!of_aim) mechanism = mechanism / "ball";
    }
    error.path = mechanism / error.path;
  });
}

int64_t RunBytes(const MechanismRecord& record) {
  int64_t bytes = kRunBytes + TableBytes(record.samples) + TableBytes(record.impacts) +
                  SpectrumBytes(record.spectrum) +
                  kRunEventBytes * static_cast<int64_t>(record.events.size());
  for (const std::string& body : record.bodies) {
    bytes += kNameBytes + static_cast<int64_t>(body.size());
  }
  for (const Figure& figure : record.figures) {
    bytes += kFigureBytes + static_cast<int64_t>(figure.name.size());
  }
  return bytes;
}

void WriteRun(const MechanismRecord& record, v1::MechanismRun& run) {
  run.mutable_bodies()->Assign(record.bodies.begin(), record.bodies.end());
  for (const Event& event : record.events) AppendEvent(event, *run.mutable_events());
  WriteTable(record.samples, *run.mutable_samples());
  WriteTable(record.impacts, *run.mutable_impacts());
  if (!record.spectrum.channels.empty()) WriteSpectrum(record.spectrum, *run.mutable_spectrum());
  for (const Figure& figure : record.figures) {
    v1::Figure& added = *run.add_figures();
    added.set_name(figure.name);
    added.set_value(figure.value);
  }
  run.set_stop_reason(ToWire(record.stop_reason));
  run.set_end_time_s(record.end_time_s);
  run.set_evaluations(static_cast<uint64_t>(record.evaluations));
  run.set_steps(static_cast<uint64_t>(record.steps));
  run.set_hash(record.hash);
}

void WriteAimedSpins(const SpinAimResult& result, v1::AimedSpins& spins) {
  for (const AimedSpin& aimed : result.solutions) {
    AppendRow(aimed.spin_rad_s, *spins.mutable_spins_rad_s());
    AppendRow(aimed.rest_m, *spins.mutable_rests_m());
    spins.add_misses_m(aimed.miss_m);
    spins.add_iterations(static_cast<uint32_t>(aimed.iterations));
  }
  spins.set_runs(static_cast<uint32_t>(result.runs));
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

void WritePressureField(const PressureField& field, v1::PressureField& wire) {
  for (std::size_t i = 0; i < field.points_m.size(); ++i) {
    wire.add_xs_m(field.points_m[i].x());
    wire.add_ys_m(field.points_m[i].y());
    wire.add_pressures_pa(field.pressures_Pa[i]);
  }
  const auto write = [](const Vec2& from, v1::Vector2& to) {
    to.set_x(from.x());
    to.set_y(from.y());
  };
  wire.set_normal_force_n(field.normal_force_N);
  write(field.centre_m, *wire.mutable_centre_m());
  write(field.rolling_moment_N_m, *wire.mutable_rolling_moment_n_m());
  wire.set_drilling_moment_n_m(field.drilling_moment_N_m);
}

void WriteFittedBlend(const BlendFit& fit, v1::FittedBlend& fitted) {
  WriteFamily(fit.blend.force, *fitted.mutable_blend()->mutable_force());
  WriteFamily(fit.blend.moment, *fitted.mutable_blend()->mutable_moment());
  fitted.set_force_objective(fit.force_objective);
  fitted.set_moment_objective(fit.moment_objective);
  fitted.set_iterations(static_cast<uint32_t>(fit.iterations));
}

}  // namespace carom
