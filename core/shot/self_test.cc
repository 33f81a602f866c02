#include "core/shot/self_test.h"

#include <bit>
#include <cstdint>
#include <string>

#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"
#include "core/shot/workspace.h"

namespace carom {
namespace {

constexpr uint64_t kSeed = 1;
constexpr uint64_t kShots = 4;

struct Known {
  const char* scene;
  uint64_t hash;
};

// Of the present engine; a change of its bits changes them.
constexpr Known kKnown[] = {{"nine_ball_break", 0x2e6abf9690c4ebau},
                            {"elevated_break", 0x4d93a3ebaec24a0bu},
                            {"two_ball_cut", 0xd397a0eb001b64cfu}};

uint64_t HashOfShots(const NamedScene& named) {
  const Scene scene = named.MakeScene();
  Workspace workspace;
  Record record;
  Shot shot;
  uint64_t hash = 0;
  for (uint64_t i = 0; i < kShots; ++i) {
    named.Generate(kSeed, i, shot);
    if (!Simulate(scene, shot, Detail(), StopToken(), workspace, record).ok()) return 0;
    hash = std::rotl(hash, 7) ^ record.hash;
  }
  return hash;
}

}  // namespace

absl::Status SelfTest() {
  for (const Known& known : kKnown) {
    const NamedScene* const named = FindNamedScene(known.scene);
    const uint64_t hash = named == nullptr ? 0 : HashOfShots(*named);
    if (hash != known.hash) {
      return absl::InternalError("self-test: shots of " + std::string(known.scene) +
                                 " have the hash " + std::to_string(hash) + " in place of " +
                                 std::to_string(known.hash));
    }
  }
  return absl::OkStatus();
}

}  // namespace carom
