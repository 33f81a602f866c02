#ifndef CAROM_CLIENT_PYTHON_SRC_RULINGS_H_
#define CAROM_CLIENT_PYTHON_SRC_RULINGS_H_

#include <nanobind/nanobind.h>

#include <vector>

#include "absl/status/statusor.h"
#include "carom/client/client.h"
#include "carom/v1/rules.pb.h"
#include "client/python/src/touches.h"

namespace carom::python {

/// A referee's rulings on the shots of a run.
class Rulings {
 public:
  /// Rules all shots, in as many calls as needed. `question` is the request without its results.
  /// Called without the GIL.
  static absl::StatusOr<Rulings> Ask(const Client& client, const CallOptions& call,
                                     const v1::RuleShotsRequest& question, const Touches& touches);

  size_t size() const { return rulings_.size(); }
  const std::vector<v1::Ruling>& all() const { return rulings_; }
  /// The message v1.Ruling as a dict; `index` is below size().
  nb::dict Get(size_t index) const;
  /// Arrays of one value a shot, by name: ruled, legal, foul, over, winner, shooter, points.
  nb::dict Columns() const;

  /// Converts to a list of bytes and back, for pickles.
  nb::list ToBytes() const;
  static Rulings FromBytes(const nb::list& rulings);

 private:
  std::vector<v1::Ruling> rulings_;
};

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_RULINGS_H_
