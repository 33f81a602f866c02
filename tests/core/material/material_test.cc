#include "core/material/material.h"

#include <gtest/gtest.h>

#include "core/laws/cluster/contact_group.h"
#include "tests/testing/wave_speed.h"

namespace carom {
namespace {

constexpr double kRadius_m = 0.028575;

// catalogue C-01
TEST(Material, HertzStiffnessOfBalls) {
  const Material& resin = *FindMaterial("phenolic_resin");
  const Material& hard = *FindMaterial("hard_resin");
  const Material& rigid = *FindMaterial("rigid");
  EXPECT_NEAR(Softness(resin), 1.5143835616438e-10, 1e-22);
  EXPECT_NEAR(HertzStiffness(resin, kRadius_m, resin, kRadius_m) / 526200160.05752, 1.0, 1e-12);
  EXPECT_NEAR(HertzStiffness(resin, kRadius_m, resin, kFlat) / 744159402.876236, 1.0, 1e-12);
  EXPECT_NEAR(HertzStiffness(hard, kRadius_m, hard, kRadius_m) / 919464083.683225, 1.0, 1e-12);
  // The rigid plane of C-40 is twice as stiff as one of resin.
  EXPECT_NEAR(HertzStiffness(resin, kRadius_m, rigid, kFlat) / 1.48831880575e9, 1.0, 1e-11);
}

TEST(Material, ASphereInAHollowTouchesItCloser) {
  const Material& steel = *FindMaterial("steel");
  // 1/R = 1/0.004 - 1/0.02 = 200
  EXPECT_NEAR(EffectiveRadius(0.004, -0.02), 0.005, 1e-17);
  EXPECT_GT(HertzStiffness(steel, 0.004, steel, -0.02), HertzStiffness(steel, 0.004, steel, kFlat));
  EXPECT_GT(HertzStiffness(steel, 0.004, steel, kFlat), HertzStiffness(steel, 0.004, steel, 0.02));
}

// catalogue C-12
TEST(Material, LimitsOfElasticImpacts) {
  Material resin = *FindMaterial("phenolic_resin");
  resin.density_kg_m3 = 1739.41;
  EXPECT_NEAR(WaveSpeed(resin), 1832.3, 0.05);
  EXPECT_NEAR(ElasticImpactSpeed(resin), 0.0183, 5e-5);
  EXPECT_NEAR(10.729 / WaveSpeed(resin), 0.006, 2e-4);
}

TEST(Material, TheTablesContactsAreOfTheseMaterials) {
  const Material& resin = *FindMaterial("phenolic_resin");
  EXPECT_EQ(BallBallStiffness(kRadius_m, 0.03), HertzStiffness(resin, kRadius_m, resin, 0.03));
  EXPECT_EQ(SlateStiffness(kRadius_m),
            HertzStiffness(resin, kRadius_m, *FindMaterial("rigid"), kFlat));
  EXPECT_EQ(CushionStiffness(kRadius_m),
            HertzStiffness(resin, kRadius_m, *FindMaterial("rubber"), kFlat));
}

TEST(Material, AllThatShipAreValidAndSayWhereTheyAreFrom) {
  for (const Material& material : Materials()) {
    EXPECT_TRUE(ValidateMaterial(material).ok()) << material.name;
    EXPECT_FALSE(material.source.empty()) << material.name;
    EXPECT_EQ(FindMaterial(material.name), &material);
  }
  EXPECT_EQ(FindMaterial("ivory"), nullptr);
}

TEST(Material, RefusesWhatNoMaterialIs) {
  Material material = *FindMaterial("steel");
  material.modulus_Pa = 0.0;
  EXPECT_EQ(ValidateMaterial(material).message(),
            "modulus_Pa: 0 must be in [10000, 1e+13], or inf");
  material = *FindMaterial("steel");
  material.poisson = 0.6;
  EXPECT_EQ(ValidateMaterial(material).message(), "poisson: 0.6 must be in (-1, 0.5]");
  material = *FindMaterial("steel");
  material.density_kg_m3 = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(ValidateMaterial(material).ok());
}

}  // namespace
}  // namespace carom
