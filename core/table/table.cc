#include "core/table/table.h"

#include <cmath>

namespace carom {

double NoseContactDistance(NoseContact contact, double radius_m, double height_m) {
  if (contact == NoseContact::kPlane) return radius_m;
  const double above_centre_m = height_m - radius_m;
  return std::sqrt(radius_m * radius_m - above_centre_m * above_centre_m);
}

}  // namespace carom
