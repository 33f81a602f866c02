#include "client/cli/detail_flags.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cli/goal_flags.h"
#include "client/cli/parameter_text.h"

namespace carom {
namespace {

const ParameterFlags::Field& Limits() {
  return *carom::v1::Settings::descriptor()->FindFieldByName("limits");
}

const ParameterFlags::Field& Samples() {
  return *carom::v1::Detail::descriptor()->FindFieldByName("samples");
}

const ParameterFlags::Field& Quantities() {
  return *carom::v1::SampleRequest::descriptor()->FindFieldByName("quantities");
}

const ParameterFlags::Field& ProbeDraws() {
  return FieldOf<carom::v1::Probe>(carom::v1::Probe::kDrawsFieldNumber);
}

constexpr char kPottedPrefix[] = "potted:";

absl::Status ParsePottedBalls(const std::string& list, carom::v1::Stop* stop) {
  for (const absl::string_view index : absl::StrSplit(list, ',')) {
    uint32_t ball = 0;
    if (!absl::SimpleAtoi(index, &ball)) {
      return absl::InvalidArgumentError(
          absl::StrCat("--stop-at: \"", index, "\" must be the index of a ball"));
    }
    stop->add_potted_balls(ball);
  }
  return absl::OkStatus();
}

}  // namespace

void DetailFlags::Declare(FlagSet* flags) {
  DeclareEnd(flags);
  DeclareDetail(flags);
}

void DetailFlags::DeclareEnd(FlagSet* flags) {
  flags->AddSection("End of the shot");
  flags->AddList("stop-at", "WHAT",
                 "first-contact, scratch, potted:I,J,... or a time in s; may be given\n"
                 "more than once: the first one ends the shot",
                 &stops_);
  parameters_.DeclareWithin(Limits(), flags);
}

void DetailFlags::DeclareDetail(FlagSet* flags) {
  flags->AddSection("Detail");
  flags->AddSwitch("events", "the event log", &events_);
  flags->AddSwitch("event-states", "the event log with states before and after; with --json only",
                   &event_states_);
  flags->AddSwitch("contacts", "contacts and their forces; with --engine=compliant only",
                   &contacts_);
  flags->AddSwitch("cost", "evaluations of all forces, and steps; with --engine=compliant only",
                   &cost_);
  parameters_.DeclareWithin(Samples(), flags);
  flags->AddText("quantities", "LIST",
                 "what --samples tell, by commas: position, velocity, angular-velocity,\n"
                 "motion (default: these), and with --engine=compliant orientation,\n"
                 "acceleration, angular-acceleration, energy and constraint-violation",
                 &quantities_);
  flags->AddList("derivatives", "PATH,...",
                 "how the end changes with numbers of the request, in SI units and radians:\n"
                 "strike.azimuth_rad, balls[0].position_m.x, balls[0].radius_m and mass_kg,\n"
                 "table.nose_height_m, settings.gravity_m_s2, settings.cloth.rolling_friction,\n"
                 "settings.cloth.rolling_factor[1].factor, settings.cushion.han2005.friction,\n"
                 "...; --json has those of spins, and with --events those of the log",
                 &derivatives_);
  flags->AddList("margin", "GOAL",
                 "with --derivatives: how far the shot is from missing a goal, and how that\n"
                 "changes; pot=BALL[:POCKET,...], end=X,Y,RADIUS, others-stay=M, or a Goal in\n"
                 "JSON; may be given up to 16 times",
                 &margins_);
  flags->AddCount("probe", "DRAWS",
                  "how far the derivatives by the strike carry: the shot is played so often\n"
                  "again with --noise; " +
                      RangeText(ProbeDraws()),
                  &probe_);
  noise_.DeclareNoise(flags);
  noise_.DeclareSeed(flags);
}

absl::Status DetailFlags::Apply(carom::v1::Settings* settings, carom::v1::Detail* detail) const {
  for (const std::string& stop : stops_) {
    if (absl::Status status = ApplyStop(stop, settings->mutable_stop()); !status.ok()) {
      return status;
    }
  }
  if (events_ || event_states_) detail->set_level(carom::v1::Detail::LEVEL_EVENTS);
  if (event_states_) detail->set_event_states(true);
  if (contacts_) detail->set_contacts(true);
  if (cost_) detail->set_cost(true);
  parameters_.ApplyWithin(Samples(), detail);
  if (detail->has_samples()) detail->set_level(carom::v1::Detail::LEVEL_SAMPLES);
  parameters_.ApplyWithin(Limits(), settings);
  if (quantities_) {
    if (!detail->has_samples())
      return absl::InvalidArgumentError("--quantities goes with --samples");
    absl::Status status = ApplyQuantities(detail->mutable_samples());
    if (!status.ok()) return status;
  }
  for (const std::string& list : derivatives_) {
    for (const absl::string_view path : absl::StrSplit(list, ',')) {
      detail->add_derivatives(std::string(path));
    }
  }
  if (!margins_.empty() && derivatives_.empty()) {
    return absl::InvalidArgumentError("--margin goes with --derivatives");
  }
  for (const std::string& goal : margins_) {
    absl::Status bad = ParseGoalOf("--margin", goal, detail->add_margins());
    if (!bad.ok()) return bad;
  }
  return ApplyProbe(detail);
}

absl::Status DetailFlags::ApplyProbe(carom::v1::Detail* detail) const {
  if (!probe_) {
    if (!noise_.given()) return absl::OkStatus();
    return absl::InvalidArgumentError("--noise and --noise-seed go with --probe");
  }
  if (absl::Status bad = CheckCount("probe", *probe_, ProbeDraws()); !bad.ok()) return bad;
  carom::v1::Probe& probe = *detail->mutable_probe();
  probe.set_draws(static_cast<uint32_t>(*probe_));
  probe.set_seed(noise_.seed());
  noise_.Apply(probe.mutable_noise());
  return absl::OkStatus();
}

absl::Status DetailFlags::ApplyStop(const std::string& stop, carom::v1::Stop* message) const {
  if (stop == "first-contact") {
    message->set_first_contact(true);
  } else if (stop == "scratch") {
    message->set_scratch(true);
  } else if (stop.rfind(kPottedPrefix, 0) == 0) {
    return ParsePottedBalls(stop.substr(sizeof(kPottedPrefix) - 1), message);
  } else {
    double time_s = 0.0;
    if (!ParseNumber(stop, &time_s).ok()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--stop-at: \"", stop, "\" must be first-contact, scratch, potted:I,J,... or a time"));
    }
    message->set_at_time_s(time_s);
  }
  return absl::OkStatus();
}

absl::Status DetailFlags::ApplyQuantities(carom::v1::SampleRequest* samples) const {
  for (const absl::string_view word : absl::StrSplit(*quantities_, ',')) {
    std::string name(word);
    std::replace(name.begin(), name.end(), '-', '_');
    carom::v1::Quantity quantity = carom::v1::QUANTITY_UNSPECIFIED;
    carom::v1::Quantity_Parse("QUANTITY_" + absl::AsciiStrToUpper(name), &quantity);
    if (quantity == carom::v1::QUANTITY_UNSPECIFIED) {
      return absl::InvalidArgumentError(absl::StrCat("--quantities: \"", word, "\" must be ",
                                                     Listed(WordsOf(Quantities(), nullptr), "or")));
    }
    samples->add_quantities(quantity);
  }
  return absl::OkStatus();
}

}  // namespace carom
