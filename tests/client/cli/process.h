#ifndef CAROM_TESTS_CLIENT_CLI_PROCESS_H_
#define CAROM_TESTS_CLIENT_CLI_PROCESS_H_

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

namespace carom {

/// Where a child's standard error goes, for the test to read.
class ErrorFile {
 public:
  ErrorFile() = default;
  ~ErrorFile() { fclose(file_); }
  ErrorFile(const ErrorFile&) = delete;
  ErrorFile& operator=(const ErrorFile&) = delete;

  int number() const { return fileno(file_); }

  std::string Text() const {
    rewind(file_);
    std::string text;
    for (int c = fgetc(file_); c != EOF; c = fgetc(file_)) text += static_cast<char>(c);
    return text;
  }

 private:
  FILE* const file_ = tmpfile();
};

/// A program of this build, run as a child. Its standard output is read here; its standard error
/// goes to a file of the test's.
class Process {
 public:
  /// `program` is a file of the build's bin/.
  Process(const std::string& program, std::vector<std::string> arguments,
          int standard_error = STDERR_FILENO) {
    const std::string path = std::string(CAROM_BIN_DIR) + "/" + program;
    std::vector<char*> argv = {const_cast<char*>(path.c_str())};
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    // Not fork(): what libraries do in a forked child (gRPC has handlers) must not run here, where
    // other tests of the process have started their threads.
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, standard_error, STDERR_FILENO);
    if (posix_spawn(&pid_, path.c_str(), &files, nullptr, argv.data(), environ) != 0) pid_ = -1;
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    out_ = fdopen(ends[0], "r");
  }

  ~Process() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      Wait();
    }
    if (out_ != nullptr) fclose(out_);
  }

  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// The next line of standard output without its newline; empty at the end.
  std::string ReadLine() {
    std::string line;
    for (int c = fgetc(out_); c != EOF && c != '\n'; c = fgetc(out_)) {
      line += static_cast<char>(c);
    }
    return line;
  }

  std::string ReadAll() {
    std::string text;
    for (int c = fgetc(out_); c != EOF; c = fgetc(out_)) text += static_cast<char>(c);
    return text;
  }

  pid_t pid() const { return pid_; }

  void Signal(int signal) const {
    if (pid_ > 0) kill(pid_, signal);
  }

  /// The exit code, or -1 if a signal ended the process.
  int Wait() {
    if (pid_ <= 0) return -1;
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_ = -1;
  FILE* out_ = nullptr;
};

}  // namespace carom

#endif  // CAROM_TESTS_CLIENT_CLI_PROCESS_H_
