#ifndef CAROM_SERVER_PROGRAM_H_
#define CAROM_SERVER_PROGRAM_H_

#include <string>
#include <vector>

namespace carom {

/// carom-server, from its arguments (without the program's name) to its exit status. It takes over
/// the signals of the process and the logs of gRPC and protobuf.
int RunServerProgram(const std::vector<std::string>& arguments);

}  // namespace carom

#endif  // CAROM_SERVER_PROGRAM_H_
