#ifndef CAROM_SERVER_CONVERT_CONTACT_CONVERT_H_
#define CAROM_SERVER_CONVERT_CONTACT_CONVERT_H_

#include "absl/status/status.h"
#include "carom/v1/compliant.pb.h"
#include "core/laws/constraint_options.h"
#include "core/laws/friction/contensou.h"
#include "core/laws/friction/slip_friction.h"
#include "core/laws/normal/normal_law.h"
#include "core/material/material.h"
#include "core/math/ivp/integrator.h"
#include "server/convert/request_convert.h"

// What the compliant engine and the mechanisms share. Each function overwrites the fields that the
// wire gives and leaves the others, whose defaults are those of the holder. Errors are
// INVALID_ARGUMENT with the path below the message; ranges of numbers are the core's to check. Pure
// and thread-safe.

namespace carom {

absl::Status Take(const v1::NormalLaw& wire, NormalLaw& law);
absl::Status Take(const v1::ContensouPatch& wire, ContensouPatch& patch);
absl::Status Take(const v1::Material& wire, Material& material);
absl::Status Take(const v1::Integration& wire, IntegrationSpec& spec);
absl::Status Take(const v1::ConstraintOptions& wire, ConstraintOptions& options);

/// OK unless `spec`, as taken from `wire`, asks for more evaluations than the limits allow.
absl::Status CheckEvaluations(const v1::Integration& wire, const ConvertLimits& limits,
                              const IntegrationSpec& spec);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_CONTACT_CONVERT_H_
