#include "tests/papers/frame/band.h"

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

Band SizeWithin(const Tolerance& tolerance) {
  Band band = Around(0.0, tolerance);
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

Band AtLeast(double low, double scale, std::string unit, std::string origin) {
  Band band;
  band.low = low;
  band.unit = std::move(unit);
  band.origin = std::move(origin);
  band.scale = scale;
  return band;
}

Band AtMost(double high, double scale, std::string unit, std::string origin) {
  Band band;
  band.high = high;
  band.unit = std::move(unit);
  band.origin = std::move(origin);
  band.scale = scale;
  return band;
}

Band Exactly(double value, std::string unit) {
  Band band = Between(value, value, std::move(unit), "no room: a count, or a copy");
  band.expected = value;
  return band;
}

}  // namespace carom::papers
