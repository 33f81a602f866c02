#ifndef CAROM_CLIENT_CLI_LAW_FLAGS_H_
#define CAROM_CLIENT_CLI_LAW_FLAGS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "carom/v1/laws.pb.h"
#include "client/cli/flags.h"

namespace carom {

/// The flags of `simulate` that choose laws and their parameters.
class LawFlags {
 public:
  void Declare(FlagSet* flags);

  /// Sets what the flags say, and leaves the rest at the service's defaults. A parameter that the
  /// chosen law does not have is an error.
  absl::Status Apply(carom::v1::Settings* settings) const;

 private:
  void DeclareCloth(FlagSet* flags);
  void DeclareContacts(FlagSet* flags);
  void ApplyCloth(carom::v1::Settings* settings) const;
  absl::Status ApplyBallBall(carom::v1::Settings* settings) const;
  absl::Status ApplyCushion(carom::v1::Settings* settings) const;
  absl::Status ApplyBounce(carom::v1::Settings* settings) const;
  absl::Status ApplyLiner(carom::v1::Settings* settings) const;
  absl::Status ApplyPolicies(carom::v1::Settings* settings) const;
  // The parameters of one law; its message has fields for those that it takes.
  template <class Law>
  absl::Status FillBallBall(const std::string& name, Law* law) const;
  template <class Law>
  absl::Status FillCushion(const std::string& name, Law* law) const;
  template <class Law>
  absl::Status FillBounce(const std::string& name, Law* law) const;
  template <class Law>
  absl::Status FillLiner(const std::string& name, Law* law) const;

  std::optional<double> gravity_m_s2_;
  std::optional<double> sliding_friction_;
  std::optional<double> rolling_friction_;
  std::optional<double> spinning_friction_;
  std::optional<double> end_mass_kg_;
  std::optional<std::string> ball_ball_;
  std::optional<double> ball_restitution_;
  std::optional<double> ball_friction_;
  std::optional<std::string> cushion_;
  std::optional<double> cushion_restitution_;
  std::optional<double> cushion_friction_;
  std::optional<double> frequency_ratio_;
  std::optional<double> slate_friction_;
  std::optional<std::string> bounce_;
  std::optional<double> bounce_restitution_;
  std::optional<double> bounce_friction_;
  std::optional<std::string> liner_;
  std::optional<double> liner_restitution_;
  std::optional<double> liner_friction_;
  std::optional<std::string> nose_contact_;
  std::optional<std::string> overlap_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_LAW_FLAGS_H_
