#include "client/picture/ball_look.h"

#include <array>

namespace carom::picture {
namespace {

constexpr size_t kFirstStripe = 9;
// Of the pool balls 1 to 8; 9 to 15 are those of 1 to 7 with a stripe.
constexpr std::array<const char*, 8> kPool = {"#f2c200", "#1c4fa0", "#d22a1f", "#5b2a86",
                                              "#ee7a18", "#13703a", "#7a1524", "#161616"};
constexpr size_t kPoolBalls = 16;
constexpr size_t kReds = 15;
constexpr char kRed[] = "#c3201f";
// Yellow, green, brown, blue, pink, black: behind the reds.
constexpr std::array<const char*, 6> kSnooker = {"#f2c200", "#13703a", "#7b4a21",
                                                 "#1c4fa0", "#f08fb0", "#161616"};
constexpr std::array<const char*, 3> kCarom = {kWhite, "#f2c200", kRed};

BallLook Snooker(size_t index) {
  const std::string label = std::to_string(index);
  if (index <= kReds) return {kRed, false, label};
  const size_t colour = index - kReds - 1;
  return {colour < kSnooker.size() ? kSnooker[colour] : kWhite, false, label};
}

BallLook Pool(size_t index) {
  const std::string label = std::to_string(index);
  if (index >= kPoolBalls) return {kWhite, false, label};
  if (index >= kFirstStripe) return {kPool[index - kFirstStripe], true, label};
  return {kPool[index - 1], false, label};
}

}  // namespace

BallLook LookOf(const std::string& ball_set, size_t index) {
  if (index == 0) return {kWhite, false, ""};
  if (ball_set == "snooker") return Snooker(index);
  if (ball_set == "carom") {
    return {index < kCarom.size() ? kCarom[index] : kWhite, false, std::to_string(index)};
  }
  return Pool(index);
}

}  // namespace carom::picture
