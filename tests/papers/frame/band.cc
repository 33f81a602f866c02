#include "tests/papers/frame/band.h"

#include <cmath>
#include <utility>

namespace carom::papers {

Band Around(double expected, const Tolerance& tolerance) {
  Band band;
  band.expected = expected;
  band.low = expected - tolerance.width;
  band.high = expected + tolerance.width;
  band.unit = tolerance.unit;
  band.origin = tolerance.origin;
  band.width = tolerance.width;
  band.derived = tolerance.derived;
  return band;
}

Band NearZero(const Tolerance& tolerance, double wrong) {
  Band band = Around(0.0, tolerance);
  band.wrong = tolerance.unit.empty() && std::isnan(wrong) ? 1.0 : wrong;
  return band;
}

Band SizeWithin(const Tolerance& tolerance, double wrong) {
  Band band = NearZero(tolerance, wrong);
  band.low = 0.0;
  return band;
}

Band Between(double low, double high, std::string unit, std::string origin) {
  Band band;
  band.low = low;
  band.high = high;
  band.width = 0.5 * (high - low);
  band.unit = std::move(unit);
  band.origin = std::move(origin);
  return band;
}

Band Above(double low, double wrong, std::string unit, std::string origin) {
  Band band;
  band.low = low;
  band.unit = std::move(unit);
  band.origin = std::move(origin);
  band.wrong = wrong;
  return band;
}

Band Below(double high, double wrong, std::string unit, std::string origin) {
  Band band;
  band.high = high;
  band.unit = std::move(unit);
  band.origin = std::move(origin);
  band.wrong = wrong;
  return band;
}

Band Exactly(double value, std::string unit) {
  Band band = Between(value, value, std::move(unit), "no room: a count, or a copy");
  band.expected = value;
  return band;
}

}  // namespace carom::papers
