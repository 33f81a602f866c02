// An overflow of a signed integer that UBSan must report.
#include <limits>

int main(int argument_count, char**) {
  const int sum = std::numeric_limits<int>::max() + argument_count;
  return sum > 0 ? 1 : 0;
}
