#ifndef CAROM_TESTS_TESTING_READ_FILE_H_
#define CAROM_TESTS_TESTING_READ_FILE_H_

#include <fstream>
#include <iterator>
#include <string>

namespace carom::testing {

/// All bytes of a file; none where there is no such file.
inline std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_READ_FILE_H_
