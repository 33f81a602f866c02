#ifndef CAROM_CLIENT_PYTHON_SRC_GAME_H_
#define CAROM_CLIENT_PYTHON_SRC_GAME_H_

#include <array>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "carom/v1/simulation.pb.h"

namespace carom::python {

/// Tables, settings and layouts, checked once by a shot without a strike. Immutable.
class Game {
 public:
  /// Of the fields tables, settings and layouts of a SimulateRequest, as JSON or as bytes; others
  /// are INVALID_ARGUMENT.
  static absl::StatusOr<Game> FromJson(const std::string& json);
  static absl::StatusOr<Game> FromBytes(const std::string& bytes);

  /// Copies tables, settings and layouts into a request of any kind.
  template <class Request>
  void Put(Request& request) const {
    *request.mutable_tables() = parts_.tables();
    *request.mutable_settings() = parts_.settings();
    *request.mutable_layouts() = parts_.layouts();
  }

  /// Of the layout that has the most.
  int ball_count() const { return ball_count_; }
  /// Where the balls of the first layout lie, m: x, y, z each.
  const std::vector<double>& positions_m() const { return positions_m_; }
  /// Whether some shots are integrated step by step, in milliseconds to seconds.
  bool is_slow() const { return is_slow_; }
  std::string Json() const;
  std::string Bytes() const { return parts_.SerializeAsString(); }

 private:
  absl::Status Check();

  v1::SimulateRequest parts_;
  int ball_count_ = 0;
  std::vector<double> positions_m_;
  bool is_slow_ = false;
};

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_GAME_H_
