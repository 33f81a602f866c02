#ifndef CAROM_SERVER_REQUEST_VIEW_H_
#define CAROM_SERVER_REQUEST_VIEW_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "core/base/field_error.h"

namespace carom {

/// A SimulateRequest, a SimulateBatchRequest, an EstimateOutcomesRequest, whose candidates are its
/// shots, or a FindAimsRequest behind one interface. Refers to the request, which must outlive it;
/// an empty list of tables or settings shows the wire's default of one.
struct RequestView {
  explicit RequestView(const v1::SimulateRequest& request);
  explicit RequestView(const v1::SimulateBatchRequest& request);
  explicit RequestView(const v1::EstimateOutcomesRequest& request);
  explicit RequestView(const v1::FindAimsRequest& request);

  const google::protobuf::RepeatedPtrField<v1::Table>& tables;
  const google::protobuf::RepeatedPtrField<v1::Settings>& settings;
  const google::protobuf::RepeatedPtrField<v1::Layout>& layouts;
  bool brings_tables;    ///< False where `tables` shows the default.
  bool brings_settings;  ///< The same of `settings`.
  const v1::Detail& detail;
  const std::string& engine_version;  ///< That must answer; empty: any.
  /// For a batch: which shots are sent, and the goals that label them.
  const v1::Goal* filter = nullptr;
  const google::protobuf::RepeatedPtrField<v1::Goal>* labels = nullptr;
  /// Exactly one of these three is set, or none where the caller forgot.
  const google::protobuf::RepeatedPtrField<v1::Shot>* shots = nullptr;
  const v1::ShotColumns* columns = nullptr;
  const v1::ShotGenerator* generator = nullptr;
  const google::protobuf::Descriptor& type;  ///< Of the request.
  const char* source =
      "source";             ///< The oneof in it that holds one of the three; null: shots alone.
  uint64_t first_shot = 0;  ///< Number of shot 0 below.
  uint32_t shot_count = 0;
  int max_parts;  ///< Most tables, settings and layouts that the wire allows.

  /// Where shot `index`, counted from 0, is described; "columns" where it is in columns, see
  /// ToColumnPath().
  FieldPath ShotPath(uint32_t index) const;

  /// Of a shot, at the most.
  int MostBalls() const;

  /// Whether some settings choose the compliant engine, whose shots may take seconds and more. A
  /// walk over all settings.
  bool AsksForCompliantEngine() const;

 private:
  template <class Request>
  RequestView(const Request& request, int parts);
  void TakeCounts();
};

/// FAILED_PRECONDITION where a request demands another version of the engine than this one.
absl::Status CheckEngineVersion(const std::string& demanded);

/// INVALID_ARGUMENT when the request as a whole is malformed: no shots or more than `max_shots`,
/// too many tables, settings or layouts, no source, or parts beside a scene that brings its own.
/// FAILED_PRECONDITION when the request demands another version of the engine. Single tables,
/// settings, layouts and shots are not checked.
absl::Status CheckRequest(const RequestView& request, int max_shots);

}  // namespace carom

#endif  // CAROM_SERVER_REQUEST_VIEW_H_
