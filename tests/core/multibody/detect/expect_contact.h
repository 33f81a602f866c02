#ifndef CAROM_TESTS_CORE_MULTIBODY_DETECT_EXPECT_CONTACT_H_
#define CAROM_TESTS_CORE_MULTIBODY_DETECT_EXPECT_CONTACT_H_

#include <gtest/gtest.h>

#include "core/multibody/detect/sphere_contact.h"

namespace carom::testing {

inline void ExpectContact(const SphereContact& contact, double gap, const Vec3& normal) {
  EXPECT_NEAR(contact.gap_m, gap, 1e-12);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(contact.normal[i], normal[i], 1e-12);
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_MULTIBODY_DETECT_EXPECT_CONTACT_H_
