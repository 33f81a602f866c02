// A read past the end of an array that ASan must report.
#include <cstddef>
#include <vector>

int main(int argument_count, char**) {
  const std::vector<int> numbers(4, 1);
  return numbers.data()[numbers.size() + static_cast<std::size_t>(argument_count) - 1];
}
