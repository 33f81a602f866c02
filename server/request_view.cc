#include "server/request_view.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/base/version.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"

namespace carom {
namespace {

using google::protobuf::RepeatedPtrField;

// Tables, settings and layouts that one request may name, of each.
constexpr int kMaxPartsOfSimulate = 4096;
constexpr int kMaxPartsOfBatch = 65536;

/// `list`, or one default message where it is empty.
template <typename Message>
const RepeatedPtrField<Message>& OrDefault(const RepeatedPtrField<Message>& list) {
  static const RepeatedPtrField<Message>* const one_default = [] {
    auto* one = new RepeatedPtrField<Message>();
    one->Add();
    return one;
  }();
  return list.empty() ? *one_default : list;
}

absl::Status CheckCount(const char* path, int64_t count, int64_t lo, int64_t hi) {
  if (count >= lo && count <= hi) return absl::OkStatus();
  return InvalidField(path, absl::StrCat(count, " entries"),
                      absl::StrCat("in [", lo, ", ", hi, "]"));
}

bool IsNamedScene(const RequestView& request) {
  return request.generator != nullptr && request.generator->has_scene();
}

absl::Status CheckGenerator(const v1::ShotGenerator& generator, int max_shots) {
  if (generator.source_case() == v1::ShotGenerator::SOURCE_NOT_SET) {
    return UnderPath("generator", RequiredArm(*v1::ShotGenerator::descriptor(), "source"));
  }
  // A server may allow less than the wire. A count that is absent is 0.
  FieldRange counts = RangeOf<v1::ShotGenerator>("shot_count");
  counts.interval.high = std::min<double>(counts.interval.high, max_shots);
  if (!counts.Contains(generator.shot_count())) {
    return InvalidField("generator.shot_count", absl::StrCat(generator.shot_count()),
                        counts.Text());
  }
  // As a double 2^53 + 1 is 2^53.
  const FieldRange numbers = RangeOf<v1::ShotGenerator>("first_shot");
  if (generator.first_shot() > static_cast<uint64_t>(numbers.interval.high)) {
    return InvalidField("generator.first_shot", absl::StrCat(generator.first_shot()),
                        numbers.Text());
  }
  const absl::Status bad = CheckRanges(generator);
  return bad.ok() ? bad : UnderPath("generator", bad);
}

/// A named scene brings its own tables, settings and layouts.
absl::Status CheckNoParts(const RequestView& request) {
  const char* present = request.brings_tables      ? "tables"
                        : request.brings_settings  ? "settings"
                        : !request.layouts.empty() ? "layouts"
                                                   : nullptr;
  if (present == nullptr) return absl::OkStatus();
  return InvalidField(present, "", "empty beside generator.scene, which brings its own");
}

absl::Status CheckParts(const RequestView& request) {
  if (IsNamedScene(request)) return CheckNoParts(request);
  absl::Status status = CheckCount("tables", request.tables.size(), 1, request.max_parts);
  status.Update(CheckCount("settings", request.settings.size(), 1, request.max_parts));
  status.Update(CheckCount("layouts", request.layouts.size(), 1, request.max_parts));
  return status;
}

absl::Status CheckShotColumns(const RequestView& request, int max_shots) {
  absl::Status status = CheckCount("columns.shot_count", request.shot_count, 1, max_shots);
  if (status.ok()) status = UnderPath("columns", CheckColumns(*request.columns));
  return status;
}

template <class Request>
const v1::Detail& DetailOf(const Request& request) {
  return request.detail();
}
// Estimates and aims tell what they tell.
const v1::Detail& DetailOf(const v1::EstimateOutcomesRequest& /*request*/) {
  return v1::Detail::default_instance();
}

const v1::Detail& DetailOf(const v1::FindAimsRequest& /*request*/) {
  return v1::Detail::default_instance();
}

template <class Request>
const v1::ShotColumns* ColumnsOf(const Request& request) {
  return request.has_columns() ? &request.columns() : nullptr;
}
const v1::ShotColumns* ColumnsOf(const v1::FindAimsRequest& /*request*/) { return nullptr; }

}  // namespace

template <class Request>
RequestView::RequestView(const Request& request, int parts)
    : tables(OrDefault(request.tables())),
      settings(OrDefault(request.settings())),
      layouts(request.layouts()),
      brings_tables(request.tables_size() > 0),
      brings_settings(request.settings_size() > 0),
      detail(DetailOf(request)),
      engine_version(request.engine_version()),
      shots(request.has_shots() ? &request.shots().shots() : nullptr),
      columns(ColumnsOf(request)),
      type(*Request::descriptor()),
      max_parts(parts) {}

RequestView::RequestView(const v1::SimulateRequest& request)
    : RequestView(request, kMaxPartsOfSimulate) {
  TakeCounts();
}

RequestView::RequestView(const v1::SimulateBatchRequest& request)
    : RequestView(request, kMaxPartsOfBatch) {
  if (request.has_filter()) filter = &request.filter();
  if (request.labels_size() > 0) labels = &request.labels();
  generator = request.has_generator() ? &request.generator() : nullptr;
  TakeCounts();
}

RequestView::RequestView(const v1::EstimateOutcomesRequest& request)
    : RequestView(request, kMaxPartsOfBatch) {
  source = "candidates";
  generator = request.has_generator() ? &request.generator() : nullptr;
  TakeCounts();
}

RequestView::RequestView(const v1::FindAimsRequest& request) : RequestView(request, 1) {
  source = nullptr;
  TakeCounts();
}

void RequestView::TakeCounts() {
  if (shots != nullptr) shot_count = static_cast<uint32_t>(shots->size());
  if (columns != nullptr) shot_count = columns->shot_count();
  if (generator == nullptr) return;
  shot_count = generator->shot_count();
  first_shot = generator->first_shot();
}

FieldPath RequestView::ShotPath(uint32_t index) const {
  if (shots != nullptr) return {"shots.shots", index};
  if (columns != nullptr) return "columns";
  if (generator->has_drawn_shots()) return "generator.drawn_shots.strike";
  return generator->has_scene() ? "generator" : "generator.uniform_strikes";
}

int RequestView::MostBalls() const {
  int most = 0;
  for (const v1::Layout& layout : layouts) {
    most = std::max(most, layout.has_balls() ? layout.balls().balls_size() : kMaxBalls);
  }
  return layouts.empty() ? kMaxBalls : most;
}

bool RequestView::AsksForCompliantEngine() const {
  return std::any_of(settings.begin(), settings.end(), [](const v1::Settings& one) {
    return one.engine() == v1::ENGINE_COMPLIANT || one.engine() == v1::ENGINE_DISCRETE_TIME;
  });
}

absl::Status CheckEngineVersion(const std::string& demanded) {
  if (demanded.empty() || demanded == kEngineVersion) return absl::OkStatus();
  return ToStatus({"engine_version", "", Quoted(demanded),
                   absl::StrCat("empty or \"", kEngineVersion, "\", this server's")},
                  absl::StatusCode::kFailedPrecondition);
}

absl::Status CheckRequest(const RequestView& request, int max_shots) {
  if (absl::Status bad = CheckEngineVersion(request.engine_version); !bad.ok()) return bad;
  if (request.shots != nullptr) {
    absl::Status status = CheckCount("shots.shots", request.shot_count, 1, max_shots);
    status.Update(CheckParts(request));
    return status;
  }
  if (request.columns != nullptr) {
    absl::Status status = CheckShotColumns(request, max_shots);
    status.Update(CheckParts(request));
    return status;
  }
  if (request.generator == nullptr) {
    return request.source == nullptr ? Required("shots", "given")
                                     : RequiredArm(request.type, request.source);
  }
  absl::Status status = CheckGenerator(*request.generator, max_shots);
  status.Update(CheckParts(request));
  return status;
}

}  // namespace carom
