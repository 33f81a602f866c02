#ifndef CAROM_TESTS_TESTING_SERVICE_FOLDER_H_
#define CAROM_TESTS_TESTING_SERVICE_FOLDER_H_

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace carom::testing {

/// A folder of a test, which goes with it.
class Folder {
 public:
  Folder() {
    path_ = ::testing::TempDir() + "/carom-XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) ADD_FAILURE() << "no folder at " << path_;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string Path(const std::string& name) const { return path_ + "/" + name; }

  /// Puts the file in place at once, as those do who renew certificates. Returns its path.
  std::string Write(const std::string& name, const std::string& text) const {
    const std::string path = Path(name);
    std::ofstream(path + ".new") << text;
    std::filesystem::rename(path + ".new", path);
    return path;
  }

 private:
  std::string path_;
};

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SERVICE_FOLDER_H_
