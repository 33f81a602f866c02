#ifndef CAROM_CLIENT_CLI_SHOT_NAMES_H_
#define CAROM_CLIENT_CLI_SHOT_NAMES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "carom/client/client.h"
#include "carom/v1/simulation.pb.h"

namespace carom {

/// The names of a shot's balls and pockets, for people.
class ShotNames {
 public:
  ShotNames(const carom::v1::Layout& layout, const carom::v1::Shot& shot,
            carom::v1::TableGeometry table);

  /// "the cue ball", "ball 8", or the name given in the layout.
  std::string Ball(uint32_t index) const;

  /// "the foot left corner", or "pocket 3" where it has no name.
  std::string Pocket(uint32_t index) const;

  /// The struck ball, if any is.
  std::optional<uint32_t> cue_ball() const { return cue_ball_; }

 private:
  std::map<uint32_t, std::string> balls_;
  std::optional<uint32_t> cue_ball_;
  carom::v1::TableGeometry table_;
};

/// Table `index` of a request as plain geometry: what the request holds, or a preset that the
/// service is asked for. Fails as that call does.
absl::StatusOr<carom::v1::TableGeometry> TableOf(const Client& client,
                                                 const carom::v1::SimulateRequest& request,
                                                 uint32_t index, const CallOptions& call);

/// The names of a request's shots. Asks the service for the presets that the request names, once
/// each; where that fails, numbers do.
class RequestNames {
 public:
  /// Both must outlive this.
  RequestNames(const Client& client, const carom::v1::SimulateRequest& request);

  ShotNames OfShot(int index);

 private:
  carom::v1::TableGeometry FindTable(uint32_t index);

  const Client& client_;
  const carom::v1::SimulateRequest& request_;
  std::map<std::string, carom::v1::TableGeometry> presets_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_SHOT_NAMES_H_
