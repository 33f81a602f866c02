// carom-server: the service as a program.

#include "server/program.h"

int main(int argc, char** argv) {
  return carom::RunServerProgram(std::vector<std::string>(argv + 1, argv + argc));
}
