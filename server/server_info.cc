#include "server/server_info.h"

#include "absl/strings/str_cat.h"
#include "carom/v1/options.pb.h"
#include "core/base/constants.h"
#include "core/base/version.h"
#include "server/convert/request_convert.h"

namespace carom {
namespace {

/// Compiler and platform, for people.
constexpr char kBuild[] =
#if defined(__clang__)
    "clang " __clang_version__
#else
    "g++ " __VERSION__
#endif
#if defined(NDEBUG)
    ", optimised"
#else
    ", with assertions"
#endif
    ", -ffp-contract=off, x86-64";

void FillLimits(const RequestLimits& limits, v1::ServerLimits& wire) {
  wire.set_max_shots_per_simulate(static_cast<uint32_t>(limits.max_shots_per_simulate));
  wire.set_max_shots_per_batch(static_cast<uint32_t>(limits.max_shots_per_batch));
  wire.set_max_balls(kMaxBalls);
  wire.set_max_message_bytes(static_cast<uint64_t>(limits.max_message_bytes));
  wire.set_max_samples_per_shot(static_cast<uint64_t>(limits.max_samples_per_shot));
  wire.set_max_shot_bytes(static_cast<uint64_t>(limits.max_shot_bytes));
  wire.set_max_events(static_cast<uint32_t>(limits.max_events));
  wire.set_max_evaluations(static_cast<uint32_t>(limits.max_evaluations));
  wire.set_max_duration_s(limits.max_duration_s);
  wire.set_max_samples_per_mechanism(static_cast<uint64_t>(limits.max_samples_per_mechanism));
  wire.set_max_draws_per_estimate(static_cast<uint64_t>(limits.max_draws_per_estimate));
}

}  // namespace

const char* EngineVersion() { return kEngineVersion; }

uint32_t WireRevision() {
  return v1::SimulateRequest::descriptor()->file()->options().GetExtension(v1::wire_revision);
}

std::string ThisRevision() {
  return absl::StrCat("wire revision ", WireRevision(), " (engine ", kEngineVersion, ")");
}

void FillServerInfo(const RequestLimits& limits, int threads, v1::GetServerInfoResponse& answer) {
  answer.set_engine_version(kEngineVersion);
  answer.set_build(kBuild);
  answer.set_threads(static_cast<uint32_t>(threads));
  answer.set_wire_revision(WireRevision());
  FillLimits(limits, *answer.mutable_limits());
  FillCatalogNames(answer);
}

}  // namespace carom
