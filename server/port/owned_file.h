#ifndef CAROM_SERVER_PORT_OWNED_FILE_H_
#define CAROM_SERVER_PORT_OWNED_FILE_H_

#include <unistd.h>

#include <utility>

namespace carom {

/// The descriptor of a file or socket, closed at the end.
class OwnedFile {
 public:
  OwnedFile() = default;
  explicit OwnedFile(int number) : number_(number) {}
  ~OwnedFile() { Close(); }
  OwnedFile(OwnedFile&& other) noexcept : number_(other.Release()) {}
  OwnedFile& operator=(OwnedFile&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  /// The number without its owner.
  int Release() { return std::exchange(number_, -1); }
  void Close() {
    if (is_open()) close(Release());
  }

 private:
  int number_ = -1;
};

}  // namespace carom

#endif  // CAROM_SERVER_PORT_OWNED_FILE_H_
